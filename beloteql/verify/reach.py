"""Looks for a deal that leads to a position: four hands, every card so far legal."""

from __future__ import annotations

import random
from typing import Any

from beloteql.batch.facts import GIVEN
from beloteql.batch.legal import play_facts
from beloteql.core.program import Program
from beloteql.core.world import members
from beloteql.errors import RulesetError
from beloteql.semantics.play import Trick
from beloteql.semantics.rules import Rules

TRIES = 3_000


def reachable_deal(program: Program, position: dict[str, Any]) -> dict[str, Any]:
    """Hands of the first trick in which the position, or one like it, comes up.

    First the position's own cards are filled up to whole hands; if that never fits, deals
    are played at random. Empty when nothing was found: the position may be unreachable.
    """
    rules = Rules(program, position.get("options"))
    chance = random.Random(0)
    facts = play_facts(rules, {k: v for k, v in position.items() if k in {"contract", *GIVEN}})
    for attempt in range(TRIES):
        hands = _fill(program, position if attempt < TRIES // 2 else None, chance)
        found = _play(rules, facts, hands, chance)
        if found is not None:
            return found
    return {}


def _fill(program: Program, position: dict[str, Any] | None, chance: random.Random) -> list[int]:
    """Whole hands, the position's cards where they belong."""
    world = program.world
    size = len(world.cards) // world.seats
    hands = [0] * world.seats
    if position is not None:
        for name in position["hand"][:size]:
            hands[position["seat"]] |= 1 << world.card_index[name]
        for i, name in enumerate(position["trick"]["cards"]):
            hands[(position["trick"]["leader"] + i) % world.seats] |= 1 << world.card_index[name]
    taken = sum(hands)
    rest = [c for c in range(len(world.cards)) if not taken >> c & 1]
    chance.shuffle(rest)
    for seat in range(world.seats):
        while hands[seat].bit_count() < size and rest:
            hands[seat] |= 1 << rest.pop()
    return hands


def _play(
    rules: Rules, facts: dict[str, Any], hands: list[int], chance: random.Random
) -> dict[str, Any] | None:
    """Play a deal at random; what was played when nobody could go on, or None."""
    world = rules.world
    dealt = list(hands)
    hands = list(hands)
    env = rules.play.start({**facts, "hand": lambda seat: hands[seat]})
    trick, number = Trick(0), 1
    played: list[dict[str, Any]] = []
    while any(hands):
        seat = trick.seat(len(trick.cards), world.seats)
        if not hands[seat]:
            return None
        rules.play.place(env, trick, seat, hands[seat], number)
        try:
            _, legal = rules.play.decide(env)
        except RulesetError:
            names = [[world.cards[c] for c in members(h)] for h in dealt]
            return {"hands": names, "played": played, "seat": seat,
                    "left": [world.cards[c] for c in members(hands[seat])]}  # fmt: skip
        card = chance.choice(list(members(legal)))
        hands[seat] &= ~(1 << card)
        played.append({"seat": seat, "card": world.cards[card]})
        trick = trick.add(card)
        if len(trick.cards) == world.seats:
            trick, number = Trick(rules.play.winner(env, trick, number)), number + 1
    return None
