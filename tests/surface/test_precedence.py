"""How rule texts bind: ranges, rounding, signs."""

from __future__ import annotations

import pytest

from beloteql.batch.lines import answer
from beloteql.core.build import build
from beloteql.errors import RulesetError
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text

HEAD = "beloteql: 1\nid: texts\nextends: belote\nname: {en: Texts}\nwords:\n  it: {is: "


def value(text: str) -> object:
    program = build(load_text(f'{HEAD}"{text}"}}\n'))
    evaluator = Evaluator(program)
    run = evaluator.expression(program.words["it"].body)
    return run(evaluator.env({}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("80 + 6 counted-in 10 up-from 6", 9),
        ("2 * 43 counted-in 10 up-from 6", 9),
        ("(86 counted-in 10 up-from 6) + 1", 10),
        ("86 counted-in 10 up-from (5 + 1)", 9),
        ("100 - 2 scaled-to 162 of 258", 62),
        ("count n in -1..1 with yes", 3),
        ("count n in 2 + 1..2 * 4 with yes", 6),
        ("count n in 80..160 step 10 with n > 100", 6),
        ("-1 in -1..1", True),
        ("2 - 3 in 0..5", False),
        ("sum n in (1..3) of n * n", 14),
    ],
)
def test_what_a_text_means(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "86 counted-in 10 up-from 5 + 1",
        "1 + 86 counted-in 10 up-from 5 + 1",
        "86 rounded-to 10 up-from 5 * 2",
        "1..2..3",
    ],
)
def test_what_could_be_read_in_two_ways_needs_brackets(text: str) -> None:
    with pytest.raises(RulesetError) as error:
        value(text)
    assert [d.code for d in error.value.diagnostics] == ["BQ0202"]


def test_a_range_from_what_was_bid() -> None:
    text = (
        "beloteql: 1\nid: bids\nextends: klaverjas-rotterdam\nname: {en: Bids}\n"
        "contract: {value: {type: Int, start: 7}}\n"
        "talks:\n  choosing:\n    replace: yes\n    bids:\n      calls:\n        pass: {}\n"
        "        bid:\n          with: {v: value + 1..10, s: suits}\n"
        "          set: {taker: me, strain: s, value: v}\n"
        "      ends:\n        nobody: {when: not bid-made and passes = players, then: redeal}\n"
        "        settled: {when: bid-made and passes = players - 1, then: done}\n"
    )
    rules = Rules(build(load_text(text)))
    legal = answer(rules, "auction", {"calls": ["bid 9 H"]})["legal_calls"]
    assert legal == ["pass", "bid 10 C", "bid 10 D", "bid 10 H", "bid 10 S"]
    legal = answer(rules, "auction", {"calls": ["bid 10 H"]})["legal_calls"]
    assert legal == ["pass"]


def test_a_range_that_grows_too_long_while_the_game_runs() -> None:
    text = (
        "beloteql: 1\nid: long\nextends: belote\nname: {en: Long}\n"
        "talks: {auction: {first-round: {calls: {take: {with: {v: 0..score(side(me))}}}}}}\n"
    )
    rules = Rules(build(load_text(text)))
    with pytest.raises(RulesetError, match="BQ0711"):
        answer(rules, "auction", {"turn_up": "7H", "calls": [], "scores_before": [2000, 0]})
