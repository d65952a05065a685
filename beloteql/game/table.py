"""The cards on and around the table during one deal, and how they are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from beloteql.core.program import Give, Program
from beloteql.core.world import members
from beloteql.semantics.evaluate import Evaluator, Facts, fault

HAND = "hand"
TABLE = -1


@dataclass(slots=True)
class Stack:
    """Cards that lie together, bottom first. `fresh` counts cards turned up in this trick."""

    cards: list[int] = field(default_factory=list)
    covered: bool = False


class GiveRules:
    """The amounts and seats of every movement of cards in a program, compiled."""

    def __init__(self, program: Program) -> None:
        e = self.evaluator = Evaluator(program)
        self.each: dict[int, Any] = {}
        self.count: dict[int, Any] = {}
        self.cards: dict[int, Any] = {}
        self.seat: dict[int, Any] = {}
        for give in program.gives():
            key, names = id(give), give.parameters
            self.each[key] = e.maybe(give.each, *names, "seat")
            self.count[key] = e.maybe(give.count, *names)
            self.cards[key] = e.maybe(give.cards, *names, "seat")
            self.seat[key] = e.maybe(give.seat, *names)


class CardTable:
    """Where every card is. Zones are kept by name and owner; the table itself is -1."""

    def __init__(self, program: Program, rules: GiveRules, deck: list[int]) -> None:
        self.program = program
        self.world = program.world
        self.rules = rules
        self.stock = list(deck)
        self.turned: int | None = None
        self.zones: dict[tuple[str, int], list[Stack]] = {}
        for zone in program.zones.values():
            owners = range(self.world.seats) if zone.of == "seat" else (TABLE,)
            for owner in owners:
                self.zones[zone.name, owner] = [Stack() for _ in range(max(1, zone.columns))]

    def cards(self, zone: str, owner: int) -> int:
        """The cards of a zone as a set."""
        return sum(1 << c for stack in self.zones.get((zone, owner), ()) for c in stack.cards)

    def hand(self, seat: int) -> int:
        """The hand of a seat."""
        return self.cards(HAND, seat)

    def held(self, seat: int) -> int:
        """All cards that a seat still has to play, in whatever zone."""
        return sum(
            self.cards(z.name, seat)
            for z in self.program.zones.values()
            if z.of == "seat" and z.playable != "none"
        )

    def playable(self, seat: int) -> int:
        """The cards that a seat may choose from."""
        found = 0
        for zone in self.program.zones.values():
            if zone.of != "seat" or zone.playable == "none":
                continue
            for stack in self.zones[zone.name, seat]:
                if zone.playable == "all":
                    found |= sum(1 << c for c in stack.cards)
                elif stack.cards and not stack.covered:
                    found |= 1 << stack.cards[-1]
        return found

    def take(self, seat: int, card: int) -> None:
        """Remove a card that a seat plays; what lay under it waits to be turned."""
        for zone in self.program.zones.values():
            if zone.of != "seat":
                continue
            for stack in self.zones[zone.name, seat]:
                if card in stack.cards:
                    stack.cards.remove(card)
                    stack.covered = zone.playable == "top" and zone.turned == "after-trick"
                    return
        raise AssertionError(f"seat {seat} does not hold card {card}")

    def turn_up(self) -> None:
        """A trick is over: the cards that became uppermost are turned."""
        for stacks in self.zones.values():
            for stack in stacks:
                stack.covered = False

    def give(self, give: Give, facts: Facts, first: int, values: Sequence[int] = ()) -> None:
        """Move cards; seats are served in order of play from `first` on. BQ0708: too few.

        `values` are what the player has chosen with the call that moves them.
        """
        seats = [(first + i) % self.world.seats for i in range(self.world.seats)]
        env = self.rules.evaluator.env(facts)
        seat_of = self.rules.seat[id(give)]
        if seat_of is not None:
            seats = [int(seat_of(env, *values))]
        to_table = self.program.zones[give.target].of == "table"
        if to_table and (give.source is None or self.program.zones[give.source].of == "table"):
            seats = [TABLE]
        picked = self.rules.cards[id(give)]
        if picked is not None:
            for seat in seats:
                owned = (seat,) if seat != TABLE else (first,)
                self._move(give, seat, int(picked(env, *values, *owned)), to_table)
            return
        amounts = {s: self._amount(give, env, s, values) for s in seats}
        if not give.one_by_one:
            for seat in seats:
                self._move(give, seat, self._top(give, seat, amounts[seat]), to_table)
            return
        for round_ in range(max((a or 0) for a in amounts.values())):
            for seat in seats:
                if round_ < (amounts[seat] or 0):
                    self._move(give, seat, self._top(give, seat, 1), to_table)

    def _amount(self, give: Give, env: Any, seat: int, values: Sequence[int]) -> int | None:
        """How many cards; None for all that the source holds."""
        each, count = self.rules.each[id(give)], self.rules.count[id(give)]
        if each is not None and seat != TABLE:
            return int(each(env, *values, seat))
        return None if count is None else int(count(env, *values))

    def _sources(self, give: Give, owner: int) -> list[list[int]]:
        """The stacks that the cards come from."""
        if give.source is None:
            return [self.stock]
        of_table = self.program.zones[give.source].of == "table"
        return [s.cards for s in self.zones[give.source, TABLE if of_table else owner]]

    def _top(self, give: Give, owner: int, amount: int | None) -> int:
        """So many cards of the first stack, in the order in which they lie; None for all."""
        source = self._sources(give, owner)[0]
        amount = len(source) if amount is None else amount
        if amount > len(source):
            raise fault("BQ0708", f"{amount} cards are to be given and {len(source)} are there",
                        give.span)  # fmt: skip
        return sum(1 << c for c in source[:amount])

    def _move(self, give: Give, owner: int, cards: int, to_table: bool) -> None:
        """Move those of some cards that lie in the source."""
        moved: list[int] = []
        for source in self._sources(give, owner):
            moved += [c for c in source if cards >> c & 1]
            source[:] = [c for c in source if not cards >> c & 1]
        stacks = self.zones[give.target, TABLE if to_table else owner]
        for card in moved:
            min(stacks, key=lambda s: len(s.cards)).cards.append(card)
        zone = self.program.zones[give.target]
        if moved and zone.of == "table" and zone.seen_by == "all":
            self.turned = moved[-1]


def names(program: Program, cards: int) -> list[str]:
    """Names of the cards of a set."""
    return [program.world.cards[c] for c in members(cards)]
