"""What a proof may not know.

Hands and scores in an auction, cards that stay out of play, fields that a call fills with what
was chosen, state that changes while a deal is settled.
"""

from __future__ import annotations

import pytest

from beloteql.batch.lines import answer
from beloteql.errors import RulesetError
from beloteql.semantics.rules import Rules
from beloteql.verify import Result, Verdict, verify
from tests.conftest import text_program
from tests.docs.test_snippets import SNIPPETS

HEAD = "beloteql: 1\nid: open\nname: {en: Open}\nextends: belote\n"


def results(text: str, *only: str) -> dict[str, Result]:
    found = verify(text_program(HEAD + text), only)
    return {f"{r.code} {r.subject}".strip(): r for r in found}


# --- auctions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "condition",
    [
        "some c in hand(me) with rank(c) = J",
        "score(side(me)) <= 100",
        "pot = 0",
    ],
)
def test_a_call_that_may_be_barred_is_proved_where_another_is_free(condition: str) -> None:
    text = f"talks: {{auction: {{first-round: {{calls: {{take: {{when: {condition}}}}}}}}}}}\n"
    found = results(text, "auction")
    assert {r.verdict for r in found.values()} == {Verdict.PROVED}
    assert "whatever the hands" in found["auction.offers"].detail


@pytest.mark.parametrize(
    ("condition", "in_deal"),
    [("pot = 0", None), ("some c in hand(me) with rank(c) = 9", 1)],
)
def test_a_player_whom_his_cards_or_the_match_leave_without_a_call(
    condition: str, in_deal: int | None
) -> None:
    calls = f"{{take: {{when: {condition}}}, pass: {{when: {condition}}}}}"
    text = f"talks: {{auction: {{first-round: {{calls: {calls}}}}}}}\n"
    (found,) = results(text, "auction").values()
    assert (found.code, found.verdict) == ("auction.offers", Verdict.REFUTED)
    assert found.witness is not None
    assert len(found.witness.data["deck"]) == 32
    if in_deal is not None:
        assert found.witness.data["deal"] == in_deal


def test_where_the_cards_decide_too_much_it_is_tried_and_not_proved() -> None:
    # That each lays away one card and no more is seen from the hands alone.
    program = text_program(dict(SNIPPETS)["discard"])
    found = {r.code: r.verdict for r in verify(program, ["auction", "deal"])}
    assert set(found.values()) == {Verdict.BOUNDED}


def test_an_exchange_of_one_card_for_one_is_proved() -> None:
    printed = dict(SNIPPETS)["exchange"]
    for text, verdict in (
        (printed, Verdict.PROVED),
        # Two sevens for one card: somebody starts with too few.
        (printed.replace("rank(c) = 7 and suit(c) = trump", "rank(c) = 7"), Verdict.REFUTED),
        (printed.replace("take: {from: turn-up, seat: me}\n", ""), Verdict.REFUTED),
    ):
        (found,) = verify(text_program(text), ["deal"])
        assert found.verdict == verdict


def test_a_hand_always_holds_a_card_of_some_suit() -> None:
    text = (
        "words: {holds: {given: {s: Suit}, is: some c in hand(me) with suit(c) = s}}\n"
        "talks: {auction: {second-round: {calls: {pass: remove, name: {when: CONDITION}},"
        " ends: remove}}}\n"
    )
    proved = results(text.replace("CONDITION", "holds(s)"), "auction")
    assert {r.verdict for r in proved.values()} == {Verdict.PROVED}
    # A hand may be all of one suit.
    barred = results(text.replace("CONDITION", "holds(s) and s != suit(turned)"), "auction")
    assert Verdict.PROVED not in {r.verdict for r in barred.values()}


def test_suits_that_are_alike_are_gone_through_once() -> None:
    alike = results("", "auction")["auction.offers"].detail
    named = "talks: {auction: {second-round: {calls: {name: {when: s != H or me = dealer}}}}}\n"
    apart = results(named, "auction")["auction.offers"].detail
    assert int(alike.split()[0]) < int(apart.split()[0])


@pytest.mark.parametrize(
    ("condition", "values"), [("deals = 0", 1), ("deals > 3", 1), ("deals mod 2 = 0", 0)]
)
def test_the_number_of_the_deal_is_known_where_it_is_compared(condition: str, values: int) -> None:
    # Without the pass the talk would have no call, in some deals; with it, it is always proved.
    calls = f"{{take: {{when: {condition}}}, pass: {{}}}}"
    text = f"talks: {{auction: {{first-round: {{calls: {calls}}}}}}}\n"
    found = results(text, "auction")
    assert {r.verdict for r in found.values()} == {Verdict.PROVED}
    assert ("whatever" in found["auction.offers"].detail) == (not values)


def test_a_call_that_only_the_first_deal_has_replays() -> None:
    calls = "{take: {when: deals = 0}, pass: {when: deals = 0}}"
    text = f"talks: {{auction: {{first-round: {{calls: {calls}}}}}}}\n"
    found = results(text, "auction")["auction.offers"]
    assert found.verdict == Verdict.REFUTED
    assert found.witness is not None
    assert found.witness.data["deals"] == 1
    with pytest.raises(RulesetError, match="BQ0705"):
        answer(Rules(text_program(HEAD + text)), "auction", found.witness.data)


@pytest.mark.parametrize(
    "condition",
    [
        "deals = 0",
        "score(side(dealer)) > 100",
        "pot = 0",
        "some c in hand(dealer) with rank(c) = J",
    ],
)
def test_a_step_that_not_every_deal_has(condition: str) -> None:
    text = (
        f"deal: {{first: {{before: auction, when: {condition}, talk: first}}}}\n"
        "talks: {first: {look: {calls: {well: {then: done}}}}}\n"
    )
    assert {r.verdict for r in results(text, "auction").values()} == {Verdict.PROVED}


def test_what_can_not_be_proved_names_the_line() -> None:
    program = text_program(dict(SNIPPETS)["discard"])
    found = next(r for r in verify(program, ["auction"]))
    assert found.span is not None
    assert "hand(me)" in found.span.text


def test_a_strain_may_be_asked_for_among_the_suits() -> None:
    text = (
        "contracts: {none: {trumps: none, plain: weak}}\n"
        "talks: {auction: {second-round: {calls: {name: {with: {s: strains}, when: s in suits or "
        "score(side(me)) < 100}}}}}\n"
    )
    found = results(text, "auction")
    assert {r.verdict for r in found.values()} == {Verdict.PROVED}


def test_an_exchange_after_the_turn_up_was_taken_is_refuted() -> None:
    late = dict(SNIPPETS)["exchange"].replace("before: take-turn-up", "before: tricks")
    (found,) = verify(text_program(late), ["deal"])
    assert found.verdict == Verdict.REFUTED


# --- cards out of play -----------------------------------------------------------------------

SEVEN_CARDS = "deal: {take-turn-up: remove, last-packet: {give: {each: 2}}}\n"


def test_points_of_cards_that_stay_out_are_not_handed_out() -> None:
    text = SEVEN_CARDS + (
        "claims:\n"
        "  all-is-won: {at: settle, holds: cards(takers) + cards(defenders) = 162}\n"
        "  never-more: {at: settle, holds: cards(takers) + cards(defenders) <= 162}\n"
        # Four cards stay out: at most the jack, the nine and two aces, 20 + 14 + 11 + 11.
        "  enough-is-won: {at: settle, holds: cards(takers) + cards(defenders) >= 106}\n"
        "  more-is-won: {at: settle, holds: cards(takers) + cards(defenders) >= 107}\n"
    )
    found = results(text, "claim", "deal")
    assert "4 left over" in found["deal.complete"].detail
    verdicts = {k.split()[1]: r.verdict for k, r in found.items() if k.startswith("claim")}
    assert verdicts["all-is-won"] == Verdict.REFUTED
    assert verdicts["never-more"] == Verdict.PROVED
    assert verdicts["enough-is-won"] == Verdict.PROVED
    assert verdicts["more-is-won"] == Verdict.REFUTED


def test_what_a_ruleset_does_not_state_is_no_property() -> None:
    text = "contracts: {suit: {total: remove}}\nscore: {worth: remove}\n"
    found = results(text)
    assert "points.total suit" not in found
    assert "settle.conserved" not in found
    assert all(r.verdict.green for r in found.values())


# --- the last trick, and whose tricks ----------------------------------------------------------


def test_the_last_trick_and_the_tricks_of_a_player_are_bound_to_the_sheet() -> None:
    text = (
        "claims:\n"
        "  one-side: {at: settle, holds: last-trick(takers) != last-trick(defenders)}\n"
        "  ten-at-least: {at: settle, assuming: last-trick(takers), holds: cards(takers) >= 10}\n"
        "  pairs: {at: settle, holds: tricks-of(dealer) + tricks-of(partner(dealer)) = "
        "tricks(side(dealer))}\n"
        "  always-takers: {at: settle, holds: last-trick(takers)}\n"
    )
    found = results(text, "claim")
    assert found["claim one-side"].verdict == Verdict.PROVED
    assert found["claim ten-at-least"].verdict == Verdict.PROVED
    assert found["claim pairs"].verdict == Verdict.PROVED
    refuted = found["claim always-takers"]
    assert refuted.verdict == Verdict.REFUTED
    assert refuted.witness is not None
    assert refuted.witness.data["last_trick"] == 1


def test_a_sheet_that_does_not_tell_who_took_the_last_trick() -> None:
    text = HEAD + (
        "score: {also: {ultimo: {when: last-trick(takers), pay: {takers: {ultimo: 5}}}},"
        " worth: remove}\nclaims: {nothing-is-lost: remove}\n"
    )
    rules = Rules(text_program(text))
    sheet = {
        "contract": {"kind": "suit", "trump": "H", "by": 0},
        "card_points": [100, 62], "tricks_won": [5, 3],
    }  # fmt: skip
    assert answer(rules, "score", {**sheet, "last_trick": 0})["scores"] == [105, 62]
    assert answer(rules, "score", {**sheet, "last_trick": 1})["scores"] == [100, 62]


# --- melds and fields ---------------------------------------------------------------------------


def test_sums_that_are_compared_are_paid_to_one_side() -> None:
    text = (
        "melds: {declared: {when: yes, compare: sum, best: remove}}\n"
        "claims: {one-side: {at: settle, holds: declared(takers) = 0 or declared(defenders) = 0}}\n"
    )
    assert results(text, "claim")["claim one-side"].verdict == Verdict.PROVED


def test_equal_melds_may_be_paid_to_both_if_a_house_rule_says_so() -> None:
    text = (
        "options: {equal: {values: [nobody, both], default: nobody}}\n"
        "melds: {declared: {when: yes, tie: {by: equal, nobody: nobody, both: both}}}\n"
        "claims:\n"
        "  one-side: {at: settle, holds: declared(takers) = 0 or declared(defenders) = 0}\n"
        "  by-rule: {at: settle, holds: equal = both or declared(takers) = 0 or "
        "declared(defenders) = 0}\n"
    )
    found = results(text, "claim")
    assert found["claim one-side"].verdict == Verdict.REFUTED
    assert found["claim by-rule"].verdict == Verdict.PROVED


def test_a_field_that_a_call_fills_has_the_values_that_can_be_chosen() -> None:
    text = (
        "contract: {bid: {type: Int, start: 80}}\n"
        "talks: {auction: {second-round: {calls: {name: {with: {v: 80..160 step 10},"
        " set: {bid: v}}}}}}\n"
        "claims:\n"
        "  tens: {at: settle, holds: bid mod 10 = 0 and bid >= 80 and bid <= 160}\n"
        "  never-90: {at: settle, holds: bid != 90}\n"
    )
    found = results(text, "claim")
    assert found["claim tens"].verdict == Verdict.PROVED
    refuted = found["claim never-90"]
    assert refuted.verdict == Verdict.REFUTED
    assert refuted.witness is not None
    assert refuted.witness.data["bid"] == 90


def test_a_worth_that_reads_state_means_the_state_before_the_deal() -> None:
    text = (
        "state: {late: {type: Int, start: 0}}\n"
        "score:\n"
        "  worth: (if swept and (outcome = made or sweeper = defenders) then 252 else 162)"
        " + (sum s in sides of belote(s)) + all-declared + late\n"
        "  also: {pot: remove, late: {pay: {takers: {late: late}}, set: {late: late + 1}}}\n"
        "  outcomes: {litige: remove, failed: {when: total(takers) < total(defenders)}}\n"
        "claims: {nothing-is-lost: remove}\n"
    )
    assert results(text, "settle.conserved")["settle.conserved"].verdict == Verdict.PROVED
