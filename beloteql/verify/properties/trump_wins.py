"""A trump beats every plain card."""

from __future__ import annotations

from typing import Any

from beloteql.batch.lines import answer
from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.errors import InternalError
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import choices, conjoin, disjoin, negate
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.positions import Position
from beloteql.verify.properties.one_winner import tie
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "play.trump-wins"


def trump_wins(inquiry: Inquiry) -> list[Result]:
    """In every full trick with a trump in it, a trump wins.

    It is asked of contracts in which some suits are trumps and others are not. Tricks in which
    two cards are equally good are left to `play.one-winner`.
    """
    program, world = inquiry.program, inquiry.world
    suits = range(len(world.suits))
    tricks = [t for t in inquiry.tricks if len({world.is_trump(s, t.strain) for s in suits}) == 2]
    if not tricks or program.best is None:
        return []
    binders = [n for n in ir.walk(program.best.body)
               if isinstance(n, ir.Bind) and n.kind in {"highest", "lowest"}]  # fmt: skip
    if not binders:
        return [Result(CODE, Verdict.UNSUPPORTED, '"best" is not a highest or lowest card')]
    hunt = inquiry.hunt(CODE)
    for trick in tricks:
        beaten = _beaten(trick, program.best.body)
        ties = [negate(tie(trick, binder)) for binder in binders]
        conditions = [*trick.unknowns.conditions, beaten, *ties]
        model = hunt.find(conditions, trick.unknowns.wishes, str(trick))
        if model is not None:
            witness = _shown(program, trick, trick.data(model))
            detail = f"{witness.found['card']} wins the trick, and is no trump"
            return [Result(CODE, Verdict.REFUTED, detail, span=program.best.body.span,
                           witness=witness)]  # fmt: skip
    return [Result(CODE, hunt.verdict, "any cards of a full trick, every contract with trumps")]


def _beaten(trick: Position, best: ir.Node) -> Any:
    """There is a trump in the trick, and a plain card wins."""
    trumps = _trumps(trick)
    some = disjoin(row[c] for row in trick.cards for c in trumps)
    plain = disjoin(g for c, g in choices(trick.symbolic.value(best)) if c not in trumps)
    return conjoin((some, plain))


def _trumps(trick: Position) -> set[int]:
    world = trick.program.world
    return {c for c in range(len(world.cards)) if world.is_trump(world.suit_of(c), trick.strain)}


def _shown(program: Program, trick: Position, data: dict[str, Any]) -> Witness:
    """Let the interpreter confirm who wins the trick."""
    asked = {k: v for k, v in data.items() if k not in {"seat", "hand", "exposed"}}
    found = answer(Rules(program), "winner", asked)
    trumps = {program.world.cards[c] for c in _trumps(trick)}
    if found["card"] in trumps or trumps.isdisjoint(data["trick"]["cards"]):
        raise InternalError(f"the solver finds a trump beaten in {asked}, the interpreter {found}")
    return Witness("position", asked, found, data["options"])
