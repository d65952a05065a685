"""The Z3 back end: is there a case in which some conditions all hold?

Every question gets a fresh context, so an answer does not depend on the questions before it,
and a limit on the solver's steps instead of a clock, so that verdicts repeat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import z3

from beloteql.verify.memory import Digests, Memory, proofs_file

RLIMIT = 60_000_000
_TRIES, _FIRST = 3, 8
"""A question on which the solver is lost with one seed is often answered at once with another. So
it is asked with a few of them first, and an eighth of the steps."""
ARITHMETIC = 2
"""Which of the solver's engines for numbers is used: the older simplex. Score sheets, with their
many small choices and divisions, are decided several times faster by it (2 to 10 times on the
slowest questions of the bundled games)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`yes` with a model, `no`, or neither when the solver gave up."""

    yes: bool
    no: bool
    model: Model | None = None


class Model:
    """A case that the solver found; asks for values of the terms of the question."""

    def __init__(self, model: z3.ModelRef, context: z3.Context) -> None:
        self._model, self._context = model, context

    def truth(self, term: Any) -> bool:
        """The value of a condition."""
        if isinstance(term, bool):
            return term
        value = self._model.eval(term.translate(self._context), model_completion=True)
        return bool(z3.is_true(value))

    def whole(self, term: Any) -> int:
        """The value of a number."""
        if isinstance(term, int):
            return term
        value = self._model.eval(term.translate(self._context), model_completion=True)
        return int(value.as_long())

    def chosen(self, options: Iterable[tuple[int, Any]]) -> int:
        """Which value of a finite type it is."""
        pairs = list(options)
        return next((v for v, g in pairs if self.truth(g)), pairs[-1][0])


@dataclass(frozen=True, slots=True)
class Solver:
    """How the solver is asked: with which seed, and how many steps it may take.

    What was found impossible is kept in `memory`, if there is one.
    `direct` leaves out what the solver otherwise tries before its core: half a second for each
    question about a position, which the core decides in a few hundredths.
    """

    seed: int = 0
    rlimit: int = RLIMIT
    memory: Memory | None = None
    direct: bool = False
    _digests: Digests = field(default_factory=Digests, init=False)

    def ask(self, conditions: Iterable[Any], wishes: Iterable[Any] = ()) -> Answer:
        """Whether all conditions can hold together; a case that grants many wishes if so.

        Wishes make witnesses plain (no melds, the default house rules); they are granted one
        after the other as long as there is a case.
        """
        terms = [c for c in conditions if c is not True]
        if any(t is False for t in terms):
            return Answer(False, True)
        depends: list[bytes] = []
        if self.memory is not None:
            # The order of the conditions does not matter, nor how often one stands there.
            depends = [b"impossible", *sorted({self._digests.of(t) for t in terms})]
            if self.memory.recall(*depends) is not None:
                return Answer(False, True)
        tries = [(self.seed + i, self.rlimit // _FIRST) for i in range(_TRIES)]
        for seed, rlimit in (*tries, (self.seed, self.rlimit)):
            context = z3.Context()
            solver = self._solver(context, seed, rlimit)
            for term in terms:
                solver.add(term.translate(context))
            result = solver.check()
            if result == z3.unsat:
                if self.memory is not None:
                    self.memory.keep("", *depends)
                return Answer(False, True)
            if result == z3.sat:
                break
        else:
            return Answer(False, False)
        solver.set("rlimit", self.rlimit)
        model = solver.model()
        for wish in wishes:
            if isinstance(wish, bool):
                continue
            solver.push()
            solver.add(wish.translate(context))
            if solver.check() == z3.sat:
                model = solver.model()
            else:
                solver.pop()
        return Answer(True, False, Model(model, context))

    def _solver(self, context: z3.Context, seed: int, rlimit: int) -> z3.Solver:
        solver = (z3.SimpleSolver if self.direct else z3.Solver)(ctx=context)
        solver.set("rlimit", rlimit)
        solver.set("smt.arith.solver", ARITHMETIC)
        solver.set("random_seed", seed)
        return solver


def remembering() -> Solver:
    """The solver with what it has proved in earlier runs."""
    return Solver(memory=Memory(proofs_file(z3.get_full_version())))
