"""Whole deals, every call and every card of them legal, in search of one that shows something.

First deals are played at random. Then, if a score sheet is given that shows it on paper, a deal is
changed in small steps, a swap in the pack or in what players would rather keep, mostly so
that its own sheet comes nearer to the wanted one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from beloteql.game.deal import Deal
from beloteql.game.match import Match
from beloteql.game.moves import Move, Play
from beloteql.game.record import header
from beloteql.game.setting import Event
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Settlement, Sheet

DEALS = 300
STEPS = 600
CLIMBS = 5
_TRICK = 15  # a trick too many or too few counts as much as so many points
_FAR = 10_000
_BACK = 15  # a step may be for the worse, as long as it is no worse than so many steps ago

Test = Callable[[Sheet, Settlement], bool]


def played_deal(rules: Rules, test: Test, near: Sheet | None = None) -> list[Event] | None:
    """The record of a deal that passes a test, its header first; None if none was found.

    Deals of the same match that came before it stand in the record, too. The search
    is the same in every run. `near` is a score sheet that passes it.
    """
    found = _random_deal(rules, test)
    for seed in range(0 if near is None else CLIMBS):
        if found is None and near is not None:
            found = _climb(rules, test, near, Random(seed))
    return found


def _random_deal(rules: Rules, test: Test) -> list[Event] | None:
    """Matches played at random one after the other, until `DEALS` deals are over."""
    over = seed = 0
    while over < DEALS:
        history: list[list[Event]] = []

        def listen(event: Event, history: list[list[Event]] = history) -> None:
            if event["event"] == "deal":
                history.append([])
            history[-1].append(event)

        chance, match, seen = Random(seed), Match(rules, seed, listener=listen), 0
        while not match.over and over + seen < DEALS:
            match.apply(chance.choice(match.legal_moves()))
            for deal, events in zip(match.finished[seen:], history[seen:], strict=False):
                if deal.sheet and deal.settlement and test(deal.sheet, deal.settlement):
                    before = history[: match.finished.index(deal)]
                    told = [event for one in (*before, events) for event in one]
                    return [header(rules, seed, rules.world.seats - 1), *told]
            seen = len(match.finished)
        over, seed = over + seen, seed + 1
    return None


def _climb(rules: Rules, test: Test, near: Sheet, chance: Random) -> list[Event] | None:
    """One deal changed step by step."""
    size = len(rules.world.cards)
    pack, liking = list(range(size)), list(range(size))
    chance.shuffle(pack)
    chance.shuffle(liking)
    calls, now = chance.randrange(_FAR), _FAR * 10
    earlier = [now] * _BACK
    for step in range(STEPS):
        changed = [list(pack), list(liking)]
        for order in chance.choice(([0], [1], [0, 1])):
            a, b = chance.randrange(size), chance.randrange(size)
            changed[order][a], changed[order][b] = changed[order][b], changed[order][a]
        deal, events = _one(rules, changed[0], changed[1], Random(calls))
        if deal.sheet is None or deal.settlement is None:
            calls = chance.randrange(_FAR)  # all have passed, or the deal was won before its end
            continue
        if test(deal.sheet, deal.settlement):
            return events
        far = _distance(rules, deal.sheet, near)
        if far <= max(now, earlier[step % _BACK]):
            now, (pack, liking) = far, changed
        earlier[step % _BACK] = now
    return None


def _one(
    rules: Rules, pack: list[int], liking: list[int], chance: Random
) -> tuple[Deal, list[Event]]:
    """The first deal of a match with this pack. Players keep the cards that they like best."""
    events: list[Event] = []
    match = Match(rules, 0, listener=events.append, decks=[pack])
    while not match.finished:
        moves: list[Move] = match.legal_moves()
        cards = [m for m in moves if isinstance(m, Play)]
        match.apply(min(cards, key=lambda m: liking[m.card]) if cards else chance.choice(moves))
    later = next((i for i, e in enumerate(events) if i and e["event"] == "deal"), len(events))
    return match.finished[0], [header(rules, 0, rules.world.seats - 1), *events[:later]]


def _distance(rules: Rules, sheet: Sheet, near: Sheet) -> int:
    """How far apart two sheets are, seen from the taker's side."""
    world = rules.world

    def seen(one: Sheet) -> list[tuple[int, int]]:
        first = world.side_of(one.fields["taker"])
        order = [(first + i) % world.sides for i in range(world.sides)]
        return [(one.cards[s], one.tricks[s]) for s in order]

    kinds = {world.kind_of(one.fields["strain"]) for one in (sheet, near)}
    return (len(kinds) - 1) * _FAR + sum(
        abs(c - d) + _TRICK * abs(t - u)
        for (c, t), (d, u) in zip(seen(sheet), seen(near), strict=True)
    )
