"""No outcome of the settlement is dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Outcome
from beloteql.semantics.symbolic import Symbolic, conjoin, negate
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.reasons import NO_CASE, conjuncts, hidden_by, never, smallest
from beloteql.verify.settlement import holding, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.verdict import Result, Verdict

CODE = "settle.no-dead-outcome"


def live_outcomes(inquiry: Inquiry) -> list[Result]:
    """Each outcome, and each entry of `also`, happens on some score sheet."""
    program = inquiry.program
    alive: set[str] = set()
    entries = [*program.outcomes, *program.also]
    hunt = inquiry.hunt(CODE)
    for sheet in inquiry.sheets:
        for entry, condition in [*holding(sheet), *_also(sheet)]:
            if entry.path not in alive and condition is not False:
                conditions = [*sheet.unknowns.conditions, condition]
                if hunt.find(conditions, about=f"{entry.name}, {sheet}") is not None:
                    alive.add(entry.path)
    dead = [e for e in entries if e.path not in alive]
    if not dead:
        return [Result(CODE, Verdict.PROVED, f"all {len(entries)} entries")]
    if hunt.undecided:
        return [Result(CODE, Verdict.UNDECIDED, f'no score sheet was found on which "{e.name}" '
                       "happens", e.name, e.span) for e in dead]  # fmt: skip
    return [
        Result(CODE, Verdict.REFUTED, f'"{e.name}" never happens: '
               f"{_Reason(inquiry, e).sentence()}", e.name, e.span)
        for e in dead
    ]  # fmt: skip


def _also(sheet: OpenSheet) -> list[tuple[Outcome, Any]]:
    """The entries of `also`, each with the condition under which it counts."""
    return [(entry, conjoin((condition, when)))
            for run, condition in runs(sheet) for entry, when in run.also]  # fmt: skip


class _Reason:
    """Why an entry never happens."""

    def __init__(self, inquiry: Inquiry, dead: Outcome) -> None:
        self.inquiry, self.dead = inquiry, dead
        self.outcomes = inquiry.program.outcomes

    def sentence(self) -> str:
        """Its condition never holds, or earlier outcomes come first."""
        if self._never([]):
            return NO_CASE
        parts = conjuncts(self.dead.when)
        if parts and self._never(parts):
            return never(smallest(parts, self._never))
        if self.dead not in self.outcomes:
            return "its condition never holds"
        earlier = self.outcomes[: self.outcomes.index(self.dead)]
        return hidden_by(o.name for o in smallest(earlier, self._hidden))

    def _cases(self) -> Iterator[tuple[list[Any], Symbolic, str]]:
        """Where the entry is looked at: conditions of the case, facts, and what it is."""
        for sheet in self.inquiry.sheets:
            if self.dead in self.outcomes:
                symbolic = Symbolic(self.inquiry.program, sheet.facts)
                yield sheet.unknowns.conditions, symbolic, str(sheet)
                continue
            for run, condition in runs(sheet):
                symbolic = Symbolic(self.inquiry.program, run.before[self.dead.path])
                about = f"{run.outcome.name}, {sheet}"
                yield [*sheet.unknowns.conditions, condition], symbolic, about

    def _impossible(self, holds: Sequence[ir.Node], failing: Sequence[ir.Node]) -> bool:
        """Whether it is known that there is no case in which some hold and others do not."""
        hunt = self.inquiry.hunt(CODE)
        for conditions, symbolic, about in self._cases():
            wanted = [symbolic.value(n) for n in holds]
            wanted += [negate(symbolic.value(n)) for n in failing]
            found = hunt.find(
                [*conditions, *wanted], about=f"why {self.dead.name} is dead, {about}"
            )
            if found is not None or hunt.undecided:
                return False
        return True

    def _never(self, parts: Sequence[ir.Node]) -> bool:
        """Whether it is known that parts of its condition hold together on no score sheet."""
        return self._impossible(parts, [])

    def _hidden(self, earlier: Sequence[Outcome]) -> bool:
        """Whether it is known that one of some earlier outcomes happens wherever it could."""
        whens = [o.when for o in earlier if o.when is not None]
        if len(whens) < len(earlier):
            return True  # one of them has no condition: nothing ever comes after it
        return self._impossible(conjuncts(self.dead.when), whens)
