"""Bounds how deeply the author's words lean on one another.

Each rule text has its own bound; a word that needs a word that needs a word … adds theirs up,
and all later stages go down into words.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from beloteql.errors import Collector
from beloteql.surface import ast, schema
from beloteql.surface.node import Text

MAX_DEPTH = 120
"""Levels of rule texts inside one another, through words."""


def check_depth(words: dict[Text, schema.WordDefinition], errors: Collector) -> None:
    """Record the words that are too deep (BQ0204); none that only follow from another."""
    needs = {str(name): _references(word.is_, set(words)) for name, word in words.items()}
    depths: dict[str, int] = {}
    for name, word in words.items():
        _measure(str(name), needs, depths)
        inner = max((depths.get(other, 0) for other in needs[name]), default=0)
        if depths[name] > MAX_DEPTH >= inner:
            errors.add(
                "BQ0204",
                f'the word "{name}" needs words that need words, more than can be followed',
                name.span,
                expected=f"at most {MAX_DEPTH} levels through all of them",
                hint=f'shorten the way from "{name}": {word.is_.span.text[:40]}',
            )


def _references(value: ast.Value, words: set[str]) -> dict[str, int]:
    """The deepest level at which each word stands in a value; "" is the deepest of all."""
    found = {"": 1}
    left: list[tuple[object, int]] = [(value, 1)]
    while left:
        part, level = left.pop()
        if isinstance(part, tuple):
            left += [(p, level) for p in part]
        elif isinstance(part, ast.Expression | ast.Row | ast.Case) and is_dataclass(part):
            found[""] = max(found[""], level)
            name = getattr(part, "name", None)
            if name in words:
                found[name] = max(found.get(name, 0), level)
            left += [(getattr(part, f.name), level + 1) for f in fields(part) if f.name != "span"]
    return found


def _measure(first: str, needs: dict[str, dict[str, int]], depths: dict[str, int]) -> None:
    """Depth of a word and of all that it needs, without recursion; circles count once."""
    path = [first]
    entered = {first}
    while path:
        name = path[-1]
        waiting = next((n for n in needs[name] if n and n not in depths and n not in entered), None)
        if waiting is not None:
            path.append(waiting)
            entered.add(waiting)
            continue
        depths[name] = max(level + depths.get(n, 0) for n, level in needs[name].items())
        path.pop()
