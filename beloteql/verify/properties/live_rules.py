"""No rule of legal play is dead: each decides in some position."""

from __future__ import annotations

from typing import Any

from beloteql.semantics.symbolic import conjoin, negate
from beloteql.verify.inquiry import Inquiry
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
    verdict = Verdict.UNDECIDED if hunt.undecided else Verdict.REFUTED
    return [
        Result(CODE, verdict,
               f'the rule "{rule.name}" never decides: earlier rules always come first, '
               "or its condition never holds", rule.name, rule.span)
        for rule in program.legal if rule.path not in alive
    ]  # fmt: skip
