"""YAML as we read it: mappings, lists and texts, each with its place in the file.

Scalars stay texts. What a text means (`yes`, `010`, `10H`) is decided by the position it
stands in, never by YAML's own guessing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from beloteql.source import Span


@dataclass(slots=True, eq=False)
class ScalarNode:
    """A text. `plain` is false when it was quoted or written as a block."""

    text: str
    span: Span
    plain: bool = True

    def offset(self, index: int) -> int:
        """The offset in the file of character `index` of the text.

        YAML folds line ends and drops indentation, so the two do not simply run in
        parallel; this walks both and keeps them in step.
        """
        source, at = self.span.source.text, self.span.start
        end = self.span.end
        quotes = 0 if self.plain else 2
        if end - at == len(self.text) + quotes and "\n" not in self.text:
            return min(at + quotes // 2 + index, end)  # nothing was folded or escaped
        if not self.plain and at < end and source[at] in "\"'":
            at += 1
        elif not self.plain and at < end and source[at] in "|>":
            at = source.find("\n", at, end) + 1 or end
        for ch in self.text[:index]:
            while at < end and ch != " " and source[at] in " \n\r\t":
                at += 1
            at += 1
            if ch == " ":
                while at < end and source[at] in " \n\r\t" and source[at - 1] in "\n\r\t ":
                    at += 1
        if self.text[index : index + 1].strip():
            while at < end and source[at] in " \n\r\t":
                at += 1
        return min(at, end)

    def part(self, start: int, end: int) -> Span:
        """The span in the file of characters `start` to `end` of the text."""
        first = self.offset(start)
        last = self.offset(max(start, end - 1)) + 1
        return Span(self.span.source, first, max(first, min(last, self.span.end)))


@dataclass(slots=True, eq=False)
class SequenceNode:
    """A list."""

    items: list[Node]
    span: Span


@dataclass(slots=True, eq=False)
class Entry:
    """One `key: value` of a mapping."""

    key: ScalarNode
    value: Node


@dataclass(slots=True, eq=False)
class MappingNode:
    """A mapping; its entries keep the order of the file."""

    entries: list[Entry]
    span: Span
    index: dict[str, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.index = {e.key.text: e for e in self.entries}

    def get(self, key: str) -> Node | None:
        """The value under a key, or None."""
        entry = self.index.get(key)
        return entry.value if entry else None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


Node = ScalarNode | SequenceNode | MappingNode


class Text(str):
    """A scalar inside plain data, still knowing the node that it came from."""

    __slots__ = ("node",)
    node: ScalarNode

    @classmethod
    def of(cls, node: ScalarNode) -> Text:
        """The text of a node."""
        self = cls(node.text)
        self.node = node
        return self

    @property
    def span(self) -> Span:
        """Where the text stands."""
        return self.node.span


class Mapping(dict[Text, object]):
    """A mapping inside plain data, still knowing the node that it came from."""

    __slots__ = ("node",)

    def __init__(self, node: MappingNode) -> None:
        super().__init__((Text.of(e.key), to_data(e.value)) for e in node.entries)
        self.node = node


def to_data(node: Node) -> object:
    """Plain dicts and lists with `Text` leaves, as the schema reads them."""
    if isinstance(node, ScalarNode):
        return Text.of(node)
    if isinstance(node, SequenceNode):
        return [to_data(n) for n in node.items]
    return Mapping(node)


def locate(node: Node, path: tuple[int | str, ...]) -> tuple[Span, Node]:
    """The place that a path of keys and list positions leads to.

    Parts that the data do not have (the schema names alternatives in its paths, and a
    missing key has no place) are passed over, so the answer is the nearest enclosing one.
    A path that ends on a key answers with the key's own span when `path` closes with
    `"[key]"`, as the schema library writes it.
    """
    span = node.span
    for position, part in enumerate(path):
        if isinstance(node, MappingNode) and isinstance(part, str):
            entry = node.index.get(part)
            if entry is None:
                continue
            if path[position + 1 : position + 2] == ("[key]",):
                return entry.key.span, entry.key
            node, span = entry.value, entry.value.span
        elif isinstance(node, SequenceNode) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            span = node.span
    return span, node
