"""Expressions over facts that are partly unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from beloteql.core import ir, types
from beloteql.core.program import Program
from beloteql.semantics.symbolic.operators import larger, operate, smaller
from beloteql.semantics.symbolic.values import (
    Value,
    as_set,
    choice,
    choose,
    conjoin,
    disjoin,
    either,
    implies,
    negate,
    total,
)


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
                first, second = self._value(node.first, scope), self._value(node.second, scope)
                if node.type in {types.INT, types.BOOL} or node.type.is_set:
                    return either(condition, first, second)
                # Positions of things are no numbers to the solver: they stay a choice.
                return choose(condition, first, second)
            case ir.Bind():
                return self._bind(node, scope)
        raise AssertionError(f"no value for {node!r}")

    def _read(self, node: ir.Read, scope: Mapping[str, Value]) -> Value:
        arguments = [self._value(a, scope) for a in node.arguments]
        prefix, _, own = node.name.partition(".")
        if prefix == "known":
            if node.name in self.facts:  # it may or may not have been filled
                known = self.facts[node.name]
                return known(*arguments) if arguments else known
            field = self.facts[f"field.{own}"]
            return (field(*arguments) if arguments else field) is not None
        if prefix == "said":
            stage, _, call = own.partition(".")
            return self.facts["said"](arguments[0], stage, call)
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


def shaped(program: Program, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts of the interpreter in the shapes of the solver: truths are no numbers, sets no masks.

    Options, fields of the contract and carried state; other facts stay as they are.
    """
    return {name: _shaped(program, name, value) for name, value in facts.items()}


def _shaped(program: Program, name: str, value: Any) -> Any:
    prefix, _, own = name.partition(".")
    if value is None or prefix not in {"option", "field", "state"}:
        return value
    entries = {"option": program.options, "field": program.fields, "state": program.state}
    type_ = entries[prefix][own].type  # type: ignore[index]

    def plain(one: Any) -> Any:
        if one is not None and type_.element is not None:
            return as_set(one, program.world.size(type_.element))
        return bool(one) if one is not None and type_ == types.BOOL else one

    return (lambda whose: plain(value(whose))) if callable(value) else plain(value)


Found = list[tuple[int, Any, Value]]


def _those(found: Found, size: int) -> Value:
    members = {v: conjoin((g, b)) for v, g, b in found}
    return tuple(members.get(i, False) for i in range(size))


def _the(found: Found, size: int) -> Value:
    options: list[tuple[int, Any]] = []
    earlier: list[Any] = []
    for v, g, b in found:
        holds = conjoin((g, b))
        options.append((v, conjoin((holds, *(negate(e) for e in earlier)))))
        earlier.append(holds)
    return choice(options)


def _extreme(sign: int) -> Callable[[Found, int], Value]:
    def run(found: Found, size: int) -> Value:
        options = []
        if all(isinstance(m, int) for _, _, m in found):
            # The order is known: one is the best if it is there and none of the better ones is.
            better: Any = False
            for v, g, _ in sorted(found, key=lambda one: -sign * one[2]):
                options.append((v, conjoin((g, negate(better)))))
                better = disjoin((better, g))
            return choice(options)
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
    "most": _most(larger),
    "least": _most(smaller),
}
