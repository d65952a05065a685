"""A score sheet that is open: all results that a deal can have.

What binds the numbers together is worked out from the ruleset: the cards add up to the total
of the contract, a side without tricks has no points and no bonuses, melds come in the sizes
that their patterns pay, compared melds are paid to one side.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import gcd
from typing import Any, TypeVar

from beloteql.core import ir
from beloteql.core.program import TIES, Group, Pattern, Program
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.melds import MELD_VARIABLES, shapes
from beloteql.semantics.options import defaults, facts_of, options_read
from beloteql.semantics.symbolic import (
    Symbolic,
    at_most,
    choices,
    conjoin,
    disjoin,
    either,
    exactly,
    implies,
    open_truth,
    table,
    total,
)
from beloteql.verify.dealing import Shape
from beloteql.verify.unknown import Unknowns, all_roots

MOST_MELDS = 2_000
T = TypeVar("T")


class OpenSheet:
    """All score sheets of a contract in a strain, by one taker."""

    def __init__(self, program: Program, strain: int, shape: Shape, taker: int) -> None:
        self.program, self.world, self.strain = program, program.world, strain
        self.taker = taker
        self.hands: list[Any] = []
        self.shape, tricks = shape, shape.tricks
        unknowns = self.unknowns = Unknowns(program)
        sides = range(self.world.sides)
        self.contract = unknowns.fields(strain, taker, taken=True)
        self.facts: dict[str, Any] = {
            **unknowns.option_facts(), **self.contract, **unknowns.table_facts(),
            "trick-count": tricks,
            "turned": unknowns.one_of("turned", list(range(len(self.world.cards)))),
            "hand": table(self._hands()),
        }  # fmt: skip
        unknowns.require(self.facts)
        self.cards = [unknowns.number(f"cards {s}") for s in sides]
        self.tricks = [unknowns.number(f"tricks {s}", 0, tricks) for s in sides]
        symbolic = Symbolic(program, self.facts)
        last = 0 if program.last_trick is None else symbolic.value(program.last_trick)
        everything = sum(self.world.points[strain]) + last
        self.last_side = unknowns.one_of("last trick", list(sides))
        took_last = [disjoin(g for v, g in choices(self.last_side) if v == side) for side in sides]
        unknowns.conditions += [
            total([*self.cards, *self._out_of_play(shape.left)]) == everything,
            total(self.tricks) == tricks,
            *(implies(t == 0, c == 0) for t, c in zip(self.tricks, self.cards, strict=True)),
            *(implies(g, t > 0) for g, t in zip(took_last, self.tricks, strict=True)),
            *(implies(g, c >= last) for g, c in zip(took_last, self.cards, strict=True)),
        ]
        self.room = self._room(tricks, last, took_last)
        unknowns.wishes += [self.room, *(t > 0 for t in self.tricks)]
        by_seat = [unknowns.number(f"tricks of {s}", 0) for s in range(self.world.seats)]
        for side in sides:
            own = [t for s, t in enumerate(by_seat) if self.world.side_of(s) == side]
            unknowns.conditions.append(total(own) == self.tricks[side])
        self.facts |= {
            "cards": table(self.cards), "tricks": table(self.tricks),
            "last-trick": table(took_last), "tricks-of": table(by_seat),
        }  # fmt: skip
        self.melds: dict[str, list[Any]] = {}
        self.raw: dict[str, list[Any]] = {}
        for group in program.melds.values():
            self.melds[group.name] = self._group(group)
            self.facts[f"meld.{group.name}"] = table(self.melds[group.name])
        self._keep()
        self._made: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"strain {self.world.strains[self.strain]}, taker {self.taker}"

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What is worked out from the sheet for several properties, made the first time."""
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    def _room(self, tricks: int, last: Any, took_last: list[Any]) -> Any:
        """No side has more points than the cards of its tricks can hold.

        It is so in every deal. But few proofs need it, and many take the solver far longer with
        it; so it is no condition of a sheet, and asked for where a deal is meant.
        """
        worth = sorted(self.world.points[self.strain], reverse=True)
        most = [sum(worth[: count * self.world.seats]) for count in range(tricks)]
        return conjoin(
            implies(t <= count, c <= total([most[count], either(g, last, 0)]))
            for count in range(1, tricks)
            for t, c, g in zip(self.tricks, self.cards, took_last, strict=True)
        )

    def _hands(self) -> list[Any]:
        """The dealt hands, each card in one of them at the most, where some rule looks at them."""
        deck, seats = range(len(self.world.cards)), range(self.world.seats)
        if "hand" not in self.program.reads(all_roots(self.program)):
            return [0 for _ in seats]
        hands = [tuple(open_truth(f"hand {s} {self.world.cards[c]}") for c in deck) for s in seats]
        self.unknowns.conditions += [at_most(1, [hand[c] for hand in hands]) for c in deck]
        self.hands = hands
        return hands

    def _out_of_play(self, left: int) -> list[Any]:
        """Points of the cards that nobody plays, one term a card."""
        if not left:
            return []
        deck = range(len(self.world.cards))
        out = [open_truth(f"out {self.world.cards[c]}") for c in deck]
        self.unknowns.conditions.append(exactly(left, out))
        return [either(out[c], self.world.points[self.strain][c], 0) for c in deck]

    # --- melds -------------------------------------------------------------------------

    def _group(self, group: Group) -> list[Any]:
        sides = range(self.world.sides)
        symbolic = Symbolic(self.program, self.facts)
        when = True if group.when is None else symbolic.value(group.when)
        points = self._held(group, symbolic) if self.by_suit(group) else self._sums(group)
        self.raw[group.name] = points  # before anybody asks whether the group counts
        for side in sides:
            self.unknowns.wishes.append(points[side] == 0)
        return [either(when, points[s], 0) for s in sides]

    def by_suit(self, group: Group) -> bool:
        """Whether melds are of certain ranks in a suit, so that each suit has one at the most."""
        fixed = all(p.ranks for p in group.patterns)
        return group.source != "trick" and fixed and not group.best

    def _held(self, group: Group, symbolic: Symbolic) -> list[Any]:
        """Melds of certain ranks in one suit: each suit's is with one side, or with nobody."""
        sides = range(self.world.sides)
        found: list[list[Any]] = [[0] for _ in sides]
        for pattern in group.patterns:
            for suit in range(len(self.world.suits)):
                values = {"length": len(pattern.ranks), "rank": max(pattern.ranks),
                          "suit": suit, "seat": self.taker}  # fmt: skip
                may = True if pattern.when is None else symbolic.value(pattern.when, **values)
                if may is False:
                    continue
                worth = symbolic.value(pattern.points, **values)
                for side in sides:
                    holds = open_truth(f"{group.name} {pattern.name} {suit} {side}")
                    self.unknowns.conditions.append(implies(holds, may))
                    found[side].append(either(holds, worth, 0))
                names = [open_truth(f"{group.name} {pattern.name} {suit} {s}") for s in sides]
                self.unknowns.conditions.append(at_most(1, names))
        return [total(row) for row in found]

    def _sums(self, group: Group) -> list[Any]:
        """Melds as one sum a side, a multiple of what all their sizes have in common."""
        sides = range(self.world.sides)
        unit = self._unit(group)
        points = []
        for side in sides:
            count = self.unknowns.number(f"{group.name} {side}", 0, MOST_MELDS // unit)
            points.append(unit * count)
            if group.source == "trick":
                self.unknowns.conditions.append(implies(self.tricks[side] == 0, count == 0))
        if group.compared:
            positive = [p > 0 for p in points]
            one = at_most(1, positive)
            if group.tie is None or isinstance(group.tie, ir.Const):
                both = group.tie is not None and group.tie.value == TIES.index("both")
            else:
                tie = Symbolic(self.program, self.facts).value(group.tie)
                both = disjoin(g for v, g in choices(tie) if v == TIES.index("both"))
            self.unknowns.conditions.append(disjoin((both, one)))
        return points

    def _unit(self, group: Group) -> int:
        """The greatest number that divides what every pattern can pay, whatever the options."""
        found = 0
        for pattern in group.patterns:
            for points in self._worths(pattern):
                found = gcd(found, points)
        return found or 1

    def worths(self, group: Group) -> set[int]:
        """What one meld of a group can pay, whatever the options; 0 for those worth nothing."""
        return {worth for pattern in group.patterns for worth in self._worths(pattern)}

    def _worths(self, pattern: Pattern) -> set[int]:
        evaluator = Evaluator(self.program)
        points = evaluator.expression(pattern.points, *MELD_VARIABLES)
        found: set[int] = set()
        every = [
            (length, rank, suit)
            for cards in _samples(self.program, pattern)
            for _, length, rank, suit in shapes(self.world, pattern, cards)
        ]
        for facts in _option_facts(self.program, pattern.points):
            env = evaluator.env({**facts, "field.strain": self.strain, "dealer": 0})
            found |= {abs(int(points(env, n, r, s, 0))) for n, r, s in every}
        return found

    def _keep(self) -> None:
        """Melds that a side has lost by the time of settlement count nothing."""
        for group in self.program.melds.values():
            if group.kept is None:
                continue
            symbolic = Symbolic(self.program, self.facts)
            kept = [symbolic.value(group.kept, side=s) for s in range(self.world.sides)]
            self.melds[group.name] = [
                either(k, p, 0) for k, p in zip(kept, self.melds[group.name], strict=True)
            ]
            self.facts[f"meld.{group.name}"] = table(self.melds[group.name])


def _samples(program: Program, pattern: Pattern) -> list[int]:
    """Sets of cards in which each shape of a pattern occurs."""
    world = program.world
    ranks = len(world.ranks)
    if pattern.run is not None:
        least, most = pattern.run
        return [
            ((1 << length) - 1) << suit * ranks + start
            for suit in range(len(world.suits))
            for length in range(least, min(most, ranks) + 1)
            for start in range(ranks - length + 1)
        ]
    return [world.all_cards]


def _option_facts(program: Program, node: ir.Node) -> list[dict[str, object]]:
    """Options as facts, for every combination of those that an expression reads."""
    read = [program.options[n] for n in options_read(program, [node])]
    base = facts_of(defaults(program))
    combined = product(*(o.values or (o.default,) for o in read))
    return [
        {**base, **{f"option.{o.name}": v for o, v in zip(read, values, strict=True)}}
        for values in combined
    ]
