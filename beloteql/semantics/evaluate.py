"""The reference carrier: evaluates the intermediate form on plain values.

Every node is compiled once to a closure over an `Env`. This carrier is the meaning that the
others are checked against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from beloteql.core import ir
from beloteql.core.operators import OPERATORS, check_carrier
from beloteql.core.program import Program
from beloteql.core.types import CARDS, MAX_RANGE
from beloteql.core.world import World, members
from beloteql.errors import Diagnostic, RulesetError
from beloteql.source import Span

Value = Any
Facts = Mapping[str, Any]
Closure = Callable[["Env"], Value]


class Env:
    """What an evaluation sees: facts by name, and room for bound variables.

    Facts with arguments are callables. A fact that is None is unset.
    """

    __slots__ = ("facts", "memo", "variables")

    def __init__(self, facts: Facts, size: int) -> None:
        self.facts = facts
        self.variables: list[Value] = [None] * size
        self.memo: dict[str, Value] = {}


def fault(code: str, message: str, span: Span | None) -> RulesetError:
    """A fault of a ruleset that shows only while it runs.

    Codes: BQ0701 a field is read before it is filled, BQ0702 nothing fits "the …",
    BQ0703 several are highest, BQ0704 no legal card, BQ0705 no call, BQ0706 a talk without
    end, BQ0707 no outcome, BQ0708 not enough cards.
    """
    return RulesetError([Diagnostic(code, message, span)])


class Evaluator:
    """Compiles the expressions of a program to closures."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.size = 0
        self._words: dict[str, tuple[tuple[int, ...], Closure]] = {}

    def expression(self, node: ir.Node, *variables: str) -> Callable[..., Value]:
        """A function of facts, and of a value for each of the free `variables`."""
        slots = {name: self._slot() for name in variables}
        closure = self._compile(node, slots)
        positions = tuple(slots.values())

        def run(env: Env, *values: Value) -> Value:
            for position, value in zip(positions, values, strict=True):
                env.variables[position] = value
            return closure(env)

        return run

    def maybe(self, node: ir.Node | None, *variables: str) -> Callable[..., Value] | None:
        """`expression`, for one that may be left out."""
        return None if node is None else self.expression(node, *variables)

    def env(self, facts: Facts) -> Env:
        """A fresh environment over facts; make it after everything has been compiled."""
        return Env(facts, self.size)

    def _slot(self) -> int:
        self.size += 1
        return self.size - 1

    def _compile(self, node: ir.Node, slots: Mapping[str, int]) -> Closure:
        match node:
            case ir.Const(value=value):
                return lambda env: value
            case ir.Variable(name=name):
                slot = slots[name]
                return lambda env: env.variables[slot]
            case ir.Read():
                return self._read(node, slots)
            case ir.Word():
                return self._word(node, slots)
            case ir.Apply(operator=operator, operands=operands):
                return _COMPILE[operator](self.world, *(self._compile(o, slots) for o in operands))
            case ir.Choose():
                condition = self._compile(node.condition, slots)
                first = self._compile(node.first, slots)
                second = self._compile(node.second, slots)
                return lambda env: first(env) if condition(env) else second(env)
            case ir.Bind():
                return self._bind(node, slots)
        raise AssertionError(f"no value for {node!r}")

    def _read(self, node: ir.Read, slots: Mapping[str, int]) -> Closure:
        name, span = node.name, node.span
        arguments = [self._compile(a, slots) for a in node.arguments]
        prefix, _, own = name.partition(".")
        if name == "range":
            first, last, step = arguments

            def bounded(env: Env) -> range:
                found = range(first(env), last(env) + 1, step(env))
                if len(found) > MAX_RANGE:
                    raise fault("BQ0711", f"a range of {len(found)} numbers is too long", span)
                return found

            return bounded
        if prefix == "known":
            key = f"field.{own}"
            if arguments:
                whose = arguments[0]
                return lambda env: env.facts[key](whose(env)) is not None
            return lambda env: env.facts[key] is not None
        if prefix == "said":
            stage, _, call = own.partition(".")
            seat = arguments[0]
            return lambda env: env.facts["said"](seat(env), stage, call)
        get = self._fact(name, arguments)
        if prefix != "field" and name not in {"turned", "winner", "led", "last-trick", "tricks-of"}:
            return get

        def guarded(env: Env) -> Value:
            value = get(env)
            if value is None:
                raise fault("BQ0701", f'"{own or name}" is read before it has a value', span)
            return value

        return guarded

    def _fact(self, name: str, arguments: list[Closure]) -> Closure:
        if arguments:
            (argument,) = arguments
            return lambda env: env.facts[name](argument(env))
        return lambda env: env.facts[name]

    def _word(self, node: ir.Word, slots: Mapping[str, int]) -> Closure:
        name = node.name
        if name not in self._words:
            definition = self.program.words[name]
            own = {p: self._slot() for p, _ in definition.parameters}
            self._words[name] = (tuple(own.values()), self._compile(definition.body, own))
        parameters, body = self._words[name]
        arguments = [self._compile(a, slots) for a in node.arguments]
        if not arguments:

            def remembered(env: Env) -> Value:
                memo = env.memo
                if name not in memo:
                    memo[name] = body(env)
                return memo[name]

            return remembered
        if len(arguments) == 1:
            argument, parameter = arguments[0], parameters[0]

            def unary(env: Env) -> Value:
                env.variables[parameter] = argument(env)
                return body(env)

            return unary

        def call(env: Env) -> Value:
            values = [a(env) for a in arguments]
            for parameter, value in zip(parameters, values, strict=True):
                env.variables[parameter] = value
            return body(env)

        return call

    def _bind(self, node: ir.Bind, slots: Mapping[str, int]) -> Closure:
        slot = self._slot()
        domain = self._compile(node.domain, slots)
        body = self._compile(node.body, {**slots, node.variable: slot})
        return _BINDERS[node.kind](domain, body, slot, node.span)


def elements(values: Value) -> Iterable[int]:
    """The members of a set value: of a mask, or of a range of numbers."""
    return values if isinstance(values, range) else members(values)


Binder = Callable[[Closure, Closure, int, Span | None], Closure]


def _some(domain: Closure, body: Closure, slot: int, span: Span | None) -> Closure:
    def run(env: Env) -> Value:
        variables = env.variables
        for value in elements(domain(env)):
            variables[slot] = value
            if body(env):
                return True
        return False

    return run


def _every(domain: Closure, body: Closure, slot: int, span: Span | None) -> Closure:
    def run(env: Env) -> Value:
        variables = env.variables
        for value in elements(domain(env)):
            variables[slot] = value
            if not body(env):
                return False
        return True

    return run


def _those(domain: Closure, body: Closure, slot: int, span: Span | None) -> Closure:
    def run(env: Env) -> Value:
        variables, found = env.variables, 0
        left = domain(env)
        while left:
            low = left & -left
            variables[slot] = low.bit_length() - 1
            if body(env):
                found |= low
            left ^= low
        return found

    return run


def _the(domain: Closure, body: Closure, slot: int, span: Span | None) -> Closure:
    def run(env: Env) -> Value:
        for value in elements(domain(env)):
            env.variables[slot] = value
            if body(env):
                return value
        raise fault("BQ0702", 'nothing is as "the …" asks for', span)

    return run


def _extreme(sign: int) -> Binder:
    def binder(domain: Closure, body: Closure, slot: int, span: Span | None) -> Closure:
        def run(env: Env) -> Value:
            best: int | None = None
            found, tied = 0, False
            for value in elements(domain(env)):
                env.variables[slot] = value
                measure = sign * body(env)
                if best is None or measure > best:
                    best, found, tied = measure, value, False
                elif measure == best:
                    tied = True
            if best is None:
                raise fault("BQ0702", 'there is nothing to choose "highest" or "lowest" from', span)
            if tied:
                raise fault("BQ0703", "several are equally high", span)
            return found

        return run

    return binder


def _fold(combine: Callable[[Iterable[int]], int]) -> Binder:
    def binder(domain: Closure, body: Closure, slot: int, span: Span | None) -> Closure:
        def run(env: Env) -> Value:
            values = []
            for value in elements(domain(env)):
                env.variables[slot] = value
                values.append(int(body(env)))
            return combine(values) if values else 0

        return run

    return binder


_BINDERS: dict[str, Binder] = {
    "some": _some,
    "every": _every,
    "those": _those,
    "the": _the,
    "highest": _extreme(1),
    "lowest": _extreme(-1),
    "count": _fold(sum),
    "sum": _fold(sum),
    "most": _fold(max),
    "least": _fold(min),
}

Compile = Callable[..., Closure]


def _by_arity(name: str) -> Compile:
    """The closure of an operator from its row in the table."""
    row = OPERATORS[name]

    def compile_(world: World, *operands: Closure) -> Closure:
        function = row.evaluate
        if row.of_world:
            return lambda env: function(world, *(o(env) for o in operands))
        if len(operands) == 1:
            (a,) = operands
            return lambda env: function(a(env))
        if len(operands) == 2:
            a, b = operands
            return lambda env: function(a(env), b(env))
        return lambda env: function(*(o(env) for o in operands))

    return compile_


def _strain_table(table: str) -> Compile:
    def compile_(world: World, card: Closure, strain: Closure) -> Closure:
        rows = getattr(world, table)
        return lambda env: rows[strain(env)][card(env)]

    return compile_


def _suit(world: World, card: Closure) -> Closure:
    suits = tuple(world.suit_of(c) for c in range(len(world.cards)))
    return lambda env: suits[card(env)]


def _is_trump(world: World, suit: Closure, strain: Closure) -> Closure:
    rows = {
        s: tuple(world.is_trump(u, s) for u in range(len(world.suits)))
        for s in world.callable_strains
    }
    return lambda env: rows[strain(env)][suit(env)]


# The operators that legal play is made of, spelled out because they run millions of times.
_COMPILE: dict[str, Compile] = {name: _by_arity(name) for name in OPERATORS} | {
    "not": lambda w, a: lambda env: not a(env),
    "and": lambda w, a, b: lambda env: a(env) and b(env),
    "or": lambda w, a, b: lambda env: a(env) or b(env),
    "implies": lambda w, a, b: lambda env: not a(env) or b(env),
    "eq": lambda w, a, b: lambda env: a(env) == b(env),
    "gt": lambda w, a, b: lambda env: a(env) > b(env),
    "lt": lambda w, a, b: lambda env: a(env) < b(env),
    "suit": _suit,
    "is_trump": _is_trump,
    "strength": _strain_table("strength"),
    "points": _strain_table("points"),
}
check_carrier("evaluate", set(_COMPILE))

__all__ = ["CARDS", "Closure", "Env", "Evaluator", "Facts", "Value", "elements", "fault"]
