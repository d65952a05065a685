"""Sentences of rule books for constructs that are easily said badly; all written by hand."""

from __future__ import annotations

import re

import pytest

from beloteql.core.build import build
from beloteql.documents import rule_book, to_markdown
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
