"""Sentences of the rule book on the score, the match, house rules, words and sources."""

from __future__ import annotations

import pytest

from beloteql.core.build import build
from beloteql.documents import rule_book, to_html, to_markdown
from beloteql.surface.load import load_text
from tests.documents.test_sentences import HEAD, book, says

# --- the score and the match -----------------------------------------------------------------


def test_what_is_added_to_points_that_wait() -> None:
    says(
        "",
        "Add to the pot of waiting points: the total of the taking side (rounded if scores are "
        "written in tens).",
        "Set the pot of waiting points back to 0.",
    )


STATE = """
state:
  lost: {{type: Int, start: 0, for: side, text: {{en: the number of lost deals}}}}
  dealt: {{type: Bool, start: no, text: {{en: the dealer has won}}}}
score:
  also: {{tried: {{set: {{{set}}}}}}}
"""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("lost: if side = takers then lost(side) + 1 else lost(side)",
         ("For each side: if that side is the taking side, add to the number of lost deals of that "
         "side: 1.")),
        ("lost: if side = takers then 0 else lost(side)",
         ("For each side: if that side is the taking side, set the number of lost deals of that "
         "side to 0.")),
        ("lost: lost(side) + (if side = takers then 1 else 0)",
         ("For each side: if that side is the taking side, add to the number of lost deals of that "
         "side: 1.")),
        ("dealt: winner = side(dealer)",
         ("From then on it holds that the dealer has won if the winning side is the side of the "
         "dealer, and otherwise it does not.")),
    ],
)  # fmt: skip
def test_what_is_remembered(change: str, sentence: str) -> None:
    says(STATE.format(set=change), sentence, "Whether the dealer has won; at the start no.",
         "The number of lost deals of each side; at the start 0.")  # fmt: skip


def test_line_is_called_like_the_meld_it_pays() -> None:
    says("melds: {belote: {name: {en: Bourlot}}}\n",
         "Bourlot: each side gets the points of that side for Bourlot.")  # fmt: skip


def test_outcome_that_pays_nothing_says_so() -> None:
    rules = "score: {outcomes: {void: {before: litige, when: swept}}}\n"
    says(rules, "- Nobody gets anything.")


THREE = """
table: {seats: 3, partners: no}
claims: {nothing-is-lost: remove}
deal: {last-packet: {give: {each: 2}}, take-turn-up: remove}
score:
  replace: yes
  outcomes:
    made:
      winner: takers
      pay:
        defenders: {cards: cards(side)}
        those s in sides with s != takers: {more: cards(side)}
        takers: {own: cards(side)}
        each: {all: tricks(side)}
fouls: {revoke: {pay: {opponents: {cards: remove, fine: cards(side)}}}}
"""


def test_three_sides_are_paid_one_by_one() -> None:
    says(
        THREE,
        "The taker has won.",
        "Cards: each of the others gets the card points of that player.",
        "More: every player but the taker gets the card points of that player.",
        "Own: the taker gets the card points of the taker.",
        "All: each player gets the number of tricks of that player.",
        "Fine: each of the others gets the card points of that player.",
        "Only the player with the best of them is paid.",
        "The player with the most points has won.",
    )
    assert "side" not in "".join(x for x in book(THREE) if " gets " in x)


@pytest.mark.parametrize(
    ("tie", "sentence"),
    [
        ("play-on", "If the first two have the same, further deals are played."),
        ("takers", "If the first two have the same, the taking side of the last deal has won."),
        ("{by: tie, made: draw, else: play-on}",
         ("If the first two have the same, with house rule N “the contract is made”: the match is "
          "a draw; otherwise further deals are played.")),
    ],
)  # fmt: skip
def test_a_tie_of_the_match(tie: str, sentence: str) -> None:
    says(f"match: {{tie: {tie}}}\n", sentence)


# --- house rules, words and sources ----------------------------------------------------------

LONG = """
options:
  rate:
    values: [one, two, three]
    default: one
    text: {en: how points are counted}
    meaning:
      one: {en: "one point for each ten of the takers, any rest counting as ten; the others get it"}
      two: {en: "one point for each ten of the takers, a rest of two or more counting as ten; none"}
      three: {en: "one point for each ten, to the nearest; others too"}
  price: {type: Int, default: 5, text: {en: "the price of a deal; a remark"}}
score:
  also: {tried: {pay: {takers: {x: "if rate = one then price else if rate = two then 1 else 2"}}}}
"""


def test_long_meaning_is_begun_rather_than_named() -> None:
    says(
        LONG,
        "X: the taking side gets the price of a deal (house rule N) if house rule N is “one point "
        "for each ten of the takers, any rest counting as ten …”, otherwise 1 if house rule N is "
        "“one point for each ten of the takers, a rest of two or more counting as ten …”, "
        "otherwise 2.",
        "Any number may be agreed. The default is 5.",
        "To choose from: yes or no. The default is no.",
    )


def test_cases_of_a_long_value_are_listed() -> None:
    rules = """
words:
  price:
    is:
      - {when: swept, is: "if sweep(takers) then 250 else 0"}
      - {when: doubled, is: 162 * stakes}
      - {is: cards(takers)}
    text: {en: the price of the deal}
  rate: {is: {by: kind, suit: 1}, text: {en: the rate}}
score: {also: {tried: {pay: {takers: {x: price * rate}}}}}
"""
    says(
        rules,
        "**The price of the deal.** The first of these that applies holds:",
        "- If one side has all tricks: 250 if the taking side has all tricks.",
        "- If the contract is doubled: 162 times the multiplier.",
        "- Otherwise: the card points of the taking side.",
        "**The rate.** 1 for “a trump suit”.",
    )


def test_words_speak_of_the_speaker() -> None:
    rules = """
words: {late: {is: place(me) >= 3, text: {en: the speaker sits late}}}
talks: {auction: {first: {calls: {pass: {when: late}}}}}
"""
    says(rules, "**The speaker sits late.** That is so if the speaker sits at least 3 places after "
         "the dealer.")  # fmt: skip


def test_outcome_is_not_taken_for_a_word_of_the_same_name() -> None:
    rules = """
words: {suit-played: {is: stakes, text: {en: something else}}}
score: {also: {tried: {when: kind = suit and outcome = made, pay: {takers: {x: suit-played}}}}}
"""
    says(rules, "If the kind of contract is “a trump suit” and the outcome of the deal is “made”:")


def test_documents_that_are_not_named_are_left_out() -> None:
    tags = [line.split("|")[1].strip() for line in book("") if line.startswith("| ")]
    assert {"T", "FFB-B16", "FFB-K15", "villages"} <= set(tags)
    rest = book("fouls: remove\noptions: {tie: {source: T}, same-dealer: {source: T}}\n")
    left = [line.split("|")[1].strip() for line in rest if line.startswith("| ")]
    assert "villages" not in left
    assert {"T", "FFB-B16", "FFB-K15"} <= set(left)


def test_default_source_may_be_several_documents() -> None:
    rules = HEAD.format(base="family").replace("source: T", 'source: "T; U"')
    rules = rules.replace("{T: {title: A test}}", "{T: {title: A test}, U: {title: More}}")
    text = to_markdown(rule_book(build(load_text(rules + "abstract: yes\n"))))
    assert "it is taken from T and U." in text
    assert "“T; U”" not in text
    assert "Rules marked “family” are shared by several games of the family." in text


def test_game_without_a_source_has_that_of_the_game_it_extends() -> None:
    rules = HEAD.format(base="belote").replace("source: T\n", "")
    rules += "score: {also: {tried: {pay: {takers: {x: 1}}}}}\n"
    text = to_markdown(rule_book(build(load_text(rules))))
    assert "**Tried.** In every case: _\\[FFB-B16\\]_" in text
    assert "“tried”" not in text


def test_rules_of_a_shared_part_are_those_of_the_game_that_extends_it() -> None:
    own = to_markdown(rule_book(build(load_text(HEAD.format(base="contree")))))
    assert "**Raise.** If trump was led: a higher card of the suit led. _\\[FFB-C16\\]_" in own
    assert "“family”" not in own
    assert "“bidding”" not in own


def test_text_of_a_fact_has_a_place_for_its_owner() -> None:
    rules = """
state: {lone: {type: Bool, start: no, for: side, text: {en: "{side} sits alone"}}}
score:
  also:
    tried: {when: lone(takers) and not lone(defenders), set: {lone: side = takers}}
"""
    says(
        rules,
        "If the taking side sits alone and it is not so that the defending side sits alone:",
        "For each side: from then on it holds that the side sits alone if that side is the taking "
        "side, and otherwise it does not.",
        "Whether the side sits alone; at the start no.",
    )


def test_stages_of_several_talks_stand_under_their_talk() -> None:
    rules = """
deal: {talk-more: {before: tricks, talk: more}}
talks: {more: {only: {calls: {pass: {then: done}}}}}
"""
    lines = book(rules)
    assert "### More" in lines
    assert "#### Only" in lines
    assert "- Then this part of the auction is over." in lines
    assert any("The players speak (see “More” in “The auction”)." in line for line in lines)
    page = to_html(rule_book(build(load_text(HEAD.format(base="belote") + rules))))
    assert "<h4>Only</h4>" in page
