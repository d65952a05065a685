"""The verifier on games it was not made for: whatever it says, it never breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from beloteql.core.build import build
from beloteql.surface.load import load
from beloteql.verify import Verdict, verify
from tests.conftest import text_program

FILES = sorted((Path(__file__).parents[1] / "language" / "rulesets").glob("*.yaml"))


# One with offers and answers every day; the larger auctions take long.
DAILY = "schmeiss-klaberjass"


@pytest.mark.parametrize(
    "path",
    [pytest.param(f, id=f.stem, marks=() if f.stem == DAILY else pytest.mark.sweep) for f in FILES],
)
def test_every_property_gets_a_verdict(path: Path) -> None:
    found = list(verify(build(load(path))))
    assert {r.code for r in found} >= {"deal.complete", "play.legal-card", "settle.covered"}
    for result in found:
        # What is refuted is shown, or it is a rule or an outcome that never applies.
        dead = result.code.endswith(("no-dead-rule", "no-dead-outcome"))
        assert result.verdict != Verdict.REFUTED or result.witness is not None or dead


def test_a_side_that_depends_on_the_points_stays_a_side() -> None:
    program = text_program(
        "beloteql: 1\nid: sides\nname: {en: Sides}\nextends: belote\n"
        "words: {ahead: {is: if cards(takers) > cards(defenders) then takers else defenders}}\n"
        "claims:\n"
        "  one: {at: settle, holds: ahead = takers implies cards(takers) >= cards(defenders)}\n"
        "  two: {at: settle, expect: refuted, holds: ahead = defenders}\n"
    )
    found = {r.subject: r.verdict for r in verify(program, ["claim"])}
    assert (found["one"], found["two"]) == (Verdict.PROVED, Verdict.EXPECTED)
