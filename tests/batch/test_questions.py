"""The JSON questions: good answers, and an error for each kind of bad position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from beloteql.batch.lines import answer, answer_lines
from tests.conftest import rules

GOOD: dict[str, Any] = {
    "id": "p1",
    "contract": {"kind": "suit", "trump": "H", "by": 0, "stakes": 1},
    "seat": 2,
    "hand": ["9S", "7S"],
    "trick": {"leader": 0, "cards": ["AH", "10H"]},
    "trick_number": 1,
}


def test_legal_says_which_and_why() -> None:
    position = {**GOOD, "hand": ["JH", "7H", "9S"]}
    found = answer(rules("klaverjas-rotterdam"), "legal", position)
    assert found["id"] == "p1"
    assert found["legal"] == ["JH"]
    assert set(found["illegal"]) == {"7H", "9S"}
    why = found["illegal"]["7H"]
    assert why["rule"] == "play.2"
    assert why["name"] == "raise"
    assert why["file"].endswith("family.yaml")
    assert why["line"] > 1
    assert len(why["reason"]) > 10


def test_suit_symbols_are_read() -> None:
    position = {**GOOD, "contract": {"kind": "suit", "trump": "♥", "by": 0}, "hand": ["9♠", "7♠"]}
    assert answer(rules("belote"), "legal", position)["legal"] == ["9S", "7S"]


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a card twice": ({"hand": ["9S", "9S"]}, "BQ0902"),
    "a card in hand and on the table": ({"hand": ["AH", "7S"]}, "BQ0903"),
    "a seat that is not to play": ({"seat": 1}, "BQ0904"),
    "a seat that does not exist": ({"seat": 4}, "BQ0904"),
    "a suit that does not exist": ({"contract": {"kind": "suit", "trump": "X", "by": 0}}, "BQ0905"),
    "a kind that does not exist": ({"contract": {"kind": "misere", "by": 0}}, "BQ0905"),
    "a trick of five cards": (
        {"trick": {"leader": 0, "cards": ["AH", "10H", "KH", "QH", "8H"]}}, "BQ0906"),
    "a full trick": ({"trick": {"leader": 0, "cards": ["AH", "10H", "KH", "QH"]}}, "BQ0906"),
    "a card that does not exist": ({"hand": ["1S"]}, "BQ0901"),
    "a number for a card": ({"hand": [7]}, "BQ0901"),
    "an empty hand": ({"hand": []}, "BQ0909"),
    "a text for a list": ({"hand": "9S"}, "BQ0909"),
    "a truth value for a seat": ({"seat": True}, "BQ0909"),
    "an unknown key": ({"hnad": []}, "BQ0908"),
    "an unknown option": ({"options": {"tei": "nat"}}, "BQ0801"),
    "a bad option value": ({"options": {"tie": "maybe"}}, "BQ0802"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_bad_position_gets_an_error_and_the_rest_goes_on(what: str) -> None:
    change, code = BAD[what]
    lines = [GOOD | {"id": "before"}, GOOD | {"id": "bad"} | change, GOOD | {"id": "after"}]
    found = list(answer_lines(rules("klaverjas-rotterdam"), "legal", map(json.dumps, lines)))
    assert [f["id"] for f in found] == ["before", "bad", "after"]
    assert found[0]["legal"] == found[2]["legal"] == ["9S", "7S"]
    assert found[1]["error"]["code"] == code
    assert found[1]["error"]["message"]


@pytest.mark.parametrize("line", ["{", "[1]", "7", "[" * 100_000, "null"])
def test_what_is_no_object_gets_an_error(line: str) -> None:
    (found,) = answer_lines(rules("belote"), "legal", [line])
    assert found["error"]["code"] in {"BQ0907", "BQ0909"}


CONTRACT = {"kind": "suit", "trump": "H", "by": 0, "stakes": 1}
SHEETS: dict[str, tuple[dict[str, Any], str]] = {
    "points without a trick": ({"card_points": [162, 0], "tricks_won": [0, 8]}, "BQ0910"),
    "no tricks_won": ({"card_points": [95, 67]}, "BQ0908"),
    "three sides": ({"card_points": [95, 60, 7], "tricks_won": [5, 3]}, "BQ0909"),
    "negative points": ({"card_points": [-5, 167], "tricks_won": [5, 3]}, "BQ0909"),
    "a meld that is none": (
        {"card_points": [95, 67], "tricks_won": [5, 3],
         "melds": [{"seat": 0, "kind": "sequence", "cards": ["7H", "8H", "10H"]}],
         "options": {"declarations": "yes"}}, "BQ0910"),
    "a trick of three": ({"tricks": [{"leader": 0, "cards": ["7H", "8H", "9H"]}]}, "BQ0906"),
    "a card played twice": (
        {"tricks": [{"leader": 0, "cards": ["7H", "8H", "9H", "JH"]},
                    {"leader": 3, "cards": ["7H", "8S", "9S", "JS"]}]}, "BQ0902"),
    "the wrong leader": (
        {"tricks": [{"leader": 0, "cards": ["7H", "8H", "9H", "JH"]},
                    {"leader": 0, "cards": ["7S", "8S", "9S", "JS"]}]}, "BQ0910"),
}  # fmt: skip


@pytest.mark.parametrize("what", SHEETS)
def test_a_bad_sheet_gets_an_error(what: str) -> None:
    change, code = SHEETS[what]
    line = json.dumps({"id": what, "contract": CONTRACT, **change})
    (found,) = answer_lines(rules("belote"), "score", [line])
    assert found["id"] == what
    assert found["error"]["code"] == code


def test_score_shows_each_line() -> None:
    found = answer(
        rules("belote"), "score",
        {"contract": CONTRACT, "card_points": [75, 87], "tricks_won": [4, 4], "belote": [0]},
    )  # fmt: skip
    assert found["outcome"] == "made"
    assert found["scores"] == [95, 87]
    assert sum(b["points"] for b in found["breakdown"]) == sum(found["scores"])
    assert all(b["line"] > 0 and b["rule"].startswith("score.") for b in found["breakdown"])


def test_an_illegal_call_names_the_legal_ones() -> None:
    position = {"dealer": 3, "turn_up": "9H", "calls": ["pass", "name S"]}
    (found,) = answer_lines(rules("belote"), "auction", [json.dumps(position)])
    assert found["error"]["code"] == "BQ0911"
    assert "take" in found["error"]["expected"]
