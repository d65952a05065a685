"""What was seen on the way through the talks: calls made, bids over bids, doubles.

A *bid* is a call that makes the speaker, or somebody seen from the speaker, the taker, whatever
was said before. An *overcall* is a bid over somebody else's bid. A *double* is another call that
raises a number of the contract that the settlement reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from beloteql.core import types
from beloteql.core.program import Call, Program
from beloteql.semantics.contract import Fields
from beloteql.semantics.talk import Choice, TalkState


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing that was seen: what it was, and how the talks came there, by which house rules."""

    call: Call | None
    calls: tuple[Choice, ...]
    drawn: tuple[str, ...]
    facts: dict[str, Any]
    options: dict[str, str]


class Notes:
    """Everything that was seen in the talks of a program, whatever the house rules."""

    def __init__(self, program: Program, alike: bool) -> None:
        self.program, self.world, self.alike = program, program.world, alike
        self.made: set[str] = set()
        """Calls that were made, by path."""
        self.raises: dict[tuple[Any, Any], Seen] = {}
        """Overcalls: from one bid to another."""
        self.own_side: list[Seen] = []
        """Doubles of one's own side's bid or double."""
        self.doubles = 0
        self.unsure = False
        """Whether a state was reached after doubles of different sides."""
        calls = [c for t in program.talks.values() for s in t.stages for c in s.calls]
        self._sets = {c.path: frozenset(n for n, _ in c.sets) for c in calls}
        self._bidding = {c.path for c in calls if any(
            n == "taker" and program.reads([v]) <= {"me"} for n, v in c.sets)}  # fmt: skip
        bids = [self._sets[p] for p in self._bidding]
        others = {n for p, s in self._sets.items() if p not in self._bidding for n in s}
        self.compared = [
            n for n, f in program.fields.items()
            if n != "taker" and not f.per and f.type.element is None
            and any(n in s for s in bids) and (n == "strain" or n not in others)
        ]  # fmt: skip
        settled = [n for e in (*program.outcomes, *program.also)
                   for n in (e.when, e.winner, *(line.points for line in e.pay))]  # fmt: skip
        asked = program.reads(n for n in (*settled, program.final) if n is not None)
        self.counted = [
            n for n, f in program.fields.items()
            if f.type == types.INT and not f.per and f"field.{n}" in asked and n in others
        ]  # fmt: skip
        self._suits = [self.program.fields[n].type in {types.SUIT, types.STRAIN}
                       for n in self.compared]  # fmt: skip
        self._bids: set[Any] = set()
        self._last: dict[Any, int] = {}

    def start(self) -> None:
        """Another search begins: its states are its own."""
        self._last.clear()

    def note(
        self, before: TalkState, choice: Choice, after: TalkState, path: Sequence[Choice],
        drawn: Sequence[str], facts: dict[str, Any], options: dict[str, str],
    ) -> None:  # fmt: skip
        """Take in one call; `path` ends with it."""
        call = choice.call
        self.made.add(call.path)
        old, new = before.fields, after.fields
        if old["taker"] is None:
            return
        if call.path in self._bidding:
            if old["taker"] == new["taker"] or old["strain"] is None:
                return
            bids = tuple([old[n] for n in self.compared]), tuple([new[n] for n in self.compared])
            if bids not in self._bids:
                self._bids.add(bids)
                seen = Seen(call, tuple(path), tuple(drawn), facts, options)
                self.raises.setdefault(self._canonical(*bids), seen)
        elif not self._sets[call.path].isdisjoint(self.counted) and self._raised(old, new):
            self.doubles += 1
            # Those who answer together with the speaker have not been heard yet.
            heard = path[: len(path) - 1 - len(before.answers)]
            # A double that names a taker is of that player's bid, even if it is not the last one.
            named = "taker" in self._sets[call.path]
            holder = self.world.side_of(new["taker"]) if named else self._holder(heard, old)
            if self.world.side_of(choice.seat) == holder:
                seen = Seen(call, tuple(path), tuple(drawn), facts, options)
                self.own_side.append(seen)

    def _raised(self, old: Fields, new: Fields) -> bool:
        return any(
            old[n] is not None and new[n] is not None and new[n] > old[n] for n in self.counted
        )

    def _holder(self, path: Sequence[Choice], fields: Fields) -> int:
        """The side that spoke last of those that bid and doubled."""
        for choice in reversed(path):
            if choice.call.path in self._bidding:
                break
            if not self._sets[choice.call.path].isdisjoint(self.counted):
                return self.world.side_of(choice.seat)
        return self.world.side_of(fields["taker"])

    def settled(self, key: Any, path: Sequence[Choice], state: TalkState) -> None:
        """A state is reached, perhaps again: whoever doubled last must be the same as before."""
        if state.fields["taker"] is None or not self.counted:
            return
        # Counted from the player in turn: states that only differ by who sits where are one.
        holder = self._holder(path, state.fields) - self.world.side_of(state.seat)
        holder %= self.world.sides
        if self._last.setdefault(key, holder) != holder:
            self.unsure = True

    def _canonical(self, old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, Any]:
        """Two bids; where suits are alike they are numbered in the order in which they come up."""
        if not self.alike:
            return old, new
        suits: dict[int, int] = {}

        def shown(bid: tuple[Any, ...]) -> tuple[Any, ...]:
            found = []
            for suit, value in zip(self._suits, bid, strict=True):
                named = suit and value is not None and value < len(self.world.suits)
                found.append(suits.setdefault(value, len(suits)) if named else value)
            return tuple(found)

        return shown(old), shown(new)

    def wrong_raises(self) -> list[Seen]:
        """Overcalls that also go the other way round, or that bid the same once more."""
        return [
            seen for (old, new), seen in self.raises.items()
            if self._canonical(new, old) in self.raises
        ]  # fmt: skip
