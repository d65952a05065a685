"""A pack that is shuffled once and then only stacked and cut."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from beloteql.core.build import build
from beloteql.errors import RulesetError
from beloteql.game.match import Match, gathered
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text
from tests.conftest import text_program
from tests.game.test_matches import play_out

HEAD = "beloteql: 1\nid: stacked\nname: {en: Stacked}\nextends: "


@pytest.mark.parametrize("base", ["klaverjas-rotterdam", "belote"])
def test_the_pack_is_stacked_and_cut(base: str) -> None:
    game = Rules(text_program(HEAD + base + "\nmatch: {pack: {shuffle: once, cut: 4}}\n"))
    decks: list[list[str]] = []
    match = Match(game, 1, listener=lambda e: decks.append(e["deck"]) if "deck" in e else None)
    play_out(match, random.Random(1))
    assert len(decks) > 8
    for deal, (before, after) in zip(match.finished, pairwise(decks), strict=False):
        stacked = [game.world.cards[c] for c in gathered(deal)]
        assert sorted(stacked) == sorted(before)
        at = stacked.index(after[0])
        assert 4 <= at <= 28
        assert stacked[at:] + stacked[:at] == after
    again: list[list[str]] = []
    other = Match(game, 1, listener=lambda e: again.append(e["deck"]) if "deck" in e else None)
    play_out(other, random.Random(1))
    assert again == decks


def test_a_cut_that_can_not_be_made_is_refused() -> None:
    with pytest.raises(RulesetError) as error:
        build(load_text(HEAD + "belote\nmatch: {pack: {cut: 17}}\n"))
    assert [(d.code, d.expected) for d in error.value.diagnostics] == [("BQ0605", "1 to 16")]
