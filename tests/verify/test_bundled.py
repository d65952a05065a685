"""Every property of every bundled game."""

from __future__ import annotations

import pytest

from beloteql.semantics.rules import Rules
from beloteql.verify import PROPERTIES, Verdict, verify, worst


def check(game: Rules) -> None:
    results = list(verify(game.program))
    assert {r.code.split(".")[0] for r in results} <= {n.split(".")[0] for n in PROPERTIES}
    assert "play.legal-card" in {r.code for r in results}
    for result in results:
        assert result.verdict.green, f"{result.code} {result.subject}: {result.detail}"


def test_everything_is_proved(sample: Rules) -> None:
    check(sample)


@pytest.mark.sweep
def test_everything_is_proved_of_every_game(game: Rules) -> None:
    check(game)


def test_the_worst_verdict_counts() -> None:
    assert Verdict.PROVED < Verdict.BOUNDED < Verdict.VACUOUS < Verdict.UNDECIDED < Verdict.REFUTED
    assert worst([]) == Verdict.PROVED
    assert all(v.sentence for v in Verdict)
