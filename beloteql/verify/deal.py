"""Properties of the deal, by dealing it: for every taker and every value of the options read."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Give, Program
from beloteql.errors import RulesetError
from beloteql.game.deal import Deal
from beloteql.game.match import shuffled
from beloteql.game.setting import Compiled, Setting
from beloteql.game.table import CardTable, GiveRules
from beloteql.semantics.contract import field_facts
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import options_read, show
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import initial_state
from beloteql.semantics.talk import said_in
from beloteql.verify.verdict import Result, Verdict, Witness

CODE, TITLE = "deal.complete", "the deal hands out each card once, and the numbers add up"
MOST = 4_000
PLAYED = 500


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
    if any(g.cards is not None for g in program.gives()):
        # Which cards move is for the players and the cards to say: it is tried, not proved.
        failed = _played(program)
        return failed or Result(CODE, TITLE, Verdict.BOUNDED, f"{PLAYED} deals were tried; {held}")
    return Result(CODE, TITLE, Verdict.PROVED, held)


def _played(program: Program) -> Result | None:
    """Deals with random calls up to the first trick; what is wrong with one, or None."""
    compiled = Compiled(Rules(program))
    sides = program.world.sides
    state = initial_state(program, compiled.rules.option_facts())
    setting = Setting(program.world.seats - 1, (0,) * sides, state, 0)
    for number in range(PLAYED):
        chance = random.Random(number)
        deck = shuffled(compiled.rules, TITLE, number)
        try:
            running = Deal(compiled, setting, deck, lambda n, count: chance.randrange(count))  # noqa: B023
            while running.talk is not None:
                running.apply(chance.choice(running.legal_moves()))
        except RulesetError as error:
            first = error.diagnostics[0]
            return Result(CODE, TITLE, Verdict.REFUTED, first.message, span=first.span)
        held = [running.table.held(s).bit_count() for s in range(program.world.seats)]
        if running.trick is not None and len(set(held)) > 1:
            names = [program.world.cards[c] for c in deck]
            message = f"the players start with {', '.join(map(str, held))} cards"
            data = {"deck": names, "calls": [c for _, c in running.calls], "cards": held}
            return Result(CODE, TITLE, Verdict.REFUTED, message,
                          witness=Witness("deal", data, {"message": message}, {}))  # fmt: skip
    return None


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
            return Result(CODE, TITLE, Verdict.REFUTED, message, step.name, step.span,
                          Witness("deal", data, {"message": message}, options))  # fmt: skip
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
                return Result(CODE, TITLE, Verdict.REFUTED, message, step.name, step.span,
                              Witness("deal", data, {"message": message}, options))  # fmt: skip
            sizes.add((held[0], len(world.cards) - sum(held)))
    return None


def _calls_that_give(program: Program, talk: str) -> list[Give]:
    return [g for s in program.talks[talk].stages for c in s.calls for g in c.gives]


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
