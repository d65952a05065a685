"""The points of the cards: what the ruleset says they add up to, for every split."""

from __future__ import annotations

from typing import Any

from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.errors import InternalError
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import defaults, facts_of
from beloteql.semantics.play import trick_points
from beloteql.semantics.symbolic import (
    Symbolic,
    negate,
    total,
)
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.solve import Model
from beloteql.verify.unknown import Unknowns, strains
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "points.total"


def totals(inquiry: Inquiry) -> list[Result]:
    """For each kind of contract: card points and last trick add up to the claimed total.

    Each card goes to one side and the last trick to one side, in every possible way.
    """
    program = inquiry.program
    claimed = dict(program.totals)
    return [
        _total(inquiry.hunt(CODE), strain, claimed[program.world.kind_of(strain)])
        for strain in strains(program, "settle")
        if program.world.kind_of(strain) in claimed
    ]


def _total(hunt: Hunt, strain: int, claimed: ir.Node) -> Result:
    program, world = hunt.inquiry.program, hunt.inquiry.world
    kind = world.kinds[world.kind_of(strain)]
    unknowns = Unknowns(program)
    taker = unknowns.one_of("taker", list(range(world.seats)))
    facts = {
        **unknowns.option_facts(), **unknowns.fields(strain, taker), **unknowns.table_facts(),
    }  # fmt: skip
    unknowns.require(facts)
    symbolic = Symbolic(program, facts)
    last = 0 if program.last_trick is None else symbolic.value(program.last_trick)
    sides = _split(program, strain, last, unknowns)
    wanted = symbolic.value(claimed)
    conditions = [*unknowns.conditions, negate(total(sides) == wanted)]
    model = hunt.find(conditions, unknowns.wishes, kind.name)
    if model is None:
        shown = f"{wanted}, last trick included" if isinstance(wanted, int) else ""
        return Result(CODE, hunt.verdict, "" if hunt.undecided else shown, kind.name)
    witness = _witness(program, strain, claimed, unknowns, model)
    detail = (
        f"the cards are worth {witness.found['points']}, and {witness.found['claimed']} is claimed"
    )
    span = program.loaded.ruleset.roles[_role(program, kind.trump)].key_span("points")
    return Result(CODE, Verdict.REFUTED, detail, kind.name, span, witness)


def _split(program: Program, strain: int, last: Any, unknowns: Unknowns) -> list[Any]:
    """Points of each side, every card and the last trick being with one of them.

    What a card brings each side is at least 0, and its points in all: that covers every way
    to split the tricks, and keeps the question linear, which the solver answers at once.
    """
    world = program.world
    sides = range(world.sides)
    shares: list[list[Any]] = [[] for _ in sides]
    worth = {world.cards[c]: p for c, p in enumerate(world.points[strain]) if p}
    for name, points in [*worth.items(), ("last trick", last)]:
        parts = [unknowns.number(f"{name} to {s}") for s in sides]
        unknowns.conditions.append(total(parts) == points)
        for side in sides:
            shares[side].append(parts[side])
    return [total(row) for row in shares]


def _role(program: Program, position: int) -> Any:
    name = program.world.roles[position].name
    return next(n for n in program.loaded.ruleset.roles if n == name)


def _witness(
    program: Program, strain: int, claimed: Any, unknowns: Unknowns, model: Model
) -> Witness:
    """Count the deck with the interpreter."""
    world = program.world
    evaluator = Evaluator(program)
    options = unknowns.options_in(model)
    facts = {**facts_of(defaults(program)), "field.strain": strain}
    wanted = evaluator.expression(claimed)
    last = None if program.last_trick is None else evaluator.expression(program.last_trick)
    env = evaluator.env(facts)
    points = trick_points(program, strain, range(len(world.cards)))
    points += 0 if last is None else int(last(env))
    if points == int(wanted(env)):
        raise InternalError(f"the solver refutes the total {points}, the interpreter confirms it")
    cards = {world.cards[c]: p for c, p in enumerate(world.points[strain]) if p}
    found = {"points": points, "claimed": int(wanted(env))}
    return Witness("cards", {"strain": world.strains[strain], "cards": cards}, found, options)
