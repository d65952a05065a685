"""Who speaks in a talk and when: out of turn, together, around a card, or nobody."""

from __future__ import annotations

import pytest

from beloteql.batch.lines import answer
from beloteql.core.build import build
from beloteql.errors import RulesetError, UsageError
from beloteql.game.match import Match
from beloteql.game.view import view
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text
from beloteql.verify import verify
from beloteql.verify.verdict import Verdict
from tests.language.printed import broken, printed

# --- who speaks ----------------------------------------------------------------------------


def doubling() -> Match:
    match = Match(printed("flying-double"), 1)
    match.play("choose H")
    return match


def test_out_of_turn_one_may_call_but_not_pass() -> None:
    match = doubling()
    assert match.to_move == 0
    offered = {(m.seat, m.text) for m in match.legal_moves()}
    # Seat 0 has named trump: its side may not double.
    assert offered == {(0, "pass"), (1, "double"), (3, "double")}
    with pytest.raises(UsageError, match="BQ0911"):
        match.play("pass", 3)
    match.play("double", 3)
    assert match.may_move() == [0, 2]


def test_the_turn_goes_on_from_whoever_has_called() -> None:
    match = doubling()
    match.play("pass")
    assert match.to_move == 1
    match.play("double", 3)
    deal = match.deal
    assert deal is not None
    assert deal.fields["stakes"] == 2


@pytest.mark.parametrize(
    ("calls", "stakes"),
    [
        ([(0, "pass"), (2, "pass")], 2),
        ([(2, "redouble"), (0, "pass")], 4),
        ([(0, "redouble"), (2, "redouble")], 4),
    ],
)
def test_partners_answer_at_the_same_time(calls: list[tuple[int, str]], stakes: int) -> None:
    match = doubling()
    match.play("double", 1)
    deal = match.deal
    assert deal is not None
    (first, text), (second, other) = calls
    match.play(text, first)
    # The answer is not known to anybody else before all have answered.
    assert deal.fields["stakes"] == 2
    heard = [c["call"] for c in view(match, second)["calls"]]
    assert heard == ["choose H", "double"]
    assert [c["call"] for c in view(match, first)["calls"]] == ["choose H", "double", text]
    match.play(other, second)
    assert deal.fields["stakes"] == stakes
    assert deal.trick is not None


def test_out_of_turn_as_a_question() -> None:
    rules = printed("flying-double")
    found = answer(rules, "auction", {"calls": ["choose H"]})
    assert found["out_of_turn"] == [{"seat": 1, "call": "double"}, {"seat": 3, "call": "double"}]
    calls = ["choose H", {"seat": 3, "call": "double"}, {"seat": 2, "call": "redouble"}, "pass"]
    found = answer(rules, "auction", {"calls": calls})
    assert found["contract"] == {"kind": "suit", "trump": "H", "by": 0, "stakes": 4}


# --- stages that ask nobody, and tricks with numbers ---------------------------------------------


def test_a_stage_that_asks_nobody_is_at_its_end() -> None:
    text = (
        "beloteql: 1\nid: first\nextends: belote\nname: {en: First}\n"
        "talks:\n  auction:\n    replace: yes\n"
        "    first-deal:\n      asks: deals = 0 and me = dealer\n"
        "      calls: {take: {set: {taker: me, strain: suit(turned)}, then: done}}\n"
        "      ends: {later: {when: deals > 0, then: any-deal}}\n"
        "    any-deal:\n"
        "      calls: {name: {with: {s: suits}, set: {taker: me, strain: s}, then: done}}\n"
    )
    rules = Rules(build(load_text(text)))
    assert answer(rules, "auction", {"turn_up": "7H", "calls": []})["legal_calls"] == ["take"]
    found = answer(rules, "auction", {"turn_up": "7H", "deals": 1, "calls": []})
    assert found["legal_calls"] == ["name C", "name D", "name H", "name S"]
    assert {r.verdict for r in verify(rules.program, ["auction"])} == {Verdict.PROVED}


def test_stages_that_ask_nobody_can_not_go_round_for_ever() -> None:
    text = (
        "beloteql: 1\nid: round\nextends: belote\nname: {en: Round}\n"
        "talks:\n  auction:\n    replace: yes\n"
        "    one: {asks: me != me, calls: {say: {}}, ends: {on: {then: two}}}\n"
        "    two: {asks: me != me, calls: {say: {}}, ends: {back: {then: one}}}\n"
    )
    with pytest.raises(RulesetError, match="BQ0706"):
        Match(Rules(build(load_text(text))), 1)


def test_a_play_without_a_contract_is_a_fault_of_the_ruleset() -> None:
    text = (
        "beloteql: 1\nid: none\nextends: belote\nname: {en: None}\n"
        "talks: {auction: {second-round: {ends: {nobody: {then: done}}}}}\n"
        "deal:\n  take-turn-up: {give: {from: turn-up, seat: dealer}}\n"
        "  last-packet: {give: {each: if seat = dealer then 2 else 3}}\n"
    )
    match = Match(Rules(build(load_text(text))), 1)
    for _ in range(7):
        match.play("pass")
    with pytest.raises(RulesetError, match="BQ0701"):
        match.play("pass")


@pytest.mark.parametrize(("number", "winner"), [(1, "7C"), (2, "AC"), (3, "7C")])
def test_what_wins_may_hang_on_the_number_of_the_trick(number: int, winner: str) -> None:
    # Slalom: in every other trick the lowest card wins.
    text = (
        "beloteql: 1\nid: slalom\nextends: belote\nname: {en: Slalom}\n"
        "words:\n"
        "  turned-round: {is: trick-number mod 2 = 1}\n"
        "  height: {given: {c: Card}, is: if power(c) > 0 and turned-round then 200 - power(c) "
        "else power(c)}\n"
        "play: {best: highest c in trick by height(c)}\n"
    )
    rules = Rules(build(load_text(text)))
    asked = {
        "contract": {"kind": "suit", "trump": "S", "by": 0}, "trick_number": number,
        "trick": {"leader": 0, "cards": ["7C", "AC"]},
    }  # fmt: skip
    assert answer(rules, "winner", asked)["card"] == winner
    match = Match(rules, 1)
    match.play("take")
    while match.deals < 1 and not match.over:
        match.apply(match.legal_moves()[0])
    power = rules.world.strength
    for at, taken in enumerate(match.finished[0].taken, 1):
        strain = match.finished[0].fields["strain"]
        cards = taken.trick.cards
        won = cards[(taken.winner - taken.trick.leader) % 4]
        same = [c for c in cards if rules.world.suit_of(c) == rules.world.suit_of(cards[0])]
        if len(same) == 4:
            pick = min if at % 2 else max
            assert won == pick(same, key=lambda c: power[strain][c])


# --- around a card -----------------------------------------------------------------------------


def test_belote_counts_only_when_it_is_called() -> None:
    scores = {}
    for silent in (True, False):
        match = Match(printed("belote-if-called"), 3)
        asked = 0
        while match.deals < 1:
            texts = [m.text for m in match.legal_moves()]
            if "silent" in texts:
                asked += 1
                match.play("silent" if silent else "belote")
            else:
                match.apply(match.legal_moves()[0])
        deal = match.finished[-1]
        assert deal.settlement is not None
        scores[silent] = (asked, sum(deal.settlement.paid))
    # Silent with the king he is asked again with the queen; after calling he is not.
    assert scores == {True: (2, 162), False: (1, 182)}


def test_what_was_said_as_a_question() -> None:
    sheet = {
        "contract": {"kind": "suit", "trump": "H", "by": 0}, "card_points": [100, 62],
        "tricks_won": [5, 3], "belote": [2],
    }  # fmt: skip
    rules = printed("belote-if-called")
    assert answer(rules, "score", sheet)["scores"] == [100, 62]
    said = [{"seat": 2, "stage": "belote-call", "call": "belote"}]
    assert answer(rules, "score", {**sheet, "said": said})["scores"] == [120, 62]
    with pytest.raises(UsageError, match="BQ0909"):
        answer(rules, "score", {**sheet, "said": [{**said[0], "call": "belot"}]})


def test_a_talk_outside_the_play_can_not_look_at_the_trick() -> None:
    text = (
        "beloteql: 1\nid: looks\nextends: belote\nname: {en: Looks}\n"
        "talks: {auction: {first-round: {calls: {pass: {when: led = H}}}}}\n"
    )
    assert broken(text) == [("BQ0505", 5)]
