"""Points are taken away only where the ruleset says so with a minus."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.errors import InternalError
from beloteql.semantics.symbolic import conjoin, disjoin
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.real import real_case
from beloteql.verify.settled import settled, shown
from beloteql.verify.settlement import Priced, concrete, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "settle.not-negative"


def not_negative(inquiry: Inquiry) -> list[Result]:
    """No line pays less than nothing but one that has a minus; nor does `final` begin it."""
    program, hunt = inquiry.program, inquiry.hunt(CODE)
    fines: set[str] = set()
    for sheet in inquiry.sheets:
        lines = [(conjoin((condition, line.paid, _floor(program, line) < 0)), line)
                 for run, condition in runs(sheet) for line in run.lines]  # fmt: skip
        fines |= {line.line.path for _, line in lines if _is_fine(program, line.line.points)}
        conditions = [*sheet.unknowns.conditions, disjoin(c for c, _ in lines)]
        model = real_case(hunt, sheet, conditions, f"a line, {sheet}")
        if model is not None:
            guilty = next(line for c, line in lines if model.truth(c))
            return [_line_refuted(sheet, model, guilty)]
        if program.final is not None:
            result = settled(sheet)
            less = [conjoin((w < 0, p >= 0))
                    for w, p in zip(result.written, result.paid, strict=True)]  # fmt: skip
            conditions = [*sheet.unknowns.conditions, result.covered, disjoin(less)]
            model = real_case(hunt, sheet, conditions, f"what is written, {sheet}")
            if model is not None:
                return [_final_refuted(sheet, model)]
    count = len(fines)
    detail = f"but for {count} line{'s' * (count > 1)} with a minus" if count else "every line"
    return [Result(CODE, hunt.verdict, detail)]


def _is_fine(program: Program, node: ir.Node) -> bool:
    return _without_fines(program, node) is not node


def _floor(program: Program, line: Priced) -> Any:
    """What a line pays, but nothing where it is written with a minus."""
    node = _without_fines(program, line.line.points)
    if node is line.line.points:
        return line.points
    return line.symbolic.value(node, side=line.side)


def _without_fines(program: Program, node: ir.Node) -> ir.Node:
    """A value with 0 instead of each case of it that begins with a minus."""
    if isinstance(node, ir.Apply) and node.operator == "minus":
        return ir.Const(node.type, node.span, 0)
    if isinstance(node, ir.Const) and isinstance(node.value, int) and node.value < 0:
        return ir.Const(node.type, node.span, 0)
    if isinstance(node, ir.Choose):
        first = _without_fines(program, node.first)
        second = _without_fines(program, node.second)
        if first is not node.first or second is not node.second:
            return replace(node, first=first, second=second)
    if isinstance(node, ir.Word) and not node.arguments:
        body = program.words[node.name].body
        changed = _without_fines(program, body)
        return node if changed is body else changed
    return node


def _line_refuted(open_sheet: OpenSheet, model: Model, guilty: Priced) -> Result:
    """Let the interpreter pay the line."""
    rules, sheet, data = concrete(open_sheet, model)
    settlement = rules.settle.settle(sheet)
    path = guilty.line.path
    lines = [p for p in settlement.lines if p.line.path == path and p.side == guilty.side]
    if not lines or lines[0].points >= 0:
        raise InternalError(f"the solver finds {path} below nothing on {data}, but it is not")
    points, side = lines[0].points, guilty.side
    found = {**shown(settlement), "line": guilty.line.name, "points": points, "side": side}
    detail = f"the line {guilty.line.name} pays side {side} {points}"
    witness = Witness("score", data, found, data["options"])
    return Result(CODE, Verdict.REFUTED, detail, guilty.line.name, guilty.line.span, witness)


def _final_refuted(open_sheet: OpenSheet, model: Model) -> Result:
    """Let the interpreter write the score down."""
    rules, sheet, data = concrete(open_sheet, model)
    settlement = rules.settle.settle(sheet)
    pairs = list(zip(settlement.paid, settlement.scores, strict=True))
    bad = [s for s, (paid, written) in enumerate(pairs) if written < 0 <= paid]
    if not bad:
        raise InternalError(f"the solver finds {data} written below nothing, but it is not")
    paid, written = pairs[bad[0]]
    detail = f"{written} is written for {paid}"
    witness = Witness("score", data, shown(settlement), data["options"])
    final = rules.program.final
    assert final is not None
    return Result(CODE, Verdict.REFUTED, detail, "final", final.span, witness)
