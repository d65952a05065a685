"""Phrases and sentences made from rule texts."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from beloteql.core.operators import OPERATORS
from beloteql.core.terms import LOCAL, SPECIAL, TERMS
from beloteql.errors import Collector, InternalError
from beloteql.source import Source, Span
from beloteql.surface import ast
from beloteql.surface.expression import parse_expression
from beloteql.surface.load import load, load_text
from beloteql.surface.node import ScalarNode
from beloteql.wording import languages, phrase, reason, sentence_for_legal
from beloteql.wording.texts import texts_for

BELOTE = load("belote").ruleset
AMSTERDAM = load("klaverjas-amsterdam").ruleset
SPELLED = {row.operator for row in TERMS.values() if row.operator}


def parse(text: str) -> ast.Expression:
    source = Source("<text>", text)
    found = parse_expression(ScalarNode(text, Span(source, 0, len(text))), Collector())
    assert found is not None
    return found


def say(text: str, **bound: str) -> str:
    # The numbers of house rules are no matter of the phrases.
    return re.sub(r"house rule \d+", "house rule N", phrase(parse(text), BELOTE, bound=bound))


@pytest.mark.parametrize("name", TERMS)
def test_every_term_has_a_phrase(name: str) -> None:
    arguments = dict(zip("ab", ("this", "that"), strict=False))
    text = texts_for("en").say(f"term-{name}", **arguments)
    assert all(a in text for a in list(arguments.values())[: len(TERMS[name].parameters)])


@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_has_a_phrase(name: str) -> None:
    texts = texts_for("en")
    assert name in SPELLED or texts.has(f"op-{name}")


@pytest.mark.parametrize("name", OPERATORS)
def test_example_of_every_operator_can_be_said(name: str) -> None:
    assert say(OPERATORS[name].example)


@pytest.mark.parametrize("name", TERMS)
def test_example_of_every_term_can_be_said(name: str) -> None:
    assert say(TERMS[name].example)


@pytest.mark.parametrize("name", [*LOCAL, *SPECIAL])
def test_every_local_and_special_name_has_a_phrase(name: str) -> None:
    texts = texts_for("en")
    assert texts.has(f"local-{name}") or texts.has(f"special-{name}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("score(side(dealer)) >= 1000",
         "the match score of the side of the dealer is at least 1000"),
        ("passes = players", "everybody has passed"),
        ("rank(best) = J", "the card winning the trick is a jack"),
        ("following = no-cards", "you do not have a card of the suit led"),
        ("following != no-cards", "you have a card of the suit led"),
        ("any-card except trumps", "any card, except a trump"),
        ("not trump-led", "trump was not led"),
        ("not partner-winning", "your own side is not winning the trick"),
        ("not leading", "somebody has led to the trick"),
        ("not swept", "no side has all tricks"),
        ("not sweep(takers)", "the taking side does not have all tricks"),
        ("not bid-made", "nobody has bid"),
        ("not bid-made and passes = players", "nobody has bid and everybody has passed"),
        ("not (leading and doubled) and swept",
         ("one side has all tricks and it is not so that both you lead to the trick and the "
          "contract is doubled")),
        ("kind = suit", "the kind of contract is “a trump suit”"),
        ("kind != suit", "the kind of contract is not “a trump suit”"),
        ("outcome = made", "the outcome of the deal is “made”"),
        ("passes = players - 1", "all the others have passed"),
        ("not passes = players", "not everybody has passed"),
        ("not passes = players - 1", "not all the others have passed"),
        ("not cards(takers) > 81", "the card points of the taking side are at most 81"),
        ("passes = 2", "2 players in a row have passed"),
        ("passes = place(taker) - 1", "everybody who has a turn before the taker has passed"),
        ("place(me) = 1", "you are the eldest hand"),
        ("place(me) >= 3", "you sit at least 3 places after the dealer"),
        ("place(dealer) > place(taker)", "the dealer comes after the taker in turn"),
        ("tricks(takers) = 0", "the taking side has no trick"),
        ("tricks(takers) > 0", "the taking side has at least one trick"),
        ("not tricks(takers) > 0", "the taking side has no trick"),
        ("rank(best) != 8", "the card winning the trick is not an 8"),
        ("some c in hand(me) with rank(c) = 7", "some card in your hand is a 7"),
        ("count p in seats with p != dealer",
         "the number of players for whom that player is not the dealer"),
        ("those s in sides with s != takers", "every side but the taking side"),
        ("cards(takers) = cards(defenders)",
         "the card points of the taking side equal the card points of the defending side"),
        ("cards(takers) > 81", "the card points of the taking side are more than 81"),
        ("tricks(takers) > 3", "the number of tricks of the taking side is more than 3"),
        ("score(takers) div 10 + 1",
         "(the match score of the taking side divided by 10, rounded down) plus 1"),
        ("if doubled then 0 else 2", "2 if the contract is not doubled"),
        ("sum s in sides of if s = takers then cards(s) else 0",
         ("the sum over all sides of (the card points of that side if that side is the taking "
          "side)")),
        ("tie = made", "house rule N is “the contract is made”"),
        ("tie != made", "house rule N is not “the contract is made”"),
        ("not rounding",
         "house rule N does not apply (scores are written in tens, five and more going up)"),
        ("some s in sides with score(s) >= 500", "the match score of some side is at least 500"),
        ("sum s in sides of belote(s)", "the points of both sides for belote"),
        ("sweep(takers)", "the taking side has all tricks"),
        ("sum s in sides of cards(s) + belote(s)",
         ("the sum over all sides of (the card points of that side plus the points of that side "
         "for belote)")),
        ("count c in trick with suit(c) = led",
         "the number of cards in the trick for which the suit of that card is the suit led"),
        ("highest c in trick by power(c)",
         ("the highest card in the trick, by this measure: a trump goes above every card of the "
         "suit led, the stronger card of a suit above the weaker, and other cards cannot win")),
        ("lowest p in seats by place(p)",
         "the player for whom this is lowest: the place of that player after the dealer"),
        ("(stakes + 1) * 2", "(the multiplier plus 1) times 2"),
        ("if doubled then 2 else 0", "2 if the contract is doubled"),
        ("leading or trump-led and doubled",
         "you lead to the trick, or trump was led and the contract is doubled"),
        ("(leading or trump-led) and doubled",
         "either you lead to the trick or trump was led, and the contract is doubled"),
        ("86 rounded-to 10 up-from 6",
         "86, rounded to a multiple of 10 (a rest of 6 or more goes up)"),
        ("10H in trick", "10♥ is one of the cards in the trick"),
    ],
)  # fmt: skip
def test_phrases_read_as_players_speak(text: str, expected: str) -> None:
    assert say(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not (leading and doubled)",
         "it is not so that both you lead to the trick and the contract is doubled"),
        ("not (leading or doubled)",
         "it is neither so that you lead to the trick nor that the contract is doubled"),
    ],
)  # fmt: skip
def test_opposites_are_said_without_doubt(text: str, expected: str) -> None:
    assert say(text) == expected


ALONE = load_text("""
beloteql: 1
id: alone
extends: belote
name: {en: Alone}
source: test
sources: {test: {title: A test}}
table: {seats: 3, partners: no}
contract: {taker: {text: {en: the maker}}}
options:
  rate: {type: Int, default: 5, text: {en: "the rate; a remark"}}
words:
  ahead: {given: {s: Side}, is: "score(s) > 0", text: {en: somebody is ahead}}
  first: {given: {s: Side}, is: some p in seats with side(p) = s and place(p) = 1}
""").ruleset


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cards(takers) > 81", "the card points of the maker are more than 81"),
        ("side(dealer) = takers", "the dealer is the maker"),
        ("side(me) = side(taker)", "you are the maker"),
        ("winner = takers", "the winner is the maker"),
        ("sum s in sides of cards(s)", "the card points of all players"),
        ("most s in defenders of cards(s)",
         "the largest, over all players among the others, of the card points of that player"),
        ("the s in defenders with cards(s) > 40",
         "the player among the others for whom the card points of that player are more than 40"),
        ("some s in sides with score(s) >= 500", "the match score of some player is at least 500"),
        ("first(takers)", "the maker is the eldest hand"),
        # A text that names no parameter is complete without it.
        ("ahead(takers)", "somebody is ahead"),
        ("score(takers) > rate",
         "the match score of the maker is more than the rate (house rule N)"),
    ],
)  # fmt: skip
def test_where_each_plays_alone_a_side_is_a_player(text: str, expected: str) -> None:
    assert re.sub(r"house rule \d+", "house rule N", phrase(parse(text), ALONE)) == expected


UNTOLD = load_text("""
beloteql: 1
id: untold
extends: belote
name: {en: Untold}
source: test
sources: {test: {title: A test}}
words:
  sum-up: {given: {s: Side}, is: cards(s) + belote(s)}
  half: {is: {by: kind, suit: 81}}
  third: {is: if doubled then 54 else 27}
""").ruleset


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum-up(takers) div 10",
         ("(the card points of the taking side plus the points of the taking side for belote) "
         "divided by 10, rounded down")),
        ("cards(takers) > half",
         "the card points of the taking side are more than (81 for “a trump suit”)"),
        ("third + 1", "(54 if the contract is doubled, otherwise 27) plus 1"),
    ],
)  # fmt: skip
def test_word_without_a_text_is_spelled_out_without_doubt(text: str, expected: str) -> None:
    assert phrase(parse(text), UNTOLD) == expected


def test_negation_never_loses_the_meaning_of_a_quantified_clause() -> None:
    # "some side does not have all tricks" would say something else.
    text = say("some s in sides with not sweep(s)")
    assert text.startswith("there is a side for which it is not so that")


def test_bound_names_are_said_as_the_entry_says() -> None:
    assert say("cards(side)", side="each side") == "the card points of each side"


def test_rules_of_legal_play_are_sentences() -> None:
    assert AMSTERDAM.play is not None
    legal = {str(n): e for n, e in AMSTERDAM.play.legal.items()}
    assert sentence_for_legal("partner", legal["partner"], AMSTERDAM) == (
        "If your own side is winning the trick: "
        "any card, except a trump lower than one in the trick."
    )
    assert sentence_for_legal("follow", legal["follow"], AMSTERDAM) == "A card of the suit led."


def test_reason_names_the_rule_by_its_number() -> None:
    assert reason("overtrump", BELOTE) == (
        "Rule 6 (overtrump) decides: you must play a trump higher than any in the trick."
    )
    assert reason("any", BELOTE) == "Rule 8 (any) decides: any card may be played."


def test_another_language_falls_back_to_english() -> None:
    assert languages() == ("en",)
    assert phrase(parse("leading"), BELOTE, "nl") == "you lead to the trick"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("a card", "A card."), ("(2 if b) times 3", "(2 if b) times 3."),
     ("((half of it) plus 1)", "((Half of it) plus 1)."), ("so:", "So:"), ("(", "(."), ("", "")],
)  # fmt: skip
def test_sentence_begins_with_a_capital_and_ends_with_a_stop(text: str, sentence: str) -> None:
    assert texts_for("en").sentence(text) == sentence


def test_missing_message_is_a_fault_of_ours() -> None:
    with pytest.raises(InternalError):
        texts_for("en").say("no-such-message")


def test_fluent_is_imported_only_when_something_is_said() -> None:
    code = "import sys, beloteql.wording; print('fluent.runtime' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
