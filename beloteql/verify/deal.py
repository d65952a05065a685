"""Properties of the deal, by dealing it: for every taker and every value of the options read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Call, Give, Program, Stage
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
from beloteql.semantics.symbolic import (
    Symbolic,
    conjoin,
    either,
    negate,
    open_truth,
    total,
)
from beloteql.semantics.talk import said_in
from beloteql.verify.solve import satisfy
from beloteql.verify.unknown import Unknowns, strains
from beloteql.verify.verdict import Result, Verdict, Witness

CODE, TITLE = "deal.complete", "the deal hands out each card once, and the numbers add up"
MOST = 4_000
PLAYED = 500


@dataclass(frozen=True, slots=True)
class Shape:
    """How the cards of a deal are used: `tricks` are played, and `left` cards stay out."""

    tricks: int
    left: int


def deal(program: Program) -> Result:
    """No step gives more cards than there are, and all start the play with as many."""
    sizes: set[tuple[int, int]] = set()
    for count, (chosen, taker) in enumerate(_settings(program)):
        if count >= MOST:
            return Result(CODE, TITLE, Verdict.BOUNDED, f"{MOST} ways to deal were tried")
        failed = _deal(program, chosen, taker, sizes)
        if failed is not None:
            return failed
    held = ", ".join(f"{n} cards each, {left} left over" for n, left in sorted(sizes))
    choosing = _calls_that_choose(program)
    steps = any(s.give is not None and s.give.cards is not None for s in program.deal)
    if not choosing and not steps:
        return Result(CODE, TITLE, Verdict.PROVED, held)
    failed = _played(program)
    if failed is not None:
        return failed
    if steps or not all(_balanced(program, call) for call in choosing):
        # Which cards move is for the players and the cards to say: it is tried, not proved.
        return Result(CODE, TITLE, Verdict.BOUNDED, f"{PLAYED} deals were tried; {held}")
    return Result(CODE, TITLE, Verdict.PROVED, held)


def shape(program: Program) -> Shape:
    """The most tricks that a deal can have, and the most cards that stay out of play."""
    sizes: set[tuple[int, int]] = set()
    for chosen, taker in islice(_settings(program), MOST):
        _deal(program, chosen, taker, sizes)
    world = program.world
    tricks = max((n for n, _ in sizes), default=len(world.cards) // world.seats)
    return Shape(tricks, len(world.cards) - world.seats * tricks)


def _settings(program: Program) -> Iterator[tuple[dict[str, str], int]]:
    """Every choice of the house rules that the deal looks at, and every taker."""
    read = options_read(program, _nodes(program))
    values = [program.options[n].values or (program.options[n].default,) for n in read]
    for combination in product(*values):
        chosen = {
            n: show(program, program.options[n], v) for n, v in zip(read, combination, strict=True)
        }
        for taker in range(program.world.seats):
            yield chosen, taker


def _calls_that_choose(program: Program) -> list[tuple[Stage, Call, str]]:
    """Calls that move certain cards instead of a number, with the talks that they belong to."""
    return [
        (stage, call, talk.name)
        for talk in program.talks.values()
        for stage in talk.stages
        for call in stage.calls
        if any(g.cards is not None for g in call.gives)
    ]


def _balanced(program: Program, of: tuple[Stage, Call, str]) -> bool:
    """Whether a call leaves the player with as many cards as before, in every hand.

    Only an exchange with the table is understood: one card that lies there for one of the hand.
    """
    stage, call, talk = of
    gained = 0
    for give in call.gives:
        if give.seat is None or give.each is not None or give.count is not None:
            return False
        if give.cards is not None and give.source == "hand":
            count = _always_as_many(program, stage, call, give.cards)
            if count is None:
                return False
            gained -= count
        elif give.cards is None and give.source and give.target == "hand":
            gained += _dealt_to(program, give.source, talk)
        else:
            return False
    return gained == 0


def _dealt_to(program: Program, zone: str, talk: str) -> int:
    """How many cards lie in a zone of the table at a talk; an impossible number if it varies."""
    unknown = len(program.world.cards) + 1
    at = [i for i, s in enumerate(program.deal) if s.talk == talk]
    before = program.deal[: at[0]] if len(at) == 1 else ()
    gives = [s.give for s in before if s.give and zone in {s.give.target, s.give.source}]
    counts = [g.count for g in gives if g.target == zone]
    plain = [int(c.value) for c in counts if isinstance(c, ir.Const) and isinstance(c.value, int)]
    return plain[0] if len(gives) == len(plain) == 1 else unknown


def _always_as_many(program: Program, stage: Stage, call: Call, cards: ir.Node) -> int | None:
    """How many cards a selection from the speaker's hand has, if it is always as many."""
    world = program.world
    counts: set[int] = set()
    hand = tuple(open_truth(f"hand {c}") for c in world.cards)
    for strain in strains(program):
        unknowns = Unknowns(program)
        me = unknowns.one_of("me", list(range(world.seats)))
        facts: dict[str, Any] = {
            **unknowns.option_facts(), **unknowns.fields(strain, 0), **unknowns.table_facts(),
            "me": me, "passes": unknowns.number("passes"), "hand": lambda seat: hand,
            "turned": unknowns.one_of("turned", list(range(len(world.cards)))),
        }  # fmt: skip
        unknowns.require(facts)
        symbolic = Symbolic(program, facts)
        free = {n: unknowns.value(n, t) for n, t, _ in call.parameters}
        asked = [symbolic.value(n) for n in (stage.asks,) if n is not None]
        asked += [symbolic.value(n, **free) for n in (call.when,) if n is not None]
        chosen = symbolic.value(cards, **free, seat=me)
        moved = total([either(conjoin(p), 1, 0) for p in zip(chosen, hand, strict=True)])
        conditions = [*unknowns.conditions, *asked]
        found = satisfy(conditions)
        if found.model is None:
            continue
        count = found.model.whole(moved)
        if not satisfy([*conditions, negate(moved == count)]).no:
            return None
        counts.add(count)
    return counts.pop() if len(counts) == 1 else None


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


def _nodes(program: Program) -> list[ir.Node]:
    found = [s.when for s in program.deal if s.when is not None]
    for step in program.deal:
        if step.give is not None:
            found += [n for n in (step.give.each, step.give.count, step.give.seat) if n is not None]
    return found
