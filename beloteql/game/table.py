"""The cards on and around the table during one deal, and how they are given."""

from __future__ import annotations

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
        self.seat: dict[int, Any] = {}
        gives = [s.give for s in program.deal] + [
            c.give for t in program.talks.values() for s in t.stages for c in s.calls
        ]
        for give in gives:
            if give is not None:
                key = id(give)
                self.each[key] = e.maybe(give.each, "seat")
                self.count[key] = e.maybe(give.count)
                self.seat[key] = e.maybe(give.seat)


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

    def give(self, give: Give, facts: Facts, first: int) -> None:
        """Move cards; seats are served in order of play from `first` on. BQ0708: too few."""
        seats = [(first + i) % self.world.seats for i in range(self.world.seats)]
        env = self.rules.evaluator.env(facts)
        seat_of = self.rules.seat[id(give)]
        if seat_of is not None:
            seats = [int(seat_of(env))]
        if self.program.zones[give.target].of == "table":
            of_seats = give.source is not None and self.program.zones[give.source].of == "seat"
            for owner in seats if of_seats else [TABLE]:
                self._move(give, owner, self._amount(give, env, owner if of_seats else None), TABLE)
            return
        amounts = {s: self._amount(give, env, s) for s in seats}
        if not give.one_by_one:
            for seat in seats:
                self._move(give, seat, amounts[seat], seat)
            return
        for round_ in range(max((a or 0) for a in amounts.values())):
            for seat in seats:
                if round_ < (amounts[seat] or 0):
                    self._move(give, seat, 1, seat)

    def _amount(self, give: Give, env: Any, seat: int | None) -> int | None:
        """How many cards; None for all that the source holds."""
        each, count = self.rules.each[id(give)], self.rules.count[id(give)]
        if each is not None and seat is not None:
            return int(each(env, seat))
        return None if count is None else int(count(env))

    def _move(self, give: Give, owner: int, amount: int | None, target_owner: int) -> None:
        if give.source is None:
            source = self.stock
        else:
            of_table = self.program.zones[give.source].of == "table"
            source = self.zones[give.source, TABLE if of_table else owner][0].cards
        amount = len(source) if amount is None else amount
        if amount > len(source):
            raise fault("BQ0708", f"{amount} cards are to be given and {len(source)} are there",
                        give.span)  # fmt: skip
        moved = source[:amount]
        del source[:amount]
        stacks = self.zones[give.target, target_owner]
        for card in moved:
            min(stacks, key=lambda s: len(s.cards)).cards.append(card)
        zone = self.program.zones[give.target]
        if moved and zone.of == "table" and zone.seen_by == "all":
            self.turned = moved[-1]


def names(program: Program, cards: int) -> list[str]:
    """Names of the cards of a set."""
    return [program.world.cards[c] for c in members(cards)]
