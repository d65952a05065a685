"""One ruleset on trial: what is open in it, and what the solver was asked about it.

Open positions, tricks and score sheets are made once and shared by all properties: to build
their terms takes longer than to decide most questions about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from beloteql.core.program import Program
from beloteql.errors import RulesetError
from beloteql.verify.dealing import Shape, shape
from beloteql.verify.expect import unknown
from beloteql.verify.positions import Position, positions
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Answer, Model, Solver
from beloteql.verify.unknown import seats, strains
from beloteql.verify.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked on the way to a verdict: can all `conditions` hold together?

    `code` is that of the property, `about` says which case of it.
    """

    code: str
    about: str
    conditions: tuple[Any, ...]
    answer: Answer


class Inquiry:
    """A program, the solver, and the open cases that the properties look at.

    `listener` hears every question with its answer. Raises `RulesetError` (BQ0614) if the ruleset
    expects something of a property that there is not.
    """

    def __init__(
        self,
        program: Program,
        solver: Solver | None = None,
        listener: Callable[[Question], None] | None = None,
    ) -> None:
        wrong = unknown(program)
        if wrong:
            raise RulesetError(wrong)
        self.program, self.world = program, program.world
        self.solver = solver or Solver()
        self.listener = listener

    @cached_property
    def shape(self) -> Shape:
        """How many tricks a deal has and how many cards stay out."""
        return shape(self.program)

    @cached_property
    def positions(self) -> list[Position]:
        """All families of positions of a player in turn."""
        return list(positions(self.program))

    @cached_property
    def tricks(self) -> list[Position]:
        """All families of finished tricks."""
        return list(positions(self.program, full=True))

    @cached_property
    def sheets(self) -> list[OpenSheet]:
        """The open score sheets of each kind of contract."""
        return [
            OpenSheet(self.program, strain, self.shape, taker)
            for strain in strains(self.program, "settle")
            for taker in seats(self.program, "settle")
        ]

    def hunt(self, code: str) -> Hunt:
        """A search for cases that refute a property, or that show it is alive."""
        return Hunt(self, code)


class Hunt:
    """Questions of one property. It remembers whether one of them was left undecided."""

    def __init__(self, inquiry: Inquiry, code: str) -> None:
        self.inquiry, self.code = inquiry, code
        self.undecided = False

    def find(
        self, conditions: Iterable[Any], wishes: Iterable[Any] = (), about: str = ""
    ) -> Model | None:
        """A case in which all conditions hold, with many wishes granted, or None.

        None without `undecided` means that there is no such case.
        """
        conditions = tuple(conditions)
        answer = self.inquiry.solver.ask(conditions, wishes)
        if self.inquiry.listener is not None:
            self.inquiry.listener(Question(self.code, about, conditions, answer))
        self.undecided = self.undecided or not (answer.yes or answer.no)
        return answer.model

    @property
    def verdict(self) -> Verdict:
        """The verdict when nothing was found."""
        return Verdict.UNDECIDED if self.undecided else Verdict.PROVED
