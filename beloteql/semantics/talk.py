"""Talks: auctions, doubling rounds, exchanges. Pure transitions over `TalkState`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from beloteql.core.program import Call, Give, Program, Stage, Talk
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.evaluate import Evaluator, elements, fault

MAX_CALLS = 500


@dataclass(frozen=True, slots=True)
class Choice:
    """A call with what was chosen with it."""

    call: Call
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """One call that was made."""

    seat: int
    stage: str
    call: str


@dataclass(frozen=True, slots=True)
class TalkState:
    """Where a talk stands.

    `stage` is a position in the talk's targets: a stage, or past them done and redeal.
    """

    talk: str
    stage: int
    seat: int
    passes: int
    fields: Fields
    history: tuple[Said, ...] = ()


class TalkRules:
    """The talks of a program, compiled. `facts` always hold options, dealer and hands."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        e = self.evaluator = Evaluator(program)
        self._compiled: dict[int, Any] = {}
        for talk in program.talks.values():
            for stage in talk.stages:
                self._add(e, stage.first)
                self._add(e, stage.asks)
                for call in stage.calls:
                    names = tuple(n for n, _, _ in call.parameters)
                    for _, _, domain in call.parameters:
                        self._add(e, domain)
                    self._add(e, call.when, *names)
                    self._add(e, call.then, *names)
                    for _, node in call.sets:
                        self._add(e, node, *names)
                for end in stage.ends:
                    self._add(e, end.when)
                    for _, node in end.sets:
                        self._add(e, node)

    def _add(self, evaluator: Evaluator, node: Any, *variables: str) -> None:
        if node is not None:
            self._compiled[id(node)] = evaluator.expression(node, *variables)

    def _value(self, node: Any, facts: Mapping[str, Any], *values: int) -> Any:
        return self._compiled[id(node)](self.evaluator.env(facts), *values)

    def _facts(self, state: TalkState, facts: Mapping[str, Any]) -> dict[str, Any]:
        history = state.history
        return {
            **facts,
            **field_facts(state.fields),
            "me": state.seat,
            "passes": state.passes,
            "said": lambda seat, stage, call: Said(seat, stage, call) in history,
        }

    def talk(self, state: TalkState) -> Talk:
        """The talk of a state."""
        return self.program.talks[state.talk]

    def stage(self, state: TalkState) -> Stage:
        """The stage of a state that is not over."""
        return self.talk(state).stages[state.stage]

    def result(self, state: TalkState) -> str | None:
        """`done` or `redeal` once the talk is over, else None."""
        talk = self.talk(state)
        return None if state.stage < len(talk.stages) else talk.targets[state.stage]

    def start(self, talk: str, fields: Fields, facts: Mapping[str, Any]) -> TalkState:
        """A talk at its beginning."""
        state = TalkState(talk, 0, int(facts["dealer"]), 0, dict(fields))
        return self._enter(state, 0, facts)

    def _enter(self, state: TalkState, target: int, facts: Mapping[str, Any]) -> TalkState:
        talk = self.talk(state)
        if target >= len(talk.stages):
            return replace(state, stage=target)
        stage = talk.stages[target]
        now = self._facts(replace(state, passes=0), facts)
        if stage.first is None:
            seat = (int(facts["dealer"]) + 1) % self.world.seats
        else:
            seat = int(self._value(stage.first, now))
        entered = replace(state, stage=target, passes=0, seat=seat)
        return self._first_asked(entered, facts)

    def _first_asked(self, state: TalkState, facts: Mapping[str, Any]) -> TalkState:
        """The state with the next seat that is asked; done when the stage asks nobody."""
        stage = self.stage(state)
        for step in range(self.world.seats):
            seat = (state.seat + step) % self.world.seats
            there = replace(state, seat=seat)
            if stage.asks is None or self._value(stage.asks, self._facts(there, facts)):
                return there
        return replace(state, stage=len(self.talk(state).stages))

    def choices(self, state: TalkState, facts: Mapping[str, Any]) -> list[Choice]:
        """The legal calls, in the order of the ruleset. Raises BQ0705 when there is none."""
        found = list(self._choices(state, self._facts(state, facts)))
        if not found:
            stage = self.stage(state)
            raise fault("BQ0705", f'in the stage "{stage.name}" no call is allowed', stage.span)
        return found

    def _choices(self, state: TalkState, facts: Mapping[str, Any]) -> Iterator[Choice]:
        for call in self.stage(state).calls:
            domains = [elements(self._value(d, facts)) for _, _, d in call.parameters]
            for values in product(*domains):
                if call.when is None or self._value(call.when, facts, *values):
                    yield Choice(call, values)

    def apply(self, state: TalkState, choice: Choice, facts: Mapping[str, Any]) -> TalkState:
        """The state after a call. Raises BQ0706 when a talk goes on for ever."""
        call, values = choice.call, choice.values
        if len(state.history) >= MAX_CALLS:
            raise fault("BQ0706", f"more than {MAX_CALLS} calls", self.stage(state).span)
        now = self._facts(state, facts)
        fields = {
            **state.fields,
            **{n: int(self._value(node, now, *values)) for n, node in call.sets},
        }
        said = Said(state.seat, self.stage(state).name, call.name)
        after = replace(
            state,
            fields=fields,
            passes=state.passes + 1 if call.name == "pass" else 0,
            history=(*state.history, said),
        )
        now = self._facts(after, facts)
        if call.then is not None:
            return self._enter(after, int(self._value(call.then, now, *values)), facts)
        for end in self.stage(state).ends:
            if end.when is None or self._value(end.when, now):
                ended = {**fields, **{n: int(self._value(node, now)) for n, node in end.sets}}
                return self._enter(replace(after, fields=ended), end.then, facts)
        following = replace(after, seat=(state.seat + 1) % self.world.seats)
        return self._first_asked(following, facts)

    def effect(self, choice: Choice) -> Give | None:
        """Cards that move with a call."""
        return choice.call.give

    def text(self, choice: Choice) -> str:
        """How a call is written: its name and what was chosen with it, `bid 80 H`."""
        shown = [
            self.world.show(v, t)
            for v, (_, t, _) in zip(choice.values, choice.call.parameters, strict=True)
        ]
        return " ".join([choice.call.name, *shown])
