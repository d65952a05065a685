"""What can be found out about a ruleset without playing: whether the deck is large enough.

The numbers in `give` steps are evaluated for every option value and every taker, so that a
deal that runs out of cards for one house rule only is found as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from beloteql.core import types
from beloteql.core.program import Give, Program, Step
from beloteql.errors import Diagnostic, RulesetError
from beloteql.semantics.contract import Fields, field_facts, per_count
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import defaults, facts_of, options_read
from beloteql.semantics.settle import initial_state, state_facts
from beloteql.semantics.talk import said_in

MAX_CHOICES = 512
"""Combinations of options that are tried; beyond it only one option at a time is changed."""


def check(program: Program) -> list[Diagnostic]:
    """Findings about a program that was built without errors.

    BQ0612: a step deals more cards than the stock holds, or a negative number of them.
    """
    if program.abstract:
        return []
    evaluator = Evaluator(program)
    counts = [(step, _count(evaluator, step.give)) for step in program.deal if step.give]
    cards = len(program.world.cards)
    gives = [s.give for s in program.deal if s.give is not None]
    nodes = [n for g in gives for n in (g.each, g.count) if n is not None]
    for options in _choices(program, options_read(program, nodes)):
        for taker in range(program.world.seats):
            found = _too_many(program, evaluator, counts, {**options, **_fields(program, taker)})
            if found is not None:
                step, needed, left = found
                return [
                    Diagnostic(
                        "BQ0612",
                        f"this step needs {needed} cards, and {left} of {cards} are left"
                        if needed >= 0
                        else "this step deals a negative number of cards",
                        step.give.span if step.give else step.span,
                        expected=f"at most {left} cards here",
                        hint='the numbers under "each" are multiplied by the seats',
                    )
                ]
    return []


def _too_many(
    program: Program, evaluator: Evaluator, counts: list[tuple[Step, Any]], facts: dict[str, Any]
) -> tuple[Step, int, int] | None:
    left = len(program.world.cards)
    for step, count in counts:
        give = step.give
        assert give is not None
        if give.source is not None or give.cards is not None:  # moves what was dealt before
            continue
        try:
            env = evaluator.env(facts)
            if give.each is not None:
                numbers = [int(count(env, seat)) for seat in range(program.world.seats)]
            elif give.count is not None:
                numbers = [int(count(env))]
            else:
                numbers = [left]
        except RulesetError:
            # The number hangs on something that only a talk decides; the run will tell.
            return None
        if min(numbers) < 0:
            return step, min(numbers), left
        if sum(numbers) > left:
            return step, sum(numbers), left
        if step.when is None:  # a step under a condition may be one of several alternatives
            left -= sum(numbers)
    return None


def _count(evaluator: Evaluator, give: Give | None) -> Any:
    if give is None:
        return None
    if give.each is not None:
        return evaluator.expression(give.each, "seat")
    return None if give.count is None else evaluator.expression(give.count)


def _choices(program: Program, read: list[str]) -> Iterator[dict[str, Any]]:
    """House rules as facts, for every choice of those that the deal looks at."""
    values = {
        name: tuple(option.values)
        if option.values is not None
        else tuple(range(program.world.size(option.type)))
        if option.type != types.INT
        else (option.default,)
        for name, option in program.options.items()
        if name in read
    }
    usual = facts_of(defaults(program))
    total = 1
    for some in values.values():
        total *= len(some)
    if total <= MAX_CHOICES:
        for chosen in product(*values.values()):
            yield usual | {f"option.{n}": v for n, v in zip(values, chosen, strict=True)}
        return
    yield usual
    for name, some in values.items():
        for value in some:
            yield {**usual, f"option.{name}": value}


def _fields(program: Program, taker: int) -> dict[str, Any]:
    record: Fields = {}
    for name, field in program.fields.items():
        value: int | None = {
            types.SEAT: taker, types.STRAIN: program.world.callable_strains[0],
            types.INT: 1, types.BOOL: 1,
        }.get(field.type, 0 if field.type.is_set else None)  # fmt: skip
        record[name] = (value,) * per_count(program, field.per) if field.per else value
    facts: dict[str, Any] = field_facts(record)
    carried = initial_state(program, facts_of(defaults(program)))
    return {
        **facts,
        **state_facts(carried),
        "dealer": 0,
        "deals": 0,
        "turned": None,
        "hand": lambda seat: 0,
        "said": said_in(()),
        "score": lambda side: 0,
    }
