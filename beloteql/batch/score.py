"""The question `score`: what a score sheet, or a deal trick by trick, comes to.

BQ0910: the sheet contradicts itself.
"""

from __future__ import annotations

from typing import Any

from beloteql.batch import read
from beloteql.batch.facts import GIVEN, given_facts
from beloteql.batch.melds import award, declared
from beloteql.batch.read import Json, wrong
from beloteql.core.program import Group
from beloteql.semantics.contract import Fields
from beloteql.semantics.melds import Meld
from beloteql.semantics.play import Trick, trick_points
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import (
    Paid,
    Sheet,
    initial_state,
    points_held,
)

KEYS = ("card_points", "tricks_won", "last_trick", "tricks", "melds", "meld_points",
        "carried", "leader", *GIVEN)  # fmt: skip


def score(rules: Rules, data: Json) -> Json:
    """Settle a sheet: outcome, scores by side, what is carried, and each line."""
    sheet, extra = read_sheet(rules, data)
    settlement = rules.settle.settle(sheet)
    return {
        "outcome": settlement.outcome.name,
        "scores": list(settlement.scores),
        "carried": points_held(rules.program, settlement.state),
        "breakdown": [line(paid) for paid in settlement.lines],
        **extra,
    }


def line(paid: Paid) -> Json:
    """One paying line."""
    text = (paid.line.name or "").replace("-", " ")
    return {
        "rule": paid.line.path,
        "file": paid.line.span.source.name,
        "line": paid.line.span.line,
        "text": text,
        "side": paid.side,
        "points": paid.points,
    }


def read_sheet(rules: Rules, data: Json) -> tuple[Sheet, Json]:
    """A score sheet, and what was counted on the way."""
    world, program = rules.world, rules.program
    groups = list(program.melds)
    read.keys(data, ("contract",), (*KEYS, *groups))
    fields = read.contract(rules, data["contract"])
    facts = given_facts(rules, data, fields)
    extra: Json = {}
    bonuses: dict[str, tuple[int, ...]] = {}
    if "tricks" in data:
        for key in ("card_points", "tricks_won", "last_trick"):
            if key in data:
                raise wrong("BQ0910", f'with "tricks" there is no "{key}"; it is counted')
        points, won, bonuses = _tricks(rules, data["tricks"], fields, facts)
        extra["card_points"] = list(points)
        extra |= {n: list(p) for n, p in bonuses.items()}
    else:
        points, won = _summary(rules, data)
    melds = {**bonuses, **_melds(rules, data, facts, bonuses)}
    state = initial_state(program, rules.option_facts())
    if "carried" in data:
        _carry(rules, state, read.whole(data["carried"], '"carried"', 0))
    before = tuple(facts["score"](s) for s in range(world.sides))
    return Sheet(fields, points, won, melds, state, before, facts), extra


def _summary(rules: Rules, data: Json) -> tuple[tuple[int, ...], tuple[int, ...]]:
    world = rules.world
    for key in ("card_points", "tricks_won"):
        if key not in data:
            raise wrong("BQ0908", f'a sheet without "tricks" needs "{key}"')
    points = read.per_side(world, data["card_points"], '"card_points"', 0)
    won = read.per_side(world, data["tricks_won"], '"tricks_won"', 0)
    for side, (p, t) in enumerate(zip(points, won, strict=True)):
        if p and not t:
            raise wrong("BQ0910", f"side {side} has {p} card points and no trick")
    if "last_trick" in data:
        last = read.whole(data["last_trick"], '"last_trick"', 0)
        if last >= world.sides or not won[last]:
            raise wrong("BQ0910", f"side {last} can't have won the last trick")
    return points, won


def _tricks(
    rules: Rules, value: Any, fields: Fields, facts: dict[str, Any]
) -> tuple[tuple[int, ...], tuple[int, ...], dict[str, tuple[int, ...]]]:
    world, program = rules.world, rules.program
    strain = fields["strain"]
    assert strain is not None
    env = rules.play.start(dict(facts))
    points, won = [0] * world.sides, [0] * world.sides
    bonuses = {g.name: [0] * world.sides for g in program.melds.values() if g.source == "trick"}
    seen: set[int] = set()
    previous: int | None = None
    side = 0
    for number, item in enumerate(read.listed(value, '"tricks"'), 1):
        trick = read.trick(world, item, complete=True)
        _check_trick(rules, trick, number, previous, seen)
        seen |= set(trick.cards)
        previous = rules.play.winner(env, trick)
        side = world.side_of(previous)
        won[side] += 1
        points[side] += trick_points(program, strain, trick.cards)
        for meld in rules.melds.of_trick(read.mask(trick.cards), previous, facts):
            bonuses[meld.group][side] += meld.points
    if not seen:
        raise wrong("BQ0910", "there are no tricks")
    if program.last_trick is not None:
        evaluator = rules.settle.evaluator
        last = evaluator.expression(program.last_trick)
        points[side] += int(last(evaluator.env(facts)))
    return tuple(points), tuple(won), {n: tuple(b) for n, b in bonuses.items()}


def _check_trick(
    rules: Rules, trick: Trick, number: int, previous: int | None, seen: set[int]
) -> None:
    world = rules.world
    if len(trick.cards) != world.seats:
        raise wrong("BQ0906", f"trick {number} has {len(trick.cards)} cards", str(world.seats))
    again = [world.cards[c] for c in trick.cards if c in seen]
    if again:
        raise wrong("BQ0902", f"{' '.join(again)} in trick {number} was played before")
    if previous is not None and trick.leader != previous:
        raise wrong("BQ0910", f"seat {trick.leader} leads to trick {number}, "
                    f"but seat {previous} won the one before")  # fmt: skip


def _melds(
    rules: Rules, data: Json, facts: dict[str, Any], bonuses: dict[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]]:
    program, world = rules.program, rules.world
    leader = read.seat(world, data.get("leader", (facts["dealer"] + 1) % world.seats), "the leader")
    melds = declared(rules, data.get("melds", []), facts)
    points: dict[str, tuple[int, ...]] = {}
    for group in program.melds.values():
        if group.source == "trick":
            if group.name in data:
                if group.name in bonuses:
                    raise wrong("BQ0910", f'with "tricks" there is no "{group.name}"')
                points[group.name] = read.per_side(world, data[group.name], f'"{group.name}"', 0)
            continue
        own = [m for m in melds if m.group == group.name]
        if group.name in data:
            own += _held(rules, group, data[group.name], facts)
        points[group.name] = award(rules, group, own, leader, facts).points
    if "meld_points" in data:
        compared = next((g.name for g in program.melds.values() if g.best is not None), None)
        if compared is None:
            raise wrong("BQ0910", f"{program.id} has no melds that are compared")
        points[compared] = read.per_side(world, data["meld_points"], '"meld_points"', 0)
    return points


def _held(rules: Rules, group: Group, value: Any, facts: dict[str, Any]) -> list[Meld]:
    """Melds of a group of fixed ranks, given by the seats that hold and called them."""
    if any(not p.ranks for p in group.patterns):
        raise wrong("BQ0910", f'"{group.name}" can\'t be given by seats; give "melds"')
    world = rules.world
    found: list[Meld] = []
    trumps = [s for s in range(len(world.suits)) if world.is_trump(s, facts["field.strain"])]
    for item in read.listed(value, f'"{group.name}"'):
        seat = read.seat(world, item, f'"{group.name}"')
        taken = [m.suit for m in found]
        melds = [
            m
            for s in trumps
            if s not in taken
            for m in rules.melds.find(group, seat, _suit_cards(rules, s), facts)
        ]
        if not melds:
            raise wrong("BQ0910", f'seat {seat} can\'t hold a "{group.name}" in this contract')
        found.append(melds[0])
    return found


def _suit_cards(rules: Rules, suit: int) -> int:
    ranks = len(rules.world.ranks)
    return ((1 << ranks) - 1) << suit * ranks


def _carry(rules: Rules, state: dict[str, Any], points: int) -> None:
    held = [n for n, s in rules.program.state.items() if s.points and not s.per_side]
    if not held and points:
        raise wrong("BQ0910", f"in {rules.program.id} no points are carried")
    if held:
        state[held[0]] = points
