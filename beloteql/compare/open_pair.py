"""Open positions that two rulesets share: the same unknown cards on the table and in the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from beloteql.compare.pair import Kind, Pair, rules_of_play, suits_alike
from beloteql.core.program import Program
from beloteql.semantics.symbolic import renamed
from beloteql.verify.positions import Position
from beloteql.verify.unknown import seats


@dataclass
class Twin:
    """A family of positions in both rulesets: the strains in step, the suit led, who is to play.

    `hand_of` is the seat whose hand it is where several hands are looked at at once; without it
    the hand is that of `me`, the player to play.
    """

    pair: Pair
    strain_a: int
    strain_b: int
    led: int | None
    on_table: int
    me: int
    hand_of: int | None = None

    def names_of(self, b: bool) -> Callable[[str], str]:
        """How unknowns are called: cards in further hands, and what only B has, by other names."""

        def name(text: str) -> str:
            if self.hand_of is not None and text.startswith(("hand ", "exposed ")):
                text = f"seat {self.hand_of} {text}"
            return self.pair.own(text) if b else text

        return name

    @cached_property
    def a(self) -> Position:
        """The positions under the rules of A."""
        return self._position(self.pair.a, self.strain_a, b=False)

    @cached_property
    def b(self) -> Position:
        """The positions under the rules of B."""
        return self._position(self.pair.b, self.strain_b, b=True)

    @property
    def conditions(self) -> list[Any]:
        """What holds in each of the positions."""
        return [*self.a.unknowns.conditions, *self.b.unknowns.conditions]

    @property
    def wishes(self) -> list[Any]:
        """What makes a case plain."""
        return [*self.a.unknowns.wishes, *self.b.unknowns.wishes]

    def of(self, b: bool, make: Callable[[Position], Any]) -> Any:
        """Something worked out from the position under A's or B's rules, by its own names."""
        with renamed(self.names_of(b)):
            return make(self.b if b else self.a)

    def _position(self, program: Program, strain: int, b: bool) -> Position:
        with renamed(self.names_of(b)):
            return Position(program, strain, self.led, self.on_table, self.me)


def twins(pair: Pair, kind: Kind, full: bool = False) -> Iterator[Twin]:
    """All families of positions of a kind of contract; with `full` those of finished tricks.

    Of suits that are alike for legal play and for winners, in both, there is one.
    """
    world = pair.a.world
    alike = all(suits_alike(p, rules_of_play(p)) for p in (pair.a, pair.b))
    every_seat = sorted({*seats(pair.a, "play"), *seats(pair.b, "play")})
    for (strain_a, strain_b), me in product(
        kind.strains[:1] if alike else kind.strains, every_seat
    ):
        suits = range(len(world.suits))
        one_of_each = {world.is_trump(s, strain_a): s for s in reversed(suits)}
        led = sorted(one_of_each.values()) if alike else list(suits)
        if full:
            yield from (Twin(pair, strain_a, strain_b, s, world.seats, me) for s in led)
            continue
        yield Twin(pair, strain_a, strain_b, None, 0, me)
        for on_table, suit in product(range(1, world.seats), led):
            yield Twin(pair, strain_a, strain_b, suit, on_table, me)
