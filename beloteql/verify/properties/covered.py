"""Every result of a deal has an outcome (that it has only one follows from their order)."""

from __future__ import annotations

from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.symbolic import disjoin, negate
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.settlement import concrete, holding
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "settle.covered"


def covered(inquiry: Inquiry) -> list[Result]:
    """On every score sheet the condition of some outcome holds."""
    program = inquiry.program
    hunt = inquiry.hunt(CODE)
    for sheet in inquiry.sheets:
        none = negate(disjoin(c for _, c in holding(sheet)))
        conditions = [*sheet.unknowns.conditions, none]
        model = hunt.find(conditions, sheet.unknowns.wishes, str(sheet))
        if model is not None:
            witness = _uncovered(sheet, model)
            last = program.outcomes[-1].span if program.outcomes else None
            return [Result(CODE, Verdict.REFUTED, witness.found["message"], span=last,
                           witness=witness)]  # fmt: skip
    return [Result(CODE, hunt.verdict, f"{len(program.outcomes)} outcomes, every score sheet")]


def _uncovered(open_sheet: OpenSheet, model: Model) -> Witness:
    """Let the interpreter confirm that no outcome fits."""
    rules, sheet, data = concrete(open_sheet, model)
    try:
        settlement = rules.settle.settle(sheet)
    except RulesetError as error:
        if error.diagnostics[0].code == "BQ0707":
            message = error.diagnostics[0].message
            return Witness("score", data, {"message": message}, data["options"])
        raise
    raise InternalError(f"the solver finds no outcome for {data}, but there is "
                        f"{settlement.outcome.name}")  # fmt: skip
