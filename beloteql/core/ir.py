"""The typed intermediate form: what a rule means, read by every carrier.

Names are resolved, types are known, operators are named. Each node keeps the place in the
file that it came from; places do not count in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from beloteql.core.types import Type
from beloteql.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Any expression."""

    type: Type
    span: Span | None = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Const(Node):
    """A value: a bool, an int, or a set as a bit mask (sets of Int: a range)."""

    value: bool | int | range


@dataclass(frozen=True, slots=True)
class Read(Node):
    """A fact of the position, the deal or the ruleset; `name` stands in the table of terms.

    Facts of a ruleset's own have a prefix: `option.`, `field.`, `state.`, `meld.`.
    """

    name: str
    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A variable bound by a `Bind`, a parameter of a word, or of an entry (`side`, `s`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A word of the author's own, with its arguments."""

    name: str
    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """An operator of `beloteql.core.operators` on operands."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`first` where `condition` holds, else `second`."""

    condition: Node
    first: Node
    second: Node


@dataclass(frozen=True, slots=True)
class Bind(Node):
    """`kind variable in domain … body`; the kinds are those of `beloteql.surface.ast.Binder`."""

    kind: str
    variable: str
    domain: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Definition:
    """What a word means: its parameters with their types, and its body."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Node
    reads: frozenset[str] = frozenset()
    """Names of the facts that it reads, through other words too."""


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node."""
    if isinstance(node, Apply):
        return node.operands
    if isinstance(node, Read | Word):
        return node.arguments
    if isinstance(node, Choose):
        return (node.condition, node.first, node.second)
    if isinstance(node, Bind):
        return (node.domain, node.body)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(children(current))
