"""Dealing a ruleset's cards: for every taker and every value of the house rules read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Give, Program
from beloteql.errors import RulesetError
from beloteql.game.table import CardTable, GiveRules
from beloteql.semantics.contract import field_facts
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import options_read, show
from beloteql.semantics.rules import Rules
from beloteql.semantics.talk import said_in
from beloteql.source import Span

MOST = 4_000


@dataclass(frozen=True, slots=True)
class Shape:
    """How the cards of a deal are used: `tricks` are played, and `left` cards stay out."""

    tricks: int
    left: int


@dataclass(frozen=True, slots=True)
class Failure:
    """What is wrong with a deal: in which step, and under which circumstances (`data`)."""

    message: str
    step: str
    span: Span
    data: dict[str, Any]
    options: dict[str, str]


def shape(program: Program) -> Shape:
    """The most tricks that a deal can have, and the most cards that stay out of play."""
    sizes: set[tuple[int, int]] = set()
    for chosen, taker in islice(settings(program), MOST):
        deal_once(program, chosen, taker, sizes)
    world = program.world
    tricks = max((n for n, _ in sizes), default=len(world.cards) // world.seats)
    return Shape(tricks, len(world.cards) - world.seats * tricks)


def settings(program: Program) -> Iterator[tuple[dict[str, str], int]]:
    """Every choice of the house rules that the deal looks at, and every taker."""
    read = options_read(program, _nodes(program))
    values = [program.options[n].values or (program.options[n].default,) for n in read]
    for combination in product(*values):
        chosen = {
            n: show(program, program.options[n], v) for n, v in zip(read, combination, strict=True)
        }
        for taker in range(program.world.seats):
            yield chosen, taker


def deal_once(
    program: Program, options: dict[str, str], taker: int, sizes: set[tuple[int, int]]
) -> Failure | None:
    """Deal once; what is wrong, or None. What is left to play with is added to `sizes`."""
    world = program.world
    rules = Rules(program, options)
    table = CardTable(program, GiveRules(program), list(range(len(world.cards))))
    evaluator = Evaluator(program)
    when = {s.name: None if s.when is None else evaluator.expression(s.when) for s in program.deal}
    fields = rules.start_fields() | {"taker": taker, "strain": world.callable_strains[0]}
    # Seats that an auction may name in other fields get cards like the taker.
    for name, field in program.fields.items():
        if field.type.name == "Seat" and not field.per and fields.get(name) is None:
            fields[name] = taker
    for step in program.deal:
        facts: dict[str, Any] = {
            **rules.option_facts(), **field_facts(fields), "said": said_in(()),
            "dealer": world.seats - 1, "deals": 0, "turned": table.turned, "hand": table.hand,
            "score": lambda side: 0,
        }  # fmt: skip
        holds = when[step.name]
        if holds is not None and not holds(evaluator.env(facts)):
            continue
        try:
            if step.give is not None and step.give.cards is None:
                table.give(step.give, facts, 0)
        except RulesetError as error:
            data = {"step": step.name, "taker": taker, "options": options}
            message = error.diagnostics[0].message
            return Failure(message, step.name, step.span, data, options)
        if step.action == "talk":
            for give in _calls_that_give(program, step.talk):
                for seat in range(world.seats) if give.cards is None else ():
                    if give.source is not None and table.cards(give.source, seat):
                        table.give(give, {**facts, "me": seat}, 0)
        if step.action == "tricks":
            held = [table.held(s).bit_count() for s in range(world.seats)]
            if len(set(held)) > 1 or not held[0]:
                data = {"taker": taker, "cards": held, "options": options}
                message = f"the players start with {', '.join(map(str, held))} cards"
                return Failure(message, step.name, step.span, data, options)
            sizes.add((held[0], len(world.cards) - sum(held)))
    return None


def _calls_that_give(program: Program, talk: str) -> list[Give]:
    return [g for s in program.talks[talk].stages for c in s.calls for g in c.gives]


def _nodes(program: Program) -> list[ir.Node]:
    found = [s.when for s in program.deal if s.when is not None]
    for step in program.deal:
        if step.give is not None:
            found += [n for n in (step.give.each, step.give.count, step.give.seat) if n is not None]
    return found
