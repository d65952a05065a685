"""The deal hands out each card once, and the numbers add up: seen by dealing."""

from __future__ import annotations

import random
from typing import Any

from beloteql.core import ir
from beloteql.core.program import Call, Program, Stage
from beloteql.errors import RulesetError
from beloteql.game.deal import Deal
from beloteql.game.match import shuffled
from beloteql.game.setting import Compiled, Setting
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
from beloteql.verify.dealing import MOST, deal_once, settings
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.unknown import Unknowns
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "deal.complete"
PLAYED = 500


def complete_deal(inquiry: Inquiry) -> list[Result]:
    """No step gives more cards than there are, and all start the play with as many."""
    program = inquiry.program
    sizes: set[tuple[int, int]] = set()
    for count, (chosen, taker) in enumerate(settings(program)):
        if count >= MOST:
            return [Result(CODE, Verdict.BOUNDED, f"{MOST} ways to deal were tried")]
        failed = deal_once(program, chosen, taker, sizes)
        if failed is not None:
            witness = Witness("deal", failed.data, {"message": failed.message}, failed.options)
            return [Result(CODE, Verdict.REFUTED, failed.message, failed.step, failed.span,
                           witness)]  # fmt: skip
    held = ", ".join(f"{n} cards each, {left} left over" for n, left in sorted(sizes))
    choosing = _calls_that_choose(program)
    steps = any(s.give is not None and s.give.cards is not None for s in program.deal)
    if not choosing and not steps:
        return [Result(CODE, Verdict.PROVED, held)]
    unfair = _played(program)
    if unfair is not None:
        return [unfair]
    hunt = inquiry.hunt(CODE)
    if steps or not all(_balanced(hunt, call) for call in choosing):
        # Which cards move is for the players and the cards to say: it is tried, not proved.
        return [Result(CODE, Verdict.BOUNDED, f"{PLAYED} deals were tried; {held}")]
    return [Result(CODE, Verdict.PROVED, held)]


def _calls_that_choose(program: Program) -> list[tuple[Stage, Call, str]]:
    """Calls that move certain cards instead of a number, with the talks that they belong to."""
    return [
        (stage, call, talk.name)
        for talk in program.talks.values()
        for stage in talk.stages
        for call in stage.calls
        if any(g.cards is not None for g in call.gives)
    ]


def _balanced(hunt: Hunt, of: tuple[Stage, Call, str]) -> bool:
    """Whether a call leaves the player with as many cards as before, in every hand.

    Only an exchange with the table is understood: one card that lies there for one of the hand.
    """
    stage, call, talk = of
    gained = 0
    for give in call.gives:
        if give.seat is None or give.each is not None or give.count is not None:
            return False
        if give.cards is not None and give.source == "hand":
            count = _always_as_many(hunt, stage, call, give.cards)
            if count is None:
                return False
            gained -= count
        elif give.cards is None and give.source and give.target == "hand":
            gained += _dealt_to(hunt.inquiry.program, give.source, talk)
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


def _always_as_many(hunt: Hunt, stage: Stage, call: Call, cards: ir.Node) -> int | None:
    """How many cards a selection from the speaker's hand has, if it is always as many."""
    program = hunt.inquiry.program
    world = program.world
    counts: set[int] = set()
    hand = tuple(open_truth(f"hand {c}") for c in world.cards)
    for strain in world.callable_strains:
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
        model = hunt.find(conditions)
        if model is None:
            if hunt.undecided:
                return None
            continue
        count = model.whole(moved)
        if hunt.find([*conditions, negate(moved == count)]) is not None or hunt.undecided:
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
        deck = shuffled(compiled.rules, CODE, number)
        try:
            running = Deal(compiled, setting, deck, lambda n, count: chance.randrange(count))  # noqa: B023
            while running.talk is not None:
                running.apply(chance.choice(running.legal_moves()))
        except RulesetError as error:
            first = error.diagnostics[0]
            return Result(CODE, Verdict.REFUTED, first.message, span=first.span)
        held = [running.table.held(s).bit_count() for s in range(program.world.seats)]
        if running.trick is not None and len(set(held)) > 1:
            names = [program.world.cards[c] for c in deck]
            message = f"the players start with {', '.join(map(str, held))} cards"
            data = {"deck": names, "calls": [c for _, c in running.calls], "cards": held}
            return Result(CODE, Verdict.REFUTED, message,
                          witness=Witness("deal", data, {"message": message}, {}))  # fmt: skip
    return None
