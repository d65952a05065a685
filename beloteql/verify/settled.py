"""The settlement of an open score sheet as a whole: what is written, whichever outcome decides.

`runs` has the settlement outcome by outcome. Where two sheets are compared, or a least sum is
asked for, one question about the whole is answered faster than one for each pair of outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from beloteql.semantics.settle import Settlement
from beloteql.semantics.symbolic import Symbolic, disjoin, either, table, total
from beloteql.verify.settlement import Run, runs
from beloteql.verify.sheet import OpenSheet


@dataclass(frozen=True)
class Settled:
    """What an open sheet comes to: by side what is paid and what is written down.

    `covered` is the condition that some outcome decides; without it the rest means nothing.
    `before` and `waiting` are the points that wait for a winner before the deal and after it.
    """

    covered: Any
    paid: tuple[Any, ...]
    written: tuple[Any, ...]
    before: Any
    waiting: Any


def settled(sheet: OpenSheet) -> Settled:
    """The whole settlement of a sheet, made once."""
    return sheet.once("settled", lambda: _settled(sheet))


def _settled(sheet: OpenSheet) -> Settled:
    found = runs(sheet)
    conditions = [condition for _, condition in found]
    sides = range(sheet.world.sides)
    written = [written_in(run) for run, _ in found]
    return Settled(
        disjoin(conditions),
        tuple(_merged(conditions, [run.paid[s] for run, _ in found]) for s in sides),
        tuple(_merged(conditions, [w[s] for w in written]) for s in sides),
        waiting_before(sheet),
        _merged(conditions, [run.held(run.state) for run, _ in found]),
    )


def _merged(conditions: Sequence[Any], values: Sequence[Any]) -> Any:
    """The value that goes with the condition that holds; one of them does."""
    value = values[-1] if values else 0
    for condition, other in reversed(list(zip(conditions[:-1], values[:-1], strict=True))):
        value = either(condition, other, value)
    return value


def written_in(run: Run) -> list[Any]:
    """What is written down for each side in a run."""
    final = run.program.final
    if final is None:
        return list(run.paid)
    symbolic = Symbolic(run.program, run.facts)
    return [symbolic.value(final, side=s) for s in run.sides]


def waiting_before(sheet: OpenSheet) -> Any:
    """The points that wait for a winner when the deal begins."""
    values: list[Any] = []
    for name, entry in sheet.program.state.items():
        if entry.points:
            value = sheet.facts[f"state.{name}"]
            values += [value(s) for s in range(sheet.world.sides)] if entry.per_side else [value]
    return total(values)


def facts_after(run: Run) -> dict[str, Any]:
    """The facts of a run once the deal has been written down."""
    before, written = run.sheet.facts, written_in(run)
    scores = [total([before["score"](s), w]) for s, w in enumerate(written)]
    return {**run.facts, "score": table(scores), "deals": total([before["deals"], 1])}


def shown(settlement: Settlement) -> dict[str, Any]:
    """A settlement of the interpreter in a witness."""
    found: dict[str, Any] = {"outcome": settlement.outcome.name, "paid": list(settlement.paid)}
    if settlement.scores != settlement.paid:
        found["written"] = list(settlement.scores)
    return found
