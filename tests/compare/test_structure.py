"""What is written differently, with the places in both."""

from __future__ import annotations

from beloteql.compare import changes, house_rules
from beloteql.surface.load import load
from tests.compare.helpers import variant
from tests.conftest import program


def test_the_few_lines_of_amsterdam() -> None:
    both = program("klaverjas-rotterdam"), program("klaverjas-amsterdam")
    found = {c.path: c for c in changes(*both) if not c.for_people}
    assert {p: found[p].how for p in found if p.startswith("play.") and "under" not in p} == {
        "play.legal.overtrump.when": "only in B",
        "play.legal.trump.cards": "changed",
        "play.legal.partner": "only in B",
    }
    assert found["claims.must-ruff"].how == "only in A"
    assert {c.section for c in found.values()} == {"play", "claims"}
    trump = found["play.legal.trump.cards"]
    assert (trump.a, trump.b) == ("trumps", "any-card except trumps")
    for text, place in ((trump.a, trump.place_a), (trump.b, trump.place_b)):
        assert place is not None
        assert place.text == text
    assert trump.place_b is not None
    assert trump.place_b.source.name == "rulesets/klaverjas/klaverjas-amsterdam.yaml"
    line = load("klaverjas-amsterdam").lineage[0].line_text(trump.place_b.line)
    assert "trump:" in line


def test_it_is_symmetric() -> None:
    a, b = program("belote"), program("belote-bga")
    turned = {"only in A": "only in B", "only in B": "only in A"}
    there = {(c.path, c.how, c.a, c.b) for c in changes(a, b)}
    back = {(c.path, turned.get(c.how, c.how), c.b, c.a) for c in changes(b, a)}
    assert there == back
    assert {(h.name, h.a, h.b) for h in house_rules(a, b)} == {
        (h.name, h.b, h.a) for h in house_rules(b, a)
    }


def test_texts_and_sources_are_set_apart_and_a_call_named_name_is_none() -> None:
    other = variant("belote", "talks:\n  auction:\n    second-round:\n      calls:\n        name:\n"
                    "          when: s != suit(turned)\n      name: {en: The last round}\n"
                    "words:\n  total: {text: {en: all of it}}\n")  # fmt: skip
    found = {c.path: c.for_people for c in changes(program("belote"), other)}
    assert found["talks.auction.second-round.calls.name.when"] is False
    assert found["talks.auction.second-round.name.en"] is True
    assert found["words.total.text.en"] is True
    assert "id" not in found


def test_the_order_of_rules_is_a_difference() -> None:
    other = variant("belote", "play:\n  legal:\n    overtrump: {before: partner}\n")
    (found,) = [c for c in changes(program("belote"), other) if not c.for_people]
    assert (found.path, found.how) == ("play.legal", "order")
    assert found.a.index("partner") < found.a.index("overtrump")
    assert found.b.index("overtrump") < found.b.index("partner")


def test_house_rules_with_other_values_or_defaults() -> None:
    other = variant("klaverjas-rotterdam", "options:\n  tie: {default: kept}\n  quads: remove\n"
                    "  new: {type: Bool, default: no, text: {en: new}}\n"
                    "melds:\n  roem: {patterns: {quad: {points: 100}}}\n")  # fmt: skip
    found = {h.name: h for h in house_rules(program("klaverjas-rotterdam"), other)}
    assert list(found) == ["quads", "tie", "new"]
    assert (found["tie"].default_a, found["tie"].default_b) == ("nat", "kept")
    assert (found["quads"].b, found["new"].a) == ((), ())
    assert house_rules(other, other) == []


def test_a_ruleset_has_no_difference_from_itself() -> None:
    for name in ("belote", "klaverjas-amsterdam", "contree"):
        assert changes(program(name), program(name)) == []
