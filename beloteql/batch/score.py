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
from beloteql.core.types import BOOL
from beloteql.core.world import World
from beloteql.errors import nearest
from beloteql.semantics.contract import Fields
from beloteql.semantics.melds import Meld
from beloteql.semantics.play import Trick, trick_points
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import (
    Paid,
    Settlement,
    Sheet,
    State,
    initial_state,
    points_held,
    state_facts,
)

KEYS = ("card_points", "tricks_won", "last_trick", "tricks", "melds", "meld_points",
        "tricks_by_seat", "carried", "state", "leader", "hands", *GIVEN)  # fmt: skip


def score(rules: Rules, data: Json) -> Json:
    """Settle a sheet: outcome, scores by side, what is carried, and each line."""
    sheet, extra = read_sheet(rules, data)
    settlement = rules.settle.settle(sheet)
    answer = {
        "outcome": settlement.outcome.name,
        "scores": list(settlement.scores),
        "carried": points_held(rules.program, settlement.state),
        "breakdown": [line(paid) for paid in settlement.lines],
        **extra,
    }
    if rules.program.state:
        answer["state"] = plain_state(settlement.state)
    if "scores_before" in data or "deals" in data:
        answer["match"] = _match(rules, sheet, settlement)
    return answer


def _match(rules: Rules, sheet: Sheet, settlement: Settlement) -> Json:
    """How the match stands after the deal: scores, why it is over and who has won, next dealer."""
    scores = tuple(a + b for a, b in zip(sheet.scores, settlement.scores, strict=True))
    facts = rules.settle.after(sheet, settlement, scores, sheet.facts["deals"] + 1)
    end = rules.settle.end(facts, scores)
    if end is not None:
        return {"scores": list(scores), "over": end.reason, "winners": list(end.winners)}
    following = rules.settle.next_dealer(facts)
    return {"scores": list(scores), "over": None, "next_dealer": following}


def foul(rules: Rules, data: Json) -> Json:
    """What a foul of a seat costs. What was played before, as far as it is told, may matter."""
    read.keys(data, ("foul", "seat"), ("contract", *KEYS, *rules.program.melds))
    name, known = data["foul"], rules.program.fouls
    if name not in known:
        raise wrong("BQ0914", f"{rules.program.id} has no foul {name!r}", ", ".join(known),
                    nearest(str(name), known))  # fmt: skip
    sides = rules.world.sides
    nothing = (
        {"card_points": [0] * sides, "tricks_won": [0] * sides} if "tricks" not in data else {}
    )
    rest = {k: v for k, v in data.items() if k not in {"foul", "seat"}}
    fields = rules.start_fields() if "contract" not in data else None
    sheet, _ = read_sheet(rules, {**nothing, **rest}, fields)
    offender = rules.world.side_of(read.seat(rules.world, data["seat"]))
    result = rules.settle.foul(known[name], sheet, offender)
    return {
        "scores": list(result.scores), "then": known[name].then,
        "state": plain_state(result.state),
    }  # fmt: skip


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


def read_sheet(rules: Rules, data: Json, fields: Fields | None = None) -> tuple[Sheet, Json]:
    """A score sheet, and what was counted on the way; `fields` stand in for a contract."""
    world, program = rules.world, rules.program
    groups = list(program.melds)
    read.keys(data, ("contract",) if fields is None else (), ("contract", *KEYS, *groups))
    fields = read.contract(rules, data["contract"]) if fields is None else fields
    facts = given_facts(rules, data, fields) | read.hands(world, data.get("hands"))
    extra: Json = {}
    last: int | None
    seats: tuple[int, ...] | None
    bonuses: dict[str, tuple[int, ...]] = {}
    if "tricks" in data:
        for key in ("card_points", "tricks_won", "last_trick"):
            if key in data:
                raise wrong("BQ0910", f'with "tricks" there is no "{key}"; it is counted')
        points, by_seat, last, bonuses = _tricks(rules, data["tricks"], fields, facts)
        seats, won = by_seat, _by_side(world, by_seat)
        extra["card_points"] = list(points)
        extra |= {n: list(p) for n, p in bonuses.items()}
    else:
        points, won, last = _summary(rules, data)
        seats = _seats(rules, data, won)
    melds = {**bonuses, **_melds(rules, data, facts, bonuses)}
    state = initial_state(program, rules.option_facts())
    if "carried" in data:
        _carry(rules, state, read.whole(data["carried"], '"carried"', 0))
    for name, value in read.mapping(data.get("state", {}), '"state"').items():
        state[name] = _state(rules, name, value)
    before = tuple(facts["score"](s) for s in range(world.sides))
    facts |= state_facts(state)
    return Sheet(fields, points, won, last, melds, state, before, seats, facts), extra


def _summary(rules: Rules, data: Json) -> tuple[tuple[int, ...], tuple[int, ...], int | None]:
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
        return points, won, last
    winners = [s for s, t in enumerate(won) if t]
    return points, won, winners[0] if len(winners) == 1 else None


def _tricks(
    rules: Rules, value: Any, fields: Fields, facts: dict[str, Any]
) -> tuple[tuple[int, ...], tuple[int, ...], int, dict[str, tuple[int, ...]]]:
    world, program = rules.world, rules.program
    strain = fields["strain"]
    assert strain is not None
    env = rules.play.start(dict(facts))
    points, won = [0] * world.sides, [0] * world.seats
    bonuses = {g.name: [0] * world.sides for g in program.melds.values() if g.source == "trick"}
    seen: set[int] = set()
    previous: int | None = None
    side = 0
    for number, item in enumerate(read.listed(value, '"tricks"'), 1):
        trick = read.trick(world, item, complete=True)
        _check_trick(rules, trick, number, previous, seen)
        seen |= set(trick.cards)
        previous = rules.play.winner(env, trick, number)
        side = world.side_of(previous)
        won[previous] += 1
        points[side] += trick_points(program, strain, trick.cards)
        for meld in rules.melds.of_trick(read.mask(trick.cards), previous, facts):
            bonuses[meld.group][side] += meld.points
    if not seen:
        raise wrong("BQ0910", "there are no tricks")
    if program.last_trick is not None:
        evaluator = rules.settle.evaluator
        last = evaluator.expression(program.last_trick)
        points[side] += int(last(evaluator.env(facts)))
    return tuple(points), tuple(won), side, {n: tuple(b) for n, b in bonuses.items()}


def _by_side(world: World, seats: tuple[int, ...]) -> tuple[int, ...]:
    won = [0] * world.sides
    for seat, count in enumerate(seats):
        won[world.side_of(seat)] += count
    return tuple(won)


def _seats(rules: Rules, data: Json, won: tuple[int, ...]) -> tuple[int, ...] | None:
    """Tricks by seat; a seat that is a side of its own needs no telling."""
    world = rules.world
    if world.sides == world.seats:
        return won
    if "tricks_by_seat" not in data:
        return None
    numbers = read.listed(data["tricks_by_seat"], '"tricks_by_seat"')
    seats = tuple(read.whole(n, '"tricks_by_seat"', 0) for n in numbers)
    if len(seats) != world.seats or _by_side(world, seats) != won:
        raise wrong("BQ0910", '"tricks_by_seat" does not fit "tricks_won"')
    return seats


def _state(rules: Rules, name: str, value: Any) -> Any:
    """A value of the carried state, for each side where there is one for each."""
    entry = rules.program.state.get(name)
    if entry is None:
        known = list(rules.program.state)
        raise wrong("BQ0908", f"no such state {name!r}", ", ".join(known), nearest(name, known))
    if entry.per_side:
        return read.per_side(rules.world, value, f'"{name}"')
    if entry.type == BOOL and isinstance(value, bool):
        return int(value)
    return read.whole(value, f'"{name}"')


def plain_state(state: State) -> Json:
    """Carried state as JSON."""
    return {n: list(v) if isinstance(v, tuple) else int(v) for n, v in state.items()}


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
        compared = next((g.name for g in program.melds.values() if g.compared), None)
        if compared is None:
            raise wrong("BQ0910", f"{program.id} has no melds that are compared")
        points[compared] = read.per_side(world, data["meld_points"], '"meld_points"', 0)
    return points


def _held(rules: Rules, group: Group, value: Any, facts: dict[str, Any]) -> list[Meld]:
    """Melds of a group of fixed ranks, given by the seats that hold and called them."""
    if any(not p.ranks for p in group.patterns):
        raise wrong(
            "BQ0910", f'"{group.name}" is more than one meld, and can\'t be given by its holders',
            'under "melds" each as {"seat": 0, "kind": "run", "cards": ["7H", "8H", "9H"]}',
        )  # fmt: skip
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
