"""What the authors of two rulesets wrote differently: entry by entry, with both places.

A ruleset that extends another is taken with all that it inherits, so that any two can be
compared; each entry keeps the place in the file that it came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from beloteql.core.program import Option, Program
from beloteql.semantics.options import show
from beloteql.source import Span
from beloteql.surface.node import Entry, MappingNode, Node, ScalarNode, SequenceNode

ONLY_A, ONLY_B, CHANGED, ORDER = "only in A", "only in B", "changed", "order"
_OF_THE_FILE = {"beloteql", "id", "extends", "abstract"}
_TEXTS = {"name", "text", "meaning"}
_HEAD = {"name", "text", "source", "sources", "country", "provenance"}
_NAMED_BY_AUTHOR = {"words", "options", "claims", "state", "contract", "zones", "fouls", "melds"}
"""Sections whose entries may be called `name` or `source`, too."""
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]+)?")
_ORDERED = (
    ("deal",), ("play", "legal"), ("score", "outcomes"), ("score", "also"), ("match", "over"),
    ("talks", "*"), ("talks", "*", "*", "ends"),
)  # fmt: skip
"""Where the order of the entries matters."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: `path` is the id of the entry (`play.legal.partner.when`).

    `how` is `only in A`, `only in B`, `changed` or `order`; `for_people` is true of what no
    rule depends on, such as names, texts and sources.
    """

    path: str
    how: str
    a: str = ""
    b: str = ""
    place_a: Span | None = None
    place_b: Span | None = None
    for_people: bool = False

    @property
    def section(self) -> str:
        """The section that it belongs to."""
        return self.path.partition(".")[0]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule that the two do not have alike: its values and the one when nobody chooses.

    Where there is none, `values` are empty and so is the default.
    """

    name: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    default_a: str
    default_b: str
    place_a: Span | None
    place_b: Span | None


def changes(a: Program, b: Program) -> list[Change]:
    """All differences in the order of A's sections and entries, those of B alone after them.

    House rules are left to `house_rules`, but for their texts.
    """
    found = _mappings((), a.loaded.root, b.loaded.root)
    return [c for c in found if c.section != "options" or c.for_people]


def house_rules(a: Program, b: Program) -> list[HouseRule]:
    """House rules of one only, or with other values or another default, in the order of A."""
    found = []
    for name in dict.fromkeys((*a.options, *b.options)):
        own_a, own_b = _house_rule(a, name), _house_rule(b, name)
        if own_a[:2] != own_b[:2]:
            found.append(
                HouseRule(name, own_a[0], own_b[0], own_a[1], own_b[1], own_a[2], own_b[2])
            )
    return found


def _house_rule(program: Program, name: str) -> tuple[tuple[str, ...], str, Span | None]:
    option: Option | None = program.options.get(name)
    if option is None:
        return (), "", None
    values = tuple(show(program, option, v) for v in option.values or ()) or ("any number",)
    return values, show(program, option, option.default), option.span


def _mappings(
    path: tuple[str, ...], a: MappingNode, b: MappingNode, people: bool = False
) -> Iterator[Change]:
    for key in dict.fromkeys((*a.index, *b.index)):
        if not path and key in _OF_THE_FILE:
            continue
        own_a, own_b = a.index.get(key), b.index.get(key)
        here = (*path, key)
        either = own_a or own_b
        assert either is not None
        for_people = people or _for_people(path, key, either.value)
        if own_a is None or own_b is None:
            yield _alone(here, own_a, own_b, for_people)
        else:
            yield from _entries(here, own_a, own_b, for_people)
    if any(_fits(path, pattern) for pattern in _ORDERED):
        yield from _order(path, a, b)


def _entries(path: tuple[str, ...], a: Entry, b: Entry, people: bool) -> Iterator[Change]:
    if isinstance(a.value, MappingNode) and isinstance(b.value, MappingNode):
        yield from _mappings(path, a.value, b.value, people)
        return
    before, after = written(a.value, path), written(b.value, path)
    if before != after:
        yield Change(".".join(path), CHANGED, before, after, a.value.span, b.value.span, people)


def _alone(path: tuple[str, ...], a: Entry | None, b: Entry | None, people: bool) -> Change:
    text_a, text_b = ("" if e is None else written(e.value, path) for e in (a, b))
    return Change(
        ".".join(path), ONLY_B if a is None else ONLY_A, text_a, text_b,
        None if a is None else a.key.span, None if b is None else b.key.span, people,
    )  # fmt: skip


def _order(path: tuple[str, ...], a: MappingNode, b: MappingNode) -> Iterator[Change]:
    both_a = [k for k in a.index if k in b.index]
    both_b = [k for k in b.index if k in a.index]
    if both_a != both_b:
        yield Change(".".join(path), ORDER, ", ".join(both_a), ", ".join(both_b), a.span, b.span)


def _fits(path: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    return len(path) == len(pattern) and all(
        p in {"*", k} for k, p in zip(path, pattern, strict=True)
    )


def _for_people(path: tuple[str, ...], key: str, node: Node) -> bool:
    """Whether no rule depends on an entry: a name or text by language, a source."""
    if not path:
        return key in _HEAD
    if len(path) == 1 and path[0] in _NAMED_BY_AUTHOR:
        return False
    if isinstance(node, ScalarNode):
        return key == "source"
    if not isinstance(node, MappingNode) or key not in _TEXTS or not node.entries:
        return False
    texts = [e for e in node.entries if key != "meaning"]
    return all(isinstance(e.value, ScalarNode) and _LANGUAGE.fullmatch(e.key.text) for e in texts)


def written(node: Node, path: tuple[str, ...] = ()) -> str:
    """What an author wrote under a path, in one line, without names, texts and sources."""
    if isinstance(node, ScalarNode):
        return " ".join(node.text.split())
    if isinstance(node, SequenceNode):
        return "[" + ", ".join(written(n, path) for n in node.items) + "]"
    parts = [
        f"{e.key.text}: {written(e.value, (*path, e.key.text))}" for e in node.entries
        if not path or not _for_people(path, e.key.text, e.value)
    ]  # fmt: skip
    whole = parts or [f"{e.key.text}: {written(e.value)}" for e in node.entries]
    return "{" + ", ".join(whole) + "}"
