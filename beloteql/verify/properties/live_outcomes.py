"""No outcome of the settlement is dead."""

from __future__ import annotations

from typing import Any

from beloteql.core.program import Outcome
from beloteql.semantics.symbolic import conjoin
from beloteql.verify.inquiry import Inquiry
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
    verdict = Verdict.UNDECIDED if hunt.undecided else Verdict.REFUTED
    return [Result(CODE, verdict, f'"{e.name}" never happens', e.name, e.span) for e in dead]


def _also(sheet: OpenSheet) -> list[tuple[Outcome, Any]]:
    """The entries of `also`, each with the condition under which it counts."""
    return [(entry, conjoin((condition, when)))
            for run, condition in runs(sheet) for entry, when in run.also]  # fmt: skip
