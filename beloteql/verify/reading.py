"""What rule texts read in a talk, as keys: where the keys are equal the answers are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import itemgetter
from typing import Any

from beloteql.core.program import Program
from beloteql.semantics.contract import per_count
from beloteql.semantics.talk import TalkState, said_in

_NOBODY: dict[str, Any] = {"me": -1, "passes": 0, "said": said_in(())}
_FIXED = {"dealer", "turned", "deals"}  # these, and house rules, stay as they are in a talk


class Reading:
    """The facts that some rule texts read, `names`, as far as talks know them."""

    def __init__(self, program: Program, names: Iterable[str]) -> None:
        names = sorted(names)
        parts = [n.partition(".") for n in names]
        fields = list(dict.fromkeys(o for p, _, o in parts if p in {"field", "known"}))
        per = {n: per_count(program, program.fields[n].per) for n in fields}
        self._spread = [(f"field.{n}", range(per[n])) for n in fields if program.fields[n].per]
        self._said = [o.split(".") for p, _, o in parts if p == "said"]
        self._seats = range(program.world.seats)
        self._me, self._passes = "me" in names, "passes" in names
        plain = [f"field.{n}" for n in fields if not program.fields[n].per]
        fixed = [n for n in names if n in _FIXED or n.startswith("option.")]
        ours = [n for n in ("me", "passes") if n in names]
        self._of_facts = _getter([*plain, *fixed, *ours])
        self._of_fields = _getter(fields)

    def of_facts(self, facts: Mapping[str, Any]) -> Hashable:
        """The key in an environment; nobody speaks where it does not say who does."""
        if "me" not in facts:
            facts = {**_NOBODY, **facts}
        plain = self._of_facts(facts)
        if not self._spread and not self._said:
            return plain
        spread = [tuple(map(facts[name], whose)) for name, whose in self._spread]
        return (plain, *spread, self._heard(facts["said"]) if self._said else None)

    def of_state(self, state: TalkState, seat: int) -> Hashable:
        """The key for a seat in a state, among states of talks under the same house rules."""
        return (
            self._of_fields(state.fields),
            seat if self._me else None,
            state.passes if self._passes else None,
            self._heard(said_in(state.history)) if self._said else None,
        )

    def _heard(self, said: Callable[[int, str, str], bool]) -> tuple[bool, ...]:
        return tuple(said(seat, *call) for call in self._said for seat in self._seats)


def _getter(names: list[str]) -> Callable[[Mapping[str, Any]], Hashable]:
    return itemgetter(*names) if names else lambda _: None
