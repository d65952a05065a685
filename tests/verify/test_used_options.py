"""House rules without effect, and values that come to the same."""

from __future__ import annotations

import pytest

from beloteql.verify import Verdict
from tests.verify.small import results

CODE = "options.used"
PACE = "options: {pace: {values: [slow, fast, wild], default: slow}}\n"
OVER = "match: {{over: {{target: {{when: some s in sides with score(s) >= {}}}}}}}\n"


@pytest.mark.parametrize(
    ("points", "detail"),
    [
        ("target", 'no rule asks for "pace"'),
        ("(if pace = slow then target else 100)", '"fast" and "wild" come to the same'),
        ("(if pace = slow or pace = wild then 100 else target)", '"slow" and "wild"'),
        ("(if pace = slow then 100 else 90 + 10)", '"slow", "fast" and "wild"'),
        ("(if pace = slow and target > 400 then 100 else if pace = fast then 90 else 80)", ""),
    ],
)
def test_values_that_make_no_difference(points: str, detail: str) -> None:
    found = results(PACE + OVER.format(points), CODE)[-1]
    if detail:
        assert found.verdict == Verdict.REFUTED
        assert detail in found.detail
        assert found.subject == "pace"
        assert found.span is not None
        assert "pace:" in found.span.source.line_text(found.span.line)
    else:
        assert found.verdict == Verdict.PROVED


def test_a_word_counts_where_it_is_used() -> None:
    meaning = "if pace = slow then n else if pace = fast then 2 * n else 7"
    word = f"words: {{limit: {{given: {{n: Int}}, is: {meaning}}}}}\n"
    (unused,) = results(PACE + word, CODE)
    assert unused.detail == 'no rule asks for "pace"'
    (used,) = results(PACE + word + OVER.format("limit(target)"), CODE)
    assert used.verdict == Verdict.PROVED


def test_what_is_only_there_to_be_proved_is_no_use() -> None:
    claim = "claims: {slow: {at: settle, holds: pace = slow implies paid(takers) >= 0}}\n"
    needs = "require: {not-wild: pace != wild}\n"
    (found,) = results(PACE + claim + needs, CODE)
    assert found.verdict == Verdict.REFUTED
