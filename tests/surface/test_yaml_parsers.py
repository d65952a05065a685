"""A text means the same whether PyYAML's parser in C reads it or the one in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from yaml.events import NodeEvent

from beloteql.resources import rulesets_root
from beloteql.surface.yamltext import _events

FILES = sorted(rulesets_root().rglob("*.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in FILES]
PIECES = [
    ": ", "- ", "{", "}", "[", "]", ", ", "\n", "  ", "\n  ", "'", '"', "|\n", ">-\n", "|2", "#",
    " #", "&a", "*a", "!t", "!!str", "---", "...", "?", "? ", ":", "é", "😀", "%", "@", "\t", "b c",
    "10", "~", "\\", "\u2028", "\u0085", "\ufeff", "\x07", "a:b", "<<", "=", "\r", "%YAML 1.1\n",
]  # fmt: skip

needs_c = pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without libyaml")


def shown(event: yaml.Event) -> tuple[object, ...]:
    """All that is read from an event."""
    marks = [mark and mark.index for mark in (event.start_mark, event.end_mark)]
    parts: list[object] = [type(event).__name__, *marks]
    if isinstance(event, NodeEvent):
        value, tag = getattr(event, "value", None), getattr(event, "tag", None)
        parts += [event.anchor, value, tag, getattr(event, "style", None) or None]
    return tuple(parts)


def read(events: object) -> list[tuple[object, ...]] | str:
    try:
        return [shown(event) for event in events]  # type: ignore[attr-defined]
    except yaml.YAMLError as error:
        return str(error)


def both(text: str) -> tuple[object, object]:
    return read(_events(text)), read(yaml.parse(text, Loader=yaml.SafeLoader))


@needs_c
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_reads_alike(path: Path) -> None:
    ours, pure = both(path.read_text(encoding="utf-8"))
    assert ours == pure


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A piece of a ruleset with something put into it."""
    text = draw(st.sampled_from(TEXTS))
    start = draw(st.integers(0, len(text) - 1))
    text = text[start : start + draw(st.integers(10, 300))]
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=4)):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + piece + text[at + draw(st.integers(0, 2)) :]
    return text


@needs_c
@example("a: {b ? c: d}")
@example("|2#")
@example("!t'!t")
@example("\ufeffa: b")
@example("a:\t b")
@example("a: {b: }")
@given(damaged() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_every_text_reads_alike(text: str) -> None:
    ours, pure = both(text)
    assert ours == pure
