"""Computes as much of an expression as is known, and prints the rest.

Known is everything but the hand: contract, options, who is to play, and the trick (or what
`folds` keeps of it). A value is then known, or the cards of the hand that lie in a mask,
or the text of an expression over the hand `h`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from beloteql.batch.compile.printed import PRINT, table
from beloteql.core import ir
from beloteql.core.operators import apply
from beloteql.core.program import Program
from beloteql.core.types import INT
from beloteql.core.world import members
from beloteql.source import Span


@dataclass(frozen=True, slots=True)
class Known:
    """A value."""

    value: Any

    @property
    def text(self) -> str:
        """As Python."""
        return repr(self.value)


@dataclass(frozen=True, slots=True)
class Held:
    """The cards of the hand that lie in a mask."""

    mask: int

    @property
    def text(self) -> str:
        """As Python."""
        return f"(h & {self.mask})"


@dataclass(frozen=True, slots=True)
class Text:
    """An expression over the hand."""

    text: str


Value = Known | Held | Text
Variables = Mapping[str, Value]


@dataclass(slots=True)
class View:
    """What is known of a position: facts by name, and the values of folds by identity."""

    facts: Mapping[str, Any]
    folds: Mapping[int, Any] = field(default_factory=dict)
    best: int | None = None
    words: dict[str, Value] = field(default_factory=dict)


ABSENT = object()


def _fact(name: str, facts: Mapping[str, Any]) -> Any:
    """A fact by its name in the intermediate form; `ABSENT` if it has no value in play."""
    prefix, _, own = name.partition(".")
    if prefix == "known":
        values = facts[f"field.{own}"]
        return lambda whose: values(whose) is not None
    if prefix == "said":
        stage, _, call = own.partition(".")
        return lambda seat: facts["said"](seat, stage, call)
    return facts.get(name, ABSENT)


class Specialiser:
    """Specialises the expressions of a program.

    A fault (`the` of nothing, a field that is unset) stays where it is: it is printed as
    `fail(k)` and rises only if a position comes to it.
    """

    def __init__(self, program: Program, folds: Mapping[int, tuple[ir.Bind, str | None]]) -> None:
        self.program = program
        self.world = program.world
        self.folds = folds
        self.faults: list[tuple[str, Span | None]] = []
        self._names = 0

    def fail(self, message: str, span: Span | None) -> Text:
        """Text that raises a fault of the ruleset."""
        fault = (message, span)
        if fault not in self.faults:
            self.faults.append(fault)
        return Text(f"fail({self.faults.index(fault)})")

    def value(self, node: ir.Node, view: View, variables: Variables) -> Value:
        """What is known of an expression."""
        match node:
            case ir.Const(value=value):
                return Known(value)
            case ir.Variable(name=name):
                return variables[name]
            case ir.Read():
                return self._read(node, view, variables)
            case ir.Word():
                return self._word(node, view, variables)
            case ir.Apply():
                return self._apply(node, view, variables)
            case ir.Choose():
                condition = self.value(node.condition, view, variables)
                if isinstance(condition, Known):
                    return self.value(
                        node.first if condition.value else node.second, view, variables
                    )
                first = self.value(node.first, view, variables)
                second = self.value(node.second, view, variables)
                return Text(f"({first.text} if {condition.text} else {second.text})")
            case ir.Bind():
                if id(node) in view.folds:
                    return self._folded(node, view, variables)
                return self._bind(node, view, variables)
        raise AssertionError(f"no text for {node!r}")

    def _read(self, node: ir.Read, view: View, variables: Variables) -> Value:
        name = node.name
        if name == "any-card":
            return Held(self.world.all_cards)
        arguments = [self.value(a, view, variables) for a in node.arguments]
        prefix, _, own = name.partition(".")
        if name == "range":
            if all(isinstance(a, Known) for a in arguments):
                first, last, step = (a.value for a in arguments if isinstance(a, Known))
                return Known(range(first, last + 1, step))
            a, b, c = (x.text for x in arguments)
            return Text(f"range({a}, {b} + 1, {c})")
        if prefix == "known" and not arguments:
            return Known(view.facts[f"field.{own}"] is not None)
        if name == "player" and view.best is not None:
            return Known(view.facts["best-player"])
        fact = _fact(name, view.facts)
        if fact is ABSENT:
            return self.fail(f'"{name}" has no value here', node.span)
        if not arguments:
            if fact is None and name != "led":
                return self.fail(f'"{own or name}" is read before it has a value', node.span)
            return Known(fact)
        (argument,) = arguments
        if isinstance(argument, Known):
            found = self._try(lambda: fact(argument.value), node)
            if isinstance(found, Known) and found.value is None:
                return self.fail(f'"{own or name}" is read before it has a value', node.span)
            return found
        values = []
        for v in self.world.universe(node.arguments[0].type):
            value = self._try(lambda v=v: fact(v), node)  # type: ignore[misc]
            values.append(value.text if isinstance(value, Known) else "None")
        return Text(f"({','.join(values)},)[{argument.text}]")

    def _try(self, compute: Callable[[], Any], node: ir.Node) -> Value:
        try:
            return Known(compute())
        except (TypeError, ValueError, KeyError, IndexError, StopIteration):
            return self.fail("this has no value here", node.span)

    def _word(self, node: ir.Word, view: View, variables: Variables) -> Value:
        if node.name == "best" and view.best is not None:
            return Known(view.best)
        definition = self.program.words[node.name] if node.name != "best" else self.program.best
        assert definition is not None
        if not node.arguments:
            if node.name not in view.words:
                view.words[node.name] = self.value(definition.body, view, {})
            return view.words[node.name]
        values = [self.value(a, view, variables) for a in node.arguments]
        names = [name for name, _ in definition.parameters]
        return self.value(definition.body, view, dict(zip(names, values, strict=True)))

    def _apply(self, node: ir.Apply, view: View, variables: Variables) -> Value:
        name, nodes = node.operator, node.operands
        first = self.value(nodes[0], view, variables) if nodes else Known(None)
        if name in {"and", "or", "implies"} and isinstance(first, Known):
            if bool(first.value) != (name != "or"):
                return Known(name != "and")
            return self.value(nodes[1], view, variables)
        values = [first, *(self.value(n, view, variables) for n in nodes[1:])]
        known = [v.value for v in values if isinstance(v, Known)]
        if len(known) == len(values):
            return self._try(lambda: apply(self.world, name, *known), node)
        masks: list[Any] = [
            v.mask if isinstance(v, Held) else v.value if isinstance(v, Known) else None
            for v in values
        ]
        held = [isinstance(v, Held) for v in values]
        if None not in masks:
            if name == "intersection":
                return Held(masks[0] & masks[1])
            if name == "difference" and held[0]:
                return Held(masks[0] & ~masks[1])
            if name == "union" and all(held):
                return Held(masks[0] | masks[1])
        printer = PRINT[name]
        if printer is None:
            types = [n.type for n in nodes]
            fixed = [v.value if isinstance(v, Known) else None for v in values]
            return Text(table(self.world, name, types, fixed, [v.text for v in values]))
        return Text(printer(*(v.text for v in values)))

    def _folded(self, node: ir.Bind, view: View, variables: Variables) -> Value:
        variable = self.folds[id(node)][1]
        row = view.folds[id(node)]
        if variable is None:
            return Known(row)
        index = variables[variable]
        if isinstance(index, Known):
            return Known(row[index.value])
        return Text(f"{tuple(row)!r}[{index.text}]")

    def name(self) -> str:
        """A new name of the compiler's own."""
        self._names += 1
        return f"v{self._names}"

    def _bind(self, node: ir.Bind, view: View, variables: Variables) -> Value:
        domain = self.value(node.domain, view, variables)
        if isinstance(domain, Text) and node.domain.type.element == INT:
            # Numbers without a bound that is known: the one case that needs a loop.
            name = self.name()
            body = self.value(node.body, view, {**variables, node.variable: Text(name)})
            return Text(self._collect(node, f"[({name}, {body.text}) for {name} in {domain.text}]"))
        if isinstance(domain, Known):
            found = domain.value
            pool = list(found) if isinstance(found, range) else list(members(found))
        elif isinstance(domain, Held):
            pool = list(members(domain.mask))
        else:
            assert node.domain.type.element is not None
            pool = list(self.world.universe(node.domain.type.element))
        bodies = [
            (v, self.value(node.body, view, {**variables, node.variable: Known(v)})) for v in pool
        ]
        if node.kind == "those" and all(isinstance(b, Known) for _, b in bodies):
            mask = sum(1 << v for v, b in bodies if isinstance(b, Known) and b.value)
            if isinstance(domain, Held):
                return Held(mask)
            return Known(mask) if isinstance(domain, Known) else Text(f"({domain.text} & {mask})")
        if isinstance(domain, Known) and all(isinstance(b, Known) for _, b in bodies):
            pairs = [(v, b.value) for v, b in bodies if isinstance(b, Known)]
            return self._known(node, pairs)
        if node.kind == "some" and all(isinstance(b, Known) for _, b in bodies):
            mask = sum(1 << v for v, b in bodies if isinstance(b, Known) and b.value)
            return Text(f"(({domain.text} & {mask}) != 0)")
        if node.kind == "every" and all(isinstance(b, Known) for _, b in bodies):
            mask = sum(1 << v for v, b in bodies if isinstance(b, Known) and not b.value)
            return Text(f"(({domain.text} & {mask}) == 0)")
        return Text(self._unrolled(node, domain, bodies))

    def _known(self, node: ir.Bind, pairs: list[tuple[int, Any]]) -> Value:
        try:
            return Known(COLLECT[node.kind](pairs))
        except LookupError:
            return self.fail(f'"{node.kind}" finds nothing, or more than one', node.span)

    def _collect(self, node: ir.Bind, pairs: str) -> str:
        fault = self.fail(f'"{node.kind}" finds nothing, or more than one', node.span)
        return f"collect_{node.kind}({pairs}, lambda: {fault.text})"

    def _unrolled(self, node: ir.Bind, domain: Value, bodies: list[tuple[int, Value]]) -> str:
        if isinstance(domain, Known):
            return self._collect(node, f"[{', '.join(f'({v}, {b.text})' for v, b in bodies)}]")
        name = self.name()
        pairs = ", ".join(
            f"*(({v}, {b.text}),) * ({name} >> {v} & 1)"
            if isinstance(b, Known)
            else f"*((({v}, {b.text}),) if {name} >> {v} & 1 else ())"
            for v, b in bodies
        )
        return f"(lambda {name}: {self._collect(node, f'[{pairs}]')})({domain.text})"


def _the(pairs: list[tuple[int, Any]]) -> int:
    return next(iter([v for v, b in pairs if b][:1] or _nothing()))


def _nothing() -> list[int]:
    raise LookupError


def _extreme(sign: int) -> Callable[[list[tuple[int, Any]]], int]:
    def pick(pairs: list[tuple[int, Any]]) -> int:
        if not pairs:
            raise LookupError
        top = max(sign * m for _, m in pairs)
        found = [v for v, m in pairs if sign * m == top]
        if len(found) > 1:
            raise LookupError
        return found[0]

    return pick


COLLECT: dict[str, Callable[[list[tuple[int, Any]]], Any]] = {
    "some": lambda pairs: any(b for _, b in pairs),
    "every": lambda pairs: all(b for _, b in pairs),
    "those": lambda pairs: sum(1 << v for v, b in pairs if b),
    "the": _the,
    "highest": _extreme(1),
    "lowest": _extreme(-1),
    "count": lambda pairs: sum(int(b) for _, b in pairs),
    "sum": lambda pairs: sum(int(b) for _, b in pairs),
    "most": lambda pairs: max((int(b) for _, b in pairs), default=0),
    "least": lambda pairs: min((int(b) for _, b in pairs), default=0),
}
"""What each binder makes of its values, in order; a `LookupError` is a fault."""
