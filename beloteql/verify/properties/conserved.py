"""The settlement hands out exactly what was won."""

from __future__ import annotations

from beloteql.errors import InternalError
from beloteql.semantics.settle import points_held
from beloteql.semantics.symbolic import Symbolic, negate, total
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.settlement import carried_in, concrete, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "settle.conserved"


def conserved(inquiry: Inquiry) -> list[Result]:
    """What is paid, and what waits for the next deal, is what the deal is worth."""
    program = inquiry.program
    if program.worth is None:
        return []  # the ruleset does not say that anything adds up
    hunt = inquiry.hunt(CODE)
    for sheet in inquiry.sheets:
        for run, condition in runs(sheet):
            worth = Symbolic(program, run.facts | carried_in(sheet)).value(program.worth)
            before = {n: sheet.facts[f"state.{n}"] for n in program.state}
            out = total([*run.paid, run.held(run.state)])
            into = total([worth, run.held(before)])
            conditions = [*sheet.unknowns.conditions, condition, negate(out == into)]
            model = hunt.find(conditions, sheet.unknowns.wishes, f"{run.outcome.name}, {sheet}")
            if model is not None:
                witness = _lost(sheet, model)
                detail = (f"{witness.found['handed out']} handed out, "
                          f"{witness.found['worth']} won")  # fmt: skip
                return [Result(CODE, Verdict.REFUTED, detail, span=run.outcome.span,
                               witness=witness)]  # fmt: skip
    carried = any(s.points for s in program.state.values())
    detail = "carried points included" if carried else "nothing is carried"
    return [Result(CODE, hunt.verdict, f"every score sheet, {detail}")]


def _lost(open_sheet: OpenSheet, model: Model) -> Witness:
    """Let the interpreter confirm that the sums differ."""
    rules, sheet, data = concrete(open_sheet, model)
    settlement = rules.settle.settle(sheet)
    worth = rules.settle.worth(sheet, settlement)
    assert worth is not None
    moved = points_held(rules.program, settlement.state) - points_held(rules.program, sheet.state)
    out = sum(settlement.paid) + moved
    if out == worth:
        raise InternalError(f"the solver finds {data} not conserved, but it is")
    found = {
        "outcome": settlement.outcome.name, "paid": list(settlement.paid), "carried": moved,
        "handed out": out, "worth": worth,
    }  # fmt: skip
    return Witness("score", data, found, data["options"])
