"""The solver's carrier: computes the intermediate form on values that are partly unknown.

Whatever is known stays a plain value, so a formula holds only what is really open. What is
unknown has one of four shapes: a Bool or an Int of the solver; a `Choice` between the values
of a finite type, each under a condition; a set as a tuple of conditions, one an element.
The conditions of a `Choice` exclude each other and one of them holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import z3

from beloteql.core import ir, types
from beloteql.core.operators import OPERATORS, apply, check_carrier
from beloteql.core.program import Program
from beloteql.core.types import Type
from beloteql.core.world import World

Value = Any


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a finite type that is one of several, each under its condition."""

    options: tuple[tuple[int, Any], ...]

    def guard(self, value: int) -> Any:
        """The condition under which it is a value."""
        return disjoin(g for v, g in self.options if v == value)


# --- conditions and numbers, folded where they are known ---------------------------------


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
    return kept[0] if len(kept) == 1 else z3.And(*kept)


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
    return kept[0] if len(kept) == 1 else z3.Or(*kept)


def negate(part: Any) -> Any:
    """The opposite of a condition."""
    return not part if isinstance(part, bool) else z3.Not(part)


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
        return _merge_choices(condition, first, second)
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


def _merge_choices(condition: Any, first: Value, second: Value) -> Value:
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


# --- operators ---------------------------------------------------------------------------


def _lift(function: Callable[..., int | bool], result: Type | None, *operands: Value) -> Value:
    """A function of finite values, for every combination of the possible ones."""
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
    return disjoin(conjoin((g, elements[v])) for v, g in choices(element))


def _larger(a: Value, b: Value) -> Value:
    return max(a, b) if isinstance(a, int) and isinstance(b, int) else either(a >= b, a, b)


def _smaller(a: Value, b: Value) -> Value:
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
    "larger": _larger,
    "smaller": _smaller,
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


def operate(
    world: World, name: str, result: Type, operand_type: Type, *operands: Value
) -> Value:
    """An operator on values that are partly unknown."""
    if name in _COMPARE:
        return _COMPARE[name](world, operand_type, *operands)
    if name in _TABLES:
        return _lift(lambda *values: apply(world, name, *values), result, *operands)
    return _PLAIN[name](*operands)


# --- expressions -------------------------------------------------------------------------


class Symbolic:
    """Evaluates expressions over facts that are partly unknown.

    Facts are as for the evaluator: values by name, callables for those with an argument.
    """

    def __init__(self, program: Program, facts: Mapping[str, Any]) -> None:
        self.program, self.world, self.facts = program, program.world, facts
        self._memo: dict[Any, Value] = {}

    def with_facts(self, **changed: Any) -> Symbolic:
        """The same with some facts changed; hyphens in names are written as `__`."""
        return Symbolic(
            self.program, {**self.facts, **{n.replace("__", "-"): v for n, v in changed.items()}}
        )

    def value(self, node: ir.Node, **variables: Value) -> Value:
        """The value of an expression, with its free variables bound."""
        return self._value(node, variables)

    def _value(self, node: ir.Node, scope: Mapping[str, Value]) -> Value:
        match node:
            case ir.Const():
                if node.type.is_set and not isinstance(node.value, range):
                    assert node.type.element is not None
                    return as_set(node.value, self.world.size(node.type.element))
                return node.value
            case ir.Variable(name=name):
                return scope[name]
            case ir.Read():
                return self._read(node, scope)
            case ir.Word():
                return self._word(node, scope)
            case ir.Apply():
                operands = [self._value(o, scope) for o in node.operands]
                kind = node.operands[0].type if node.operands else node.type
                return operate(self.world, node.operator, node.type, kind, *operands)
            case ir.Choose():
                condition = self._value(node.condition, scope)
                if condition is True or condition is False:
                    return self._value(node.first if condition else node.second, scope)
                return either(
                    condition, self._value(node.first, scope), self._value(node.second, scope)
                )
            case ir.Bind():
                return self._bind(node, scope)
        raise AssertionError(f"no value for {node!r}")

    def _read(self, node: ir.Read, scope: Mapping[str, Value]) -> Value:
        arguments = [self._value(a, scope) for a in node.arguments]
        if node.name == "range":
            first, last, step = arguments
            return range(first, last + 1, step)
        fact = self.facts[node.name]
        return fact(*arguments) if callable(fact) else fact

    def _word(self, node: ir.Word, scope: Mapping[str, Value]) -> Value:
        arguments = tuple(self._value(a, scope) for a in node.arguments)
        key = (node.name, arguments) if all(isinstance(a, int) for a in arguments) else None
        if key is not None and key in self._memo:
            return self._memo[key]
        definition = self.program.words[node.name]
        own = {p: a for (p, _), a in zip(definition.parameters, arguments, strict=True)}
        value = self._value(definition.body, own)
        if key is not None:
            self._memo[key] = value
        return value

    def _bind(self, node: ir.Bind, scope: Mapping[str, Value]) -> Value:
        domain = self._value(node.domain, scope)
        if isinstance(domain, range):
            elements = [(v, True) for v in domain]
        else:
            elements = [(i, g) for i, g in enumerate(domain) if g is not False]
        found = [(v, g, self._value(node.body, {**scope, node.variable: v})) for v, g in elements]
        size = len(domain)
        return _BINDERS[node.kind](found, size)


Found = list[tuple[int, Any, Value]]


def _those(found: Found, size: int) -> Value:
    members = {v: conjoin((g, b)) for v, g, b in found}
    return tuple(members.get(i, False) for i in range(size))


def _the(found: Found, size: int) -> Value:
    options, earlier = [], []
    for v, g, b in found:
        holds = conjoin((g, b))
        options.append((v, conjoin((holds, *(negate(e) for e in earlier)))))
        earlier.append(holds)
    return choice(options)


def _extreme(sign: int) -> Callable[[Found, int], Value]:
    def run(found: Found, size: int) -> Value:
        options = []
        for i, (v, g, m) in enumerate(found):
            # Of equals the first; whether there can be equals is a property of its own.
            beaten = [
                conjoin((h, (sign * n >= sign * m) if j < i else (sign * n > sign * m)))
                for j, (_, h, n) in enumerate(found)
                if j != i
            ]
            options.append((v, conjoin((g, *(negate(b) for b in beaten)))))
        return choice(options)

    return run


def _most(compare: Callable[[Value, Value], Value]) -> Callable[[Found, int], Value]:
    def run(found: Found, size: int) -> Value:
        best: Value = 0
        some: Any = False
        for _, g, m in found:
            best = either(conjoin((g, some)), compare(best, m), either(g, m, best))
            some = disjoin((some, g))
        return best

    return run


_BINDERS: dict[str, Callable[[Found, int], Value]] = {
    "some": lambda found, size: disjoin(conjoin((g, b)) for _, g, b in found),
    "every": lambda found, size: conjoin(implies(g, b) for _, g, b in found),
    "count": lambda found, size: total([either(conjoin((g, b)), 1, 0) for _, g, b in found]),
    "those": _those,
    "the": _the,
    "highest": _extreme(1),
    "lowest": _extreme(-1),
    "sum": lambda found, size: total([either(g, b, 0) for _, g, b in found]),
    "most": _most(_larger),
    "least": _most(_smaller),
}
