"""Settlement: the outcome of a deal, what each line pays, and what is carried on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beloteql.core.program import MATCH_TIES, Foul, Line, Outcome, Program
from beloteql.core.types import SIDE
from beloteql.core.world import members
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.evaluate import Evaluator, fault

FOUL_VARIABLES = ("offender", "opponents")
State = Mapping[str, Any]
"""Carried state: a value, or for a state of each side a tuple of values."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a settlement starts from.

    `cards` are points by side, last trick included; `tricks` are counted by side; `last` is
    the side that took the last trick, None where that is not told; `melds` are points by group
    and side; `scores` stand before the deal.
    """

    fields: Fields
    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    last: int | None
    melds: Mapping[str, tuple[int, ...]]
    state: State
    scores: tuple[int, ...]
    seats: tuple[int, ...] | None = None
    """Tricks by seat, None where that is not told."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Options, dealer, and whatever else the rules may read."""


@dataclass(frozen=True, slots=True)
class Paid:
    """One line of the settlement."""

    line: Line
    entry: Outcome
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class FoulResult:
    """What a foul costs, by side, and the state after it."""

    scores: tuple[int, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result: outcome, winner if there is one, lines, and totals by side.

    `paid` are the sums of the lines, `scores` what is written down for the deal.
    """

    outcome: Outcome
    winner: int | None
    lines: tuple[Paid, ...]
    paid: tuple[int, ...]
    scores: tuple[int, ...]
    state: State


@dataclass(frozen=True, slots=True)
class End:
    """The end of a match: why, and the sides that have won it (several after a draw)."""

    reason: str
    winners: tuple[int, ...]


def leading(program: Program, scores: Sequence[int]) -> tuple[int, ...]:
    """The sides that are ahead in the match."""
    top = (max if program.winner == "highest" else min)(scores)
    return tuple(s for s, score in enumerate(scores) if score == top)


def initial_state(program: Program, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The carried state at the start of a match."""
    evaluator = Evaluator(program)
    compiled = {n: evaluator.expression(s.start) for n, s in program.state.items()}
    env = evaluator.env(facts)
    start = {n: c(env) for n, c in compiled.items()}
    sides = program.world.sides
    return {n: (v,) * sides if program.state[n].per_side else v for n, v in start.items()}


class SettleRules:
    """The settlement of a program, compiled."""

    def __init__(self, program: Program) -> None:
        self.program = program
        e = self.evaluator = Evaluator(program)
        self._when = {}
        self._winner = {}
        self._lines: dict[str, list[tuple[Line, Any, Any]]] = {}
        self._sets: dict[str, list[tuple[str, Any]]] = {}
        for entry in (*program.outcomes, *program.also):
            self._when[entry.path] = e.maybe(entry.when)
            self._winner[entry.path] = e.maybe(entry.winner)
            self._lines[entry.path] = [
                (line, e.maybe(line.recipient), e.expression(line.points, "side"))
                for line in entry.pay
            ]  # fmt: skip
            self._sets[entry.path] = [
                (n, e.expression(node, *(("side",) if program.state[n].per_side else ())))
                for n, node in entry.sets
            ]
        self._fouls = {
            f.path: (
                [
                    (line, e.maybe(line.recipient, *FOUL_VARIABLES),
                     e.expression(line.points, *FOUL_VARIABLES, "side"))
                    for line in f.pay
                ],
                [
                    (n, e.expression(node, *FOUL_VARIABLES,
                                     *(("side",) if program.state[n].per_side else ())))
                    for n, node in f.sets
                ],
            )
            for f in program.fouls.values()
        }  # fmt: skip
        self._kept = {n: e.maybe(g.kept, "side") for n, g in program.melds.items()}
        self._final = e.maybe(program.final, "side")
        self._worth = e.maybe(program.worth)
        self._over = [(c, e.maybe(c.when)) for c in program.over]
        self._wins = [(c, e.expression(c.when, "side")) for c in program.wins if c.when]
        self._tie = e.maybe(program.tie)
        self._next_dealer = e.maybe(program.next_dealer)

    def facts(self, sheet: Sheet) -> dict[str, Any]:
        """The facts of a score sheet before anything is paid."""
        facts: dict[str, Any] = dict(sheet.facts)
        facts |= field_facts(sheet.fields)
        facts["cards"] = sheet.cards.__getitem__
        facts["tricks"] = sheet.tricks.__getitem__
        seats = sheet.seats
        facts["tricks-of"] = lambda seat: None if seats is None else seats[seat]
        facts["trick-count"] = sum(sheet.tricks)
        facts["last-trick"] = lambda side: None if sheet.last is None else side == sheet.last
        facts["score"] = sheet.scores.__getitem__
        facts |= state_facts(sheet.state)
        for name in self.program.melds:
            points = sheet.melds.get(name, (0,) * self.program.world.sides)
            facts[f"meld.{name}"] = points.__getitem__
        kept = self._kept_melds(facts, sheet)
        facts |= {f"meld.{n}": v.__getitem__ for n, v in kept.items()}
        return facts

    def _kept_melds(self, facts: dict[str, Any], sheet: Sheet) -> dict[str, tuple[int, ...]]:
        changed = {}
        for name, kept in self._kept.items():
            if kept is not None and name in sheet.melds:
                env = self.evaluator.env(facts)
                changed[name] = tuple(
                    p if kept(env, s) else 0 for s, p in enumerate(sheet.melds[name])
                )
        return changed

    def settle(self, sheet: Sheet) -> Settlement:
        """Settle a deal. Raises `RulesetError` (BQ0707) when no outcome fits."""
        facts = self.facts(sheet)
        paid = [0] * self.program.world.sides
        facts["paid"] = paid.__getitem__
        outcome = self._outcome(facts)
        facts["outcome"] = self.program.world.outcomes.index(outcome.name)
        winner_of = self._winner[outcome.path]
        winner = None if winner_of is None else int(winner_of(self.evaluator.env(facts)))
        facts["winner"] = winner
        state = dict(sheet.state)
        lines = self._pay(outcome, facts, paid, state)
        for entry in self.program.also:
            when = self._when[entry.path]
            if when is None or when(self.evaluator.env(facts)):
                lines += self._pay(entry, facts, paid, state)
        scores = tuple(paid)
        if self._final is not None:
            env = self.evaluator.env(facts)
            scores = tuple(int(self._final(env, s)) for s in range(len(paid)))
        return Settlement(outcome, winner, tuple(lines), tuple(paid), scores, state)

    def _outcome(self, facts: Mapping[str, Any]) -> Outcome:
        env = self.evaluator.env(facts)
        for entry in self.program.outcomes:
            when = self._when[entry.path]
            if when is None or when(env):
                return entry
        last = self.program.outcomes[-1] if self.program.outcomes else None
        raise fault("BQ0707", "no outcome covers this result", last.span if last else None)

    def _pay(
        self, entry: Outcome, facts: dict[str, Any], paid: list[int], state: dict[str, Any]
    ) -> list[Paid]:
        env = self.evaluator.env(facts)
        lines = [
            Paid(line, entry, side, int(points(env, side)))
            for line, recipient, points in self._lines[entry.path]
            for side in self._recipients(line, recipient, env)
        ]
        changed: dict[str, Any] = {}
        for name, value in self._sets[entry.path]:
            if self.program.state[name].per_side:
                changed[name] = tuple(value(env, s) for s in range(len(paid)))
            else:
                changed[name] = value(env)
        for item in lines:
            paid[item.side] += item.points
        state |= changed
        facts |= state_facts(state)
        return lines

    def _recipients(self, line: Line, recipient: Any, env: Any) -> list[int]:
        if recipient is None or line.recipient is None:
            return list(range(self.program.world.sides))
        value = int(recipient(env))
        return [value] if line.recipient.type == SIDE else list(members(value))

    def foul(self, foul: Foul, sheet: Sheet, offender: int) -> FoulResult:
        """What a foul by a side costs, and what it changes; the sheet is of the tricks so far."""
        sides = range(self.program.world.sides)
        others = sum(1 << s for s in sides if s != offender)
        opponents = others if len(sides) > 2 else others.bit_length() - 1
        env = self.evaluator.env(self.facts(sheet))
        scores = [0 for _ in sides]
        lines, sets = self._fouls[foul.path]
        for line, recipient, points in lines:
            whole = None if recipient is None else lambda env, of=recipient: of(
                env, offender, opponents
            )  # fmt: skip
            for side in self._recipients(line, whole, env):
                scores[side] += int(points(env, offender, opponents, side))
        changed: dict[str, Any] = {}
        for name, value in sets:
            if self.program.state[name].per_side:
                changed[name] = tuple(value(env, offender, opponents, s) for s in sides)
            else:
                changed[name] = value(env, offender, opponents)
        return FoulResult(tuple(scores), {**sheet.state, **changed})

    def worth(self, sheet: Sheet, settlement: Settlement) -> int | None:
        """What the ruleset says the deal is worth, carried points included."""
        if self._worth is None:
            return None
        facts = self.facts(sheet)
        facts["outcome"] = self.program.world.outcomes.index(settlement.outcome.name)
        facts["winner"] = settlement.winner
        facts["paid"] = settlement.paid.__getitem__
        return int(self._worth(self.evaluator.env(facts)))

    def after(
        self, sheet: Sheet, settlement: Settlement, scores: Sequence[int], deals: int
    ) -> dict[str, Any]:
        """The facts once the deal has been written down."""
        return {
            **self.facts(sheet),
            "outcome": self.program.world.outcomes.index(settlement.outcome.name),
            "winner": settlement.winner, "paid": settlement.paid.__getitem__,
            "score": tuple(scores).__getitem__, "deals": deals, **state_facts(settlement.state),
        }  # fmt: skip

    def after_foul(
        self, sheet: Sheet, result: FoulResult, scores: Sequence[int], deals: int
    ) -> dict[str, Any]:
        """The facts once the cost of a foul has been written down; there was no outcome."""
        return {
            **self.facts(sheet), "outcome": None, "winner": None,
            "paid": result.scores.__getitem__, "score": tuple(scores).__getitem__,
            "deals": deals, **state_facts(result.state),
        }  # fmt: skip

    def over(self, facts: Mapping[str, Any]) -> str | None:
        """The reason for which the match is over, or None."""
        env = self.evaluator.env(facts)
        return next((c.name for c, when in self._over if when is None or when(env)), None)

    def instant_winner(self, at: str, facts: Mapping[str, Any]) -> tuple[str, int] | None:
        """A side that wins the match at once, with the reason."""
        env = self.evaluator.env(facts)
        for condition, when in self._wins:
            if condition.at == at:
                for side in range(self.program.world.sides):
                    if when(env, side):
                        return condition.name, side
        return None

    def end(self, facts: Mapping[str, Any], scores: Sequence[int]) -> End | None:
        """How the match ends with a deal; None if it goes on."""
        won = self.instant_winner("settle", facts)
        if won is not None:
            return End(won[0], (won[1],))
        reason = self.over(facts)
        if reason is None:
            return None
        leaders = leading(self.program, scores)
        tie = self.tie(facts) if len(leaders) > 1 else ""
        if tie == "play-on":
            return None
        if tie == "takers":
            leaders = (self.program.world.side_of(int(facts["field.taker"])),)
        return End(reason, leaders)

    def tie(self, facts: Mapping[str, Any]) -> str:
        """What a tie at the end of the match comes to."""
        return MATCH_TIES[0 if self._tie is None else int(self._tie(self.evaluator.env(facts)))]

    def next_dealer(self, facts: Mapping[str, Any]) -> int:
        """Who deals next; the player after the dealer unless the ruleset says otherwise."""
        if self._next_dealer is None:
            return (int(facts["dealer"]) + 1) % self.program.world.seats
        return int(self._next_dealer(self.evaluator.env(facts)))


def state_facts(state: State) -> dict[str, Any]:
    """Carried state as facts; a state of each side is a function of the side."""
    return {f"state.{n}": v.__getitem__ if isinstance(v, tuple) else v for n, v in state.items()}


def points_held(program: Program, state: State) -> int:
    """Points in the state that wait for a winner."""
    return sum(
        sum(v) if isinstance(v, tuple) else int(v)
        for n, v in state.items()
        if program.state[n].points
    )
