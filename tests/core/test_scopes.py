"""Where a fact may be spoken of, and where not."""

from __future__ import annotations

import pytest

from beloteql.batch.lines import answer
from beloteql.core.build import build
from beloteql.errors import RulesetError
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text
from tests.conftest import text_program

HEAD = "beloteql: 1\nid: scopes\nname: {en: Scopes}\nextends: belote\n"

WRONG = {
    "the led suit in an auction": (
        "talks: {auction: {first-round: {calls: {take: {when: led = H}}}}}", "BQ0505"),
    "the outcome, to decide the outcome": (
        "score: {outcomes: {made: {when: outcome = failed}}}", "BQ0505"),
    "the deals played, in a requirement": ("require: {odd: deals = 0}", "BQ0505"),
    "the dealer, at the start of a field": (
        "contract: {first: {type: Seat, start: dealer}}", "BQ0505"),
    "tricks, while one is played": (
        "play: {legal: {odd: {before: lead, when: swept, cards: any-card}}}", "BQ0505"),
    "the trick, when it is settled": ("score: {worth: count c in trick with yes}", "BQ0505"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_it_has_no_meaning_there(what: str) -> None:
    change, code = WRONG[what]
    with pytest.raises(RulesetError) as error:
        build(load_text(HEAD + change + "\n"))
    assert [d.code for d in error.value.diagnostics] == [code]


@pytest.mark.parametrize(("raised", "points"), [(None, 0), (2, 7)])
def test_whether_a_field_was_filled_can_be_asked_at_the_settlement(
    raised: int | None, points: int
) -> None:
    game = Rules(text_program(
        HEAD + "contract: {raiser: {type: Seat}}\n"
        "score: {also: {raise: {when: known(raiser), pay: {side(raiser): {raise: 7}}}}}\n"
    ))  # fmt: skip
    contract = {"kind": "suit", "trump": "H", "by": 0}
    if raised is not None:
        contract["raiser"] = raised
    sheet = {"contract": contract, "card_points": [100, 62], "tricks_won": [5, 3]}
    assert answer(game, "score", sheet)["scores"] == [100 + points, 62]
