"""What is written down is what was paid, but for rounding."""

from __future__ import annotations

from typing import Any

from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.errors import InternalError
from beloteql.semantics.symbolic import disjoin, total
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.real import real_case
from beloteql.verify.settled import written_in
from beloteql.verify.settlement import concrete, runs
from beloteql.verify.shares import shares_add_up
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.unknown import walk
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "settle.written"
COUNTING = {"counted_in", "quotient"}
"""Operators that round to a number of units instead of points."""
ROUNDING = {*COUNTING, "rounded_to"}


def written(inquiry: Inquiry) -> list[Result]:
    """`final` neither makes points nor loses any, but for less than one unit of its rounding.

    All sides are taken together: what is written for them, and what they are paid. Without
    `final` the two are the same, and there is nothing to prove.
    """
    program = inquiry.program
    if program.final is None:
        return []
    units = {_unit(n) for n in walk(program, program.final)
             if isinstance(n, ir.Apply) and n.operator in ROUNDING}  # fmt: skip
    times = _times(program, program.final)
    if len(units) > 1 or None in units or times is None:
        detail = '"final" rounds in several ways'
        return [Result(CODE, Verdict.UNSUPPORTED, detail, span=program.final.span)]
    unit = next(iter(units), None) or 1
    hunt = inquiry.hunt(CODE)
    for sheet in inquiry.sheets:
        for run, condition in runs(sheet):
            down = [times * w for w in written_in(run)]
            more = total([*down, *(-1 * p for p in run.paid)])
            apart = disjoin((more >= unit, more <= -unit))
            conditions = [
                *sheet.unknowns.conditions, *shares_add_up(hunt, sheet),
                *_fresh(program, sheet), condition, apart,
            ]  # fmt: skip
            model = real_case(hunt, sheet, conditions, f"{run.outcome.name}, {sheet}")
            if model is not None:
                return [_refuted(sheet, model, unit, times)]
    kept = "exactly" if unit == 1 else f"to within less than {unit} points"
    return [Result(CODE, hunt.verdict, f"the sum is kept {kept}, where nothing was carried in")]


def _unit(node: ir.Apply) -> int | None:
    """What an operator rounds to, if it is a plain number above 0."""
    unit = node.operands[1]
    if isinstance(unit, ir.Const) and isinstance(unit.value, int) and unit.value > 0:
        return int(unit.value)
    return None


def _times(program: Program, node: ir.Node) -> int | None:
    """How many points one of what is written stands for; None where that is not plain."""
    if isinstance(node, ir.Word):
        return _times(program, program.words[node.name].body)
    if isinstance(node, ir.Choose):
        first, second = _times(program, node.first), _times(program, node.second)
        return first if first == second else None
    if isinstance(node, ir.Apply) and node.operator in COUNTING:
        return _unit(node)
    if isinstance(node, ir.Apply) and node.operator == "multiply":
        plain = [int(o.value) for o in node.operands
                 if isinstance(o, ir.Const) and isinstance(o.value, int)]  # fmt: skip
        others = [o for o in node.operands if not isinstance(o, ir.Const)]
        inner = _times(program, others[0]) if len(others) == 1 else None
        if inner is None or not plain or plain[0] <= 0 or inner % plain[0]:
            return None
        return inner // plain[0]
    counts = any(isinstance(n, ir.Apply) and n.operator in COUNTING for n in walk(program, node))
    return None if counts else 1


def _fresh(program: Program, sheet: OpenSheet) -> list[Any]:
    """Nothing waits for a winner when the deal begins: what waits has been rounded before."""
    found: list[Any] = []
    for name, entry in program.state.items():
        if entry.points:
            value = sheet.facts[f"state.{name}"]
            sides = range(sheet.world.sides)
            found += [value(s) == 0 for s in sides] if entry.per_side else [value == 0]
    return found


def _refuted(open_sheet: OpenSheet, model: Model, unit: int, times: int) -> Result:
    """Let the interpreter write the deal down."""
    rules, sheet, data = concrete(open_sheet, model)
    settlement = rules.settle.settle(sheet)
    paid, down = sum(settlement.paid), times * sum(settlement.scores)
    if abs(down - paid) < unit:
        raise InternalError(f"the solver finds {data} written wrongly, but it is not")
    found = {"outcome": settlement.outcome.name, "paid": list(settlement.paid),
             "written": list(settlement.scores)}  # fmt: skip
    final = rules.program.final
    assert final is not None
    detail = f"{down} points written down, {paid} paid"
    witness = Witness("score", data, found, data["options"])
    return Result(CODE, Verdict.REFUTED, detail, span=final.span, witness=witness)
