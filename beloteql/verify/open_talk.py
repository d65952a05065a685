"""Talks of which hands, scores and carried state are not known.

A rule text that looks at them may come out in several ways; all of them are gone through.
What is proved so holds for every hand. What fails so may hang on hands that nobody can have,
so that it refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from beloteql.core import ir, types
from beloteql.core.program import Call, Program, Stage, Step
from beloteql.semantics.evaluate import Env
from beloteql.semantics.symbolic import Choice as OpenChoice
from beloteql.semantics.symbolic import Symbolic, disjoin, negate, open_truth, shaped
from beloteql.semantics.talk import Choice, TalkRules, TalkState
from beloteql.source import Span
from beloteql.verify.inquiry import Hunt
from beloteql.verify.reading import Reading
from beloteql.verify.unknown import Unknowns

T = TypeVar("T")


def looks(program: Program, reads: set[str], known: Collection[str] = ()) -> bool:
    """Whether facts are read that a talk does not know of itself, those in `known` set aside."""
    open_ = {"hand", "score", "deals"} - set(known)
    return any(r in open_ or r.startswith("state.") for r in reads)


def asked_by(call: Call) -> list[ir.Node]:
    """The rule texts that decide whether a call may be made."""
    return [n for n in (call.when, *(d for _, _, d in call.parameters)) if n is not None]


class UnsureError(Exception):
    """A number hangs on what is not known: there are too many ways to go on. `span` says where."""

    def __init__(self, span: Span | None) -> None:
        self.span = span


class OpenTalk(TalkRules):
    """The talks of a program, with an answer for each rule text that looks at open facts.

    `used` says whether any was looked at since it was last set back.
    """

    def __init__(self, program: Program, known: Collection[str], hunt: Hunt) -> None:
        self._given, self._hunt = known, hunt
        self.last_open: Span | None = None
        self._variables: dict[int, tuple[str, ...]] = {}
        self._nodes: dict[int, ir.Node] = {}
        super().__init__(program)
        for step in program.deal:
            self._add(self.evaluator, step.when)
        self.used = False
        self._script: list[int] = []
        self._taken: list[tuple[int, int]] = []
        self._certain: bool | None = None
        self._guards: list[Any] | None = None
        unknowns = Unknowns(program)
        self._known_choices: dict[Any, tuple[list[Choice], bool]] = {}
        self._asked_by = {
            id(call): Reading(program, program.reads(asked_by(call)))
            for talk in program.talks.values()
            for stage in talk.stages
            for call in stage.calls
        }
        self._open = {
            **unknowns.table_facts(),
            "hand": lambda seat: tuple(
                open_truth(f"hand {seat} {c}") for c in range(len(program.world.cards))
            ),
        }
        self._results: dict[Any, Any] = {}
        self._read_by = {
            key: Reading(program, program.reads([node])) for key, node in self._nodes.items()
        }
        self._looks = {
            key for key, node in self._nodes.items() if looks(program, program.reads([node]), known)
        }

    def always_some(self, state: TalkState, facts: Mapping[str, Any]) -> bool:
        """Whether the player in turn can make one call or another, whatever cards he holds.

        He holds at least one: it is asked where cards have been dealt before.
        """
        guards = self._guards = []
        try:
            list(self._choices(self.stage(state), state.seat, self._env(state, facts)))
        finally:
            self._guards = None
        hand = self._open["hand"](state.seat)
        dumb = self._hunt.find([disjoin(hand), *map(negate, guards)], about="a hand without a call")
        return dumb is None and not self._hunt.undecided

    def _choices(self, stage: Stage, seat: int, env: Env) -> Iterator[Choice]:
        if self._guards is not None:
            yield from super()._choices(stage, seat, env)
            return
        for call in stage.calls:
            key = (id(call), seat, self._certain, self._asked_by[id(call)].of_facts(env.facts))
            if key not in self._known_choices:
                used, self.used = self.used, False
                only = replace(stage, calls=(call,))
                self._known_choices[key] = (list(super()._choices(only, seat, env)), self.used)
                self.used = used
            found, open_ = self._known_choices[key]
            self.used = self.used or open_
            yield from found

    def _conditions(self, call: Call) -> tuple[list[ir.Node], list[ir.Node]]:
        if call.when is None or id(call.when) not in self._looks:
            return super()._conditions(call)
        return [], [call.when]  # what is open is open as a whole

    def holds(self, step: Step, env: Env) -> bool:
        """Whether a step of the deal is made."""
        return bool(self._value(step.when, env))

    def outcomes(self, run: Callable[[], T]) -> Iterator[T]:
        """What a transition comes to, in every way in which the open rule texts can come out."""
        self._script = []
        while True:
            self._taken = []
            yield run()
            taken = self._taken
            while taken and taken[-1][0] + 1 == taken[-1][1]:
                taken.pop()
            if not taken:
                return
            self._script = [*(at for at, _ in taken[:-1]), taken[-1][0] + 1]

    def with_certainty(self, certain: bool, run: Callable[[], T]) -> T:
        """Conditions that are open count as failed if only what is `certain` counts."""
        self._certain = certain
        try:
            return run()
        finally:
            self._certain = None

    def _add(self, evaluator: Any, node: Any, *variables: str) -> None:
        super()._add(evaluator, node, *variables)
        if node is not None:
            self._nodes[id(node)] = node
            self._variables[id(node)] = variables

    def _value(self, node: Any, env: Env, *values: int) -> Any:
        if id(node) not in self._looks:
            return super()._value(node, env, *values)
        key = (id(node), values, self._read_by[id(node)].of_facts(env.facts))
        if key not in self._results:
            self._results[key] = self._open_value(node, env, values)
        return self._decided(node, self._results[key])

    def _open_value(self, node: ir.Node, env: Env, values: tuple[int, ...]) -> Any:
        """A rule text that looks at open facts, in the shapes of the solver."""
        # The facts of a talk win over the open ones, but for what it does not know.
        known = {n: v for n, v in env.facts.items() if not looks(self.program, {n}, self._given)}
        kinds = {v.name: v.type for v in ir.walk(node) if isinstance(v, ir.Variable)}
        bound = {
            name: bool(value) if kinds.get(name) == types.BOOL else value
            for name, value in zip(self._variables[id(node)], values, strict=True)
        }
        symbolic = Symbolic(self.program, {**self._open, **shaped(self.program, known)})
        return symbolic.value(node, **bound)

    def _decided(self, node: ir.Node, result: Any) -> Any:
        """A value as it is, or one of those that an open one can have."""
        if isinstance(result, bool | int | range):
            return result
        if self._guards is not None and node.type == types.BOOL:
            self._guards.append(result)
            return False
        if self._guards is not None:
            raise UnsureError(node.span)
        self.used, self.last_open = True, node.span
        if isinstance(result, OpenChoice):
            options = [v for v, guard in result.options if guard is not False]
            return options[self._branch(len(options))]
        if isinstance(result, tuple):
            sure = self._certain is True
            mask = sum(
                1 << i for i, guard in enumerate(result)
                if guard is True or (guard is not False and not sure)
            )  # fmt: skip
            if all(isinstance(g, bool) for g in result) or self._certain is not None:
                return mask
            raise UnsureError(node.span)
        if node.type == types.BOOL:
            return not self._certain if self._certain is not None else bool(self._branch(2))
        raise UnsureError(node.span)

    def _branch(self, width: int) -> int:
        """The way that is gone this time."""
        at = len(self._taken)
        way = self._script[at] if at < len(self._script) else 0
        self._taken.append((way, width))
        return way
