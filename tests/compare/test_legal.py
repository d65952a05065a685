"""Legal play of two variants.

The relations are those that were counted on 200,000 positions for the published rules: French
classique and its table online are the same; Rotterdam lies within Madagascar, Madagascar within
classique, classique within contrée; Amsterdam and Rotterdam are not nested.
"""

from __future__ import annotations

import pytest

from beloteql.compare import Finding, Pair, Relation
from tests.compare.helpers import legal_in_suits, pair, play_out, variant

ROTTERDAM, AMSTERDAM = "klaverjas-rotterdam", "klaverjas-amsterdam"


def check_cases(both: Pair, found: Finding) -> None:
    """Each case is played again from its deal, under the rules of both."""
    for case in found.cases:
        a = play_out(both.rules[0], case, case.a)
        b = play_out(both.rules[1], case, case.b)
        assert (a, b) == (sorted(case.a["legal"]), sorted(case.b["legal"]))
        assert a != b


def test_classique_is_played_alike_at_a_table_and_online() -> None:
    found = legal_in_suits(pair("belote", "belote-bga"))
    assert (found.relation, found.cases) == (Relation.EQUAL, ())


def test_amsterdam_and_rotterdam_differ_both_ways() -> None:
    both = pair(ROTTERDAM, AMSTERDAM)
    found = legal_in_suits(both)
    assert found.relation is Relation.DIFFERENT
    assert len(found.cases) == 2
    only_a, only_b = found.cases
    assert set(only_a.a["legal"]) - set(only_a.b["legal"])
    assert set(only_b.b["legal"]) - set(only_b.a["legal"])
    check_cases(both, found)
    assert only_a.a["rule"]["reason"].endswith("you must play a trump.")
    assert "except a trump" in only_a.b["rule"]["reason"]
    assert only_a.b["rule"]["file"] == "rulesets/klaverjas/klaverjas-amsterdam.yaml"


CHAIN = [(ROTTERDAM, "belote-malagasy"), ("belote-malagasy", "belote"), ("belote", "contree")]


@pytest.mark.parametrize(("a", "b"), CHAIN[2:])
def test_one_within_the_other(a: str, b: str) -> None:
    both = pair(a, b)
    found = legal_in_suits(both)
    assert found.relation is Relation.WITHIN
    (case,) = found.cases
    assert set(case.a["legal"]) < set(case.b["legal"])
    check_cases(both, found)


@pytest.mark.sweep
@pytest.mark.parametrize(("a", "b"), CHAIN[:2])
def test_the_rest_of_the_chain(a: str, b: str) -> None:
    test_one_within_the_other(a, b)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("a", "options_a", "b", "options_b", "relation"),
    [
        # without the exemption Madagascar ruffs a winning partner, as Rotterdam does
        (ROTTERDAM, {}, "belote-malagasy", {"exempt": "no"}, Relation.EQUAL),
        # an under-ruff that is due makes contrée classique
        ("belote", {}, "contree", {"under-ruff": "yes"}, Relation.EQUAL),
        ("contree", {"under-partner": "only-higher"}, "contree", {}, Relation.WITHIN),
        ("contree", {"under-partner": "unless-other"}, "contree", {}, Relation.WITHIN),
        # classique lets one put any trump under the partner's, these do not
        ("belote", {}, "contree", {"under-partner": "unless-higher"}, Relation.DIFFERENT),
        (ROTTERDAM, {}, "klaverjas-rotterdam-seed", {}, Relation.WITHIN),
        (AMSTERDAM, {}, "belote", {}, Relation.DIFFERENT),
        ("belote", {}, ROTTERDAM, {}, Relation.AROUND),
        # the text of the table online, taken at its word
        ("belote", {}, "belote-bga", {"play-by": "summary"}, Relation.DIFFERENT),
    ],
)
def test_known_relations(
    a: str, options_a: dict[str, object], b: str, options_b: dict[str, object], relation: Relation
) -> None:
    both = pair(a, b, options_a, options_b)
    found = legal_in_suits(both)
    assert found.relation is relation
    check_cases(both, found)


TWO_TRUMPS = """
words:
  two-trumps: {is: trumps = any-card and (count c in any-card with yes) = 2}
  to-beat: {is: undertrumps != no-cards and overtrumps != no-cards}
play:
  legal:
    free: {before: overtrump, when: two-trumps and to-beat and partner-winning, cards: any-card}
claims: {must-ruff: remove}
"""


def test_a_position_that_no_deal_leads_to_says_so() -> None:
    # A hand of two cards in the first trick: such a position can be asked about, not be dealt.
    first = TWO_TRUMPS.replace("two-trumps and", "two-trumps and trick-number = 1 and")
    found = legal_in_suits(pair(ROTTERDAM, variant(ROTTERDAM, first)))
    assert found.relation is Relation.WITHIN
    assert found.cases[0].deal is None


@pytest.mark.sweep
def test_a_hand_of_two_trumps_is_found_in_a_deal() -> None:
    both = pair(ROTTERDAM, variant(ROTTERDAM, TWO_TRUMPS))
    found = legal_in_suits(both)
    assert found.relation is Relation.WITHIN
    assert found.cases[0].deal
    assert len(found.cases[0].deal["played"]) > 24
    check_cases(both, found)


def test_what_no_position_shares_is_not_called_equal() -> None:
    double = (
        "talks:\n  choosing:\n    round:\n      calls:\n        raise: {{set: {{stakes: {}}}}}\n"
    )
    twice = variant(ROTTERDAM, "contract:\n  stakes: {start: 1}\n" + double.format(2))
    four = variant(ROTTERDAM, "contract:\n  stakes: {start: 3}\n" + double.format(4))
    assert legal_in_suits(pair(twice, four)).relation is Relation.APART
