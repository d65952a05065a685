"""For which house rules two variants are compared."""

from __future__ import annotations

import pytest

from beloteql.compare import Relation, compare
from beloteql.errors import UsageError
from tests.compare.helpers import legal_in_suits, pair, variant

TWO_WAYS = """
options:
  ruff: {type: Bool, default: yes, text: {en: a winning partner must be ruffed}}
play:
  legal:
    partner: {before: overtrump, when: partner-winning and not ruff, cards: any-card}
claims: {must-ruff: remove}
"""


@pytest.mark.sweep
def test_the_house_rules_are_those_when_nobody_chooses() -> None:
    two_ways = variant("klaverjas-rotterdam", TWO_WAYS)
    assert legal_in_suits(pair("klaverjas-rotterdam", two_ways)).relation is Relation.EQUAL


def test_they_can_be_chosen_and_left_open() -> None:
    two_ways = variant("klaverjas-rotterdam", TWO_WAYS)
    chosen = legal_in_suits(pair("klaverjas-rotterdam", two_ways, {}, {"ruff": "no"}))
    assert chosen.relation is Relation.WITHIN
    any_ = legal_in_suits(pair("klaverjas-rotterdam", two_ways, any_house_rules=True))
    assert any_.relation is Relation.WITHIN
    assert any_.cases[0].b["options"]["ruff"] == "no"


@pytest.mark.sweep
def test_a_house_rule_that_both_have_is_the_same_in_both() -> None:
    two_ways, again = (variant("klaverjas-rotterdam", TWO_WAYS, n) for n in ("one", "two"))
    both = pair(two_ways, again, any_house_rules=True)
    assert legal_in_suits(both).relation is Relation.EQUAL


def test_one_of_the_same_name_with_other_values_is_not() -> None:
    other = TWO_WAYS.replace("type: Bool, default: yes", "values: [must, may], default: must")
    other = other.replace("not ruff", "ruff = may")
    both = pair(variant("klaverjas-rotterdam", TWO_WAYS), variant("klaverjas-rotterdam", other),
                any_house_rules=True)  # fmt: skip
    assert legal_in_suits(both).relation is Relation.DIFFERENT


def test_a_choice_of_the_settlement() -> None:
    tie = {"tie": "failed"}
    (same,) = compare(pair("belote", "belote", tie, tie), "settlement")
    (other,) = compare(pair("belote", "belote", {}, tie), "settlement")
    assert (same.relation, other.relation) == (Relation.EQUAL, Relation.DIFFERENT)
    assert [(c.a["outcome"], c.b["outcome"]) for c in other.cases] == [("litige", "failed")]


def test_an_unknown_house_rule_is_refused() -> None:
    with pytest.raises(UsageError, match="BQ0801"):
        pair("belote", "belote-bga", {}, {"tie": "litige"})
