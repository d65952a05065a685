"""Every deal that is settled brings the match nearer to its end, and it can end."""

from __future__ import annotations

from typing import Any

from beloteql.core.program import Condition
from beloteql.errors import InternalError
from beloteql.semantics.settle import points_held
from beloteql.semantics.symbolic import Symbolic, conjoin, disjoin, negate
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.real import real_case
from beloteql.verify.settled import facts_after, settled, shown
from beloteql.verify.settlement import concrete, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "match.ends"


def match_ends(inquiry: Inquiry) -> list[Result]:
    """Each entry of `over` and `wins` can come about, and no deal is in vain.

    A deal is in vain if nobody gets points, no more points wait than before, and the match goes
    on: any number of such deals may follow each other. That points wait again and again is let
    pass, and so are fines that undo what was won: this is no proof that a match has an end.
    """
    program = inquiry.program
    ends = [*program.over, *(c for c in program.wins if c.at == "settle")]
    if not ends and not program.wins:
        return [Result(CODE, Verdict.REFUTED, "nothing ends the match")]
    hunt = inquiry.hunt(CODE)
    for entry in ends:
        if not any(_happens(hunt, sheet, entry) for sheet in inquiry.sheets):
            detail = f'the match never ends by "{entry.name}"'
            verdict = Verdict.UNDECIDED if hunt.undecided else Verdict.REFUTED
            return [Result(CODE, verdict, detail, entry.name, entry.span)]
    for sheet in inquiry.sheets:
        result = settled(sheet)
        conditions = [
            *sheet.unknowns.conditions, _goes_on(sheet), result.waiting <= result.before,
            *(w <= 0 for w in result.written),
        ]  # fmt: skip
        model = real_case(hunt, sheet, conditions, f"a deal in vain, {sheet}")
        if model is not None:
            return [_in_vain(sheet, model)]
    waits = any(s.points for s in program.state.values())
    detail = "in each deal somebody gets points" + (", or they wait for a winner" if waits else "")
    return [Result(CODE, hunt.verdict, detail)]


def _happens(hunt: Hunt, sheet: OpenSheet, entry: Condition) -> bool:
    """Whether an entry can end the match, after a deal that is settled."""
    if entry.when is None:
        return True
    for run, condition in runs(sheet):
        symbolic = Symbolic(run.program, facts_after(run))
        sides = range(run.program.world.sides) if entry.at else [None]
        holds = disjoin(
            symbolic.value(entry.when, **({} if side is None else {"side": side})) for side in sides
        )
        about = f"{entry.name}, {run.outcome.name}, {sheet}"
        if hunt.find([*sheet.unknowns.conditions, condition, holds], about=about) is not None:
            return True
    return False


def _goes_on(sheet: OpenSheet) -> Any:
    """Some outcome decides the deal, and the match is not over after it."""
    found = []
    for run, condition in runs(sheet):
        symbolic = Symbolic(run.program, facts_after(run))
        over = [True if c.when is None else symbolic.value(c.when) for c in run.program.over]
        wins = [symbolic.value(c.when, side=s) for c in run.program.wins if c.at == "settle"
                and c.when is not None for s in run.sides]  # fmt: skip
        found.append(conjoin((condition, *map(negate, (*over, *wins)))))
    return disjoin(found)


def _in_vain(open_sheet: OpenSheet, model: Model) -> Result:
    """Let the interpreter settle the deal and go on."""
    rules, sheet, data = concrete(open_sheet, model)
    settle = rules.settle
    settlement = settle.settle(sheet)
    scores = tuple(a + b for a, b in zip(sheet.scores, settlement.scores, strict=True))
    facts = settle.after(sheet, settlement, scores, sheet.facts["deals"] + 1)
    before = points_held(rules.program, sheet.state)
    waiting = points_held(rules.program, settlement.state)
    if max(settlement.scores) > 0 or waiting > before or settle.end(facts, scores) is not None:
        raise InternalError(f"the solver finds that {data} gives nobody anything, but it does")
    detail = f'nobody gets points by "{settlement.outcome.name}", and the match goes on'
    witness = Witness("score", data, shown(settlement), data["options"])
    return Result(CODE, Verdict.REFUTED, detail, span=settlement.outcome.span, witness=witness)
