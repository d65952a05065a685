"""Phrases and sentences made from rule texts."""

from __future__ import annotations

import subprocess
import sys

import pytest

from beloteql.core.operators import OPERATORS
from beloteql.core.terms import LOCAL, SPECIAL, TERMS
from beloteql.errors import Collector, InternalError
from beloteql.source import Source, Span
from beloteql.surface import ast
from beloteql.surface.expression import parse_expression
from beloteql.surface.load import load
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
    return phrase(parse(text), BELOTE, bound=bound)


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
        ("rank(best) = J", "the rank of the card winning the trick is jack"),
        ("following = no-cards", "you do not have a card of the suit led"),
        ("following != no-cards", "you have a card of the suit led"),
        ("any-card except trumps", "any card, except a trump"),
        ("not trump-led", "trump was not led"),
        ("not partner-winning", "your own side is not winning the trick"),
        ("not leading", "somebody has led to the trick"),
        ("not swept", "it is not so that one side has all tricks"),
        ("tie = made", "house rule 3 is “the contract is made”"),
        ("tie != made", "house rule 3 is not “the contract is made”"),
        ("not rounding",
         "house rule 5 does not apply (scores are written in tens, five and more going up)"),
        ("some s in sides with score(s) >= 500", "the match score of some side is at least 500"),
        ("sum s in sides of belote(s)", "the points of both sides for belote"),
        ("sweep(takers)", "the taking side has all tricks"),
        ("(stakes + 1) * 2", "(the number of times that the score counts plus 1) times 2"),
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


def test_missing_message_is_a_fault_of_ours() -> None:
    with pytest.raises(InternalError):
        texts_for("en").say("no-such-message")


def test_fluent_is_imported_only_when_something_is_said() -> None:
    code = "import sys, beloteql.wording; print('fluent.runtime' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
