"""The worked positions: facts about what a profile lets a player play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from beloteql.core.world import World
from beloteql.semantics.play import Trick


@dataclass(frozen=True)
class Worked:
    """A worked position; `legal` gives the cards by profile."""

    name: str
    seats: int
    trump: str
    table: tuple[str, ...]
    hand: tuple[str, ...]
    legal: dict[str, tuple[str, ...]]

    @property
    def low(self) -> bool:
        """Whether it has a seven or an eight, and is of the whole pack."""
        return any(c[0] in "78" for c in (*self.table, *self.hand))

    def at(self, world: World) -> tuple[int, int, Trick]:
        """Strain, hand as bits and trick, in a world."""
        trick = Trick(0, tuple(world.cards.index(c) for c in self.table))
        return world.strains.index(self.trump), bits(world, self.hand), trick


def bits(world: World, cards: tuple[str, ...]) -> int:
    return sum(1 << world.cards.index(c) for c in cards)


def _read() -> Iterator[Worked]:
    given = yaml.safe_load((Path(__file__).parent / "worked.yaml").read_text("utf-8"))
    for name, at in given.items():
        hand = tuple(at["hand"].split())
        legal = {
            profile: hand if cards == "all" else tuple(cards.split())
            for cards, profiles in at["legal"].items()
            for profile in profiles.split()
        }
        seats, table = at.get("seats", 4), tuple(at["table"].split())
        yield Worked(name, seats, at["trump"], table, hand, legal)


WORKED = tuple(_read())
