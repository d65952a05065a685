"""The operators on partly unknown values; every one of the table is here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from beloteql.core import types
from beloteql.core.operators import OPERATORS, apply, check_carrier
from beloteql.core.types import Type
from beloteql.core.world import World
from beloteql.semantics.symbolic.values import (
    Choice,
    Value,
    as_set,
    choice,
    choices,
    conjoin,
    disjoin,
    either,
    implies,
    negate,
    same,
    total,
)


def _lift(function: Callable[..., int | bool], result: Type | None, *operands: Value) -> Value:
    """A function of finite values, for every combination of the possible ones."""
    if not any(isinstance(o, Choice) for o in operands):
        known = function(*map(int, operands))
        return bool(known) if result == types.BOOL else int(known)
    found = []
    for combination in product(*(choices(o) for o in operands)):
        guard = conjoin(g for _, g in combination)
        if guard is not False:
            found.append((function(*(v for v, _ in combination)), guard))
    if result == types.BOOL:
        return disjoin(g for v, g in found if v)
    if result == types.INT:
        value: Value = int(found[-1][0])
        for v, guard in reversed(found[:-1]):
            value = either(guard, int(v), value)
        return value
    return choice(found)


def _comparison(name: str) -> Callable[[World, Type, Value, Value], Value]:
    evaluate = OPERATORS[name].evaluate

    def compare(world: World, type_: Type, a: Value, b: Value) -> Value:
        if type_ == types.INT:
            return evaluate(a, b)
        if type_ == types.BOOL:
            return same(a, b) if name == "eq" else negate(same(a, b))
        if type_.is_set:
            size = world.size(type_.element)  # type: ignore[arg-type]
            pairs = zip(as_set(a, size), as_set(b, size), strict=True)
            equal = conjoin(same(x, y) for x, y in pairs)
            return equal if name == "eq" else negate(equal)
        return _lift(evaluate, types.BOOL, a, b)

    return compare


def _quotient(a: Value, b: int) -> Value:
    # Divisors are plain numbers above 0, for which the solver's division rounds down, too.
    return OPERATORS["quotient"].evaluate(a, b) if isinstance(a, int) else a / b if b > 0 else 0


def _remainder(a: Value, b: int) -> Value:
    return OPERATORS["remainder"].evaluate(a, b) if isinstance(a, int) else a % b if b > 0 else 0


def _counted_in(a: Value, unit: int, up_from: Value) -> Value:
    if unit <= 0:
        return 0
    more = _remainder(a, unit) >= up_from
    return total((_quotient(a, unit), either(more, 1, 0)))


def _scaled_to(a: Value, new: int, old: int) -> Value:
    return 0 if old <= 0 else _quotient(2 * a * new + old, 2 * old)


def _sets(combine: Callable[[Any, Any], Any]) -> Callable[[Value, Value], Value]:
    def run(a: Value, b: Value) -> Value:
        if isinstance(a, int) and isinstance(b, int):
            size = max(a.bit_length(), b.bit_length(), 1)
            a, b = as_set(a, size), as_set(b, size)
        elif isinstance(a, int):
            a = as_set(a, len(b))
        elif isinstance(b, int):
            b = as_set(b, len(a))
        return tuple(combine(x, y) for x, y in zip(a, b, strict=True))

    return run


def _member(element: Value, elements: Value) -> Value:
    if isinstance(elements, range):
        if isinstance(element, int):
            return element in elements
        return disjoin(element == v for v in elements)
    if isinstance(elements, int):
        return _lift(lambda v: bool(elements >> v & 1), types.BOOL, element)
    # A strain that is no suit may be asked for among the suits.
    return disjoin(conjoin((g, elements[v])) for v, g in choices(element) if v < len(elements))


def larger(a: Value, b: Value) -> Value:
    """The larger of two numbers."""
    return max(a, b) if isinstance(a, int) and isinstance(b, int) else either(a >= b, a, b)


def smaller(a: Value, b: Value) -> Value:
    """The smaller of two numbers."""
    return min(a, b) if isinstance(a, int) and isinstance(b, int) else either(a <= b, a, b)


_COMPARE = {name: _comparison(name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_PLAIN: dict[str, Callable[..., Value]] = {
    "not": negate,
    "and": lambda a, b: conjoin((a, b)),
    "or": lambda a, b: disjoin((a, b)),
    "implies": implies,
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "minus": lambda a: -a,
    "quotient": _quotient,
    "remainder": _remainder,
    "larger": larger,
    "smaller": smaller,
    "counted_in": _counted_in,
    "rounded_to": lambda a, u, r: u * _counted_in(a, u, r),
    "scaled_to": _scaled_to,
    "union": _sets(lambda x, y: disjoin((x, y))),
    "intersection": _sets(lambda x, y: conjoin((x, y))),
    "difference": _sets(lambda x, y: conjoin((x, negate(y)))),
    "member": _member,
}
_TABLES = {name for name, row in OPERATORS.items() if row.of_world}
check_carrier("solve", set(_COMPARE) | set(_PLAIN) | _TABLES)


def operate(world: World, name: str, result: Type, operand_type: Type, *operands: Value) -> Value:
    """An operator on values that are partly unknown."""
    if name in _COMPARE:
        return _COMPARE[name](world, operand_type, *operands)
    if name in _TABLES:
        return _lift(lambda *values: apply(world, name, *values), result, *operands)
    return _PLAIN[name](*operands)
