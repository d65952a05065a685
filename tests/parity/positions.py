"""Random positions, reached by random legal play of the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from beloteql.core.program import Program
from beloteql.core.world import members
from beloteql.semantics.contract import initial_fields
from beloteql.semantics.evaluate import Env
from beloteql.semantics.options import broken_requirements, defaults, facts_of
from beloteql.semantics.play import PlayRules, Trick


@dataclass(frozen=True)
class Position:
    env: Env
    trick: Trick
    me: int
    hand: int
    number: int


def fields_of(program: Program, options: dict[str, int], random: Random) -> dict[str, Any]:
    fields: dict[str, Any] = initial_fields(program, options)
    fields["taker"] = random.randrange(program.world.seats)
    fields["strain"] = random.choice(program.world.callable_strains)
    fields["stakes"] = random.choice((1, 2))
    return fields


def options_of(program: Program, random: Random) -> dict[str, int]:
    read = {n for n in program.options if any(_reads(program, n))}
    for _ in range(100):
        options = defaults(program)
        for name in sorted(read):
            options[name] = random.choice(program.options[name].values or (options[name],))
        if not broken_requirements(program, options):
            return options
    return defaults(program)


def _reads(program: Program, name: str) -> Iterator[bool]:
    from beloteql.core import ir

    for rule in program.legal:
        for node in (rule.when, rule.cards):
            for n in ir.walk(node) if node else ():
                yield isinstance(n, ir.Read) and n.name == f"option.{name}"
                yield (
                    isinstance(n, ir.Word)
                    and n.name in program.words
                    and f"option.{name}" in program.words[n.name].reads
                )


def facts_for(options: dict[str, int], fields: dict[str, Any], dealer: int) -> dict[str, Any]:
    return {**facts_of(options), **{f"field.{n}": v for n, v in fields.items()}, "dealer": dealer}


def deal(
    program: Program, rules: PlayRules, facts: dict[str, Any], random: Random
) -> Iterator[Position]:
    """Every position of a random deal, from the first lead to the last card."""
    world = program.world
    cards = list(range(len(world.cards)))
    random.shuffle(cards)
    size = len(cards) // world.seats
    hands = [sum(1 << c for c in cards[s * size : (s + 1) * size]) for s in range(world.seats)]
    leader = random.randrange(world.seats)
    env = rules.start(facts)
    for number in range(1, size + 1):
        trick = Trick(leader)
        for place in range(world.seats):
            me = trick.seat(place, world.seats)
            rules.place(env, trick, me, hands[me], number)
            yield Position(env, trick, me, hands[me], number)
            rules.place(env, trick, me, hands[me], number)
            card = random.choice(list(members(rules.decide(env)[1])))
            hands[me] &= ~(1 << card)
            trick = trick.add(card)
        leader = rules.winner(env, trick, number)
