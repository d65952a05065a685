"""What a player may do does not hang on cards that he does not see."""

from __future__ import annotations

from typing import Any

from beloteql.batch.lines import answer
from beloteql.core.program import Program
from beloteql.errors import InternalError, RulesetError
from beloteql.game.table import HAND
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import conjoin, disjoin, negate, same, total
from beloteql.semantics.symbolic import either as choose
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.peeking import Look, seen_by_all
from beloteql.verify.positions import Position
from beloteql.verify.properties.peeking_calls import calls
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "play.no-peeking"


def no_peeking(inquiry: Inquiry) -> list[Result]:
    """Two positions that look alike to the player in turn have the same legal cards and calls.

    First the rule texts are read: most look at no hand but the player's own. For those that do
    there are two copies of each open position, in which the others hold other cards.
    """
    program = inquiry.program
    if seen_by_all(program):
        return [Result(CODE, Verdict.PROVED, "the hands lie open")]
    if program.zones[HAND].seen_by != "owner":
        return [_unseen(program)]
    looks = [look for look in (_play(inquiry), *calls(inquiry)) if look is not None]
    return looks or [Result(CODE, Verdict.PROVED, "no rule looks at the hand of another player")]


def _unseen(program: Program) -> Result:
    """Players who do not see all of their own hand: is it looked at?"""
    nodes = [n for r in program.legal for n in (r.when, r.cards)]
    for talk in program.talks.values():
        nodes += [n for s in talk.stages for c in s.calls for n in (s.asks, c.when)]
    places = Look(program, frozenset()).at_others(nodes)
    if not places:
        return Result(CODE, Verdict.PROVED, "no rule looks at a hand")
    return Result(CODE, Verdict.UNSUPPORTED, "players do not see their own hands",
                  span=places[0].span)  # fmt: skip


def _play(inquiry: Inquiry) -> Result | None:
    """Legal play. None if no rule of it looks at the hands of others."""
    program = inquiry.program
    own = Look(program, frozenset({"me", "in-turn"}))
    guilty = [r for r in program.legal if own.at_others([r.when, r.cards])]
    if not guilty:
        return None
    hunt = inquiry.hunt(CODE)
    for one in inquiry.positions:
        other = Position(program, one.strain, one.led, one.on_table, one.me, "'")
        differs = disjoin(negate(same(a, b)) for a, b in zip(one.legal, other.legal, strict=True))
        conditions = [*one.unknowns.conditions, *other.unknowns.conditions,
                      *_alike(one, other, inquiry.shape.left == 0), differs]  # fmt: skip
        model = hunt.find(conditions, one.wishes(), str(one))
        if model is not None:
            witness = _shown(program, one.data(model), other.data(model))
            detail = "the legal cards hang on cards that the player does not see"
            return Result(CODE, Verdict.REFUTED, detail, "", guilty[0].span, witness)
    return Result(CODE, hunt.verdict, "rules look at other hands, and it makes no difference")


def _alike(one: Position, other: Position, all_dealt: bool) -> list[Any]:
    """What the player knows of the hands of others: how many cards, and together which."""
    others = [s for s in range(one.program.world.seats) if s != one.me]
    found = [
        total([choose(c, 1, 0) for c in one.hands[s]])
        == total([choose(c, 1, 0) for c in other.hands[s]])
        for s in others
    ]
    if all_dealt:
        for c in range(len(one.program.world.cards)):
            first = disjoin(one.hands[s][c] for s in others)
            found.append(same(first, disjoin(other.hands[s][c] for s in others)))
    return [conjoin(found)]


def _shown(program: Program, one: dict[str, Any], other: dict[str, Any]) -> Witness:
    """Let the interpreter confirm that the legal cards differ."""
    if {**one, "hands": None} != {**other, "hands": None}:
        raise InternalError(f"two positions that should look alike: {one} and {other}")
    mine, then = _legal(program, one), _legal(program, other)
    if mine == then:
        raise InternalError(f"the solver tells {one} from {other}, the interpreter does not")
    found = {"legal": mine, "with other hands": other["hands"], "legal then": then}
    return Witness("position", one, found, one["options"])


def _legal(program: Program, data: dict[str, Any]) -> list[str]:
    try:
        return list(answer(Rules(program), "legal", data)["legal"])
    except RulesetError as error:
        if error.diagnostics[0].code == "BQ0704":
            return []  # no legal card: that, too, can be a difference
        raise
