"""Properties of the deal, by dealing it: for every taker and every value of the options read."""

from __future__ import annotations

from itertools import product
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Give, Program
from beloteql.errors import RulesetError
from beloteql.game.table import CardTable, GiveRules
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import options_read, show
from beloteql.semantics.rules import Rules
from beloteql.verify.verdict import Result, Verdict, Witness

CODE, TITLE = "deal.complete", "the deal hands out each card once, and the numbers add up"
MOST = 4_000


def deal(program: Program) -> Result:
    """No step gives more cards than there are, and all start the play with as many."""
    read = options_read(program, _nodes(program))
    count = 0
    sizes: set[tuple[int, int]] = set()
    for values in product(
        *(program.options[n].values or (program.options[n].default,) for n in read)
    ):
        chosen = {
            n: show(program, program.options[n], v) for n, v in zip(read, values, strict=True)
        }
        for taker in range(program.world.seats):
            count += 1
            if count > MOST:
                return Result(CODE, TITLE, Verdict.BOUNDED, f"{MOST} ways to deal were tried")
            failed = _deal(program, chosen, taker, sizes)
            if failed is not None:
                return failed
    held = ", ".join(f"{n} cards each, {left} left over" for n, left in sorted(sizes))
    return Result(CODE, TITLE, Verdict.PROVED, held)


def _deal(
    program: Program, options: dict[str, str], taker: int, sizes: set[tuple[int, int]]
) -> Result | None:
    """Deal once; what is wrong, or None."""
    world = program.world
    rules = Rules(program, options)
    table = CardTable(program, GiveRules(program), list(range(len(world.cards))))
    evaluator = Evaluator(program)
    when = {s.name: None if s.when is None else evaluator.expression(s.when) for s in program.deal}
    fields = rules.start_fields() | {"taker": taker, "strain": world.callable_strains[0]}
    # Seats that an auction may name in other fields get cards like the taker.
    for name, field in program.fields.items():
        if field.type.name == "Seat" and fields.get(name) is None:
            fields[name] = taker
    for step in program.deal:
        facts: dict[str, Any] = {
            **rules.option_facts(), **{f"field.{n}": v for n, v in fields.items()},
            "dealer": world.seats - 1, "deals": 0, "turned": table.turned, "hand": table.hand,
            "score": lambda side: 0,
        }  # fmt: skip
        holds = when[step.name]
        if holds is not None and not holds(evaluator.env(facts)):
            continue
        try:
            if step.give is not None:
                table.give(step.give, facts, 0)
        except RulesetError as error:
            data = {"step": step.name, "taker": taker, "options": options}
            message = error.diagnostics[0].message
            return Result(CODE, TITLE, Verdict.REFUTED, message, step.name, step.span,
                          Witness("deal", data, {"message": message}, options))  # fmt: skip
        if step.action == "talk":
            for give in _calls_that_give(program, step.talk):
                for seat in range(world.seats):
                    if give.source is not None and table.cards(give.source, seat):
                        table.give(give, {**facts, "me": seat}, 0)
        if step.action == "tricks":
            held = [table.held(s).bit_count() for s in range(world.seats)]
            if len(set(held)) > 1 or not held[0]:
                data = {"taker": taker, "cards": held, "options": options}
                message = f"the players start with {', '.join(map(str, held))} cards"
                return Result(CODE, TITLE, Verdict.REFUTED, message, step.name, step.span,
                              Witness("deal", data, {"message": message}, options))  # fmt: skip
            sizes.add((held[0], len(world.cards) - sum(held)))
    return None


def _calls_that_give(program: Program, talk: str) -> list[Give]:
    return [c.give for s in program.talks[talk].stages for c in s.calls if c.give is not None]


def trick_count(program: Program) -> int:
    """Number of tricks in a deal."""
    sizes: set[tuple[int, int]] = set()
    _deal(program, {}, 0, sizes)
    return max((n for n, _ in sizes), default=len(program.world.cards) // program.world.seats)


def _nodes(program: Program) -> list[ir.Node]:
    found = [s.when for s in program.deal if s.when is not None]
    for step in program.deal:
        if step.give is not None:
            found += [n for n in (step.give.each, step.give.count, step.give.seat) if n is not None]
    return found
