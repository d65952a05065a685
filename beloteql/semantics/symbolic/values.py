"""Partly unknown values, folded where they are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import z3

Value = Any


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a finite type that is one of several, each under its condition."""

    options: tuple[tuple[int, Any], ...]

    def guard(self, value: int) -> Any:
        """The condition under which it is a value."""
        return disjoin(g for v, g in self.options if v == value)


_RENAME: ContextVar[Callable[[str], str]] = ContextVar("rename", default=str)


@contextmanager
def renamed(rename: Callable[[str], str]) -> Iterator[None]:
    """Inside, unknowns get other names: two rulesets share those that keep the same name."""
    token = _RENAME.set(rename)
    try:
        yield
    finally:
        _RENAME.reset(token)


def open_truth(name: str) -> Any:
    """A condition of which nothing is known. The same name is the same condition."""
    return z3.Bool(_RENAME.get()(name))


def open_number(name: str) -> Any:
    """A whole number of which nothing is known."""
    return z3.Int(_RENAME.get()(name))


def exactly_one(parts: Iterable[Any]) -> Any:
    """One of some conditions, and no more."""
    return exactly(1, parts)


def exactly(count: int, parts: Iterable[Any]) -> Any:
    """So many of some conditions, no more and no fewer."""
    kept = [p for p in parts if p is not False]
    return z3.PbEq([(p, 1) for p in kept], count)


def at_most(count: int, parts: Iterable[Any]) -> Any:
    """No more than so many of some conditions."""
    kept = [p for p in parts if p is not False]
    return z3.AtMost(*kept, count) if len(kept) > count else True


def conjoin(parts: Any) -> Any:
    """All of some conditions."""
    kept = []
    for part in parts:
        if part is False:
            return False
        if part is not True:
            kept.append(part)
    if not kept:
        return True
    return kept[0] if len(kept) == 1 else _joined(z3.Z3_mk_and, kept)


def disjoin(parts: Any) -> Any:
    """One of some conditions."""
    kept = []
    for part in parts:
        if part is True:
            return True
        if part is not False:
            kept.append(part)
    if not kept:
        return False
    return kept[0] if len(kept) == 1 else _joined(z3.Z3_mk_or, kept)


def _joined(make: Callable[..., Any], parts: list[Any]) -> Any:
    # Past the checks that z3.And makes of each part: they take longer than all the rest, and the
    # parts are known to be conditions.
    context = z3.main_ctx()
    terms = (z3.Ast * len(parts))(*(p.ast for p in parts))
    return z3.BoolRef(make(context.ref(), len(parts), terms), context)


def negate(part: Any) -> Any:
    """The opposite of a condition."""
    if isinstance(part, bool):
        return not part
    context = z3.main_ctx()
    return z3.BoolRef(z3.Z3_mk_not(context.ref(), part.ast), context)


def implies(first: Any, second: Any) -> Any:
    """Unless the first holds and the second does not."""
    return disjoin((negate(first), second))


def same(first: Any, second: Any) -> Any:
    """Whether two conditions agree."""
    if isinstance(first, bool):
        return second if first else negate(second)
    if isinstance(second, bool):
        return first if second else negate(first)
    return first == second


def either(condition: Any, first: Value, second: Value) -> Value:
    """`first` under a condition, else `second`; both of one type."""
    if condition is True or condition is False:
        return first if condition else second
    if isinstance(first, tuple) and isinstance(second, tuple):
        return tuple(either(condition, a, b) for a, b in zip(first, second, strict=True))
    if _is_truth(first) and _is_truth(second):
        return disjoin((conjoin((condition, first)), conjoin((negate(condition), second))))
    if isinstance(first, Choice) or isinstance(second, Choice):
        return choose(condition, first, second)
    if isinstance(first, int) and isinstance(second, int) and first == second:
        return first
    return z3.If(condition, first, second)


def _is_truth(value: Value) -> bool:
    return isinstance(value, bool | z3.BoolRef)


def choices(value: Value) -> tuple[tuple[int, Any], ...]:
    """The possible values of a finite type with their conditions."""
    return value.options if isinstance(value, Choice) else ((int(value), True),)


def choice(options: Any) -> Value:
    """A choice; equal values are joined, and a certain one is plain."""
    joined: dict[int, list[Any]] = {}
    for value, guard in options:
        if guard is not False:
            joined.setdefault(int(value), []).append(guard)
    pairs = tuple((v, disjoin(g)) for v, g in joined.items())
    certain = [v for v, g in pairs if g is True or len(pairs) == 1]
    return certain[0] if certain else Choice(pairs)


def choose(condition: Any, first: Value, second: Value) -> Value:
    """One of two values of a finite type, under a condition."""
    return choice(
        [(v, conjoin((condition, g))) for v, g in choices(first)]
        + [(v, conjoin((negate(condition), g))) for v, g in choices(second)]
    )


def total(values: Sequence[Any]) -> Any:
    """The sum of numbers."""
    known = sum(v for v in values if isinstance(v, int))
    unknown = [v for v in values if not isinstance(v, int)]
    if not unknown:
        return known
    return z3.Sum(*unknown, z3.IntVal(known)) if known or len(unknown) > 1 else unknown[0]


def table(values: Sequence[Value]) -> Callable[[Value], Value]:
    """A fact with an argument, from its value for each: `cards(side)`, say."""

    def lookup(key: Value) -> Value:
        options = choices(key)
        found = values[options[-1][0]]
        for value, guard in reversed(options[:-1]):
            found = either(guard, values[value], found)
        return found

    return lookup


def as_set(value: Value, size: int) -> tuple[Any, ...]:
    """A set as conditions of its elements."""
    if isinstance(value, tuple):
        return value
    return tuple(bool(int(value) >> i & 1) for i in range(size))


def replaced(value: Value, pairs: Sequence[tuple[Any, Any]]) -> Value:
    """A value in which some open numbers or conditions are others; what is known stays."""
    if isinstance(value, Choice):
        return Choice(tuple((v, replaced(g, pairs)) for v, g in value.options))
    if isinstance(value, tuple):
        return tuple(replaced(v, pairs) for v in value)
    return value if value is None or isinstance(value, int) else z3.substitute(value, *pairs)
