"""Sentences of rule books for constructs that are easily said badly; all written by hand."""

from __future__ import annotations

import re

import pytest

from beloteql.core.build import build
from beloteql.documents import rule_book, to_html, to_markdown
from beloteql.surface.load import load_text

HEAD = """
beloteql: 1
id: tried
extends: {base}
name: {{en: Tried}}
source: T
sources: {{T: {{title: A test}}}}
"""


def book(rules: str, base: str = "belote") -> list[str]:
    """The lines of the rule book of a ruleset with some rules of its own, as plain text."""
    program = build(load_text(HEAD.format(base=base) + rules))
    text = to_markdown(rule_book(program)).replace("\\", "").replace("_[T]_", "")
    # A house rule of the base may come or go.
    text = re.sub(r"house rule \d+", "house rule N", text)
    return [line.strip() for line in text.splitlines() if line.strip()]


def says(rules: str, *sentences: str, base: str = "belote") -> None:
    """Asserts that each sentence stands in one line of the book."""
    lines = book(rules, base)
    for sentence in sentences:
        near = [line for line in lines if line[:20] == sentence[:20]] or lines
        assert any(sentence in line for line in lines), "\n".join([sentence, *near])


# --- the head, the places, and the deal ------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "name"),
    [("MK", "North Macedonia"), ("CY", "Cyprus"), ("AM", "Armenia"), ("SA", "Saudi Arabia"),
     ("US", "United States"), ("MG", "Madagascar"), ("ZZ", "ZZ")],
)  # fmt: skip
def test_country_is_named(code: str, name: str) -> None:
    says(f"country: {code}\n", f"Country: {name} ·")


def test_base_is_called_by_its_name_and_a_shared_part_is_not_named() -> None:
    assert "Country: France · Ruleset: tried · Builds on: French belote" in book("")
    assert "Builds on" not in "".join(book("abstract: yes\n", base="family"))


def test_places_are_described() -> None:
    rules = """
zones:
  row: {of: seat, columns: 4, seen-by: top, playable: top, turned: after-trick, name: {en: the row}}
  pair: {of: seat, seen-by: nobody, name: {en: the face-down pair}}
  fan: {of: seat, seen-by: all, playable: all, name: {en: the fan}}
deal:
  first-packet: {give: {to: row, each: 4}}
  second-packet: {give: {to: pair, each: 1}}
  last-packet: {replace: yes, give: {from: pair, to: hand}}
"""
    says(
        rules,
        "The row: there each player's own cards lie in 4 stacks. Everybody sees the card on top "
        "of each stack, and nobody sees the cards under it. Only the card on top of a stack may "
        "be played. A card that comes to the top is turned up after the trick.",
        "The face-down pair: there each player has cards of his or her own. Nobody sees them. "
        "They can't be played from there.",
        "The fan: there each player has cards of his or her own. Everybody sees them. "
        "Any of them may be played.",
        "Each player gets 4 cards, laid on the row.",
        "Each player gets one card, laid face down (the face-down pair).",
        "Each player takes all cards of the face-down pair.",
    )


def test_what_the_steps_say_of_a_place_is_not_said_again() -> None:
    assert "### Where the cards lie" not in book("")


def test_one_player_gets_another_number_of_cards() -> None:
    says("", "**Last packet.** The taker gets 2 cards, every other player 3 cards.")


# --- the auction -----------------------------------------------------------------------------

TALK = """
contract:
  closed: {{type: Bool, start: no, text: {{en: the double is closed}}}}
  raiser: {{type: Seat, text: {{en: the player who raised}}}}
talks:
  auction:
    first:
      {stage}
      calls:
        take: {{set: {{closed: {closed}, raiser: me}}}}
"""


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("asks: me = dealer", "Only the dealer is asked."),
        ("asks: dealer = me and dealer != eldest",
         "Only the dealer is asked, and only if the dealer is not the eldest hand."),
        ("asks: me != dealer",
         "The eldest hand is asked first; then the others in turn. The dealer is not asked."),
        ("asks: side(me) = side(dealer)",
         "A player is asked only if the side of that player is the side of the dealer."),
        ("from: dealer", "The dealer is asked first; then the others in turn."),
        ("from: if rounding then dealer else eldest",
         ("If scores are written in tens, five and more going up (house rule N), the dealer is "
         "asked first, otherwise the eldest hand; then the others in turn.")),
    ],
)  # fmt: skip
def test_who_is_asked(stage: str, sentence: str) -> None:
    says(TALK.format(stage=stage, closed="yes"), sentence)


def test_with_two_players_it_is_the_opponent_who_is_asked() -> None:
    rules = "table: {seats: 2, partners: no}\n" + TALK.format(
        stage="asks: me != dealer", closed="yes"
    )
    says(rules, "Only the opponent of the dealer is asked.")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("yes", "From then on it holds that the double is closed."),
        ("no", "From then on it no longer holds that the double is closed."),
        ("me = dealer", ("From then on it holds that the double is closed if the speaker is the "
         "dealer, and otherwise it does not.")),
        ("closed or me = dealer",
         "From then on it holds that the double is closed, if the speaker is the dealer."),
    ],
)  # fmt: skip
def test_what_holds_from_then_on(value: str, sentence: str) -> None:
    says(TALK.format(stage="asks: me = dealer", closed=value), sentence,
         "The speaker becomes the player who raised.")  # fmt: skip


def test_exchange_of_a_card() -> None:
    rules = """
words:
  seven: {is: those c in hand(me) with rank(c) = 7, text: {en: the seven of trumps}}
deal: {exchange: {before: tricks, talk: exchange}}
talks:
  exchange:
    swap:
      asks: seven != no-cards
      calls:
        keep: {then: done}
        swap: {give: {from: hand, to: turn-up, cards: seven, seat: me}, then: done}
"""
    says(
        rules,
        "A player is asked only if that player has the seven of trumps.",
        "- The speaker passes the seven of trumps from the hand to the turn-up.",
    )


def test_words_of_the_play_that_hang_on_a_house_rule_are_spelled_out() -> None:
    rules = """
words: {strict: {is: rounding and leading, text: {en: the strict rule applies}}}
play: {legal: {strict: {before: lead, when: strict, cards: any-card}}}
"""
    says(rules, "**The strict rule applies.** That is so if scores are written in tens, five and "
         "more going up (house rule N) and you lead to the trick.")  # fmt: skip


def test_each_side_has_a_field_of_its_own() -> None:
    rules = """
contract:
  bold: {type: Bool, start: no, for: side, text: {en: the side is bold}}
talks: {auction: {first-round: {calls: {take: {set: {bold: side = side(me)}}}}}}
"""
    says(rules, "For each side: from then on it holds that the side is bold if the side is the "
         "side of the speaker, and otherwise it does not.")  # fmt: skip


def test_taking_side_is_called_after_the_taker() -> None:
    for taker, side in (("the buyer", "the buyer's side"), ("the taker", "the taking side"),
                        ("the one who bids", "the side of the one who bids")):  # fmt: skip
        rules = f"contract: {{taker: {{text: {{en: {taker}}}}}}}\n"
        says(rules, f"- {side[0].upper()}{side[1:]} has won.")


def test_source_of_a_stage_reaches_its_calls_and_ends() -> None:
    rules = """
talks: {auction: {second-round: {source: S, calls: {name: {when: led-first}}}}}
words: {led-first: {is: me = eldest, text: {en: the speaker leads}}}
"""
    lines = book(rules)
    start = lines.index("### Second round")
    second = [x for x in lines[start:] if x[0].isdigit()][:3]
    assert [x.rpartition("_[")[2] for x in second] == ["S]_"] * 3


def test_a_call_that_must_not_be_made_says_unless() -> None:
    rules = """
talks: {auction: {first: {calls: {pass: {when: not (me = dealer and suit(turned) = H)}}}}}
"""
    says(rules, "Allowed unless both the speaker is the dealer and the suit of the card turned up "
         "is hearts.")  # fmt: skip


def test_said_names_the_call_as_the_stage_does() -> None:
    rules = """
talks:
  auction:
    first-round: {calls: {pass: {name: {en: Bas}}}}
    other: {asks: "said(me, first-round, pass)", calls: {pass: {then: done}}}
"""
    says(rules, "A player is asked only if that player said “Bas” in “First round”.")


# --- melds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (1, "The announcement is a single word, said with one of the cards."),
        (2, "The announcement has 2 words, one with each of the cards."),
    ],
)
def test_words_of_an_announcement(words: int, sentence: str) -> None:
    says(f"melds: {{belote: {{announce: {{words: {words}}}}}}}\n", sentence)


@pytest.mark.parametrize(
    ("tie", "sentence"),
    [
        ("nobody", "If the best of two sides are equal, nobody is paid."),
        ("both", "If the best of two sides are equal, both are paid."),
        ("if rounding then earlier else nobody",
         ("If the best of two sides are equal, the side of the player who comes earlier in turn is "
         "paid if scores are written in tens, five and more going up (house rule N), otherwise "
         "nobody is paid.")),
    ],
)  # fmt: skip
def test_equal_melds(tie: str, sentence: str) -> None:
    says(f"melds: {{declared: {{tie: {tie}}}}}\n", sentence)


def test_melds_that_are_compared_by_their_sums() -> None:
    rules = "melds: {declared: {best: remove, compare: sum, tie: nobody}}\n"
    says(rules, "What each side has is added up, and only the side with the largest sum is paid.",
         "If the largest sums are equal, nobody is paid.")  # fmt: skip
    assert book(rules).count("Each side is paid for all it has.") == 1  # belote alone


def test_order_of_runs_stands_with_the_runs() -> None:
    lines = book("")
    runs = lines.index("Runs follow this order: 7, 8, 9, 10, jack, queen, king, ace.")
    assert lines.index("### Declarations") < runs < lines.index("### Belote")


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
        "- If the contract is doubled: 162 times the number of times that the score counts.",
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
    rest = book("fouls: remove\noptions: {tie: {source: T}}\n")
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
