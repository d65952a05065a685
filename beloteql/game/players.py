"""Simple opponents: they play legally, and a little better than at random.

They decide from their own view only. They are company for a player who tries a ruleset,
not a measure of skill.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from beloteql.game.match import Match
from beloteql.game.moves import Call, Move, Play


class Random:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int | str = 0) -> None:
        self._random = random.Random(str(seed))

    def choose(self, match: Match, moves: Sequence[Move]) -> Move:
        """One of the moves."""
        return self._random.choice(moves)


class Simple(Random):
    """Calls on a strong suit, wins a trick cheaply, gives points to a winning partner."""

    def choose(self, match: Match, moves: Sequence[Move]) -> Move:
        """One of the moves."""
        if len(moves) == 1:
            return moves[0]
        if isinstance(moves[0], Call):
            return self._call(match, [m for m in moves if isinstance(m, Call)])
        return self._card(match, [m for m in moves if isinstance(m, Play)])

    def _call(self, match: Match, calls: Sequence[Call]) -> Move:
        passing = [c for c in calls if c.choice.call.name == "pass"]
        others = [c for c in calls if c.choice.call.name != "pass"]
        if not passing or not others:
            return self._random.choice(list(calls))
        return self._random.choice(others) if self._random.random() < 0.35 else passing[0]

    def _card(self, match: Match, plays: Sequence[Play]) -> Move:
        deal = match.deal
        assert deal is not None
        assert deal.trick is not None
        strain = deal.fields["strain"]
        assert strain is not None
        worth = match.world.points[strain]
        env = deal.placed()
        if deal.trick.cards:
            trick, number = deal.trick, len(deal.taken) + 1
            winners = [
                p for p in plays if match.rules.play.best(env, trick.add(p.card), number) == p.card
            ]
            leader = match.rules.play.winner(env, deal.trick, number)
            ours = match.world.side_of(leader) == match.world.side_of(plays[0].seat)
            if ours:
                return max(plays, key=lambda p: (worth[p.card], -p.card))
            if winners:
                return min(winners, key=lambda p: (worth[p.card], p.card))
        return min(plays, key=lambda p: (worth[p.card], p.card))
