"""What the newer constructs of the language do at the table.

The rulesets are those that the page on the design prints.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from beloteql.batch.lines import answer
from beloteql.core.build import build
from beloteql.errors import UsageError
from beloteql.game import record as records
from beloteql.game.match import Match
from beloteql.game.view import view
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text
from beloteql.verify import verify
from beloteql.verify.verdict import Verdict
from tests.game.test_matches import check_position
from tests.language.printed import PRINTED, broken, printed

NEWER = ["misdeals", "drawn-trump", "exchange", "discard", "flying-double", "one-suit-a-side",
         "surmanche", "belote-if-called", "penalty-cards"]  # fmt: skip
ONLY = ("deal", "auction", "play.legal-card", "settle.covered")
"""The properties that hang on the newer constructs; what else there is has its own tests."""


@pytest.mark.parametrize("name", NEWER)
@pytest.mark.parametrize("seed", [1, 2])
def test_matches_keep_the_laws_and_their_records_replay(
    name: str, seed: int, tmp_path: Path
) -> None:
    rules, path = printed(name), tmp_path / "record.jsonl"
    first = records.header(rules, str(seed), 3)
    with path.open("w", encoding="utf-8") as file:
        recorder = records.Recorder(file)
        recorder(first)
        match = Match(rules, str(seed), 3, recorder)
        chance = random.Random(seed)
        while not match.over and match.deals < 5:
            check_position(match)
            match.apply(chance.choice(match.legal_moves()))
    read, events, _ = records.read(path)
    again = records.replay(rules, read, events)
    assert again.scores == match.scores
    assert again.state == match.state


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.sweep if n == "surmanche" else ()) for n in NEWER],
)
def test_nothing_is_refuted(name: str) -> None:
    found = {r.code: r.verdict for r in verify(printed(name).program, ONLY)}
    assert Verdict.REFUTED not in found.values()
    assert found["play.legal-card"] == Verdict.PROVED


# --- cards that are chosen -----------------------------------------------------------------


def exchange_of_the_seven() -> Match:
    """A match that stands at the exchange: the turned suit was taken, somebody holds the seven."""
    for seed in range(100):
        match = Match(printed("exchange"), seed)
        match.play("take")
        deal = match.deal
        assert deal is not None
        if deal.talk is not None:
            return match
    raise AssertionError("nobody was ever asked")


def test_the_seven_is_exchanged_for_the_turn_up() -> None:
    match = exchange_of_the_seven()
    deal = match.deal
    assert deal is not None
    assert deal.talk is not None
    seat, turned = deal.talk.seat, deal.table.turned
    assert turned is not None
    seven = match.world.card_index["7" + match.world.suits[match.world.suit_of(turned)]]
    assert deal.table.hand(seat) >> seven & 1
    assert [m.text for m in match.legal_moves()] == ["keep", "exchange"]
    match.play("exchange")
    taker = deal.fields["taker"]
    # The seven then lies on the table, and goes to the taker as the turn-up does.
    assert deal.table.hand(seat) >> turned & 1
    assert deal.table.hand(taker) >> seven & 1


def test_the_exchange_as_a_question() -> None:
    hands = [["7H", "8C"], ["9C"], ["10C"], ["JC"]]
    asked = {"turn_up": "AH", "hands": hands, "calls": ["take"]}
    found = answer(printed("exchange"), "auction", asked)
    assert (found["next_seat"], found["legal_calls"]) == (0, ["keep", "exchange"])
    found = answer(printed("exchange"), "auction", {**asked, "calls": ["take", "exchange"]})
    assert found["result"] == "contract"
    # Without the seven nobody is asked.
    hands[0] = ["8H", "8C"]
    found = answer(printed("exchange"), "auction", asked)
    assert found["result"] == "contract"


def test_each_player_lays_away_a_card_of_his_choice() -> None:
    match = Match(printed("discard"), 1)
    deal = match.deal
    assert deal is not None
    match.play("take")
    laid = []
    for seat in range(4):
        assert match.to_move == seat
        moves = match.legal_moves()
        assert len(moves) == 8
        laid.append(moves[3].text.split()[1])
        match.apply(moves[3])
    cards = [match.world.cards[c] for s in deal.table.zones["laid-away", -1] for c in s.cards]
    assert cards == laid
    assert deal.talk is None
    assert deal.table.hand(0).bit_count() == 7
    shown = json.dumps(view(match, 1)["zones"])
    assert laid[0] not in shown


def test_two_ways_to_say_how_many_cards_are_refused() -> None:
    text = PRINTED["discard"].replace("seat: me, cards: c", "seat: me, count: 1, cards: c")
    assert [code for code, _ in broken(text)] == ["BQ0608"]


# --- fields for each side, and sets ----------------------------------------------------------


def test_what_each_side_has_bid_is_a_set() -> None:
    rules = printed("surmanche")
    calls = ["bid 80 H", "bid 90 S", "bid 100 C", "pass", "pass"]
    found = answer(rules, "auction", {"calls": calls})
    legal = found["legal_calls"]
    # The other side has bid hearts and clubs, so nothing can be topped.
    assert not any("surmanche" in call for call in legal)
    assert found["next_seat"] == 1
    over = answer(rules, "auction", {"calls": [*calls, "pass"]})
    assert over["contract"]["bid-suits"] == [["C", "H"], ["S"]]


def test_surmanche_names_the_only_suit_of_the_other_side() -> None:
    found = answer(printed("surmanche"), "auction", {"calls": ["bid 80 H", "pass", "bid 90 H"]})
    assert "surmanche H" in found["legal_calls"]
    assert "surmanche S" not in found["legal_calls"]


def test_one_suit_for_each_side() -> None:
    rules = printed("one-suit-a-side")
    found = answer(rules, "auction", {"calls": ["announce D", "announce H"]})
    assert found["legal_calls"] == ["pass", "double"]


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("called: {is: suits except led}", []),
        ("called: {is: H or D or suits}", []),
        ("called: {is: sides and side(dealer)}", []),
        ("called: {is: suits or sides}", ["BQ0502"]),
        ("called: {is: suits and dealer}", ["BQ0502"]),
        ("called: {is: 3..8 or 4..9}", ["BQ0502"]),
        ("called: {is: H except S}", ["BQ0502"]),
    ],
)
def test_sets_know_and_or_except(rule: str, codes: list[str]) -> None:
    text = f"beloteql: 1\nid: sets\nextends: belote\nname: {{en: Sets}}\nwords:\n  {rule}\n"
    if codes:
        assert [c for c, _ in broken(text)] == codes
    else:
        build(load_text(text))


# --- draws -----------------------------------------------------------------------------------


def test_a_draw_is_the_same_for_the_same_seed_and_different_for_others() -> None:
    def drawn(seed: int) -> list[str]:
        match = Match(printed("drawn-trump"), seed)
        for _ in range(4):
            match.play("pass")
        assert match.deal is not None
        return [match.world.suits[match.deal.fields["drawn"]]]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(s)) for s in range(40)}) == 4


def test_a_question_tells_what_was_drawn() -> None:
    rules = printed("drawn-trump")
    assert answer(rules, "auction", {"calls": []})["draw"] == "drawn"
    calls = ["pass", "pass", "pass", "pass"]
    waiting = answer(rules, "auction", {"draws": ["H"], "calls": calls})
    assert (waiting["over"], waiting["draw"]) == (False, "drawn")
    found = answer(rules, "auction", {"draws": ["H", "C"], "calls": [*calls, "play"]})
    assert found["contract"]["trump"] == "C"
    with pytest.raises(UsageError, match="BQ0905"):
        answer(rules, "auction", {"draws": ["no-trump"], "calls": []})


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        ("{field: drown, from: suits}", "BQ0611"),
        ("{field: taker, from: suits}", "BQ0502"),
        ("{field: drawn, from: led}", "BQ0502"),
    ],
)
def test_a_draw_must_fit_its_field(draw: str, code: str) -> None:
    text = PRINTED["drawn-trump"].replace("{field: drawn, from: suits}", draw, 1)
    assert code in [c for c, _ in broken(text)]


def test_what_is_drawn_after_a_talk_may_hang_on_it() -> None:
    text = (
        "beloteql: 1\nid: two-draws\nextends: belote\nname: {en: Two draws}\n"
        "contract:\n  first: {type: Suit}\n  second: {type: Suit}\n"
        "deal:\n  one: {before: auction, draw: {field: first, from: suits}}\n"
        "  two: {before: take-turn-up, draw: {field: second, from: suits except first}}\n"
    )
    rules = Rules(build(load_text(text)))
    asked = {"turn_up": "7H", "draws": ["C"], "calls": ["take"]}
    assert answer(rules, "auction", asked)["draw"] == "second"
    found = answer(rules, "auction", {**asked, "draws": ["C", "D"]})
    assert found["contract"] == {
        "kind": "suit", "trump": "H", "by": 0, "stakes": 1, "first": "C", "second": "D",
    }  # fmt: skip
    with pytest.raises(UsageError, match="BQ0905"):
        answer(rules, "auction", {**asked, "draws": ["C", "C"]})
    match = Match(rules, 2)
    match.play("take")
    assert match.deal is not None
    assert match.deal.fields["first"] != match.deal.fields["second"]
    assert {r.verdict for r in verify(rules.program, ["auction"])} == {Verdict.PROVED}


# --- fouls -----------------------------------------------------------------------------------


def test_each_misdeal_costs_more_and_the_same_dealer_deals_again() -> None:
    match = Match(printed("misdeals"), 1)
    dealer = match.dealer
    match.foul("misdeal", dealer)
    assert (match.scores, match.dealer, match.deals) == ((0, -10), dealer, 0)
    match.foul("misdeal", dealer)
    assert match.scores == (0, -30)
    assert match.state["misdeals"] == (0, 2)


def test_a_revoke_ends_the_deal_and_the_next_follows() -> None:
    match = Match(printed("misdeals"), 1)
    dealer = match.dealer
    match.foul("revoke", 0)
    assert (match.scores, match.deals) == ((0, 162), 1)
    assert match.dealer == (dealer + 1) % 4


def test_a_foul_may_end_the_match() -> None:
    text = PRINTED["misdeals"].replace("then: redeal", "then: over")
    match = Match(Rules(build(load_text(text))), 1)
    match.foul("misdeal", 1)
    assert (match.over, match.winners, match.reason) == (True, (0,), "misdeal")


def test_a_foul_that_takes_a_side_over_the_target_ends_the_match() -> None:
    match = Match(printed("misdeals"), 1)
    for _ in range(7):
        match.foul("revoke", 1)
    assert (match.over, match.winners, match.reason) == (True, (0,), "target")


def test_an_unknown_foul_is_refused() -> None:
    with pytest.raises(UsageError, match="BQ0914"):
        Match(printed("misdeals"), 1).foul("misdeel", 1)


# --- exposed cards -------------------------------------------------------------------------------


def test_an_exposed_card_must_be_played_when_it_may_be() -> None:
    match = Match(printed("penalty-cards"), 1)
    match.play("choose H")
    deal = match.deal
    assert deal is not None
    hand = [match.world.cards[c] for c in range(32) if deal.table.hand(0) >> c & 1]
    match.expose(0, hand[2])
    assert view(match, 1)["exposed"] == [hand[2]]
    assert [m.text for m in match.legal_moves()] == [hand[2]]
    match.play(hand[2])
    assert view(match, 1)["exposed"] == []


@pytest.mark.parametrize(
    ("hand", "exposed", "led", "legal"),
    [
        (["7C", "8C", "9D"], ["8C"], "AC", ["8C"]),
        (["7C", "8C", "9D"], ["9D"], "AC", ["7C", "8C"]),
        (["7D", "8D", "9H"], ["7D"], "AC", ["7D"]),
    ],
)
def test_exposed_cards_as_a_question(
    hand: list[str], exposed: list[str], led: str, legal: list[str]
) -> None:
    position = {
        "contract": {"kind": "suit", "trump": "S", "by": 0}, "seat": 1, "hand": hand,
        "trick": {"leader": 0, "cards": [led]}, "exposed": exposed,
    }  # fmt: skip
    assert answer(printed("penalty-cards"), "legal", position)["legal"] == legal


def test_only_a_card_of_the_hand_can_be_exposed() -> None:
    match = Match(printed("penalty-cards"), 1)
    deal = match.deal
    assert deal is not None
    other = next(c for c in range(32) if not deal.table.hand(0) >> c & 1)
    with pytest.raises(UsageError, match="BQ0914"):
        match.expose(0, match.world.cards[other])


# --- melds beyond the dealt hand ---------------------------------------------------------------

FIRST_TRICK = """
beloteql: 1
id: first-trick
extends: belote
name: {en: Declarations from the hand and the first trick}
melds:
  declared: {when: yes, from: first-trick}
"""


def test_the_winner_of_the_first_trick_may_meld_with_its_cards() -> None:
    rules = Rules(build(load_text(FIRST_TRICK)))
    hands = [
        ["7C", "8C", "AD", "7H", "8H", "7S", "QS", "KS"],
        ["9C", "10D", "QD", "9H", "10H", "8S", "9S", "10S"],
        ["10C", "QC", "JD", "JH", "QH", "AS", "AH", "AC"],
        ["JC", "KC", "7D", "8D", "9D", "KD", "KH", "JS"],
    ]
    contract = {"kind": "suit", "trump": "S", "by": 0}
    before = answer(rules, "melds", {"contract": contract, "hands": hands})
    assert [m["cards"] for m in before["seats"][0]] == [["QS", "KS"]]
    # The nine that he wins makes a run of the seven and eight that he holds.
    trick = {"leader": 0, "cards": ["7S", "8S", "AS", "JS"]}
    after = answer(
        rules, "melds",
        {"contract": contract, "hands": [[*h] for h in hands], "first_trick": trick},
    )  # fmt: skip
    cards = [m["cards"] for m in after["seats"][3]]
    assert ["7D", "8D", "9D"] in cards
    assert any("AS" not in c for c in cards)
    match = Match(rules, 5)
    match.play("take")
    while not match.finished:
        match.apply(match.legal_moves()[0])
    deal = match.finished[0]
    first = deal.taken[0]
    dealt = {
        s: {c for t in deal.taken for i, c in enumerate(t.trick.cards)
            if t.trick.seat(i, 4) == s}
        for s in range(4)
    }  # fmt: skip
    allowed = {
        s: dealt[s] | (set(first.trick.cards) if s == first.winner else set()) for s in dealt
    }
    for meld in deal.melds.kept:
        source = allowed if meld.group == "declared" else dealt
        assert {c for c in range(32) if meld.cards >> c & 1} <= source[meld.seat]


def test_a_meld_may_look_at_the_hand_of_its_holder() -> None:
    text = (
        "beloteql: 1\nid: no-kings\nextends: belote\nname: {en: No belote beside four kings}\n"
        "words:\n  all-kings: {given: {p: Seat}, is: (count c in hand(p) with rank(c) = K) = 4}\n"
        "melds: {belote: {patterns: {belote: {when: is-trump(suit) and not all-kings(seat)}}}}\n"
    )
    rules = Rules(build(load_text(text)))
    contract = {"kind": "suit", "trump": "S", "by": 0}
    kings = ["KC", "KD", "KH", "KS", "QS", "7C", "8C", "9C"]
    rest = [c for c in rules.world.cards if c not in kings]
    hands = [kings, rest[:8], rest[8:16], rest[16:]]
    found = answer(rules, "melds", {"contract": contract, "hands": hands})
    assert found["groups"]["belote"]["awarded"] == [0, 0]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    found = answer(rules, "melds", {"contract": contract, "hands": hands})
    assert found["groups"]["belote"]["awarded"] == [20, 0]
    assert {r.verdict for r in verify(rules.program, ["settle"])} == {Verdict.PROVED}
