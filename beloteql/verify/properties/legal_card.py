"""A legal card exists in every position, and is from the hand."""

from __future__ import annotations

from typing import Any

from beloteql.batch.lines import answer
from beloteql.core.program import Program
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import conjoin, negate
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.reach import NOT_FOUND, reached
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "play.legal-card"


def legal_card(inquiry: Inquiry) -> list[Result]:
    """In every position some rule leaves a card. Rules leave cards of the hand only."""
    program = inquiry.program
    if not program.legal:
        return [Result(CODE, Verdict.UNSUPPORTED, "the ruleset has no rules of play")]
    hunt = inquiry.hunt(CODE)
    for position in inquiry.positions:
        none = conjoin(negate(conjoin(pair)) for pair in position.left)
        model = hunt.find([*position.unknowns.conditions, none], position.wishes(), str(position))
        if model is not None:
            witness = _no_card(program, position.data(model))
            detail = witness.found["message"]
            detail += "" if witness.record else f"; {NOT_FOUND}"
            return [Result(CODE, Verdict.REFUTED, detail, span=program.legal[-1].span,
                           witness=witness)]  # fmt: skip
    return [Result(CODE, hunt.verdict, "any hand, any cards on the table, every contract")]


def _no_card(program: Program, data: dict[str, Any]) -> Witness:
    """Let the interpreter confirm that a position has no legal card."""
    try:
        found = answer(Rules(program), "legal", data)
    except RulesetError as error:
        if error.diagnostics[0].code == "BQ0704":
            found = {"message": error.diagnostics[0].message}
            record = reached(Rules(program, data["options"]), data, None, "BQ0704")
            return Witness("position", data, found, data["options"], record)
        raise
    raise InternalError(f"the solver finds no legal card in {data}, the interpreter {found}")
