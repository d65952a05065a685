"""Verdicts repeat, whatever the seed of the solver and the order of the properties."""

from __future__ import annotations

from random import Random

import pytest

from beloteql.core.program import Program
from beloteql.semantics.rules import Rules
from beloteql.verify import PROPERTIES, Inquiry, Verdict, check
from beloteql.verify.solve import Solver


def verdicts(program: Program, seed: int) -> dict[tuple[str, str], Verdict]:
    """The verdict of every property, with a seed for the solver and for their order."""
    names = list(PROPERTIES)
    Random(seed).shuffle(names)
    inquiry = Inquiry(program, Solver(seed))
    return {(r.code, r.subject): r.verdict for n in names for r in check(inquiry, n)}


def test_verdicts_repeat(sample: Rules) -> None:
    assert verdicts(sample.program, 1) == verdicts(sample.program, 0)


@pytest.mark.sweep
def test_verdicts_repeat_twenty_times(game: Rules) -> None:
    first = verdicts(game.program, 0)
    for seed in range(1, 20):
        assert verdicts(game.program, seed) == first
