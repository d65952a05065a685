"""Every property of every bundled game, and that the proofs repeat."""

from __future__ import annotations

from beloteql.semantics.rules import Rules
from beloteql.verify import PROPERTIES, Verdict, verify, worst


def test_everything_is_proved(game: Rules) -> None:
    results = list(verify(game.program))
    assert {r.code.split(".")[0] for r in results} == {n.split(".")[0] for n in PROPERTIES}
    for result in results:
        assert result.verdict.green, f"{result.code} {result.subject}: {result.detail}"


def test_verdicts_do_not_depend_on_the_order(game: Rules) -> None:
    forward = {(r.code, r.subject): r.verdict for r in verify(game.program)}
    for name in reversed(PROPERTIES):
        for result in verify(game.program, [name]):
            assert forward[result.code, result.subject] == result.verdict


def test_the_worst_verdict_counts() -> None:
    assert Verdict.PROVED < Verdict.BOUNDED < Verdict.VACUOUS < Verdict.UNDECIDED < Verdict.REFUTED
    assert worst([]) == Verdict.PROVED
    assert all(v.sentence for v in Verdict)
