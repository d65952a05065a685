"""Legal play and the winner of a trick.

Legal play is the first rule that holds and leaves a card. Who wins a trick is the ruleset's
own `best`; nothing else in beloteql decides it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from beloteql.core.program import LegalRule, Program
from beloteql.core.world import members
from beloteql.semantics.evaluate import Env, Evaluator, fault


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick so far: who led, and the cards in order of play."""

    leader: int
    cards: tuple[int, ...] = ()

    def seat(self, position: int, seats: int) -> int:
        """Who plays, or played, the card at a position."""
        return (self.leader + position) % seats

    def add(self, card: int) -> Trick:
        """The trick with one more card."""
        return Trick(self.leader, (*self.cards, card))


class PlayRules:
    """Legal play of a program, compiled.

    Use one `Env` for a deal (`start`), then `decide` and `winning` for its positions.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        evaluator = Evaluator(program)
        self._rules = [
            (
                rule,
                None if rule.when is None else evaluator.expression(rule.when),
                evaluator.expression(rule.cards),
            )
            for rule in program.legal
        ]
        assert program.best is not None
        self._best = evaluator.expression(program.best.body)
        self._evaluator = evaluator

    def start(self, facts: dict[str, Any]) -> Env:
        """An environment for a deal; `facts` holds its contract, options and dealer."""
        return self._evaluator.env(facts)

    def place(
        self, env: Env, trick: Trick, me: int, playable: int, number: int, exposed: int = 0
    ) -> None:
        """Set the facts of one position."""
        facts: dict[str, Any] = env.facts  # type: ignore[assignment]
        cards = trick.cards
        facts["me"] = me
        facts["in-turn"] = me
        facts["leading"] = not cards
        facts["led"] = self.world.suit_of(cards[0]) if cards else None
        mask = 0
        for card in cards:
            mask |= 1 << card
        facts["trick"] = mask
        leader, seats = trick.leader, self.world.seats
        facts["player"] = lambda card: (leader + cards.index(card)) % seats
        facts["any-card"] = playable
        facts["trick-number"] = number
        facts["exposed"] = exposed & playable
        env.memo.clear()

    def decide(self, env: Env) -> tuple[LegalRule, int]:
        """The deciding rule and the legal cards of the position that was placed.

        Raises `RulesetError` (BQ0704) when no rule leaves a card.
        """
        playable = env.facts["any-card"]
        for rule, when, cards in self._rules:
            if when is None or when(env):
                left = cards(env) & playable
                if left:
                    return rule, left
        names = " ".join(self.world.cards[c] for c in members(playable))
        raise fault(
            "BQ0704", f"no rule of legal play leaves a card of {names}",
            self.program.legal[-1].span if self.program.legal else None,
        )  # fmt: skip

    def passed_over(self, env: Env) -> list[tuple[LegalRule, bool]]:
        """The rules before the deciding one; with each, whether its condition held."""
        found: list[tuple[LegalRule, bool]] = []
        for rule, when, cards in self._rules:
            holds = when is None or bool(when(env))
            if holds and cards(env) & env.facts["any-card"]:
                break
            found.append((rule, holds))
        return found

    def best(self, env: Env, trick: Trick, number: int) -> int:
        """The card that wins a trick, or would if it stopped now; the first trick is number 1."""
        self.place(env, trick, trick.leader, 0, number)
        return int(self._best(env))

    def winner(self, env: Env, trick: Trick, number: int) -> int:
        """The seat that wins a trick."""
        position = trick.cards.index(self.best(env, trick, number))
        return trick.seat(position, self.world.seats)


def trick_points(program: Program, strain: int, cards: Sequence[int]) -> int:
    """Points of the cards of a trick."""
    return sum(program.world.points[strain][c] for c in cards)
