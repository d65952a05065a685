"""The reference page is printed from the tables, is current, and its examples are right."""

from pathlib import Path

import pytest

from beloteql.core.build_world import build_world
from beloteql.core.elaborate import EVERYWHERE, Elaborator, Place
from beloteql.core.ir import Node
from beloteql.core.names import collect
from beloteql.core.operators import OPERATORS
from beloteql.core.terms import LOCAL, SCOPES, SPECIAL, TERMS
from beloteql.core.types import ANY, BOOL, CARDS, INT, NAMED, SIDE
from beloteql.documents.reference import BINDERS, TYPES, language_reference, models
from beloteql.errors import Collector
from beloteql.source import Source, Span
from beloteql.surface import schema
from beloteql.surface.expression import parse_expression
from beloteql.surface.jsonschema import attribute_sentences
from beloteql.surface.load import load
from beloteql.surface.node import ScalarNode

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "language.md"
TEXT = language_reference()


def understood(text: str) -> tuple[Node, list[str]]:
    """What a rule text means over belote, and what is wrong with it."""
    errors = Collector()
    ruleset = load("belote").ruleset
    world = build_world(ruleset, frozenset(), errors)
    assert ruleset.play is not None
    to = Elaborator(collect(ruleset, world, frozenset(), errors), ruleset.play.best, errors)
    tree = parse_expression(ScalarNode(text, Span(Source("<example>", text), 0, len(text))), errors)
    assert tree is not None, text
    place = Place(EVERYWHERE, {"c": BOOL, "n": INT, "side": SIDE})
    return to.value(tree, place), [d.message for d in errors.diagnostics]


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == TEXT, "run python -m tests.docs.renew_reference"


def test_every_table_row_is_on_the_page() -> None:
    rows = [(o.name, o.meaning) for o in OPERATORS.values()]
    rows += [(t.name, t.meaning) for t in TERMS.values()]
    assert [name for name, meaning in rows if meaning not in TEXT] == []
    for name in (*LOCAL, *SPECIAL, *TYPES, *(t.name for t in NAMED.values())):
        assert f"`{name}`" in TEXT, name


def test_every_section_and_key_is_on_the_page() -> None:
    for model in models():
        assert (model.__doc__ or "").split(".")[0].split("\n")[0] in TEXT, model
        for key in list(model.keys()):
            assert f"`{key}`" in TEXT, (model, key)


def test_no_key_is_without_a_sentence() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("|")]
    assert [row for row in rows if row.endswith("|  |")] == []


def test_sentences_stand_under_their_keys() -> None:
    assert attribute_sentences(schema.Pattern)["same"] == "So many cards of one rank."


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_the_example_of_an_operator_type_checks(name: str) -> None:
    node, wrong = understood(OPERATORS[name].example)
    assert wrong == []
    assert node.type != ANY


@pytest.mark.parametrize("name", sorted(TERMS))
def test_the_example_of_a_name_type_checks(name: str) -> None:
    node, wrong = understood(TERMS[name].example)
    assert wrong == []
    assert node.type != ANY


@pytest.mark.parametrize("name", sorted(TERMS))
def test_a_name_is_used_in_its_example(name: str) -> None:
    # An operator may be shown with a larger expression, a fact with a comparison.
    assert name in TERMS[name].example


@pytest.mark.parametrize("form", sorted(BINDERS))
def test_the_binders_are_written_as_the_page_says(form: str) -> None:
    over = {"c": "suit(x) = H", "n": "natural(rank(x))"}
    last = form.rsplit(maxsplit=1)[-1]
    node, wrong = understood(form.replace(" A ", " deck ").removesuffix(last) + over[last])
    assert wrong == []
    expected = {"Bool": BOOL, "Int": INT, "as A": CARDS, "element": NAMED["Card"]}
    assert node.type == expected[BINDERS[form][0]]


def test_scopes_are_those_of_the_names() -> None:
    assert {t.scope for t in TERMS.values()} <= set(SCOPES)
