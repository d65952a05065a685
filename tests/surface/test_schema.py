"""The published JSON Schema is current, valid, and agrees with what is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from beloteql.surface.jsonschema import json_schema
from beloteql.surface.load import bundled

FILE = Path(__file__).parents[2] / "docs" / "reference" / "ruleset.schema.json"
LANGUAGE = Path(__file__).parents[1] / "language" / "rulesets"
VALIDATOR = Draft7Validator(json_schema())
HEAD = "beloteql: 1\nid: example\nextends: belote\nname: {en: Example}\n"
FILES = [*bundled().values(), *sorted(LANGUAGE.glob("*.yaml"))]


def texts(text: str) -> Any:
    """YAML as rulesets are read: every scalar is a text."""
    return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506


def typed(text: str) -> Any:
    """YAML as editors read it: numbers and truth values, the keys texts."""
    return json.loads(json.dumps(yaml.safe_load(text)))


def test_file_is_current() -> None:
    printed = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    assert FILE.read_text("utf-8") == printed, "run: python -m tests.surface.renew_schema"


def test_schema_is_valid_draft_7() -> None:
    Draft7Validator.check_schema(json_schema())
    assert json_schema()["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert "x-kind" not in json.dumps(json_schema())


def test_keys_are_described() -> None:
    schema = json_schema()
    assert "leads to the first trick" in schema["definitions"]["Play"]["properties"]["leader"][
        "description"
    ]  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
@pytest.mark.parametrize("read", [texts, typed])
def test_rulesets_are_valid(path: Path, read: Any) -> None:
    assert not [e.message for e in VALIDATOR.iter_errors(read(path.read_text("utf-8")))]


@pytest.mark.parametrize(
    "snippet",
    [
        "fouls: {revoke: remove}",
        "play: {legal: {mine: {before: any, cards: any-card}}}",
        "play: {legal: {replace: yes, all: {cards: any-card}}}",
        "play: {legal: {overtrump: {when: leading}}}",
        "score: {outcomes: {made: {pay: {replace: yes, takers: {cards: 162}}}}}",
        "play: {last-trick: [{when: leading, is: 10}, {is: 20}]}",
        "play: {last-trick: {by: kind, suit: 10, else: 20}}",
        "options: {target: {default: 701}}",
        "name: Example",
    ],
)
def test_differences_are_valid(snippet: str) -> None:
    head = HEAD if not snippet.startswith("name") else HEAD.rpartition("name")[0]
    for read in (texts, typed):
        assert VALIDATOR.is_valid(read(head + snippet + "\n"))


@pytest.mark.parametrize(
    "snippet",
    [
        "contry: FR",
        "play: {leaders: dealer}",
        "play: {legal: {mine: {card: any-card}}}",
        "play: {leader: [dealer]}",
        "play: {last-trick: {suit: 10}}",
        "play:",
        "words: {My_Word: {is: 1}}",
        "table: {direction: left}",
        "table: {partners: maybe}",
        "deck: {suits: [C, D, H, spades]}",
        "roles: {weak: {order: [A, 1]}}",
        "play: {legal: {mine: keep}}",
    ],
)
def test_mistakes_are_refused(snippet: str) -> None:
    for read in (texts, typed):
        data = read(HEAD + snippet + "\n")
        if data.get("play", "") == "":  # the empty text of `texts` is the null of editors
            continue
        assert not VALIDATOR.is_valid(data)


def test_id_and_version_are_required() -> None:
    assert not VALIDATOR.is_valid({"id": "example"})
    assert not VALIDATOR.is_valid({"beloteql": "1"})
    assert not VALIDATOR.is_valid({"beloteql": "2", "id": "example"})
