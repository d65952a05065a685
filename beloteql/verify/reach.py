"""Looks for a deal in which something goes wrong: from the pack on, every call and card legal.

The position that refutes a property may be one that no deal leads to. So deals are played at
random, by the engine of the game, until a position like it comes up: first with the position's
cards in the hands of its seats, then with any.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from beloteql.errors import RulesetError
from beloteql.game.match import Match, shuffled
from beloteql.game.record import header
from beloteql.game.setting import Event
from beloteql.semantics.rules import Rules

TRIES = 300
NOT_FOUND = "no deal was found that leads to it"


def reached(
    rules: Rules, position: dict[str, Any], fails: Callable[[Match], bool] | None, fault: str = ""
) -> list[Event] | None:
    """The record of a deal that leads to a position that fails, its header first; None if none.

    It fails where `fails` says so of a match that waits for a move, or where the engine meets
    the `fault` of that code: then the record ends with the last move that was in order.
    """
    dealer = rules.world.seats - 1
    for attempt in range(TRIES):
        events = [header(rules, attempt, dealer)]
        pack = shuffled(rules, attempt, 0)
        chance = Random(attempt)
        try:
            if attempt < TRIES // 2:
                pack = _arranged(rules, position, pack, Random(attempt))
            match = Match(rules, attempt, dealer, events.append, [pack])
            while not match.finished:
                if fails is not None and fails(match):
                    return events
                match.apply(chance.choice(match.legal_moves()))
        except RulesetError as error:
            # Another fault of the ruleset is not what is looked for: the next deal may avoid it.
            if error.diagnostics[0].code == fault:
                return events
    return None


def _arranged(rules: Rules, position: dict[str, Any], pack: list[int], chance: Random) -> list[int]:
    """A pack that gives the cards of a position to its seats, if the same is called."""
    match = Match(rules, 0, rules.world.seats - 1, decks=[pack])
    while match.deal is not None and match.deal.talk is not None and not match.finished:
        match.apply(chance.choice(match.legal_moves()))
    if match.deal is None or match.deal.trick is None:
        return pack
    held = [match.deal.table.held(s) for s in range(rules.world.seats)]
    wanted: list[tuple[int, str]] = [
        ((position["trick"]["leader"] + i) % rules.world.seats, c)
        for i, c in enumerate(position["trick"]["cards"])
    ]
    wanted += [(position["seat"], c) for c in position.get("hand", ())]
    arranged, fixed = list(pack), set[int]()
    for seat, name in wanted:
        card = rules.world.card_index[name]
        free = [i for i, c in enumerate(pack) if held[seat] >> c & 1 and i not in fixed]
        if not free:
            continue  # the hands of the deal are smaller
        at = arranged.index(card)
        place = at if at in free else free[0]
        arranged[at], arranged[place] = arranged[place], arranged[at]
        fixed.add(place)
    return arranged
