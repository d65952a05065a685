"""Answers objects one by one or line by line; a bad line gets an error and the rest go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from beloteql.batch.auction import auction
from beloteql.batch.legal import legal, winner
from beloteql.batch.melds import melds, trick_bonus
from beloteql.batch.read import Json, mapping, wrong
from beloteql.batch.score import foul, score
from beloteql.errors import Diagnostic, RulesetError, UsageError
from beloteql.semantics.rules import Rules

QUESTIONS: dict[str, Callable[[Rules, Json], Json]] = {
    "legal": legal,
    "winner": winner,
    "score": score,
    "foul": foul,
    "auction": auction,
    "melds": melds,
    "bonus": trick_bonus,
}
"""Every question that can be asked about a position."""

MAX_LINE = 200_000


def answer(rules: Rules, question: str, data: Any) -> Json:
    """The answer to one object, with its `id`. Raises `UsageError` or `RulesetError`.

    `options` in the object choose house rules for it alone.
    """
    position = mapping(data, "a position")
    own = rules
    if position.get("options"):
        own = rules.with_options(mapping(position["options"], '"options"'))
    found = QUESTIONS[question](own, position)
    return {"id": position["id"], **found} if "id" in position else found


def answer_lines(rules: Rules, question: str, lines: Iterable[str]) -> Iterator[Json]:
    """An answer for each line that is not blank, in order; errors as `{id, error}`."""
    for line in lines:
        if not line.strip():
            continue
        yield _answer_line(rules, question, line)


def _answer_line(rules: Rules, question: str, line: str) -> Json:
    data: Any = None
    try:
        if len(line) > MAX_LINE:
            raise wrong("BQ0907", f"the line is longer than {MAX_LINE:,} characters")
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise wrong("BQ0907", "the line is not JSON", '{"id": …, …}') from None
        return answer(rules, question, data)
    except UsageError as error:
        return _error(data, error.diagnostic)
    except RulesetError as error:
        return _error(data, error.diagnostics[0])


def _error(data: Any, diagnostic: Diagnostic) -> Json:
    shown: Json = {"code": diagnostic.code, "message": diagnostic.message}
    if diagnostic.expected:
        shown["expected"] = diagnostic.expected
    if diagnostic.hint:
        shown["hint"] = diagnostic.hint
    if diagnostic.span is not None:
        shown["place"] = str(diagnostic.span)
    identity = {"id": data["id"]} if isinstance(data, dict) and "id" in data else {}
    return {**identity, "error": shown}
