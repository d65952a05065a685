"""Talks: auctions, doubling rounds, exchanges. Pure transitions over `TalkState`.

What chance decides is not decided here: a state that waits for a draw says what may be drawn,
and goes on with the value it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from beloteql.core import ir
from beloteql.core.program import Call, End, Program, Stage, Talk
from beloteql.semantics.contract import Fields, field_facts, per_count
from beloteql.semantics.evaluate import Env, Evaluator, elements, fault

MAX_CALLS = 500
MAX_HOPS = 50


@dataclass(frozen=True, slots=True)
class Choice:
    """A call by a seat, with what was chosen with it."""

    call: Call
    values: tuple[int, ...]
    seat: int


@dataclass(frozen=True, slots=True)
class Said:
    """One call that was made."""

    seat: int
    stage: str
    call: str


class TalkState(NamedTuple):
    """Where a talk stands.

    `stage` is a position in the talk's targets: a stage, or past them done and redeal. `seat`
    is in turn. `history` is all that was said in the deal, earlier talks included. What a state
    may wait for: the `answers` of the others where all speak together, that the cards of the
    calls in `moving` have moved, the value that is drawn at the end `drawing`.
    """

    talk: str
    stage: int
    seat: int
    passes: int
    fields: Fields
    history: tuple[Said, ...] = ()
    answers: tuple[Choice, ...] = ()
    moving: tuple[Choice, ...] = ()
    drawing: End | None = None
    hops: int = 0
    """Stages since the last call, so that stages which ask nobody can't go round for ever."""


def said_in(history: tuple[Said, ...]) -> Any:
    """The fact `said` of what was said: a function of seat, stage and call."""
    return lambda seat, stage, call: Said(seat, stage, call) in history


def _beginning(node: ir.Node, names: tuple[str, ...]) -> tuple[list[ir.Node], list[ir.Node]]:
    """The parts of "a and b and c": those at the beginning that use none of `names`, the others."""
    if isinstance(node, ir.Apply) and node.operator == "and":
        plain, rest = _beginning(node.operands[0], names)
        if rest:
            return plain, [*rest, node.operands[1]]
        more, rest = _beginning(node.operands[1], names)
        return [*plain, *more], rest
    return ([], [node]) if _speaks_of(node, names) else ([node], [])


def _speaks_of(node: ir.Node, names: tuple[str, ...]) -> bool:
    """Whether a rule text uses one of some names that are bound around it."""
    return any(isinstance(n, ir.Variable) and n.name in names for n in ir.walk(node))


class TalkRules:
    """The talks of a program, compiled. `facts` always hold options, dealer and hands."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        e = self.evaluator = Evaluator(program)
        self._compiled: dict[int, Any] = {}
        self._parts_of: dict[int, tuple[list[ir.Node], list[ir.Node]]] = {}
        """The condition of a call in parts: those that are one for all that may be chosen with it
        and come first, and the others."""
        for talk in program.talks.values():
            for stage in talk.stages:
                self._add(e, stage.first)
                self._add(e, stage.asks)
                for call in stage.calls:
                    names = tuple(n for n, _, _ in call.parameters)
                    for _, _, domain in call.parameters:
                        self._add(e, domain)
                    self._add(e, call.when, *names)
                    self._add_parts(call, names)
                    self._add(e, call.then, *names)
                    self._add_sets(call.sets, *names)
                for end in stage.ends:
                    self._add(e, end.when)
                    self._add_sets(end.sets)
                    if end.draw is not None:
                        self._add(e, end.draw.source)

    def _add(self, evaluator: Evaluator, node: Any, *variables: str) -> None:
        if node is not None:
            self._compiled[id(node)] = evaluator.expression(node, *variables)

    def _add_parts(self, call: Call, names: tuple[str, ...]) -> None:
        parts = ([], []) if call.when is None else _beginning(call.when, names)
        self._parts_of[id(call)] = parts
        for part in parts[0]:
            self._add(self.evaluator, part)
        for part in parts[1]:
            self._add(self.evaluator, part, *names)

    def _add_sets(self, sets: tuple[tuple[str, ir.Node], ...], *names: str) -> None:
        for field, node in sets:
            per = self.program.fields[field].per
            self._add(self.evaluator, node, *names, *((per,) if per else ()))

    def _value(self, node: Any, env: Env, *values: int) -> Any:
        return self._compiled[id(node)](env, *values)

    def _env(self, state: TalkState, facts: Mapping[str, Any]) -> Env:
        """The environment of whoever is in turn in a state."""
        return self.evaluator.env(
            {
                **facts,
                **field_facts(state.fields),
                "me": state.seat,
                "passes": state.passes,
                "said": said_in(state.history),
            }
        )

    def _set(self, sets: tuple[tuple[str, ir.Node], ...], env: Env, *values: int) -> Fields:
        """What an entry sets, all of it worked out from the record as it stands."""
        changed: Fields = {}
        for name, node in sets:
            per = self.program.fields[name].per
            if per:
                whose = range(per_count(self.program, per))
                changed[name] = tuple(int(self._value(node, env, *values, i)) for i in whose)
            else:
                changed[name] = int(self._value(node, env, *values))
        return changed

    # --- where a talk stands -------------------------------------------------------------

    def talk(self, state: TalkState) -> Talk:
        """The talk of a state."""
        return self.program.talks[state.talk]

    def stage(self, state: TalkState) -> Stage:
        """The stage of a state that is not over."""
        return self.talk(state).stages[state.stage]

    def result(self, state: TalkState) -> str | None:
        """`done` or `redeal` once the talk is over, else None."""
        talk = self.talk(state)
        over = state.stage >= len(talk.stages) and state.drawing is None
        return talk.targets[state.stage] if over else None

    def start(
        self, talk: str, fields: Fields, facts: Mapping[str, Any], history: tuple[Said, ...] = ()
    ) -> TalkState:
        """A talk at its beginning; `history` is what was said earlier in the deal."""
        state = TalkState(talk, 0, int(facts["dealer"]), 0, dict(fields), history)
        return self._enter(state, 0, facts)

    def _enter(self, state: TalkState, target: int, facts: Mapping[str, Any]) -> TalkState:
        talk = self.talk(state)
        if target >= len(talk.stages):
            return state._replace(stage=target)
        stage = talk.stages[target]
        now = self._env(state._replace(passes=0), facts)
        if stage.first is not None:
            seat = int(self._value(stage.first, now))
        elif "in-turn" in facts:
            seat = int(facts["in-turn"])
        else:
            seat = (int(facts["dealer"]) + 1) % self.world.seats
        entered = state._replace(stage=target, passes=0, seat=seat)
        return self._first_asked(entered, facts)

    def _first_asked(self, state: TalkState, facts: Mapping[str, Any]) -> TalkState:
        """The state with the next seat that is asked. A stage that asks nobody is at its end."""
        asked = self._asked(state, facts)
        if asked:
            return state._replace(seat=asked[0])
        return self._ended(state, facts) or state._replace(stage=len(self.talk(state).stages))

    def _ended(self, state: TalkState, facts: Mapping[str, Any]) -> TalkState | None:
        """The state after the first end of the stage that holds; None if none does."""
        now = self._env(state, facts)
        for end in self.stage(state).ends:
            if end.when is None or self._value(end.when, now):
                if state.hops > MAX_HOPS:
                    raise fault("BQ0706", "stages that ask nobody go round for ever", end.span)
                fields = {**state.fields, **self._set(end.sets, now)}
                after = state._replace(fields=fields, hops=state.hops + 1)
                if end.draw is not None:
                    return after._replace(stage=end.then, drawing=end)
                return self._enter(after, end.then, facts)
        return None

    def _asked(self, state: TalkState, facts: Mapping[str, Any]) -> list[int]:
        """The seats that the stage asks, from the seat in turn on."""
        stage = self.stage(state)
        seats = [(state.seat + step) % self.world.seats for step in range(self.world.seats)]
        if stage.asks is None:
            return seats
        return [
            s for s in seats if self._value(stage.asks, self._env(state._replace(seat=s), facts))
        ]

    def speakers(self, state: TalkState, facts: Mapping[str, Any]) -> list[int]:
        """The seats that may speak now; the first of them is in turn."""
        speaks = self.stage(state).speaks
        if speaks == "in-turn":
            return [state.seat]
        asked = self._asked(state, facts)
        answered = {c.seat for c in state.answers}
        return [s for s in asked if s not in answered] if speaks == "together" else asked

    def choices(self, state: TalkState, facts: Mapping[str, Any]) -> list[Choice]:
        """The legal calls, in the order of the ruleset, first those of the seat in turn.

        Raises BQ0705 when a seat that has to speak has none.
        """
        stage = self.stage(state)
        found: list[Choice] = []
        for seat in self.speakers(state, facts):
            now = self._env(state._replace(seat=seat), facts)
            own = list(self._choices(stage, seat, now))
            if stage.speaks == "anyone" and seat != state.seat:
                own = [c for c in own if c.call.name != "pass"]
            elif not own:
                raise fault("BQ0705", f'in the stage "{stage.name}" no call is allowed', stage.span)
            found += own
        return found

    def _choices(self, stage: Stage, seat: int, env: Env) -> Iterator[Choice]:
        for call in stage.calls:
            first, rest = self._conditions(call)
            if not all(self._value(part, env) for part in first):
                continue
            domains = [elements(self._value(d, env)) for _, _, d in call.parameters]
            for values in product(*domains):
                if all(self._value(part, env, *values) for part in rest):
                    yield Choice(call, values, seat)

    def _conditions(self, call: Call) -> tuple[list[ir.Node], list[ir.Node]]:
        """The parts of a call's condition: asked once, and asked for all that may be chosen."""
        return self._parts_of[id(call)]

    # --- how it goes on --------------------------------------------------------------------

    def apply(self, state: TalkState, choice: Choice, facts: Mapping[str, Any]) -> TalkState:
        """The state after a call where no cards move with it, or nobody looks at them."""
        return self.go_on(self.say(state, choice, facts), facts)

    def say(self, state: TalkState, choice: Choice, facts: Mapping[str, Any]) -> TalkState:
        """The state in which a call has been made and has set its fields.

        The cards of `moving` are to move before `go_on`. Raises BQ0706 when a talk goes on for
        ever.
        """
        if len(state.history) >= MAX_CALLS:
            raise fault("BQ0706", f"more than {MAX_CALLS} calls", self.stage(state).span)
        if self.stage(state).speaks == "together":
            answered = state._replace(answers=(*state.answers, choice))
            left = self.speakers(answered, facts)
            if left:
                return answered._replace(seat=left[0])
            # All have answered: what they set is stored in order of play.
            eldest = (int(facts["dealer"]) + 1) % self.world.seats
            ordered = sorted(answered.answers, key=lambda c: (c.seat - eldest) % self.world.seats)
            return self._said(tuple(ordered), state._replace(answers=()), facts)
        return self._said((choice,), state._replace(seat=choice.seat), facts)

    def _said(
        self, choices: tuple[Choice, ...], state: TalkState, facts: Mapping[str, Any]
    ) -> TalkState:
        """The record after one call, or after those that were made together."""
        stage = self.stage(state)
        fields = dict(state.fields)
        history, passes = state.history, state.passes
        for choice in choices:
            seen = self._env(state._replace(seat=choice.seat), facts)
            fields |= self._set(choice.call.sets, seen, *choice.values)
            history = (*history, Said(choice.seat, stage.name, choice.call.name))
            passes = passes + 1 if choice.call.name == "pass" else 0
        return state._replace(fields=fields, passes=passes, history=history, moving=choices)

    def go_on(self, state: TalkState, facts: Mapping[str, Any]) -> TalkState:
        """The state once the cards of its calls have moved: the next to speak, stage or end."""
        if not state.moving:
            return state
        choices, after = state.moving, state._replace(moving=(), hops=0)
        for choice in choices:
            if choice.call.then is not None:
                now = self._env(after._replace(seat=choice.seat), facts)
                return self._enter(after, int(self._value(choice.call.then, now, *choice.values)),
                                   facts)  # fmt: skip
        ended = self._ended(after, facts)
        if ended is not None:
            return ended
        following = after._replace(seat=(state.seat + 1) % self.world.seats)
        return self._first_asked(following, facts)

    def to_draw(self, state: TalkState, facts: Mapping[str, Any]) -> list[int]:
        """What may be drawn in a state that waits for it. Raises BQ0710 when nothing is left."""
        assert state.drawing is not None
        draw = state.drawing.draw
        assert draw is not None
        found = list(elements(self._value(draw.source, self._env(state, facts))))
        if not found:
            raise fault("BQ0710", "there is nothing left to draw from", draw.span)
        return found

    def drawn(self, state: TalkState, value: int, facts: Mapping[str, Any]) -> TalkState:
        """The state after a draw."""
        assert state.drawing is not None
        draw = state.drawing.draw
        assert draw is not None
        fields = {**state.fields, draw.field: value}
        return self._enter(state._replace(fields=fields, drawing=None), state.drawing.then, facts)

    def text(self, choice: Choice) -> str:
        """How a call is written: its name and what was chosen with it, `bid 80 H`."""
        shown = [
            self.world.show(v, t)
            for v, (_, t, _) in zip(choice.values, choice.call.parameters, strict=True)
        ]
        return " ".join([choice.call.name, *shown])
