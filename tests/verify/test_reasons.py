"""Why a rule or an outcome is dead: the reason is true, and no part of it can be spared."""

from __future__ import annotations

import pytest

from beloteql.verify import Verdict
from beloteql.verify.reasons import smallest
from tests.verify.small import results

RULES = "play.no-dead-rule"
OUTCOMES = "settle.no-dead-outcome"


def reason(change: str, code: str) -> str:
    (found,) = results(change, code)
    assert found.verdict == Verdict.REFUTED
    return found.detail.partition(": ")[2]


def rule(text: str, name: str = "odd") -> str:
    return f"play:\n  legal:\n    {name}: {{{text}}}\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        # "me = me" has no part in it, and either of the others alone can hold.
        (rule("before: lead, when: leading and me = me and trick != no-cards, cards: trumps"),
         '"leading" and "trick != no-cards" never hold together'),
        (rule("before: lead, when: not leading and me != me, cards: trumps"),
         '"me != me" never holds'),
        (rule("before: lead, when: leading, cards: any-card and trick"), "it never leaves a card"),
        # Behind all others: when leading it is "lead" that hides it.
        (rule("when: leading, cards: any-card"), '"lead" always comes before it'),
        # Each of two rules leaves a part of its positions to the other.
        (rule("before: any, when: not leading and (following != no-cards or trumps != no-cards), "
              "cards: any-card"), '"follow" and "trump" always come before it'),
    ],
)  # fmt: skip
def test_a_dead_rule(change: str, said: str) -> None:
    assert reason(change, RULES) == said


def test_without_a_part_of_the_reason_the_rule_lives() -> None:
    for text in ("leading and me = me", "trick != no-cards and me = me"):
        (found,) = results(rule(f"before: lead, when: {text}, cards: any-card"), RULES)[:1]
        assert found.subject != "odd"


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("cards(takers) > 70 and tricks(takers) > 1 and cards(defenders) > 70",
         '"cards(takers) > 70" and "cards(defenders) > 70" never hold together'),
        ("cards(takers) > 122", '"cards(takers) > 122" never holds'),
        ("cards(takers) >= 70", '"made" always comes before it'),
        ("cards(takers) <= 70 and tricks(takers) > 1", ""),
    ],
)  # fmt: skip
def test_a_dead_outcome(when: str, said: str) -> None:
    change = f"score: {{outcomes: {{odd: {{before: failed, when: {when}}}}}}}\n"
    (found, *rest) = results(change, OUTCOMES)
    if said:
        assert not rest
        assert found.verdict == Verdict.REFUTED
        assert (found.subject, found.detail.partition(": ")[2]) == ("odd", said)
    else:
        assert found.verdict == Verdict.PROVED


def test_an_outcome_behind_two_that_share_its_sheets() -> None:
    change = (
        "score:\n  outcomes:\n"
        "    many: {before: made, when: cards(takers) > 90}\n"
        "    few: {before: made, when: cards(takers) < 30}\n"
        "    far: {before: made, when: cards(takers) > 90 or cards(takers) < 30}\n"
    )
    assert reason(change, OUTCOMES) == '"many" and "few" always come before it'


def test_a_dead_entry_of_also() -> None:
    when = "outcome = made and cards(side(dealer)) >= 0 and winner = defenders"
    change = f"score: {{also: {{extra: {{when: {when}, pay: {{winner: {{extra: 0}}}}}}}}}}\n"
    said = '"outcome = made" and "winner = defenders" never hold together'
    assert reason(change, OUTCOMES) == said


@pytest.mark.parametrize("code", [RULES, OUTCOMES])
def test_without_a_choice_of_house_rules_everything_is_dead(code: str) -> None:
    found = results("require: {never: target > 501}\n", code)
    assert {r.verdict for r in found} == {Verdict.REFUTED}
    assert all('left by "require"' in r.detail for r in found)


def test_parts_that_are_not_needed_are_dropped() -> None:
    enough = {3, 5}
    assert smallest([1, 2, 3, 4, 5, 6], lambda kept: enough <= set(kept)) == [3, 5]
    assert smallest([1, 2], lambda kept: True) == []
    # Of two explanations the earlier parts are shown.
    assert smallest(["a", "b"], lambda kept: len(kept) >= 1) == ["a"]
