"""Verdicts repeat, whatever the seed of the solver and the order of the properties."""

from __future__ import annotations

from random import Random

import pytest

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load
from beloteql.verify import PROPERTIES, Inquiry, Verdict, check
from beloteql.verify.solve import Solver


def verdicts(program: Program, seed: int) -> dict[tuple[str, str], Verdict]:
    """The verdict of every property, with a seed for the solver and for their order."""
    names = list(PROPERTIES)
    Random(seed).shuffle(names)
    inquiry = Inquiry(program, Solver(seed))
    return {(r.code, r.subject): r.verdict for n in names for r in check(inquiry, n)}


def test_verdicts_repeat() -> None:
    program = build(load("klaverjas-amsterdam"))
    first = verdicts(program, 0)
    assert verdicts(program, 1) == first
    # And one by one, each with cases of its own.
    for name in PROPERTIES:
        for result in check(Inquiry(program), name):
            assert first[result.code, result.subject] == result.verdict


@pytest.mark.sweep
def test_verdicts_repeat_twenty_times(game: Rules) -> None:
    first = verdicts(game.program, 0)
    for seed in range(1, 20):
        assert verdicts(game.program, seed) == first
