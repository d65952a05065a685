"""The printed carrier: every operator as the text of a Python expression.

Operands are texts that the compiler has printed itself, from typed nodes. Whatever stands
in a text is a number, a name of the compiler's own or one of the operators below: nothing
that an author has written can reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beloteql.core.operators import OPERATORS, apply, check_carrier
from beloteql.core.types import Type
from beloteql.core.world import World

Print = Callable[..., str]

_EXPRESSIONS: dict[str, Print] = {
    "not": lambda a: f"(not {a})",
    "and": lambda a, b: f"({a} and {b})",
    "or": lambda a, b: f"({a} or {b})",
    "implies": lambda a, b: f"(not {a} or {b})",
    "eq": lambda a, b: f"({a} == {b})",
    "ne": lambda a, b: f"({a} != {b})",
    "lt": lambda a, b: f"({a} < {b})",
    "le": lambda a, b: f"({a} <= {b})",
    "gt": lambda a, b: f"({a} > {b})",
    "ge": lambda a, b: f"({a} >= {b})",
    "add": lambda a, b: f"({a} + {b})",
    "subtract": lambda a, b: f"({a} - {b})",
    "multiply": lambda a, b: f"({a} * {b})",
    "minus": lambda a: f"(-{a})",
    "quotient": lambda a, b: f"quotient({a}, {b})",
    "remainder": lambda a, b: f"remainder({a}, {b})",
    "larger": lambda a, b: f"max({a}, {b})",
    "smaller": lambda a, b: f"min({a}, {b})",
    "counted_in": lambda a, b, c: f"counted_in({a}, {b}, {c})",
    "rounded_to": lambda a, b, c: f"rounded_to({a}, {b}, {c})",
    "scaled_to": lambda a, b, c: f"scaled_to({a}, {b}, {c})",
    "union": lambda a, b: f"({a} | {b})",
    "intersection": lambda a, b: f"({a} & {b})",
    "difference": lambda a, b: f"({a} & ~{b})",
    "member": lambda a, b: f"member({a}, {b})",
}
PRINT: dict[str, Print | None] = {
    **_EXPRESSIONS,
    **{name: None for name, row in OPERATORS.items() if row.of_world},
}
"""None: a table over finite types, printed by `table`."""
check_carrier("print", set(PRINT))

NAMESPACE = {
    name: OPERATORS[name].evaluate
    for name in ("quotient", "remainder", "counted_in", "rounded_to", "scaled_to", "member")
}
"""The functions that printed operators call."""


def table(
    world: World,
    name: str,
    types: Sequence[Type],
    known: Sequence[int | None],
    texts: Sequence[str],
) -> str:
    """An operator of the world as a table, indexed by the operands that are not known."""

    def rows(values: tuple[int, ...]) -> str:
        place = len(values)
        if place == len(types):
            try:
                return repr(apply(world, name, *values))
            except (IndexError, StopIteration, KeyError):
                return "None"  # a strain that no contract can have
        fixed = known[place]
        if fixed is not None:
            return rows((*values, fixed))
        return (
            "(" + "".join(f"{rows((*values, v))}," for v in range(world.size(types[place]))) + ")"
        )

    return rows(()) + "".join(f"[{t}]" for t, k in zip(texts, known, strict=True) if k is None)
