"""One deal: from the shuffled pack to its settlement, as the ruleset's steps say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from beloteql.core.program import Step
from beloteql.game.moves import Call, Move, Play
from beloteql.game.table import CardTable, GiveRules
from beloteql.semantics.contract import field_facts
from beloteql.semantics.evaluate import Env, Evaluator, fault
from beloteql.semantics.melds import Meld, Melds
from beloteql.semantics.play import Trick, trick_points
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Settlement, Sheet, state_facts
from beloteql.semantics.talk import TalkState

Event = dict[str, Any]


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
        leader, last = program.leader, program.last_trick
        self.leader = self.steps.maybe(leader)
        self.last_trick = self.steps.maybe(last)


class Deal:
    """A running deal. It goes on by itself until somebody has to decide something.

    `result` is None while it runs, then `settled`, `redeal`, or `won` (at once).
    """

    def __init__(self, compiled: Compiled, setting: Setting, deck: list[int]) -> None:
        self.compiled, self.setting = compiled, setting
        self.rules = compiled.rules
        self.program = self.rules.program
        self.world = self.program.world
        self.table = CardTable(self.program, compiled.gives, deck)
        self.fields = self.rules.start_fields()
        self.talk: TalkState | None = None
        self.calls: list[tuple[int, str]] = []
        self.trick: Trick | None = None
        self.taken: list[Taken] = []
        self.dealt: tuple[int, ...] = ()
        self.melds = Melds(())
        self.declared = False
        self.settlement: Settlement | None = None
        self.sheet: Sheet | None = None
        self.result: str | None = None
        self.won_by: tuple[str, int] | None = None
        self.events: list[Event] = []
        self._step = 0
        self._env: Env | None = None
        self._go_on()

    # --- what stands -------------------------------------------------------------------

    @property
    def eldest(self) -> int:
        """The eldest hand."""
        return (self.setting.dealer + 1) % self.world.seats

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide something, or None when the deal is over."""
        if self.talk is not None:
            return self.talk.seat
        if self.trick is not None:
            return self.trick.seat(len(self.trick.cards), self.world.seats)
        return None

    def facts(self) -> dict[str, Any]:
        """The facts that hold whatever the phase."""
        return {
            **self.rules.option_facts(),
            **field_facts(self.fields),
            **state_facts(self.setting.state),
            "dealer": self.setting.dealer,
            "deals": self.setting.deals,
            "score": self.setting.scores.__getitem__,
            "turned": self.table.turned,
            "hand": self.table.hand,
        }

    def card_points(self) -> tuple[int, ...]:
        """Points of the tricks so far by side, the last trick's included when it is over."""
        points = [0] * self.world.sides
        for taken in self.taken:
            points[self.world.side_of(taken.winner)] += taken.points
        return tuple(points)

    # --- moves -------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """What the seat to move may do."""
        if self.talk is not None:
            seat = self.talk.seat
            return [
                Call(seat, self.rules.talk.text(c), c)
                for c in self.rules.talk.choices(self.talk, self.facts())
            ]
        if self.trick is None:
            return []
        _, legal = self.rules.play.decide(self.placed())
        seat = self.trick.seat(len(self.trick.cards), self.world.seats)
        return [
            Play(seat, self.world.cards[c], c)
            for c in range(len(self.world.cards))
            if legal >> c & 1
        ]

    def placed(self) -> Env:
        """The environment of the position in which somebody has to play a card."""
        trick = self.trick
        assert trick is not None
        assert self._env is not None
        seat = trick.seat(len(trick.cards), self.world.seats)
        self.rules.play.place(
            self._env, trick, seat, self.table.playable(seat), len(self.taken) + 1
        )
        return self._env

    def apply(self, move: Move) -> None:
        """Make a move that is known to be legal."""
        if isinstance(move, Call):
            self._call(move)
        else:
            self._play(move)
        self._go_on()

    def _call(self, move: Call) -> None:
        assert self.talk is not None
        self.calls.append((move.seat, move.text))
        self.events.append({"event": "call", "seat": move.seat, "call": move.text})
        give = self.rules.talk.effect(move.choice)
        state = self.rules.talk.apply(self.talk, move.choice, self.facts())
        self.fields = dict(state.fields)
        if give is not None:
            self.table.give(give, {**self.facts(), "me": move.seat}, self.eldest)
        self.talk = state

    def _play(self, move: Play) -> None:
        assert self.trick is not None
        self.table.take(move.seat, move.card)
        self.trick = self.trick.add(move.card)
        self.events.append({"event": "play", "seat": move.seat, "card": move.text})
        if len(self.trick.cards) == self.world.seats:
            self._finish_trick(self.trick)

    def _finish_trick(self, trick: Trick) -> None:
        assert self._env is not None
        strain = self.fields["strain"]
        assert strain is not None
        winner = self.rules.play.winner(self._env, trick)
        points = trick_points(self.program, strain, trick.cards)
        over = not any(self.table.held(s) for s in range(self.world.seats))
        if over and self.compiled.last_trick is not None:
            points += int(self.compiled.last_trick(self.compiled.steps.env(self.facts())))
        mask = sum(1 << c for c in trick.cards)
        melds = tuple(self.rules.melds.of_trick(mask, winner, self.facts()))
        self.taken.append(Taken(trick, winner, points, melds))
        self.table.turn_up()
        self.trick = None if over else Trick(winner)

    # --- steps -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Run steps until a decision is needed or the deal is over."""
        if self.talk is not None:
            result = self.rules.talk.result(self.talk)
            if result is None:
                return
            self.talk = None
            if result == "redeal":
                self.result = "redeal"
                self.events.append({"event": "redeal"})
                return
        while not self._waiting():
            if self._step >= len(self.program.deal):
                raise fault("BQ0707", "the deal ends without a settlement", None)
            step = self.program.deal[self._step]
            self._step += 1
            when = self.compiled.when[step.name]
            if when is None or when(self.compiled.steps.env(self.facts())):
                self._do(step)

    def _waiting(self) -> bool:
        """Whether somebody has to decide something, or the deal is over."""
        return self.result is not None or self.talk is not None or self.trick is not None

    def _do(self, step: Step) -> None:
        if step.action == "give":
            assert step.give is not None
            self.table.give(step.give, self.facts(), self.eldest)
        elif step.action == "talk":
            state = self.rules.talk.start(step.talk, self.fields, self.facts())
            self.talk = state
            if self.rules.talk.result(state) is not None:
                self._go_on()
        elif step.action == "declare":
            self._declare()
        elif step.action == "tricks":
            self._start_tricks()
        else:
            self._settle()

    def _declare(self) -> None:
        self.declared = True
        self.dealt = tuple(self.table.hand(s) for s in range(self.world.seats))
        leader = self._leader()
        self.melds = self.rules.melds.of_hands(self.dealt, leader, self.facts())
        for meld in self.melds.kept:
            cards = [
                self.world.cards[c] for c in range(len(self.world.cards)) if meld.cards >> c & 1
            ]
            self.events.append(
                {"event": "meld", "seat": meld.seat, "group": meld.group, "kind": meld.pattern,
                 "cards": cards, "points": meld.points}
            )  # fmt: skip
        won = self.rules.settle.instant_winner("declare", self._meld_facts())
        if won is not None:
            self._win(won)

    def _meld_facts(self) -> dict[str, Any]:
        facts = self.facts()
        return facts | {f"meld.{n}": a.points.__getitem__ for n, a in self.melds.awards.items()}

    def _win(self, won: tuple[str, int]) -> None:
        self.won_by = won
        self.result = "won"
        self.events.append({"event": "won", "rule": won[0], "side": won[1]})

    def _leader(self) -> int:
        leader = self.compiled.leader
        return self.eldest if leader is None else int(leader(self.compiled.steps.env(self.facts())))

    def _start_tricks(self) -> None:
        if not self.declared:
            self._declare()
            if self.result is not None:
                return
        self._env = self.rules.play.start(self.facts())
        self.trick = Trick(self._leader())

    def meld_points(self) -> dict[str, tuple[int, ...]]:
        """What each group of melds pays by side, before it is asked what is kept."""
        points: dict[str, list[int]] = {}
        for group in self.program.melds.values():
            award = self.melds.awards.get(group.name)
            points[group.name] = list(award.points) if award else [0] * self.world.sides
        for taken in self.taken:
            for meld in taken.melds:
                points[meld.group][self.world.side_of(meld.seat)] += meld.points
        return {name: tuple(p) for name, p in points.items()}

    def _settle(self) -> None:
        tricks = [0] * self.world.sides
        for taken in self.taken:
            tricks[self.world.side_of(taken.winner)] += 1
        self.sheet = Sheet(
            self.fields, self.card_points(), tuple(tricks), self.meld_points(),
            self.setting.state, self.setting.scores, self.facts(),
        )  # fmt: skip
        self.settlement = self.rules.settle.settle(self.sheet)
        self.result = "settled"
        self.events.append(
            {"event": "settlement", "outcome": self.settlement.outcome.name,
             "scores": list(self.settlement.scores), "state": _plain(self.settlement.state)}
        )  # fmt: skip


def _plain(state: Mapping[str, Any]) -> dict[str, Any]:
    return {n: list(v) if isinstance(v, tuple) else int(v) for n, v in state.items()}
