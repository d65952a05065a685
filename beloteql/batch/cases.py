"""Cases files: facts about a ruleset, each with its source, that are checked by running them.

Beside `NAME.yaml` stands `NAME.cases.yaml`. A case gives a position (or a score sheet) in the
same shape as the JSON questions, and what the answer must say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beloteql.batch.lines import answer
from beloteql.errors import Collector, RulesetError, UsageError
from beloteql.semantics.rules import Rules
from beloteql.source import Span
from beloteql.surface.node import MappingNode, Node, ScalarNode, SequenceNode
from beloteql.surface.yamltext import parse_yaml, read_source

SECTIONS = {
    "legal": "legal",
    "winner": "winner",
    "score": "score",
    "auction": "auction",
    "melds": "melds",
    "roem": "bonus",
    "bonus": "bonus",
    "deals": "score",
    "fouls": "foul",
}
"""Section of a cases file → question."""

_OF_CALLS = {"allowed", "barred"}
"""Calls that must, or must not, be among the legal ones of an auction; there may be others."""
_UNORDERED = {"legal", "legal_calls"}


@dataclass(frozen=True, slots=True)
class Case:
    """One fact: where it stands, what is asked, and what must come out."""

    section: str
    name: str
    span: Span
    position: dict[str, Any]
    expect: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case; `differences` is empty when it holds."""

    case: Case
    differences: tuple[str, ...]


def cases_path(ruleset: Path) -> Path:
    """Where the cases of a ruleset file stand."""
    return ruleset.with_name(f"{ruleset.stem}.cases.yaml")


def read_cases(path: Path) -> list[Case]:
    """The cases of a file. Raises `RulesetError` with all that is wrong with it.

    BQ0301 an unknown section, BQ0302 a case without a position or without `expect`.
    """
    errors = Collector()
    source = read_source(path, errors)
    node = parse_yaml(source, errors) if source else None
    found: list[Case] = []
    if isinstance(node, MappingNode):
        for entry in node:
            name = entry.key.text
            if name in {"beloteql-cases", "ruleset"}:
                continue
            if name not in SECTIONS or not isinstance(entry.value, MappingNode):
                errors.add("BQ0301", f'unknown section "{name}"', entry.key.span,
                           expected=", ".join(SECTIONS))  # fmt: skip
                continue
            found += _section(name, entry.value, errors)
    errors.raise_if_failed()
    return found


def _section(section: str, node: MappingNode, errors: Collector) -> list[Case]:
    found = []
    for entry in node:
        data = plain(entry.value)
        position = data.get("position") or data.get("sheet") if isinstance(data, dict) else None
        if not isinstance(position, dict) or not isinstance(data.get("expect"), dict):
            errors.add("BQ0302", "a case needs a position (or sheet) and what to expect",
                       entry.key.span, expected='"position" or "sheet", and "expect"')  # fmt: skip
            continue
        if data.get("options"):
            position = {**position, "options": data["options"]}
        found.append(Case(section, entry.key.text, entry.key.span, position, data["expect"]))
    return found


def plain(node: Node) -> Any:
    """YAML nodes as the values of JSON: whole numbers, true, false and null are read."""
    if isinstance(node, MappingNode):
        return {e.key.text: plain(e.value) for e in node}
    if isinstance(node, SequenceNode):
        return [plain(n) for n in node.items]
    return _scalar(node)


def _scalar(node: ScalarNode) -> Any:
    if node.plain and re.fullmatch(r"-?(0|[1-9][0-9]*)", node.text):
        return int(node.text)
    words = {"true": True, "false": False, "null": None, "": None}
    return words.get(node.text, node.text) if node.plain else node.text


def run(rules: Rules, cases: list[Case]) -> Iterator[Outcome]:
    """Run cases one after the other."""
    for case in cases:
        try:
            found = answer(rules, SECTIONS[case.section], case.position)
        except UsageError as error:
            wanted = error.diagnostic.expected
            expected = f"; expected: {wanted}" if wanted else ""
            yield Outcome(case, (f"{error.diagnostic}{expected}",))
        except RulesetError as error:
            yield Outcome(case, tuple(str(d) for d in error.diagnostics))
        else:
            yield Outcome(case, tuple(_differences(case.expect, found)))


def _differences(expect: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    for key, wanted in expect.items():
        if key in _OF_CALLS and isinstance(wanted, list):
            yield from _of_calls(key, wanted, found.get("legal_calls") or [])
            continue
        value = found.get(key)
        if key in _UNORDERED and isinstance(value, list) and isinstance(wanted, list):
            same = sorted(map(str, value)) == sorted(map(str, wanted))
        elif isinstance(wanted, dict) and isinstance(value, dict):
            same = all(value.get(k) == v for k, v in wanted.items())
        else:
            same = value == wanted
        if not same:
            yield f"{key}: expected {wanted}, found {value}"


def _of_calls(key: str, wanted: list[Any], legal: list[Any]) -> Iterator[str]:
    """Calls that are not as a case says."""
    for call in map(str, wanted):
        if (call in legal) != (key == "allowed"):
            yield f"{key}: {call} is {'not ' if key == 'allowed' else ''}legal"
