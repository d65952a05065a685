"""Open positions: what a player in turn may meet, and how a full trick may look.

The positions are all that could be, reachable or not: any cards on the table, any hand
that does not hold them. What holds for all of these holds for the reachable ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from beloteql.batch.read import show_contract
from beloteql.core.program import Program
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import (
    Choice,
    Symbolic,
    at_most,
    choice,
    choices,
    conjoin,
    disjoin,
    either,
    exactly_one,
    open_truth,
    table,
)
from beloteql.verify.peeking import in_play
from beloteql.verify.solve import Model
from beloteql.verify.unknown import Unknowns, seats, strains


@dataclass
class Position:
    """A family of positions: a strain, a suit led, so many cards on the table.

    With `deal`, any text, the hands of the others are other unknowns than without; all else is
    the same. They are unknowns at all where some rule looks at them.
    """

    program: Program
    strain: int
    led: int | None
    on_table: int
    me: int = 0
    deal: str = ""

    def __post_init__(self) -> None:
        world = self.program.world
        self.unknowns = Unknowns(self.program)
        conditions = self.unknowns.conditions
        deck = range(len(world.cards))
        self.hand = tuple(open_truth(f"hand {world.cards[c]}") for c in deck)
        self.leader = (self.me - self.on_table) % world.seats
        self.cards = [
            [open_truth(f"card {i} {world.cards[c]}") for c in deck] for i in range(self.on_table)
        ]
        for row in self.cards:
            conditions.append(exactly_one(row))
        if self.led is not None:
            suit = [self.cards[0][c] for c in deck if world.suit_of(c) == self.led]
            conditions.append(disjoin(suit))
        for c in deck:
            places = [row[c] for row in self.cards]
            conditions.append(at_most(1, [*places, self.hand[c]]))
        conditions.append(disjoin(self.hand))
        self.hands = self._hands()
        everybody = list(range(world.seats))
        taker = self.unknowns.one_of("taker", everybody)
        # Nothing has been led or played when leading; what a rule reads then could be anything.
        self.nobody = self.unknowns.one_of("nobody", everybody)
        no_suit = self.unknowns.one_of("no suit", list(range(len(world.suits))))
        self.facts: dict[str, Any] = {
            **self.unknowns.option_facts(),
            **self.unknowns.fields(self.strain, taker),
            **self.unknowns.table_facts(),
            "me": self.me,
            "in-turn": self.me,
            "exposed": tuple(
                conjoin((h, open_truth(f"exposed {world.cards[c]}")))
                for c, h in enumerate(self.hand)
            ),
            "leading": self.on_table == 0,
            "led": no_suit if self.led is None else self.led,
            "trick": tuple(disjoin(row[c] for row in self.cards) for c in deck),
            "player": self._player,
            "any-card": self.hand,
            "trick-number": self.unknowns.number("trick number", 1),
            "hand": table(self.hands),
            "turned": self.unknowns.one_of("turned", list(deck)),
        }
        self.unknowns.require(self.facts)
        self.symbolic = Symbolic(self.program, self.facts)

    def _hands(self) -> list[tuple[Any, ...]]:
        """The hands by seat. Those of others hold nothing where no rule looks at them."""
        world, deck = self.program.world, range(len(self.program.world.cards))
        nothing = tuple(False for _ in deck)
        looked = bool(in_play(self.program))
        hands = [
            self.hand if seat == self.me
            else tuple(open_truth(f"hand {seat}{self.deal} {world.cards[c]}") for c in deck)
            if looked
            else nothing
            for seat in range(world.seats)
        ]  # fmt: skip
        if looked:
            for c in deck:
                places = [*(hand[c] for hand in hands), *(row[c] for row in self.cards)]
                self.unknowns.conditions.append(at_most(1, places))
            others = [hand[c] for s, hand in enumerate(hands) if s != self.me for c in deck]
            self.unknowns.wishes += [at_most(n, others) for n in (3, 2, 1, 0)]
        return hands

    def __str__(self) -> str:
        world = self.program.world
        led = "" if self.led is None else f", {world.suits[self.led]} led"
        return f"strain {world.strains[self.strain]}, {self.on_table} on the table{led}"

    def _player(self, card: Any) -> Any:
        """Who played a card of the trick."""
        pairs = card.options if isinstance(card, Choice) else ((card, True),)
        count = self.program.world.seats
        if not self.cards:
            return self.nobody
        return choice(
            ((self.leader + i) % count, disjoin(conjoin((g, row[c])) for c, g in pairs))
            for i, row in enumerate(self.cards)
        )

    @cached_property
    def left(self) -> list[tuple[Any, Any]]:
        """For each rule of legal play: whether it holds, and whether it leaves a card."""
        found = []
        for rule in self.program.legal:
            when = True if rule.when is None else self.symbolic.value(rule.when)
            if when is False:
                found.append((False, False))
                continue
            cards = self.symbolic.value(rule.cards)
            kept = disjoin(conjoin((a, b)) for a, b in zip(cards, self.hand, strict=True))
            found.append((when, kept))
        return found

    def wishes(self) -> list[Any]:
        """What makes a witness plain: few cards, default house rules."""
        most = len(self.program.world.cards) // self.program.world.seats
        few = [at_most(n, self.hand) for n in (most, 3, 2, 1)]
        return [*self.unknowns.wishes, *few]

    def data(self, model: Model) -> dict[str, Any]:
        """A case in the shape of the question `legal`."""
        world = self.program.world
        trick = [
            next(world.cards[c] for c in range(len(world.cards)) if model.truth(row[c]))
            for row in self.cards
        ]
        fields = self.unknowns.fields_in(model, self.facts)
        contract = show_contract(Rules(self.program), fields)
        hand = [world.cards[c] for c, held in enumerate(self.hand) if model.truth(held)]
        return {
            "contract": contract, "seat": self.me, "hand": hand,
            "trick": {"leader": self.leader, "cards": trick},
            **self._besides(model),
            "options": self.unknowns.options_in(model),
        }  # fmt: skip

    @cached_property
    def judged(self) -> Symbolic:
        """The position with its legal cards as a fact."""
        return Symbolic(self.program, {**self.facts, "legal": self.legal})

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """The legal cards: for each card whether it is one."""
        found: Any = tuple(False for _ in self.hand)
        for rule, pair in reversed(list(zip(self.program.legal, self.left, strict=True))):
            decides = conjoin(pair)
            if decides is False:
                continue
            cards = self.symbolic.value(rule.cards)
            kept = tuple(conjoin(p) for p in zip(cards, self.hand, strict=True))
            found = either(decides, kept, found)
        return tuple(found)

    def _besides(self, model: Model) -> dict[str, Any]:
        """What else of a case the rules of play look at."""
        nodes = [n for r in self.program.legal for n in (r.when, r.cards) if n is not None]
        nodes += [n for c in self.program.claims.values() for n in (c.assuming, c.holds) if n]
        nodes += [self.program.best.body] if self.program.best is not None else []
        reads = self.program.reads(nodes)
        world = self.program.world
        found: dict[str, Any] = {}
        if "dealer" in reads:
            found["dealer"] = model.chosen(choices(self.facts["dealer"]))
        if "trick-number" in reads:
            found["trick_number"] = model.whole(self.facts["trick-number"])
        if "turned" in reads:
            found["turn_up"] = world.cards[model.chosen(choices(self.facts["turned"]))]
        if "score" in reads:
            found["scores_before"] = [
                model.whole(self.facts["score"](s)) for s in range(world.sides)
            ]
        if "exposed" in reads:
            found["exposed"] = [
                world.cards[c] for c, g in enumerate(self.facts["exposed"]) if model.truth(g)
            ]
        if in_play(self.program):
            found["hands"] = [
                [world.cards[c] for c, held in enumerate(h) if model.truth(held)]
                for h in self.hands
            ]
        if any(r.startswith("said.") for r in reads):
            found["said"] = self.unknowns.said_in(model)
        return found


def positions(program: Program, full: bool = False) -> Iterator[Position]:
    """All families of positions; with `full` those of finished tricks instead."""
    world = program.world
    for strain, me in product(strains(program, "play"), seats(program, "play")):
        if full:
            for led in _suits_led(program, strain):
                yield Position(program, strain, led, world.seats, me)
            continue
        yield Position(program, strain, None, 0, me)
        for on_table in range(1, world.seats):
            for led in _suits_led(program, strain):
                yield Position(program, strain, led, on_table, me)


def _suits_led(program: Program, strain: int) -> list[int]:
    """The suits that may be led; of suits that play alike, one."""
    suits = range(len(program.world.suits))
    if len(strains(program, "play")) == len(program.world.callable_strains):
        return list(suits)
    return sorted({next(s for s in suits if program.world.is_trump(s, strain) == t)
                   for t in {program.world.is_trump(s, strain) for s in suits}})  # fmt: skip
