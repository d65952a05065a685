"""One change at a time: an overlay that extends a ruleset and differs in a single place.

The kinds: `remove` an entry, `lift` a condition or `turn` it round, another `number` in a rule
text, another comparison (`compare`), two neighbours of an `order`, and another `value`: cards in a
packet, points of a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from beloteql.surface.load import Loaded
from beloteql.surface.node import Node, ScalarNode, SequenceNode

SECTIONS = ("roles", "contracts", "deal", "talks", "melds", "play", "words", "score", "match")
RULES = {"when", "is", "points", "cards", "asks", "then", "winner", "each", "worth", "final",
         "last-trick", "best", "total", "count", "to", "kept"}  # fmt: skip
ENTRIES = {
    ("deal",), ("play", "legal"), ("score", "outcomes"), ("score", "also"), ("match", "over"),
    ("match", "wins"), ("melds",),
}  # fmt: skip
TURNED = {">": ">=", "<": "<=", ">=": ">", "<=": "<", "=": "!=", "!=": "="}
_NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")
_COMPARE = re.compile(r"!=|<=|>=|=|<|>")

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one kind at a path; `was` and `now` are the texts there."""

    kind: str
    path: Path
    was: str
    now: Any

    def overlay(self, loaded: Loaded) -> str:
        """The changed ruleset as a text that extends the bundled one."""
        tree: Any = self.now
        for key in reversed(self.path):
            tree = {key: tree}
        head = {"beloteql": "1", "id": "changed", "name": {"en": "Changed"},
                "extends": str(loaded.ruleset.id)}  # fmt: skip
        text: str = yaml.safe_dump({**head, **tree}, sort_keys=False, allow_unicode=True)
        return text

    def __str__(self) -> str:
        return f"{self.kind:8}{'.'.join(self.path)}: {self.was} → {self.now}"


def changes(loaded: Loaded) -> list[Change]:
    """All single changes of a ruleset, inherited rules included."""
    found: list[Change] = []
    for section in SECTIONS:
        node = loaded.root.get(section)
        if node is not None:
            found += _below((section,), node)
    return list({(c.path, str(c.now)): c for c in found}.values())


def _below(path: Path, node: Node) -> Iterator[Change]:
    if isinstance(node, ScalarNode):
        yield from _texts(path, node.text)
    elif isinstance(node, SequenceNode):
        texts = [n.text for n in node.items if isinstance(n, ScalarNode)]
        if path[-1] == "order" and len(texts) == len(node.items):
            for at in range(len(texts) - 1):
                now = [*texts[:at], texts[at + 1], texts[at], *texts[at + 2 :]]
                yield Change("order", path, " ".join(texts), now)
    else:
        for entry in node:
            key = entry.key.text
            below = (*path, key)
            if path in ENTRIES or path[-1] in {"pay", "calls", "ends"} or path[-2:-1] == ("pay",):
                yield Change("remove", below, "…", "remove")
            if key not in {"text", "name", "source", "announce"}:
                yield from _below(below, entry.value)


def _texts(path: Path, text: str) -> Iterator[Change]:
    key = path[-1]
    if path[0] == "roles" and text.isdigit():
        yield Change("value", path, text, str(int(text) + 1))
        return
    rule = key in RULES or path[-2:-1] == ("set",) or "pay" in path or path[0] == "words"
    if not rule:
        return
    if key == "when":
        yield Change("lift", path, text, "remove")
        yield Change("turn", path, text, f"not ({text})")
    kind = "value" if path[0] == "deal" else "number"
    for match in _NUMBER.finditer(text):
        for by in (1, -1):
            number = int(match.group()) + by
            if number >= 0:
                now = f"{text[: match.start()]}{number}{text[match.end() :]}"
                yield Change(kind, path, text, now)
    for match in _COMPARE.finditer(text):
        now = f"{text[: match.start()]}{TURNED[match.group()]}{text[match.end() :]}"
        yield Change("compare", path, text, now)
