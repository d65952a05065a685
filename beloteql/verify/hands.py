"""The melds of dealt hands, card by card, for the solver.

The open sums of a score sheet let in melds that nobody could hold together. Here they come from
hands in which it is plain what each player melds: no melds overlap, so nothing has to be
chosen. Which side's melds are better is left to the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from beloteql.core.program import Group, Pattern
from beloteql.core.world import members
from beloteql.semantics.symbolic import (
    Symbolic,
    at_most,
    conjoin,
    disjoin,
    either,
    exactly,
    negate,
    open_truth,
    total,
)
from beloteql.verify.settlement import concrete
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model


class Held(NamedTuple):
    """A meld that a player may hold: whether it counts, and what it is worth."""

    group: Group
    seat: int
    cards: int
    counts: Any
    worth: Any


def hand_sources(sheet: OpenSheet) -> bool:
    """Whether all melds of a game that are found in cards come from the dealt hands."""
    return all(g.source in {"hand", "trick"} for g in sheet.program.melds.values())


def hands(sheet: OpenSheet) -> list[tuple[Any, ...]]:
    """The cards of each player as conditions, one a card; those of the sheet if it has them."""
    world = sheet.world
    deck = range(len(world.cards))
    return sheet.hands or [
        tuple(open_truth(f"hand {s} {world.cards[c]}") for c in deck) for s in range(world.seats)
    ]


def dealt(sheet: OpenSheet, held: list[tuple[Any, ...]]) -> list[Any]:
    """Each card is in one hand at the most, and everybody has as many as there are tricks."""
    conditions = [exactly(sheet.shape.tricks, hand) for hand in held]
    return conditions + [at_most(1, column) for column in zip(*held, strict=True)]


def melds_of(sheet: OpenSheet, held: list[tuple[Any, ...]]) -> list[Held]:
    """Every meld that every player may hold, under the condition that it is in his hand."""
    symbolic = Symbolic(sheet.program, sheet.facts)
    found = []
    for group in sheet.program.melds.values():
        if group.source == "trick":
            continue
        when = True if group.when is None else symbolic.value(group.when)
        for pattern in group.patterns:
            for mask, around, values in _places(sheet, pattern):
                for seat, hand in enumerate(held):
                    own = {**values, "seat": seat}
                    may = True if pattern.when is None else symbolic.value(pattern.when, **own)
                    there = [hand[c] for c in members(mask)]
                    beside = [negate(hand[c]) for c in members(around)]
                    counts = conjoin((when, may, *there, *beside))
                    if counts is not False:
                        worth = symbolic.value(pattern.points, **own)
                        found.append(Held(group, seat, mask, counts, worth))
    return found


def plain_melds(sheet: OpenSheet) -> list[Any]:
    """The sums of the sheet are those of hands in which no choice between melds is to be made.

    There are more hands than these, so a case has such sums, but none need not mean none.
    """
    held = hands(sheet)
    melds = melds_of(sheet, held)
    conditions = dealt(sheet, held)
    for one, other in combinations(melds, 2):
        if one.seat == other.seat and one.cards & other.cards and exclude(one.group, other.group):
            conditions.append(negate(conjoin((one.counts, other.counts))))
    for group, sums in _sums(sheet, melds).items():
        raw = sheet.raw[group]
        if sheet.program.melds[group].compared:
            conditions += [disjoin((r == w, r == 0)) for r, w in zip(raw, sums, strict=True)]
            conditions.append(disjoin([*(w == 0 for w in sums), *(r > 0 for r in raw)]))
        else:
            conditions += [r == w for r, w in zip(raw, sums, strict=True)]
    return [*conditions, *_no_tricks(sheet)]


def possible_melds(sheet: OpenSheet) -> list[Any]:
    """The sums of the sheet come from melds in hands, whichever of them are chosen.

    Every case is among these, so that none means none.
    """
    held = hands(sheet)
    melds = [
        m._replace(counts=conjoin((m.counts, open_truth(f"chosen {i}"))))
        for i, m in enumerate(melds_of(sheet, held))
    ]
    conditions = dealt(sheet, held)
    for group, sums in _sums(sheet, melds).items():
        pairs = zip(sheet.raw[group], sums, strict=True)
        conditions += [disjoin((r == w, r == 0)) for r, w in pairs]
    return conditions


def _sums(sheet: OpenSheet, melds: list[Held]) -> dict[str, list[Any]]:
    """What the melds of each side are worth, by group."""
    found = {}
    for group in sheet.program.melds.values():
        if group.source != "trick":
            own: list[list[Any]] = [[] for _ in range(sheet.world.sides)]
            for meld in melds:
                if meld.group is group:
                    own[sheet.world.side_of(meld.seat)].append(either(meld.counts, meld.worth, 0))
            found[group.name] = [total(row) for row in own]
    return found


def _no_tricks(sheet: OpenSheet) -> list[Any]:
    """There are no melds in tricks: which cards meet in a trick is not looked at here."""
    groups = [g for g in sheet.program.melds.values() if g.source == "trick"]
    return [points == 0 for g in groups for points in sheet.raw[g.name]]


def awarded(sheet: OpenSheet, model: Model) -> tuple[list[Any], bool]:
    """What the interpreter pays for the hands of a case.

    As conditions (those hands, and those sums), and whether the case has it that way already.
    """
    rules, plain, _ = concrete(sheet, model)
    held = hands(sheet)
    same = [card if model.truth(card) else negate(card) for hand in held for card in hand]
    masks = [sum(1 << c for c, card in enumerate(hand) if model.truth(card)) for hand in held]
    leader = (int(plain.facts["dealer"]) + 1) % sheet.world.seats
    facts = {**plain.facts, "hand": masks.__getitem__}
    found = rules.melds.of_hands(masks, leader, facts).awards
    pairs = [(sheet.raw[n][s], p) for n, a in found.items() for s, p in enumerate(a.points)]
    return [*same, *(raw == p for raw, p in pairs)], all(model.whole(r) == p for r, p in pairs)


def exclude(one: Group, other: Group) -> bool:
    """Whether a card that is in melds of both groups may have to be given to one of them."""
    return one is other or other.name in one.apart_from or one.name in other.apart_from


def _places(sheet: OpenSheet, pattern: Pattern) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Where a pattern can lie: its cards, the cards beside it that it has not, what it is."""
    world = sheet.world
    ranks, suits = len(world.ranks), range(len(world.suits))
    if pattern.run is not None:
        least, most = pattern.run
        for suit in suits:
            for length in range(least, min(most, ranks) + 1):
                for start in range(ranks - length + 1):
                    mask = ((1 << length) - 1) << suit * ranks + start
                    ends = [r for r in (start - 1, start + length) if 0 <= r < ranks]
                    around = sum(1 << suit * ranks + r for r in ends)
                    yield mask, around, {"length": length, "rank": start + length - 1, "suit": suit}
    elif pattern.same:
        # Of a rank all suits or, in a pack with more suits than the pattern has cards, some.
        for rank in range(ranks):
            for chosen in combinations(suits, pattern.same):
                mask = sum(1 << s * ranks + rank for s in chosen)
                around = sum(1 << s * ranks + rank for s in suits if s not in chosen)
                yield mask, around, {"length": pattern.same, "rank": rank, "suit": max(chosen)}
    else:
        for suit in suits:
            mask = sum(1 << suit * ranks + r for r in pattern.ranks)
            values = {"length": len(pattern.ranks), "rank": max(pattern.ranks), "suit": suit}
            yield mask, 0, values
