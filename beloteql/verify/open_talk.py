"""Talks of which hands, scores and carried state are not known.

A rule text that looks at them may come out in several ways; all of them are gone through.
What is proved so holds for every hand. What fails so may hang on hands that nobody can have,
so that it refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from beloteql.core import ir, types
from beloteql.core.program import Program
from beloteql.core.world import World
from beloteql.semantics.symbolic import Choice, Symbolic, as_set, open_truth
from beloteql.semantics.talk import TalkRules
from beloteql.verify.unknown import Unknowns

T = TypeVar("T")


def looks(program: Program, reads: set[str]) -> bool:
    """Whether facts are read that a talk does not know of itself."""
    return any(r in {"hand", "score", "deals"} or r.startswith("state.") for r in reads)


class UnsureError(Exception):
    """A number hangs on what is not known: there are too many ways to go on."""


class OpenTalk(TalkRules):
    """The talks of a program, with an answer for each rule text that looks at open facts.

    `used` says whether any was looked at since it was last set back.
    """

    def __init__(self, program: Program) -> None:
        self._variables: dict[int, tuple[str, ...]] = {}
        self._nodes: dict[int, ir.Node] = {}
        super().__init__(program)
        self.used = False
        self._script: list[int] = []
        self._taken: list[tuple[int, int]] = []
        self._certain: bool | None = None
        unknowns = Unknowns(program)
        self._open = {
            **unknowns.table_facts(),
            "hand": lambda seat: tuple(
                open_truth(f"hand {seat} {c}") for c in range(len(program.world.cards))
            ),
        }
        self._looks = {
            key for key, node in self._nodes.items() if looks(program, program.reads([node]))
        }

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

    def _value(self, node: Any, facts: Mapping[str, Any], *values: int) -> Any:
        if id(node) not in self._looks:
            return super()._value(node, facts, *values)
        # The facts of a talk win over the open ones, but for what it does not know.
        known = {n: self._known(n, v) for n, v in facts.items() if not looks(self.program, {n})}
        kinds = {v.name: v.type for v in ir.walk(node) if isinstance(v, ir.Variable)}
        bound = {
            name: _plain(self.world, kinds.get(name, types.INT), value)
            for name, value in zip(self._variables[id(node)], values, strict=True)
        }
        result = Symbolic(self.program, {**self._open, **known}).value(node, **bound)
        return self._decided(node.type, result)

    def _known(self, name: str, value: Any) -> Any:
        """A fact in the shapes of the solver: truths are no numbers, and sets no masks."""
        prefix, _, own = name.partition(".")
        if value is None or prefix not in {"option", "field"}:
            return value
        program = self.program
        type_ = (program.options[own] if prefix == "option" else program.fields[own]).type
        if callable(value):
            return lambda whose: _plain(self.world, type_, value(whose))
        return _plain(self.world, type_, value)

    def _decided(self, type_: types.Type, result: Any) -> Any:
        """A value as it is, or one of those that an open one can have."""
        if isinstance(result, bool | int | range):
            return result
        self.used = True
        if isinstance(result, Choice):
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
            raise UnsureError
        if type_ == types.BOOL:
            return not self._certain if self._certain is not None else bool(self._branch(2))
        raise UnsureError

    def _branch(self, width: int) -> int:
        """The way that is gone this time."""
        at = len(self._taken)
        way = self._script[at] if at < len(self._script) else 0
        self._taken.append((way, width))
        return way


def _plain(world: World, type_: types.Type, value: Any) -> Any:
    if value is None:
        return None
    if type_.element is not None:
        return as_set(value, world.size(type_.element))
    return bool(value) if type_ == types.BOOL else value
