"""No rule of legal play is dead: each decides in some position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from beloteql.core import ir
from beloteql.core.program import LegalRule
from beloteql.semantics.symbolic import conjoin, negate
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.positions import Position
from beloteql.verify.reasons import NO_CASE, conjuncts, hidden_by, never, smallest
from beloteql.verify.verdict import Result, Verdict

CODE = "play.no-dead-rule"


def live_rules(inquiry: Inquiry) -> list[Result]:
    """For each rule there is a position in which no earlier rule, but this one, leaves a card."""
    program = inquiry.program
    alive: set[str] = set()
    hunt = inquiry.hunt(CODE)
    for position in inquiry.positions:
        earlier: list[Any] = []
        for rule, pair in zip(program.legal, position.left, strict=True):
            decides = conjoin(pair)
            if rule.path not in alive and decides is not False:
                conditions = [*position.unknowns.conditions, *map(negate, earlier), decides]
                if hunt.find(conditions, about=f"{rule.name}, {position}") is not None:
                    alive.add(rule.path)
            earlier.append(decides)
        if len(alive) == len(program.legal):
            return [Result(CODE, Verdict.PROVED, f"all {len(alive)} rules")]
    dead = [rule for rule in program.legal if rule.path not in alive]
    if hunt.undecided:
        return [Result(CODE, Verdict.UNDECIDED, f'no position was found in which "{rule.name}" '
                       "decides", rule.name, rule.span) for rule in dead]  # fmt: skip
    return [
        Result(CODE, Verdict.REFUTED, f'the rule "{rule.name}" never decides: '
               f"{_Reason(inquiry, rule).sentence()}", rule.name, rule.span)
        for rule in dead
    ]  # fmt: skip


class _Reason:
    """Why a rule never decides."""

    def __init__(self, inquiry: Inquiry, rule: LegalRule) -> None:
        self.inquiry, self.rule = inquiry, rule
        self.at = [r.path for r in inquiry.program.legal].index(rule.path)

    def sentence(self) -> str:
        """Its condition never holds, or it never leaves a card, or earlier rules come first."""
        if self._never([]):
            return NO_CASE
        parts = conjuncts(self.rule.when)
        if parts and self._never(parts):
            return never(smallest(parts, self._never))
        if self._hidden([]):
            return "it never leaves a card"
        earlier = list(range(self.at))
        hiding = smallest(earlier, self._hidden)
        return hidden_by(self.inquiry.program.legal[i].name for i in hiding)

    def _never(self, parts: Sequence[ir.Node]) -> bool:
        """Whether it is known that parts of its condition hold together in no position."""
        return self._impossible(lambda p: [p.symbolic.value(part) for part in parts])

    def _hidden(self, earlier: Sequence[int]) -> bool:
        """Whether it is known that one of some earlier rules decides wherever this one would."""
        return self._impossible(
            lambda p: [conjoin(p.left[self.at]), *(negate(conjoin(p.left[i])) for i in earlier)]
        )

    def _impossible(self, conditions: Callable[[Position], list[Any]]) -> bool:
        hunt = self.inquiry.hunt(CODE)
        for position in self.inquiry.positions:
            wanted = [*position.unknowns.conditions, *conditions(position)]
            about = f"why {self.rule.name} is dead, {position}"
            if hunt.find(wanted, about=about) is not None or hunt.undecided:
                return False
        return True
