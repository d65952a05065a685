"""Reads a YAML text into nodes with places, within bounds, all mistakes at once.

Only the part of YAML that rulesets need is let in: mappings, lists and texts. Anchors,
aliases, tags and several documents in a file are refused, so a small file can't grow into
a large one and nothing is ever built from a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from beloteql.errors import Collector
from beloteql.source import Source, Span
from beloteql.surface.node import Entry, MappingNode, Node, ScalarNode, SequenceNode

MAX_BYTES = 1_000_000
MAX_DEPTH = 24
MAX_NODES = 60_000


def read_source(path: Path, errors: Collector, name: str | None = None) -> Source | None:
    """The text of a file, or None with the reason recorded.

    Codes: BQ0101 not a file, BQ0102 too large, BQ0103 not UTF-8, BQ0104 empty.
    """
    shown = name or str(path)
    if path.is_dir():
        errors.add("BQ0101", f"{shown} is a folder, not a ruleset file")
        return None
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        errors.add("BQ0101", f"{shown} can't be read: {error.strerror or error}")
        return None
    if len(data) > MAX_BYTES:
        too_large(shown, errors)
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        errors.add(
            "BQ0103",
            f"{shown} is not UTF-8 text: byte {error.start + 1} (line {line}) can't be read",
            hint="save the file as UTF-8",
        )
        return None
    source = Source(shown, text.replace("\r\n", "\n"))
    if not text.strip():
        errors.add(
            "BQ0104",
            f"{shown} is empty",
            Span(source, 0, 0),
            hint='a ruleset begins with "beloteql: 1"',
        )
        return None
    return source


def too_large(shown: str, errors: Collector) -> None:
    """Record that a text has too many bytes."""
    errors.add(
        "BQ0102",
        f"{shown} is larger than {MAX_BYTES:,} bytes",
        hint="a ruleset is a few kilobytes; is this the right file?",
    )


def parse_yaml(source: Source, errors: Collector) -> Node | None:
    """The nodes of a text, or None when it can't be read as YAML at all.

    Mistakes that leave the rest readable (a duplicate key, a tag, an anchor) are recorded
    and reading goes on.
    """
    builder = _Builder(source, errors)
    try:
        for event in _events(source.text):
            if not builder.take(event):
                return None
    except yaml.YAMLError as error:
        _record_yaml_error(error, source, errors)
        return None
    if builder.root is None:
        errors.add(
            "BQ0104",
            f"{source.name} holds no rules",
            Span(source, 0, 0),
            hint='a ruleset begins with "beloteql: 1"',
        )
    return builder.root


_APART = re.compile("[?\t\ufeff\x85\u2028\u2029]")
_HEADER = re.compile(r"[|>][-+]? *(\n|$)")


def _events(text: str) -> Iterator[Event]:
    """What stands in a YAML text, in order. Raises `yaml.YAMLError`.

    PyYAML can use a parser in C, many times as fast. The two part ways over tabs, question
    marks, odd line ends, tags, headers of block texts and the place of a missing value. There,
    where the one in C finds fault with the text, and where it is missing, the one in Python
    speaks: a text means the same everywhere, and the messages are the same.
    """
    if yaml.__with_libyaml__ and not _APART.search(text):
        try:
            events = list(yaml.parse(text, Loader=yaml.CSafeLoader))
        except yaml.YAMLError:
            events = []
        if events and all(_agreed(event, text) for event in events):
            return iter(events)
    return iter(yaml.parse(text, Loader=yaml.SafeLoader))


def _agreed(event: Event, text: str) -> bool:
    """Whether both parsers read an event alike."""
    if not isinstance(event, NodeEvent):
        return True
    if event.anchor or getattr(event, "tag", None):
        return False
    if not isinstance(event, ScalarEvent):
        return True
    if event.style in {"|", ">"}:
        return bool(_HEADER.match(text, _start(event)))
    missing = not event.style and not event.value
    return not (missing and text[_start(event) - 1].isspace())


def _start(event: Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: Event) -> int:
    return event.end_mark.index if event.end_mark else 0


_NO_KEY = ScalarNode("", Span(Source("", ""), 0, 0), plain=False)
"""Stands for a key that was refused; its entry is passed over."""


class _Open:
    """A collection that is still being read."""

    def __init__(self, event: Event, mapping: bool) -> None:
        self.start = _start(event)
        self.mapping = mapping
        self.key: ScalarNode | None = None
        self.entries: dict[str, Entry] = {}
        self.items: list[Node] = []


class _Builder:
    def __init__(self, source: Source, errors: Collector) -> None:
        self.source = source
        self.errors = errors
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.count = 0
        self.documents = 0

    def take(self, event: Event) -> bool:
        """Use one event; False when reading can't go on."""
        if isinstance(event, DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.errors.add(
                    "BQ0110",
                    'a second document ("---") in one file',
                    self.span(event),
                    hint="one file holds one ruleset",
                )
                return False
        elif isinstance(event, NodeEvent):
            return self._node(event)
        elif isinstance(event, CollectionEndEvent):
            opened = self.stack.pop()
            span = Span(self.source, opened.start, _end(event))
            if opened.mapping:
                self._place(MappingNode(list(opened.entries.values()), span))
            else:
                self._place(SequenceNode(opened.items, span))
        return True

    def span(self, event: Event) -> Span:
        return Span(self.source, _start(event), _end(event))

    def _node(self, event: NodeEvent) -> bool:
        self.count += 1
        if self.count > MAX_NODES or len(self.stack) >= MAX_DEPTH:
            what = "nested too deeply" if len(self.stack) >= MAX_DEPTH else "too long"
            self.errors.add(
                "BQ0105",
                f"{self.source.name} is {what}",
                self.span(event),
                expected=f"at most {MAX_DEPTH} levels and {MAX_NODES:,} entries",
            )
            return False
        if isinstance(event, AliasEvent) or event.anchor:
            mark = "*" if isinstance(event, AliasEvent) else "&"
            self.errors.add(
                "BQ0106",
                f'"{mark}{event.anchor}": anchors and aliases are not used in rulesets',
                self.span(event),
                hint='write the value out, or give it a name under "words"',
            )
            if isinstance(event, AliasEvent):
                self._place(ScalarNode("", self.span(event), plain=False))
                return True
        tag = getattr(event, "tag", None)
        if tag:
            self.errors.add(
                "BQ0107",
                f'the tag "{tag}" is not allowed',
                self.span(event),
                hint="rulesets hold plain texts, lists and mappings only",
            )
        if isinstance(event, ScalarEvent):
            if _INVISIBLE.search(event.value):
                self.errors.add(
                    "BQ0113", "a control character stands in the text", self.span(event),
                    hint="remove it",
                )  # fmt: skip
            node = ScalarNode(event.value, self._scalar_span(event), plain=not event.style)
            self._place(node)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            self.stack.append(_Open(event, isinstance(event, MappingStartEvent)))
        return True

    def _scalar_span(self, event: ScalarEvent) -> Span:
        start, end = _start(event), _end(event)
        while end > start and event.style in {"|", ">"} and self.source.text[end - 1] in " \n":
            end -= 1
        return Span(self.source, start, end)

    def _place(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if not top.mapping:
            top.items.append(node)
        elif top.key is None:
            if isinstance(node, ScalarNode):
                top.key = node
            else:
                self.errors.add("BQ0108", "a key must be a plain word", node.span)
                top.key = _NO_KEY
        else:
            self._enter(top, top.key, node)
            top.key = None

    def _enter(self, top: _Open, key: ScalarNode, value: Node) -> None:
        if key is _NO_KEY:
            return
        first = top.entries.get(key.text)
        if first is None:
            top.entries[key.text] = Entry(key, value)
            return
        self.errors.add(
            "BQ0109",
            f'the key "{key.text}" is there twice',
            key.span,
            hint="remove one of the two, or give this one another name",
            related=(("first here", first.key.span),),
        )


_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_TAB = re.compile(r"^[ ]*\t", re.MULTILINE)


def _record_yaml_error(error: yaml.YAMLError, source: Source, errors: Collector) -> None:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    position = getattr(error, "position", None)
    index = mark.index if mark else position if isinstance(position, int) else 0
    span = Span(source, index, min(index + 1, len(source.text)))
    tab = _TAB.search(source.text)
    if tab and ("\\t" in problem or source.text[index : index + 1] == "\t" or index >= tab.start()):
        errors.add(
            "BQ0111",
            "a tab stands where spaces are needed",
            Span(source, tab.end() - 1, tab.end()),
            expected="indentation by spaces",
            hint="replace the tab by two spaces",
        )
        return
    if "special characters are not allowed" in problem:
        errors.add("BQ0113", "a control character stands in the text", span, hint="remove it")
        return
    # What was opened and never closed is said where it was opened.
    context = getattr(error, "context_mark", None)
    related: tuple[tuple[str, Span], ...] = ()
    if context is not None and context.index < index:
        opened = Span(source, context.index, context.index + 1)
        if "quoted scalar" in str(getattr(error, "context", "")):
            hint = "close the quote, or remove it"
            errors.add("BQ0112", "this quote is not closed", opened, hint=hint)
            return
        if opened.text in {"{", "["}:
            related = (("the bracket that was opened last", opened),)
    hint = ""
    if "mapping values are not allowed" in problem:
        hint = 'quote the text if it holds a colon and a space: "like: this"'
    elif "expected ',' or" in problem or "expected the node content" in problem:
        hint = "look for a bracket or quote that is not closed"
    errors.add("BQ0112", f"this is not YAML: {problem}", span, hint=hint, related=related)
