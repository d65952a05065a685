"""Winners, points, settlement, auction: what is known of some variants."""

from __future__ import annotations

from beloteql.batch.lines import answer
from beloteql.compare import PARTS, Relation, compare
from tests.compare.helpers import pair, variant
from tests.conftest import rules

ROTTERDAM = "klaverjas-rotterdam"


def test_an_ace_that_beats_the_nine_wins_other_tricks() -> None:
    other = variant(ROTTERDAM, "roles:\n  strong: {order: [J, A, 9, 10, K, Q, 8, 7]}\n")
    both = pair(ROTTERDAM, other)
    (found,) = compare(both, "winners")
    assert found.relation is Relation.DIFFERENT
    (case,) = found.cases
    assert case.deal
    won = [answer(r, "winner", case.data) for r in both.rules]
    assert won[0]["card"] == case.a["card"] != case.b["card"] == won[1]["card"]
    assert {won[0]["card"][0], won[1]["card"][0]} == {"9", "A"}
    (same,) = compare(pair(ROTTERDAM, "belote"), "winners")
    assert same.relation is Relation.EQUAL


def test_points_at_all_and_no_trumps() -> None:
    found = {f.kind: f for f in compare(pair("belote-bga", "belot-bulgarian"), "points")}
    assert found["suit"].relation is Relation.EQUAL
    assert "162 in A, 258 in B" in found["all-trump"].detail
    (case,) = found["no-trump"].cases
    assert (case.a["points"], case.b["points"]) == ({"A plain": 19}, {"A plain": 11})


def test_the_korean_belote_settles_otherwise() -> None:
    # The belote of failed takers is lost; a tie makes the contract; who takes all that counts
    # has a capot, though not all tricks.
    (found,) = compare(pair("belote", "belote-seed"), "settlement")
    assert found.relation is Relation.DIFFERENT
    ends = {(c.a["outcome"], c.b["outcome"]): c for c in found.cases}
    assert set(ends) == {("litige", "made"), ("failed", "failed"), ("made", "made")}
    tie = ends["litige", "made"]
    assert (tie.a["carried"], tie.b["carried"]) == (tie.data["card_points"][0], 0)
    assert ends["failed", "failed"].data["belote"] == [20, 0]
    capot = ends["made", "made"].data
    assert capot["card_points"][1] == 10 * capot["last_trick"]
    assert capot["tricks_won"][1] > 0
    for case in found.cases:
        assert "doubt" not in case.data
        for name, said in (("belote", case.a), ("belote-seed", case.b)):
            belote = [s for s, p in enumerate(case.data.get("belote", [])) if p]
            sheet = {
                "contract": {"kind": "suit", "trump": "C", "by": case.data["taker"]},
                "belote": belote,
                **{k: case.data[k] for k in ("card_points", "tricks_won", "last_trick")},
            }
            assert answer(rules(name), "score", sheet)["scores"] == said["scores"]


def test_a_sheet_that_no_cards_make_is_no_difference() -> None:
    # 161 points to 1 can't be: no card is worth 1, and a last trick 10.
    more = (
        "score: {also: {more: {when: %s, pay: {takers: {more: 5}}}}}\n"
        "claims: {scores-add-up: remove}\n"
    )
    rare, usual = (
        variant(ROTTERDAM, more % f"some s in sides with cards(s) = {n}") for n in (1, 2)
    )
    (found,) = compare(pair(ROTTERDAM, rare), "settlement")
    assert found.relation is Relation.EQUAL
    (found,) = compare(pair(ROTTERDAM, usual), "settlement")
    assert found.relation is Relation.DIFFERENT


def test_auctions() -> None:
    (same,) = compare(pair(ROTTERDAM, "klaverjas-amsterdam"), "auction")
    assert same.relation is Relation.EQUAL
    (forced,) = compare(pair(ROTTERDAM, "klaverjas-utrecht"), "auction")
    assert forced.cases[0].a["own_calls"] == ["pass"]
    (third,) = compare(pair("belote", "belote-bga"), "auction")
    (case,) = third.cases
    assert [c["call"] for c in case.data["calls"]] == ["pass"] * 8
    assert case.a["result"] == "redeal"
    assert case.b["own_calls"] == ["all-trumps", "no-trumps", "pass"]
    (surcontre,) = compare(pair("contree", "contree-cannes"), "auction")
    ended = surcontre.cases[0]
    assert (ended.a["contract"]["stakes"], ended.b["contract"]["stakes"]) == (4, 3)


def test_an_auction_that_says_the_same_in_other_words_is_walked_through() -> None:
    other = variant("belote", "talks:\n  auction:\n    second-round:\n      calls:\n        name:\n"
                    "          when: not (s = suit(turned) and not any-suit)\n")  # fmt: skip
    (found,) = compare(pair("belote", other), "auction")
    assert (found.relation, "states" in found.detail) == (Relation.EQUAL, True)


def test_an_auction_that_looks_at_hands_is_not_called_equal() -> None:
    holding = "talks: {choosing: {round: {calls: {pass: {when: choice != forced and (%s)}}}}}\n"
    one, two = (
        variant(ROTTERDAM, holding % f"hand(me) {how} no-cards or yes", name)
        for how, name in (("=", "one"), ("!=", "two"))
    )
    (found,) = compare(pair(one, two), "auction")
    assert found.relation is Relation.BOUNDED


def test_games_without_a_common_position_say_so() -> None:
    for a, b, word in (
        ("belote", "belote-three", "players"), ("belote", "belot-three", "players"),
        ("belot-russian", "belote-three", "decks"),
    ):  # fmt: skip
        both = pair(a, b)
        for part in PARTS:
            found = list(compare(both, part))
            if part == "points":
                assert {f.relation for f in found} <= {Relation.EQUAL, Relation.DIFFERENT}
                assert found
            else:
                (only,) = found
                assert only.relation is Relation.APART
                assert word in only.detail
