"""Finds melds, lets each seat keep the best of them, and compares the sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beloteql.core.program import TIES, Group, Pattern, Program
from beloteql.core.world import World, members
from beloteql.semantics.evaluate import Evaluator

MELD_VARIABLES = ("length", "rank", "suit", "seat")


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: whose, of which group and pattern, its cards and what it is worth."""

    group: str
    pattern: str
    seat: int
    cards: int
    length: int
    rank: int
    suit: int
    points: int


@dataclass(frozen=True, slots=True)
class Award:
    """What a group pays: by side, the melds that count, and why.

    `decided` is `all` (no comparison), `best`, `tie`, `earlier` or `none` (nobody melds).
    """

    points: tuple[int, ...]
    decided: str
    best: Meld | None = None


@dataclass(frozen=True, slots=True)
class Melds:
    """All melds of a deal's hands, and what each group pays."""

    kept: tuple[Meld, ...]
    awards: Mapping[str, Award] = field(default_factory=dict)


def shapes(world: World, pattern: Pattern, cards: int) -> Iterable[tuple[int, int, int, int]]:
    """Where a pattern occurs in a set of cards: cards, length, highest rank, suit.

    Runs are maximal. Of equal cards the suit is the highest.
    """
    ranks = len(world.ranks)
    if pattern.run is not None:
        least, most = pattern.run
        for suit in range(len(world.suits)):
            row = cards >> suit * ranks & (1 << ranks) - 1
            rank = 0
            while rank < ranks:
                start = rank
                while rank < ranks and row >> rank & 1:
                    rank += 1
                if least <= rank - start <= most:
                    mask = ((1 << rank - start) - 1) << suit * ranks + start
                    yield mask, rank - start, rank - 1, suit
                rank += 1
    elif pattern.same:
        for rank in range(ranks):
            mask = sum(1 << s * ranks + rank for s in range(len(world.suits))) & cards
            if mask.bit_count() == pattern.same:
                yield mask, pattern.same, rank, (mask.bit_length() - 1) // ranks
    else:
        for suit in range(len(world.suits)):
            mask = sum(1 << suit * ranks + r for r in pattern.ranks)
            if mask & cards == mask:
                yield mask, len(pattern.ranks), max(pattern.ranks), suit


class MeldRules:
    """The melds of a program, compiled."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        e = self.evaluator = Evaluator(program)
        self._when = {n: e.maybe(g.when) for n, g in program.melds.items()}
        self._share = {n: e.maybe(g.share) for n, g in program.melds.items()}
        self._tie = {n: e.maybe(g.tie) for n, g in program.melds.items()}
        self._patterns = {
            p.path: (
                None if p.when is None else e.expression(p.when, *MELD_VARIABLES),
                e.expression(p.points, *MELD_VARIABLES),
            )
            for g in program.melds.values()
            for p in g.patterns
        }
        self._best = {
            n: [e.expression(k, *MELD_VARIABLES, "pattern", "points") for k in g.best or ()]
            for n, g in program.melds.items()
        }

    def find(self, group: Group, seat: int, cards: int, facts: Mapping[str, Any]) -> list[Meld]:
        """All melds of a group in some cards, whether or not they overlap."""
        env = self.evaluator.env(facts)
        when = self._when[group.name]
        if when is not None and not when(env):
            return []
        found = []
        for pattern in group.patterns:
            holds, points = self._patterns[pattern.path]
            for mask, length, rank, suit in shapes(self.world, pattern, cards):
                values = (length, rank, suit, seat)
                if holds is None or holds(env, *values):
                    worth = int(points(env, *values))
                    found.append(
                        Meld(group.name, pattern.name, seat, mask, length, rank, suit, worth)
                    )
        return found

    def kept(
        self, groups: Sequence[Group], seat: int, cards: Mapping[str, int], facts: Mapping[str, Any]
    ) -> list[Meld]:
        """What a seat melds: of overlapping melds, the choice that is worth most.

        `cards` are the cards in which each group looks.
        """
        env = self.evaluator.env(facts)
        free: list[Meld] = []
        bound: list[Meld] = []
        for group in groups:
            share = self._share[group.name]
            shared = share is not None and share(env)
            found = self.find(group, seat, cards[group.name], facts)
            (free if shared and not group.apart_from else bound).extend(found)
        chosen, _ = self._choose(bound, 0, [])
        return free + chosen

    def _choose(self, left: list[Meld], at: int, taken: list[Meld]) -> tuple[list[Meld], int]:
        if at == len(left):
            return list(taken), sum(m.points for m in taken)
        meld = left[at]
        best: tuple[list[Meld], int] = ([], -1)
        if all(self._together(meld, other) for other in taken):
            best = self._choose(left, at + 1, [*taken, meld])
        without = self._choose(left, at + 1, taken)
        return best if best[1] >= without[1] else without

    def _together(self, one: Meld, other: Meld) -> bool:
        groups = self.program.melds
        apart = (
            one.group == other.group
            or other.group in groups[one.group].apart_from
            or one.group in groups[other.group].apart_from
        )
        return not apart or not one.cards & other.cards

    def award(
        self, group: Group, melds: Sequence[Meld], leader: int, facts: Mapping[str, Any]
    ) -> Award:
        """What each side gets for the melds of a group that were kept or won."""
        world = self.world
        sums = [0] * world.sides
        for meld in melds:
            sums[world.side_of(meld.seat)] += meld.points
        if not melds:
            return Award(tuple(sums), "none")
        if not group.compared:
            return Award(tuple(sums), "all")
        keys = self._keys(group, melds, facts)
        if group.compare == "sum":
            measure: list[Any] = [(s,) for s in sums]
        else:
            measure = [
                max((k for m, k in zip(melds, keys, strict=True) if world.side_of(m.seat) == s),
                    default=None)
                for s in range(world.sides)
            ]  # fmt: skip
        top = max(m for m in measure if m is not None)
        leaders = [s for s in range(world.sides) if measure[s] == top]
        decided = "best"
        if len(leaders) > 1:
            tie = self._tie_of(group, facts)
            decided = "tie" if tie == "nobody" else tie
            if tie == "nobody":
                leaders = []
            elif tie == "earlier":
                tops = [m for m, k in zip(melds, keys, strict=True) if k == max(keys)]
                nearest = min(tops, key=lambda m: (m.seat - leader) % world.seats)
                leaders = [world.side_of(nearest.seat)]
        best = next(
            (m for m, k in zip(melds, keys, strict=True)
             if world.side_of(m.seat) in leaders and k == max(keys)), None,
        )  # fmt: skip
        points = tuple(sums[s] if s in leaders else 0 for s in range(world.sides))
        return Award(points, decided, best)

    def _tie_of(self, group: Group, facts: Mapping[str, Any]) -> str:
        """What equal melds come to."""
        tie = self._tie[group.name]
        return TIES[0] if tie is None else TIES[int(tie(self.evaluator.env(facts)))]

    def _keys(
        self, group: Group, melds: Sequence[Meld], facts: Mapping[str, Any]
    ) -> list[tuple[int, ...]]:
        env = self.evaluator.env(facts)
        patterns = self.world.pattern_type.values
        compiled = self._best[group.name]
        return [
            tuple(
                int(key(env, m.length, m.rank, m.suit, m.seat, patterns.index(m.pattern), m.points))
                for key in compiled
            )
            for m in melds
        ]

    def of_hands(
        self,
        hands: Sequence[int],
        leader: int,
        facts: Mapping[str, Any],
        others: Mapping[str, Sequence[int]] | None = None,
    ) -> Melds:
        """The melds of the dealt hands: what each seat keeps, what each group pays.

        `others` are the cards of the seats for groups that look elsewhere (`playable`, say).
        """
        groups = [g for g in self.program.melds.values() if g.source != "trick"]
        kept: list[Meld] = []
        for seat in range(len(hands)):
            seen = {g.name: (others or {}).get(g.source, hands)[seat] for g in groups}
            kept += self.kept(groups, seat, seen, facts)
        return self.of_kept(kept, leader, facts)

    def of_kept(self, kept: Sequence[Meld], leader: int, facts: Mapping[str, Any]) -> Melds:
        """What the groups pay for melds that were announced."""
        awards = {
            g.name: self.award(g, [m for m in kept if m.group == g.name], leader, facts)
            for g in self.program.melds.values()
            if g.source != "trick"
        }
        return Melds(tuple(kept), awards)

    def of_trick(self, cards: int, winner: int, facts: Mapping[str, Any]) -> list[Meld]:
        """The bonuses in a finished trick, which belong to its winner."""
        found: list[Meld] = []
        for group in self.program.melds.values():
            if group.source == "trick":
                found += self.kept([group], winner, {group.name: cards}, facts)
        return found


def names(world: World, meld: Meld) -> list[str]:
    """The cards of a meld by name."""
    return [world.cards[c] for c in members(meld.cards)]
