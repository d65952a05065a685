"""What is open in a proof: house rules, the contract, the players, carried points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any

from beloteql.core import ir, types
from beloteql.core.program import Program
from beloteql.core.types import Type
from beloteql.core.world import World
from beloteql.semantics.contract import Fields, initial_fields, per_count
from beloteql.semantics.options import defaults, show
from beloteql.semantics.symbolic import (
    Choice,
    Symbolic,
    as_set,
    choice,
    choices,
    disjoin,
    exactly_one,
    negate,
    open_number,
    open_truth,
    table,
)
from beloteql.verify.field_values import field_values
from beloteql.verify.solve import Model


class Unknowns:
    """Fresh unknowns for a program, with the conditions that they obey."""

    def __init__(self, program: Program) -> None:
        self.program, self.world = program, program.world
        self.conditions: list[Any] = []
        self.wishes: list[Any] = []
        self.options = {n: self._option(n) for n in program.options}

    def one_of(self, name: str, values: list[int]) -> Any:
        """One of some values of a finite type."""
        if len(values) == 1:
            return values[0]
        guards = [open_truth(f"{name}={v}") for v in values]
        self.conditions.append(exactly_one(guards))
        return choice(list(zip(values, guards, strict=True)))

    def number(self, name: str, least: int = 0, most: int | None = None) -> Any:
        """A whole number between bounds."""
        value = open_number(name)
        self.conditions.append(value >= least)
        if most is not None:
            self.conditions.append(value <= most)
        return value

    def _option(self, name: str) -> Any:
        option = self.program.options[name]
        if option.type == types.INT:
            if option.values is not None and len(option.values) == 1:
                return option.values[0]
            value = open_number(f"option {name}")
            if option.values is None:
                self.conditions.append(value >= 0)
            else:
                self.conditions.append(disjoin(value == v for v in option.values))
            self.wishes.append(value == option.default)
            return value
        if option.type == types.BOOL:
            if option.values is not None and len(set(option.values)) == 1:
                return bool(option.values[0])
            truth = open_truth(f"option {name}")
            self.wishes.append(truth if option.default else negate(truth))
            return truth
        found = self.one_of(f"option {name}", list(option.values or ()))
        if isinstance(found, Choice):
            self.wishes.append(found.guard(option.default))
        return found

    def require(self, facts: dict[str, Any]) -> None:
        """Let only house rules in that the ruleset lets go together."""
        symbolic = Symbolic(self.program, facts)
        self.conditions += [
            symbolic.value(c.when) for c in self.program.require if c.when is not None
        ]

    def option_facts(self) -> dict[str, Any]:
        """The house rules as facts."""
        return {f"option.{n}": v for n, v in self.options.items()}

    def value(self, name: str, type_: Type) -> Any:
        """An unknown of a type; a set as a condition of each element."""
        if type_.element is not None:
            every = set(self.world.universe(type_.element))
            size = self.world.size(type_.element)
            return tuple(i in every and open_truth(f"{name} {i}") for i in range(size))
        if type_ == types.BOOL:
            return open_truth(name)
        if type_ == types.INT:
            return self.number(name)
        return self.one_of(name, list(self.world.universe(type_)))

    def fields(self, strain: int, taker: Any, *, taken: bool = False) -> dict[str, Any]:
        """A contract in a strain; other fields are open as far as some call sets them.

        `taken` says that the talks that find a taker are over.
        """
        start = initial_fields(self.program, defaults(self.program))
        settable = _set_values(self.program)
        exact = field_values(self.program, taken=taken)
        asked = self.program.reads(all_roots(self.program))
        found: dict[str, Any] = {"field.strain": strain, "field.taker": taker}
        for name, field in self.program.fields.items():
            if f"field.{name}" in found:
                continue
            starts = start[name] if field.per else (start[name],)
            labels = [f"{name} {i}" for i in range(len(starts))] if field.per else [name]
            values = [
                self._field(label, field.type, first, settable.get(name), exact.get(name))
                for label, first in zip(labels, starts, strict=True)
            ]
            found[f"field.{name}"] = table(values) if field.per else values[0]
            if name in settable and None in starts and f"known.{name}" in asked:
                known = [open_truth(f"known {label}") for label in labels]
                self.wishes += known
                found[f"known.{name}"] = table(known) if field.per else known[0]
        return found

    def _field(
        self,
        label: str,
        type_: Type,
        start: int | None,
        values: set[int] | None,
        exact: set[int] | None,
    ) -> Any:
        """One value of a field. `values` are what calls set it to: None if none does.

        `exact` are all values that it can have in the end, where they are known.
        """
        if values is None:
            return _typed(start, type_, self.world)
        if (values or exact) and start is not None and type_ == types.INT:
            possible = sorted(exact or {*values, start})
            # Bids in tens are so many tens: what is rounded to tens is easier to decide then.
            unit = gcd(*possible) or 1
            number = open_number(f"field {label}")
            term = unit * number if unit > 1 else number
            self.conditions.append(disjoin(term == v for v in possible))
            self.wishes.append(term == start)
            return term
        return self.value(f"field {label}", type_)

    def fields_in(self, model: Model, contract: Mapping[str, Any]) -> Fields:
        """The record of a case; `contract` are the facts that `fields` gave."""
        record: Fields = {}
        for name, field in self.program.fields.items():
            value, known = contract[f"field.{name}"], contract.get(f"known.{name}", True)
            if field.per:
                every = range(per_count(self.program, field.per))
                record[name] = tuple(
                    _concrete(model, value(i), field.type, known if known is True else known(i))
                    for i in every
                )
            else:
                record[name] = _concrete(model, value, field.type, known)
        return record

    def _said(self, seat: Any, stage: str, call: str) -> Any:
        """Whether a player has made a call: it may be so or not."""
        seats = range(self.world.seats)
        return table([open_truth(f"said {s} {stage} {call}") for s in seats])(seat)

    def said_in(self, model: Model) -> list[dict[str, Any]]:
        """What was said in a case, as far as some rule asks for it."""
        asked = sorted(self.program.reads(all_roots(self.program)))
        found = []
        for name in (n for n in asked if n.startswith("said.")):
            _, stage, call = name.split(".")
            found += [
                {"seat": seat, "stage": stage, "call": call}
                for seat in range(self.world.seats)
                if model.truth(open_truth(f"said {seat} {stage} {call}"))
            ]
        return found

    def table_facts(self) -> dict[str, Any]:
        """Facts of the match and the table that rules may read."""
        sides = range(self.world.sides)
        scores = [open_number(f"score {s}") for s in sides]
        self.wishes += [s == 0 for s in scores]
        facts: dict[str, Any] = {
            "dealer": self.one_of("dealer", list(range(self.world.seats))),
            "score": table(scores),
            "deals": self.number("deals"),
            "said": self._said,
        }
        for name, state in self.program.state.items():
            values = []
            for side in sides if state.per_side else (0,):
                value = self.value(f"state {name} {side}", state.type)
                if state.type == types.INT:
                    self.wishes.append(value == 0)
                values.append(value)
            facts[f"state.{name}"] = table(values) if state.per_side else values[0]
        return facts

    def options_in(self, model: Model) -> dict[str, str]:
        """The house rules of a case, by name and value as a user writes them."""
        found = {}
        for name, option in self.program.options.items():
            value = self.options[name]
            if option.type == types.BOOL:
                concrete = int(model.truth(value))
            elif option.type == types.INT:
                concrete = model.whole(value)
            else:
                concrete = value if isinstance(value, int) else model.chosen(value.options)
            found[name] = show(self.program, option, concrete)
        return found


def _concrete(model: Model, value: Any, type_: Type, known: Any) -> int | None:
    """A value of a field in a case."""
    if value is None or not model.truth(known):
        return None
    if type_.element is not None:
        return sum(1 << i for i, guard in enumerate(value) if model.truth(guard))
    if type_ == types.BOOL:
        return int(model.truth(value))
    return model.whole(value) if type_ == types.INT else model.chosen(choices(value))


def _typed(value: int | None, type_: Type, world: World) -> Any:
    if value is not None and type_.element is not None:
        return as_set(value, world.size(type_.element))
    return bool(value) if type_ == types.BOOL and value is not None else value


def _set_values(program: Program) -> dict[str, set[int] | None]:
    """What the talks set each field to: the values if all are plain, else an empty set."""
    found: dict[str, set[int] | None] = {draw.field: set() for draw in program.draws()}
    for talk in program.talks.values():
        for stage in talk.stages:
            sets = [(s, c.parameters) for c in stage.calls for s in c.sets]
            sets += [(s, ()) for e in stage.ends for s in e.sets]
            for (name, node), parameters in sets:
                values = _plain_values(node, {n: d for n, _, d in parameters})
                known = found.get(name, set())
                open_ = not values or (name in found and not known)
                found[name] = set() if open_ else {*(known or ()), *values}
    return found


def _plain_values(node: ir.Node, chosen: Mapping[str, ir.Node]) -> set[int]:
    """The values that a text can have, where they stand there; empty for all others."""
    if isinstance(node, ir.Const) and not isinstance(node.value, range):
        return {int(node.value)}
    if isinstance(node, ir.Choose):
        first, second = _plain_values(node.first, chosen), _plain_values(node.second, chosen)
        return first | second if first and second else set()
    domain = chosen.get(node.name) if isinstance(node, ir.Variable) else None
    if isinstance(domain, ir.Const) and isinstance(domain.value, range):
        return set(domain.value)
    return set()


def strains(program: Program, phase: str) -> list[int]:
    """A strain of each kind of contract, one suit standing for all where suits are alike.

    In a phase, `play` or `settle`, suits are alike unless one of its rules names a suit or a
    card, or orders strains.
    """
    world = program.world
    if any(names_suit(n, world) for n in _texts_of(program, phase)):
        return list(world.callable_strains)
    return [s for s in world.callable_strains if s == 0 or s >= len(world.suits)]


def seats(program: Program, phase: str) -> list[int]:
    """The seats for which something is to be proved in a phase, `play` or `settle`.

    One, where seats are alike. They are alike but for their place after the dealer, which is
    left open, unless a rule takes "the" player or side of several: that is the first in order.
    """
    picked = {
        _element(n) for n in _texts_of(program, phase) if isinstance(n, ir.Bind) and n.kind == "the"
    }
    if types.SEAT in picked:
        return list(range(program.world.seats))
    return list(range(program.world.sides)) if types.SIDE in picked else [0]


def _texts_of(program: Program, phase: str) -> Iterator[ir.Node]:
    """All nodes of the rule texts that proofs about a phase come upon, words included."""
    roots: list[ir.Node | None] = [c.when for c in program.require]
    if phase == "play":
        roots += [n for r in program.legal for n in (r.when, r.cards)]
        roots += [] if program.best is None else [program.best.body]
    else:
        for entry in (*program.outcomes, *program.also):
            roots += [entry.when, entry.winner, *(node for _, node in entry.sets)]
            roots += [n for line in entry.pay for n in (line.points, line.recipient)]
        roots += [program.worth, program.final, program.last_trick, program.tie]
        roots += [c.when for c in (*program.over, *program.wins)]
        for group in program.melds.values():
            roots += [n for p in group.patterns for n in (p.when, p.points)]
            roots += [*(group.best or ()), group.when, group.kept]
            roots += [group.tie] if isinstance(group.tie, ir.Node) else []
    for claim in program.claims.values():
        if claim.phase == phase:
            roots += [claim.assuming, claim.holds]
    for root in roots:
        if root is not None:
            yield from walk(program, root)


def _element(node: ir.Bind) -> Type | None:
    return node.domain.type.element


def walk(program: Program, root: ir.Node) -> Iterator[ir.Node]:
    """The nodes of a rule text and of the words that it uses."""
    seen: set[str] = set()
    stack = [root]
    while stack:
        for node in ir.walk(stack.pop()):
            yield node
            if isinstance(node, ir.Word) and node.name not in seen:
                seen.add(node.name)
                stack.append(program.words[node.name].body)


def names_suit(node: ir.Node, world: World) -> bool:
    """Whether a node sets one suit apart from the others."""
    if isinstance(node, ir.Const) and node.type == types.STRAIN:
        return int(node.value) < len(world.suits)  # type: ignore[arg-type]
    if isinstance(node, ir.Const) and node.type in {types.SUIT, types.CARD}:
        return True
    if isinstance(node, ir.Bind) and node.kind == "the":
        # "The" card or suit of several is the first in the order of the deck.
        return _element(node) in {types.SUIT, types.CARD, types.STRAIN}
    ordered = isinstance(node, ir.Apply) and node.operator in {"lt", "le", "gt", "ge"}
    return ordered and node.operands[0].type in {types.SUIT, types.STRAIN}  # type: ignore[attr-defined]


def all_roots(program: Program) -> list[ir.Node]:
    """Every rule text that a proof about play or settlement may come upon."""
    roots = [d.body for d in program.words.values()]
    roots += [n for r in program.legal for n in (r.when, r.cards) if n is not None]
    for entry in (*program.outcomes, *program.also):
        roots += [n for n in (entry.when, entry.winner) if n is not None]
        roots += [line.points for line in entry.pay] + [node for _, node in entry.sets]
    roots += [n for n in (program.worth, program.final, program.last_trick) if n is not None]
    for claim in program.claims.values():
        roots += [n for n in (claim.assuming, claim.holds) if n is not None]
    for group in program.melds.values():
        for pattern in group.patterns:
            roots += [n for n in (pattern.when, pattern.points) if n is not None]
        roots += list(group.best or ())
        roots += [n for n in (group.when, group.kept) if n is not None]
    return roots
