"""Who deals after a deal that nobody has taken."""

from __future__ import annotations

import pytest

from beloteql.core.build import build
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load


# FFB classic belote 2016: the deal moves on. House rule of French contests: the same player deals.
@pytest.mark.parametrize(("options", "dealer"), [({}, 2), ({"same-dealer": True}, 1)])
def test_dealer_after_eight_passes(options: dict[str, object], dealer: int) -> None:
    match = Match(Rules(build(load("belote")), options), 3, dealer=1)
    for _ in range(8):
        assert match.dealer == 1
        match.play("pass")
    assert match.dealer == dealer
