"""How often two rulesets differ in random play.

The same cards, the same contract, the same cards played, all of them legal in both. The contract
comes from an auction of A and of B in turn, with random calls; the other must know an auction
that ends in such a contract, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from beloteql.compare.contracts import auction
from beloteql.compare.pair import Pair
from beloteql.core.world import members
from beloteql.errors import RulesetError
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.evaluate import Env, Evaluator
from beloteql.semantics.play import Trick, trick_points
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Sheet, initial_state, state_facts
from beloteql.semantics.talk import said_in

DEALS = 200
TRIES = 3
"""How many auctions are held for a deal until one ends with a contract that both know."""


@dataclass
class Sample:
    """What was counted.

    `decisions` are cards that were to be played, `other_legal` those with different legal
    cards. Of `deals`, `parted` could not be played on alike: no card was legal in both, or
    another player won the trick; `other_points` were played to the end and pay differently.
    """

    seed: int
    deals: int = 0
    decisions: int = 0
    other_legal: int = 0
    parted: int = 0
    other_points: int = 0
    by_kind: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each kind of contract its decisions, and those with different legal cards."""

    @property
    def differs(self) -> bool:
        """Whether any difference came up."""
        return bool(self.other_legal or self.parted or self.other_points)


def sample(
    pair: Pair, deals: int = DEALS, seed: int = 0, tell: Callable[[int], None] = lambda done: None
) -> Sample | None:
    """Play some deals under both rulesets; None where they can't be played alike.

    `tell` hears how many deals are done.
    """
    if pair.obstacles or not pair.kinds or not pair.plain_hands or pair.any_house_rules:
        return None
    players = (_Player(pair.rules[0]), _Player(pair.rules[1]))
    found = Sample(seed)
    for number in range(deals):
        _deal(pair, players, found, f"{seed}/{number}", number)
        tell(number + 1)
    return found


class _Player:
    """One ruleset at the table."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.program, self.world = rules, rules.program, rules.program.world
        evaluator = self.evaluator = Evaluator(self.program)
        self.last_trick = evaluator.maybe(self.program.last_trick)
        self.start = initial_state(self.program, rules.option_facts())

    def begin(self, fields: Fields, hands: list[int], leader: int, known: dict[str, Any]) -> None:
        """Take up a deal with these hands."""
        self.fields = fields
        self.facts: dict[str, Any] = {
            **self.rules.option_facts(), **field_facts(fields), **state_facts(self.start),
            "deals": 0, "score": lambda side: 0, "said": said_in(()), **known,
        }  # fmt: skip
        self.env: Env = self.rules.play.start({**self.facts, "hand": hands.__getitem__})
        dealt = list(hands)
        facts = {**self.facts, "hand": dealt.__getitem__}
        places = dict.fromkeys(("hand", "first-trick", "playable", "played"), dealt)
        melds = self.rules.melds.of_hands(dealt, leader, facts, places)
        sides = self.world.sides
        self.melds = {
            n: list(melds.awards[n].points) if n in melds.awards else [0] * sides
            for n in self.program.melds
        }
        self.dealt = dealt
        self.cards, self.won = [0] * sides, [0] * self.world.seats
        self.last: int | None = None

    def legal(self, trick: Trick, seat: int, hand: int, number: int) -> int:
        """The legal cards; none where no rule leaves one."""
        self.rules.play.place(self.env, trick, seat, hand, number)
        try:
            return self.rules.play.decide(self.env)[1]
        except RulesetError:
            return 0

    def take(self, trick: Trick, number: int, over: bool) -> int:
        """Who wins a trick; its points are counted."""
        winner = self.rules.play.winner(self.env, trick, number)
        side = self.world.side_of(winner)
        strain = self.fields["strain"]
        self.cards[side] += trick_points(self.program, strain, trick.cards)
        if over and self.last_trick is not None:
            self.cards[side] += int(self.last_trick(self.evaluator.env(self.facts)))
        mask = sum(1 << c for c in trick.cards)
        for meld in self.rules.melds.of_trick(mask, winner, self.facts):
            self.melds[meld.group][side] += meld.points
        self.won[winner] += 1
        self.last = side
        return winner

    def scores(self) -> tuple[int, ...]:
        """What is written down for the deal."""
        sides = range(self.world.sides)
        tricks = [0 for _ in sides]
        for seat, count in enumerate(self.won):
            tricks[self.world.side_of(seat)] += count
        sheet = Sheet(
            self.fields, tuple(self.cards), tuple(tricks), self.last,
            {n: tuple(p) for n, p in self.melds.items()}, self.start, tuple(0 for _ in sides),
            tuple(self.won), {**self.facts, "hand": lambda seat: 0},
        )  # fmt: skip
        return self.rules.settle.settle(sheet).scores


def _deal(
    pair: Pair, players: tuple[_Player, _Player], found: Sample, seed: str, number: int
) -> None:
    """One deal, if an auction leads to a contract that both know."""
    start = _contract(pair, seed, number)
    if start is None:
        return
    kind, fields, hands, leader, known = start
    chance = random.Random(seed)
    for player, own in zip(players, fields, strict=True):
        player.begin(own, hands, leader, known)
    found.deals += 1
    count, other = found.by_kind.get(kind, (0, 0))
    size = max(h.bit_count() for h in hands)
    for trick_number in range(1, size + 1):
        trick = Trick(leader)
        for at in range(len(hands)):
            seat = trick.seat(at, len(hands))
            legal = [p.legal(trick, seat, hands[seat], trick_number) for p in players]
            count += 1
            other += legal[0] != legal[1]
            both = legal[0] & legal[1]
            if not both:
                break
            card = chance.choice(list(members(both)))
            hands[seat] &= ~(1 << card)
            trick = trick.add(card)
        whole = len(trick.cards) == len(hands)
        won = {p.take(trick, trick_number, trick_number == size) for p in players} if whole else ()
        if len(won) != 1:
            found.parted += 1
            break
        (leader,) = won
    else:
        found.other_points += players[0].scores() != players[1].scores()
    before = found.by_kind.get(kind, (0, 0))
    found.decisions += count - before[0]
    found.other_legal += other - before[1]
    found.by_kind[kind] = (count, other)


def _contract(
    pair: Pair, seed: str, number: int
) -> tuple[str, tuple[Fields, Fields], list[int], int, dict[str, Any]] | None:
    """Kind of contract, its record in both, hands, who leads, and what else is known."""
    first = number % 2
    rules = pair.rules[first]
    world = rules.program.world
    for attempt in range(TRIES):
        held = auction(rules, f"{seed}/{attempt}", number % world.seats)
        if held is None or held[0].deal is None or held[0].deal.trick is None:
            continue
        match, own = held
        deal = match.deal
        assert deal is not None
        assert deal.trick is not None
        step = next(((k, s) for k in pair.kinds for s in k.strains if s[first] == own["strain"]),
                    None)  # fmt: skip
        if step is None:
            continue
        kind, strains = step
        shared = {n: v for n, v in own.items() if pair.shares_field(n) and n != "strain"}
        others = pair.contracts[1 - first].like(strains[1 - first], own["taker"], shared)
        if not others:
            continue
        other = random.Random(f"{seed}/{attempt}").choice(others)
        hands = [deal.table.held(s) for s in range(world.seats)]
        if len({h.bit_count() for h in hands}) != 1:
            continue
        known = {"dealer": deal.setting.dealer, "turned": deal.table.turned}
        fields = (own, other) if first == 0 else (other, own)
        return kind.name, fields, hands, deal.trick.leader, known
    return None
