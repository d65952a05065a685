"""What a deal starts from, what all deals of a match share, and what is kept of a trick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from beloteql.core.world import World
from beloteql.game.table import GiveRules
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.melds import Meld, names
from beloteql.semantics.play import Trick
from beloteql.semantics.rules import Rules

Event = dict[str, Any]
Chance = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a deal starts from: who deals, what was scored and carried before."""

    dealer: int
    scores: tuple[int, ...]
    state: Mapping[str, Any]
    deals: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A finished trick."""

    trick: Trick
    winner: int
    points: int
    melds: tuple[Meld, ...] = ()


@dataclass
class Compiled:
    """What all deals of a match share."""

    rules: Rules
    gives: GiveRules = field(init=False)
    steps: Evaluator = field(init=False)
    when: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        program = self.rules.program
        self.gives = GiveRules(program)
        self.steps = Evaluator(program)
        self.when = {s.name: self.steps.maybe(s.when) for s in program.deal}
        self.draws = {s.name: self.steps.expression(s.draw.source) for s in program.deal if s.draw}
        leader, last = program.leader, program.last_trick
        self.leader = self.steps.maybe(leader)
        self.last_trick = self.steps.maybe(last)


def meld_event(world: World, meld: Meld) -> Event:
    """A meld as an event of the record."""
    return {
        "event": "meld", "seat": meld.seat, "group": meld.group, "kind": meld.pattern,
        "cards": names(world, meld), "points": meld.points,
    }  # fmt: skip
