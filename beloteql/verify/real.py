"""Cases of an open score sheet that the cards of a deal can really lead to.

An open sheet lets in more than can happen: any card points that add up, any sums of melds. That
is sound for a proof and cheap. What it finds against a property is asked for once more with
every card laid to one side's tricks, and with one meld at the most, or those of dealt hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from beloteql.semantics.symbolic import (
    Symbolic,
    at_most,
    disjoin,
    either,
    open_number,
    open_truth,
    replaced,
    total,
)
from beloteql.verify.hands import awarded, hand_sources, plain_melds, possible_melds
from beloteql.verify.inquiry import Hunt
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model


class Other:
    """A second score sheet that differs from an open one in the card points alone."""

    def __init__(self, sheet: OpenSheet) -> None:
        self.cards = [open_number(f"other cards {s}") for s in range(sheet.world.sides)]
        self._pairs = list(zip(sheet.cards, self.cards, strict=True))
        self.conditions = [self.of(c) for c in sheet.unknowns.conditions]

    def of(self, value: Any) -> Any:
        """A value of the first sheet, on the second one."""
        return replaced(value, self._pairs)


def real_case(
    hunt: Hunt,
    sheet: OpenSheet,
    conditions: Iterable[Any],
    about: str,
    *,
    closer: Iterable[Any] = (),
    enough: bool = True,
    other: Other | None = None,
) -> Model | None:
    """A case that can really happen, or None.

    `closer` are conditions under which a case is looked for first; `enough` says that there is
    none without them if there is none with them. The hunt is left undecided where nothing but
    the open sheet says that there is a case.
    """
    sure = hunt.undecided
    conditions, wishes = tuple(conditions), sheet.unknowns.wishes
    if hunt.find([*conditions, *closer], about=about) is None and (
        enough or hunt.find(conditions, about=about) is None
    ):
        return None
    laid = [*conditions, *taken(sheet, sheet.cards, "")]
    laid += [] if other is None else taken(sheet, other.cards, "other ")
    for melds, what in ((no_melds(sheet), "card by card"), (one_meld(sheet), "with one meld")):
        model = hunt.find([*laid, *melds], wishes, f"{about}, {what}")
        if model is not None:
            hunt.undecided = sure
            return model
    if hunt.find(laid, about=f"{about}, with any melds") is None:
        return None
    model = None
    if hand_sources(sheet):
        held = [*laid, *plain_melds(sheet)]
        model = hunt.find(held, wishes, f"{about}, with melds in hands")
        if model is not None:
            sums, agrees = awarded(sheet, model)
            if not agrees:
                model = hunt.find([*held, *sums], wishes, f"{about}, as the hands are paid")
        if model is None:
            possible = [*laid, *possible_melds(sheet)]
            if hunt.find(possible, about=f"{about}, with chosen melds") is None:
                return None
    if model is None:
        hunt.undecided = True
    return model


def taken(sheet: OpenSheet, cards: Sequence[Any], label: str) -> list[Any]:
    """Every card is in the tricks of one side, or out of play; that gives the card points.

    Cards that are worth the same are counted, for it does not matter which of them it is.
    """
    world, program = sheet.world, sheet.program
    sides = range(world.sides)
    last: Any = 0
    if program.last_trick is not None:
        last = Symbolic(program, sheet.facts).value(program.last_trick)
    by_worth: dict[int, list[int]] = {}
    for card, points in enumerate(world.points[sheet.strain]):
        by_worth.setdefault(points, []).append(card)
    conditions: list[Any] = []
    counts: list[dict[int, Any]] = [
        {p: open_number(f"{label}cards worth {p} to {s}") for p in by_worth} for s in sides
    ]
    for points, of_it in by_worth.items():
        own = [counts[s][points] for s in sides]
        out = [open_truth(f"out {world.cards[c]}") for c in of_it] if sheet.shape.left else []
        conditions += [n >= 0 for n in own]
        conditions.append(total([*own, *(either(o, 1, 0) for o in out)]) == len(of_it))
    for side in sides:
        ten = either(sheet.facts["last-trick"](side), last, 0)
        points_won = [p * n for p, n in counts[side].items() if p]
        conditions.append(cards[side] == total([*points_won, ten]))
        conditions.append(total(list(counts[side].values())) == world.seats * sheet.tricks[side])
    return conditions


def no_melds(sheet: OpenSheet) -> list[Any]:
    """Nobody has a meld of any kind."""
    return [points == 0 for row in sheet.raw.values() for points in row]


def one_meld(sheet: OpenSheet) -> list[Any]:
    """One side has one meld at the most, apart from those of fixed ranks, and none in tricks."""
    conditions: list[Any] = []
    counted: list[Any] = []
    for group in sheet.program.melds.values():
        points = sheet.melds[group.name]
        if group.source == "trick":
            conditions += [p == 0 for p in points]
        elif not sheet.by_suit(group):
            worths = sorted(sheet.worths(group) - {0})
            conditions += [disjoin([p == 0, *(p == w for w in worths)]) for p in points]
            counted += [p > 0 for p in points]
    return [*conditions, at_most(1, counted)]
