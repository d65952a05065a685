"""Whether the auctions of two rulesets are the same because their rule texts are.

Auctions with numbers have more states than can be gone through in a moment; that a difference
file left the auction alone needs no walk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from typing import Any

from beloteql.compare.pair import Pair
from beloteql.core import ir
from beloteql.core.program import Named, Program
from beloteql.semantics.options import options_read
from beloteql.source import Span
from beloteql.verify.auction_walk import nodes_of


def same_talks(pair: Pair) -> bool:
    """Whether the talks, the record and all that their texts use are the same in both."""
    return bool(_shape(pair.a) == _shape(pair.b))


def _shape(program: Program) -> Any:
    """All that decides how the talks go, without places and names that players never write."""
    roots = nodes_of(program)
    used = _words(program, roots)
    world = program.world
    return (
        tuple(_plain(s) for s in program.deal if s.action in {"talk", "draw"}),
        tuple((n, _plain(t)) for n, t in program.talks.items()),
        tuple((n, f.type, f.per, f.start) for n, f in program.fields.items()),
        tuple((n, d.parameters, d.body) for n, d in sorted(used.items())),
        tuple((n, program.options[n].type, program.options[n].values, program.options[n].default)
              for n in sorted(options_read(program, [*roots, *(d.body for d in used.values())]))),
        tuple((n, _plain(s)) for n, s in program.state.items()),
        (world.seats, world.partners, world.suits, world.ranks, world.strains,
         world.callable_strains, world.kinds, world.roles),
    )  # fmt: skip


def _words(program: Program, roots: Iterable[ir.Node]) -> dict[str, ir.Definition]:
    """The words that rule texts use, and those that these use."""
    found: dict[str, ir.Definition] = {}
    stack = list(roots)
    while stack:
        for node in ir.walk(stack.pop()):
            if isinstance(node, ir.Word) and node.name not in found:
                found[node.name] = program.words[node.name]
                stack.append(program.words[node.name].body)
    return found


def _plain(value: Any) -> Any:
    """An entry as values that are equal when it says the same. Rule texts compare themselves."""
    if isinstance(value, ir.Node) or value is None:
        return value
    if isinstance(value, tuple):
        return tuple(_plain(v) for v in value)
    if is_dataclass(value) and not isinstance(value, type):
        return (
            type(value).__name__,
            *(_plain(getattr(value, f.name)) for f in dataclass_fields(value)
              if not isinstance(getattr(value, f.name), Span)
              and not (isinstance(value, Named) and f.name == "path")),
        )  # fmt: skip
    return value
