"""What a score sheet tells besides its points: state, tricks by seat, the match, fouls."""

from __future__ import annotations

from typing import Any

import pytest

from beloteql.batch.lines import answer
from beloteql.errors import UsageError
from beloteql.semantics.rules import Rules
from tests.conftest import rules, text_program
from tests.docs.test_snippets import SNIPPETS

PRINTED = dict(SNIPPETS)
SHEET: dict[str, Any] = {
    "contract": {"kind": "suit", "trump": "H", "by": 0}, "card_points": [62, 100],
    "tricks_won": [3, 5],
}  # fmt: skip


def printed(name: str) -> Rules:
    return Rules(text_program(PRINTED[name]))


def test_a_third_failed_contract_costs_a_hundred() -> None:
    # The page on the design: the third bolt costs 100 and they begin anew.
    bolts = printed("bolts")
    first = answer(bolts, "score", SHEET)
    assert (first["scores"], first["state"]["bolts"]) == ([0, 162], [1, 0])
    third = answer(bolts, "score", {**SHEET, "state": {"bolts": [2, 1]}})
    assert (third["scores"], third["state"]["bolts"]) == ([-100, 162], [0, 1])


@pytest.mark.parametrize(
    ("state", "code"), [({"bolt": [0, 0]}, "BQ0908"), ({"bolts": 2}, "BQ0909")]
)
def test_state_that_is_not_there_or_not_for_each_side(state: Any, code: str) -> None:
    with pytest.raises(UsageError, match=code):
        answer(printed("bolts"), "score", {**SHEET, "state": state})


@pytest.mark.parametrize(
    ("before", "over", "winners"),
    [([900, 700], None, None), ([900, 850], "target", [1]), ([1100, 838], "target", [0])],
)
def test_a_match_ends_at_a_thousand(before: list[int], over: Any, winners: Any) -> None:
    found = answer(rules("belote"), "score", {**SHEET, "scores_before": before})["match"]
    assert found["scores"] == [before[0], before[1] + 162]
    assert (found["over"], found.get("winners")) == (over, winners)
    if over is None:
        assert found["next_dealer"] == 0


def test_equal_scores_at_the_end_play_on() -> None:
    found = answer(rules("belote"), "score", {**SHEET, "scores_before": [1100, 938]})["match"]
    assert found["over"] is None
    text = PRINTED["bolts"].replace("score:\n  worth", "match: {tie: draw}\nscore:\n  worth")
    drawn = Rules(text_program(text))
    found = answer(drawn, "score", {**SHEET, "scores_before": [1100, 938]})["match"]
    assert (found["over"], found["winners"]) == ("target", [0, 1])


def test_klaverjas_ends_after_sixteen_deals() -> None:
    sheet = {**SHEET, "scores_before": [500, 400], "deals": 15}
    found = answer(rules("klaverjas-rotterdam"), "score", sheet)["match"]
    assert (found["over"], found["winners"]) == ("all-dealt", [1])


def test_a_foul_before_and_after_tricks_were_taken() -> None:
    game = rules("klaverjas-rotterdam")
    found = answer(game, "foul", {"foul": "revoke", "seat": 1})
    assert (found["scores"], found["then"]) == ([162, 0], "next")
    found = answer(game, "foul", {"foul": "revoke", "seat": 1, **SHEET, "roem": [0, 20]})
    assert found["scores"] == [182, 0]
    with pytest.raises(UsageError, match="BQ0914"):
        answer(game, "foul", {"foul": "revok", "seat": 1})


@pytest.mark.parametrize(("by_seat", "score"), [([8, 0, 0, 0], 500), ([5, 0, 3, 0], 252)])
def test_all_tricks_of_one_player(by_seat: list[int], score: int) -> None:
    text = (
        "beloteql: 1\nid: alone\nextends: belote\nname: {en: Alone}\n"
        "score:\n  worth: remove\n  outcomes:\n    alone: {before: made, when: some p in seats "
        "with tricks-of(p) = trick-count, winner: takers, pay: {takers: {alone: 500}}}\n"
        "claims: {nothing-is-lost: remove}\n"
    )
    sheet = {
        "contract": SHEET["contract"], "card_points": [162, 0], "tricks_won": [8, 0],
        "tricks_by_seat": by_seat,
    }  # fmt: skip
    alone = Rules(text_program(text))
    assert answer(alone, "score", sheet)["scores"] == [score, 0]
    with pytest.raises(UsageError, match="BQ0910"):
        answer(alone, "score", {**sheet, "tricks_by_seat": [4, 4, 0, 0]})


def test_an_eight_card_run_wins_the_match_at_once() -> None:
    suits = "CDHS"
    hands = [[f"{r}{s}" for r in ("7", "8", "9", "10", "J", "Q", "K", "A")] for s in suits]
    found = answer(printed("eight-in-a-row"), "melds", {"contract": SHEET["contract"],
                                                       "hands": hands})  # fmt: skip
    assert found["won"] == {"rule": "belot", "side": 0}


def test_who_leads() -> None:
    found = answer(rules("belote"), "auction", {"turn_up": "AH", "dealer": 1, "calls": ["take"]})
    assert found["leader"] == 2
