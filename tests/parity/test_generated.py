"""Printed code agrees with the reference evaluator."""

# ruff: noqa: E501 - rule texts stay on one line

from __future__ import annotations

from random import Random

import pytest

from beloteql.batch.compile import CompiledPlay
from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.semantics.play import PlayRules, Trick
from beloteql.surface.load import bundled, load, load_text
from tests.parity.positions import deal, facts_for, fields_of, options_of
from tests.parity.tables import table

KINDS = """
contracts:
  no-trump: {trumps: none, plain: weak}
  all-trump: {trumps: every, trump: strong}
"""
ODD = {
    "counting": """
words:
  few: {is: (count c in any-card with is-trump(suit(c))) <= 2}
  top: {given: {s: Suit}, is: most c in any-card of (if suit(c) = s then strength(c) else 0)}
play:
  legal:
    hoard: {before: follow, when: not leading and few and trick-number > 2 and not trump-led, cards: those c in any-card with strength(c) <= top(suit(c)) - 1}
""",
    "seats": """
words:
  mates: {is: those t in trick with side(player(t)) = side(me)}
  foes: {is: those t in trick with side(player(t)) != side(me)}
play:
  legal:
    spare: {before: follow, when: mates != no-cards and foes != no-cards and me != taker, cards: any-card except (those c in any-card with some t in mates with rank(c) = rank(t))}
""",
    "chosen": """
words:
  highest-held: {is: highest c in any-card by 10 * strength(c) + (if suit(c) = C then 1 else if suit(c) = D then 2 else if suit(c) = H then 3 else 4)}
  pair: {is: some c in any-card with some d in any-card with suit(c) != suit(d) and rank(c) = rank(d)}
play:
  legal:
    show: {before: lead, when: leading and pair, cards: those c in any-card with suit(c) = suit(highest-held)}
    ducking: {before: raise, when: not leading and any-card = undertrumps, cards: those c in any-card with points(c) div 2 <= (sum t in trick of points(t)) mod 7}
""",
    "lowest-wins": """
play:
  best: lowest c in trick by (if suit(c) = led then strength(c) else 100 + natural(rank(c)) + 10 * (if suit(c) = C then 1 else if suit(c) = D then 2 else if suit(c) = H then 3 else 4))
  legal:
    under: {before: raise, when: not leading, cards: those c in following with strength(c) < strength(best)}
""",
}
SMALLER = {f"{name} for {seats}": (name, seats) for name in ODD for seats in (2, 3)}
"""The same at tables of two and three, where all play alone with 24 cards."""
HEAD = "beloteql: 1\nid: odd\nextends: family\nabstract: yes\nname: {en: odd}\n"


def program_of(name: str) -> Program:
    if name in ODD:
        return build(load_text(HEAD + KINDS.strip() + ODD[name]))
    if name in SMALLER:
        odd, seats = SMALLER[name]
        return build(load_text(HEAD + KINDS.strip() + ODD[odd] + table(seats)))
    return build(load(name))


GAMES = [n for n in sorted(bundled()) if not build(load(n)).abstract]
NAMES = [*GAMES, *ODD, *SMALLER]


def compare(name: str, positions: int) -> None:
    program, random = program_of(name), Random(name)
    rules, size, done = PlayRules(program), len(program.world.cards), 0
    engines = []
    for _ in range(2 if positions < 1_000 else 4 if positions < 10_000 else 40):
        options = options_of(program, random)
        fields, dealer = fields_of(program, options, random), random.randrange(program.world.seats)
        engine = CompiledPlay(program, options, fields, {"dealer": dealer})
        engines.append((engine, facts_for(options, fields, dealer)))
    while done < positions:
        engine, facts = random.choice(engines)
        for at in deal(program, rules, dict(facts), random):
            expected = rules.decide(at.env)[1]
            assert engine.legal(at.trick, at.me, at.hand, at.number) == expected, at
            if at.trick.cards:
                assert engine.winner(at.trick, at.number) == rules.winner(
                    at.env, at.trick, at.number
                ), at
        done += size


@pytest.mark.parametrize("name", NAMES)
def test_agrees(name: str) -> None:
    # A state of a whole trick is printed anew for nearly every position, hence fewer.
    compare(name, 100 if name in ODD else 48 if name in SMALLER else 400)


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_agrees_on_many(name: str) -> None:
    compare(name, 5_000 if name in ODD or name.startswith("counting") else 100_000)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_played_out_is_the_references_deal(name: str) -> None:
    program, random = program_of(name), Random(name)
    rules, world = PlayRules(program), program.world
    options = options_of(program, random)
    fields = fields_of(program, options, random)
    engine = CompiledPlay(program, options, fields, {"dealer": 3})
    for _ in range(10):
        first = list(deal(program, rules, facts_for(options, fields, 3), random))[: world.seats]
        hands = [0] * world.seats
        for at in first:
            hands[at.me] = at.hand
        played, winners = engine.play_out(hands, first[0].me)
        assert sum(played) == sum(hands)
        assert len(played) == len(world.cards) // world.seats * world.seats
        for number, winner in enumerate(winners):
            leader = first[0].me if number == 0 else winners[number - 1]
            cards = played[number * world.seats : (number + 1) * world.seats]
            trick = Trick(leader, tuple(c.bit_length() - 1 for c in cards))
            env = rules.start(facts_for(options, fields, 3))
            assert rules.winner(env, trick, number + 1) == winner
