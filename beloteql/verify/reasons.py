"""Why a rule is dead: the fewest things that are enough to explain it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from beloteql.core import ir

T = TypeVar("T")
NO_CASE = 'there is no case at all, as if no choice of house rules were left by "require"'


def smallest(parts: Sequence[T], enough: Callable[[Sequence[T]], bool]) -> list[T]:
    """Some of the parts that are enough, none of which can be spared.

    All of them together must be enough. Parts are dropped one at a time, the last one first, so
    that of several explanations the earliest parts are shown.
    """
    kept = list(parts)
    for part in reversed(parts):
        fewer = [p for p in kept if p is not part]
        if enough(fewer):
            kept = fewer
    return kept


def conjuncts(node: ir.Node | None) -> list[ir.Node]:
    """The parts of a condition that `and` joins, as they stand in its text."""
    if node is None:
        return []
    if isinstance(node, ir.Apply) and node.operator == "and":
        return [part for operand in node.operands for part in conjuncts(operand)]
    return [node]


def quoted(node: ir.Node) -> str:
    """A rule text as its author wrote it, on one line."""
    assert node.span is not None
    text = node.span.source.text[node.span.start : node.span.end]
    return f'"{" ".join(text.split())}"'


def never(parts: Sequence[ir.Node]) -> str:
    """That a condition, or some parts of it together, never hold."""
    if len(parts) == 1:
        return f"{quoted(parts[0])} never holds"
    return f"{listed(quoted(p) for p in parts)} never hold together"


def hidden_by(names: Iterable[str]) -> str:
    """That some earlier entries, one or several, leave nothing to a later one."""
    shown = [f'"{name}"' for name in names]
    return f"{listed(shown)} always {'comes' if len(shown) == 1 else 'come'} before it"


def listed(words: Iterable[str]) -> str:
    """Words as one reads them out: `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
