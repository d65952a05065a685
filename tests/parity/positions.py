"""Random positions, reached by random legal play of the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
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
    program: Program,
    rules: PlayRules,
    facts: dict[str, Any],
    random: Random,
    *,
    size: int | None = None,
) -> Iterator[Position]:
    """Every position of a random deal, from the first lead to the last card.

    `size` is the number of cards in a hand, if not as many as the deck has.
    """
    world = program.world
    cards = list(range(len(world.cards)))
    random.shuffle(cards)
    size = size or len(cards) // world.seats
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


def scattered(
    program: Program, rules: PlayRules, facts: dict[str, Any], random: Random, size: int
) -> Iterator[Position]:
    """Positions without a deal: hands of few suits, and tricks with trumps in them.

    They meet the rarer rules far more often than deals do. They never end.
    """
    world = program.world
    env = rules.start(facts)
    suits = range(len(world.suits))
    while True:
        held = set(random.sample(suits, random.randrange(3))) | {facts["field.strain"]}
        led, cards = random.choice(suits), list(range(len(world.cards)))
        random.shuffle(cards)
        # The strain is no suit where every suit is trump or none is.
        wanted = (led, facts["field.strain"], facts["field.strain"], random.choice(suits))
        on_table = [next(c for c in cards if world.suit_of(c) == led)]
        for suit in random.choices(wanted, k=world.seats - 2):
            on_table += [c for c in cards if world.suit_of(c) == suit and c not in on_table][:1]
        on_table = on_table[: random.randrange(world.seats)]
        hand = [c for c in cards if world.suit_of(c) in held and c not in on_table]
        hand = hand[: random.randint(1, size)]
        if not hand:
            continue
        trick, number = Trick(random.randrange(world.seats), tuple(on_table)), size - len(hand) + 1
        me, bits = trick.seat(len(on_table), world.seats), sum(1 << c for c in hand)
        rules.place(env, trick, me, bits, number)
        yield Position(env, trick, me, bits, number)


def mixed(
    rules: PlayRules,
    options: dict[str, int],
    count: int,
    random: Random,
    size: int | None = None,
    **more: Any,
) -> Iterator[tuple[dict[str, Any], Position]]:
    """About so many positions, each with the contract's fields, half of them from deals.

    Half are of a suit, where the games differ most; the others of no trumps and all trumps, where
    they exist. A hand has at most `size` cards. More fields of the contract may be given.
    """
    program, world = rules.program, rules.world
    suits, size = len(world.suits), size or len(world.cards) // world.seats
    suit, others = random.randrange(suits), world.callable_strains[suits:]
    for strain in (suit, *others):
        share = count if not others else count // 2 if strain == suit else count // 2 // len(others)
        fields: dict[str, Any] = initial_fields(program, options)
        fields |= {"strain": strain, "taker": random.randrange(world.seats), "stakes": 1}
        fields |= more
        facts = facts_for(options, fields, world.seats - 1)
        for _ in range(-(-share // (2 * world.seats * size))):
            for at in deal(program, rules, facts, random, size=size):
                yield fields, at
        for at in islice(scattered(program, rules, facts, random, size), share // 2):
            yield fields, at
