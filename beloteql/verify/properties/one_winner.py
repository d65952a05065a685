"""Exactly one card wins a trick: no two cards of a trick are equally good."""

from __future__ import annotations

from typing import Any

from beloteql.batch.lines import answer
from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import conjoin, disjoin, implies
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.positions import Position
from beloteql.verify.reach import NOT_FOUND, reached
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "play.one-winner"


def one_winner(inquiry: Inquiry) -> list[Result]:
    """In every full trick one card is higher, by `best`, than all others."""
    program = inquiry.program
    if program.best is None:
        return [Result(CODE, Verdict.UNSUPPORTED, "the ruleset does not say who wins")]
    binders = [n for n in ir.walk(program.best.body)
               if isinstance(n, ir.Bind) and n.kind in {"highest", "lowest"}]  # fmt: skip
    if not binders:
        return [Result(CODE, Verdict.UNSUPPORTED, '"best" is not a highest or lowest card')]
    hunt = inquiry.hunt(CODE)
    for trick in inquiry.tricks:
        for binder in binders:
            conditions = [*trick.unknowns.conditions, tie(trick, binder)]
            model = hunt.find(conditions, trick.unknowns.wishes, str(trick))
            if model is not None:
                witness = _tied(program, trick.data(model))
                detail = witness.found["message"]
                detail += "" if witness.record else f"; {NOT_FOUND}"
                return [Result(CODE, Verdict.REFUTED, detail, span=binder.span,
                               witness=witness)]  # fmt: skip
    return [Result(CODE, hunt.verdict, "any cards of a full trick, every contract")]


def tie(trick: Position, binder: ir.Bind) -> Any:
    """Two cards of the trick are equally good, and none is better."""
    symbolic = trick.symbolic
    domain = symbolic.value(binder.domain)
    sign = 1 if binder.kind == "highest" else -1
    found = [(g, sign * symbolic.value(binder.body, **{binder.variable: v}))
             for v, g in enumerate(domain) if g is not False]  # fmt: skip
    ties = []
    for i, (g, m) in enumerate(found):
        for h, n in found[i + 1 :]:
            equal = m == n
            if equal is False:
                continue
            top = conjoin(implies(k, o <= m) for k, o in found)
            ties.append(conjoin((g, h, equal, top)))
    return disjoin(ties)


def _tied(program: Program, data: dict[str, Any]) -> Witness:
    """Let the interpreter confirm that a trick has no winner."""
    asked = {k: data[k] for k in ("contract", "trick", "options")}
    try:
        found = answer(Rules(program), "winner", asked)
    except RulesetError as error:
        if error.diagnostics[0].code == "BQ0703":
            message = {"message": error.diagnostics[0].message}
            record = reached(Rules(program, data["options"]), data, None, "BQ0703")
            return Witness("position", asked, message, data["options"], record)
        raise
    raise InternalError(f"the solver finds a tie in {asked}, the interpreter {found}")
