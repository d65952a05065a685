"""The solver's carrier agrees with the evaluator: on operators, and on whole positions."""

from __future__ import annotations

import random
from typing import Any

import pytest
import z3

from beloteql.core import types
from beloteql.core.operators import OPERATORS, apply
from beloteql.core.world import members
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import Choice, Symbolic, as_set, operate, shaped
from beloteql.verify.solve import Solver
from tests.conftest import rules, text_program
from tests.game.test_matches import random_options

TYPES = {
    "Int": types.INT, "Bool": types.BOOL, "Cards": types.CARDS, "Card": types.CARD,
    "Suit": types.SUIT, "Rank": types.RANK, "Seat": types.SEAT, "Side": types.SIDE,
}  # fmt: skip


def unknown(game: Rules, type_: types.Type, value: Any, name: str) -> tuple[Any, Any]:
    """An unknown of the solver, and the condition that it is a certain value."""
    if type_ == types.BOOL:
        term = z3.Bool(name)
        return term, term if value else z3.Not(term)
    if type_ == types.INT:
        number = z3.Int(name)
        return number, number == value
    if type_.is_set:
        bits = tuple(z3.Bool(f"{name} {i}") for i in range(len(game.world.cards)))
        return bits, z3.And(*(b if value >> i & 1 else z3.Not(b) for i, b in enumerate(bits)))
    guards = {v: z3.Bool(f"{name}={v}") for v in game.world.universe(type_)}
    holds = [g if v == value else z3.Not(g) for v, g in guards.items()]
    return Choice(tuple(guards.items())), z3.And(*holds)


def equals(term: Any, value: Any, game: Rules) -> Any:
    """The condition that a symbolic value is a certain one."""
    if isinstance(term, Choice):
        return term.guard(int(value))
    if isinstance(term, tuple):
        wanted = as_set(value, len(term))
        return z3.And(*(t == w if not isinstance(t, bool) else z3.BoolVal(t == w)
                        for t, w in zip(term, wanted, strict=True)))  # fmt: skip
    if isinstance(term, bool | int):
        return z3.BoolVal(term == value)
    return term == value


def random_value(game: Rules, type_: types.Type, chance: random.Random) -> Any:
    """A value of a type."""
    if type_ == types.INT:
        return chance.randrange(-300, 300)
    if type_.is_set:
        return chance.getrandbits(len(game.world.cards))
    value = chance.choice(game.world.universe(type_))
    return bool(value) if type_ == types.BOOL else value


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_agree(name: str) -> None:
    game = rules("belote")
    row = OPERATORS[name]
    chance = random.Random(name)
    left = row.types.split("→")[0].replace("Ts", "Cards")
    operands = [TYPES.get(t.strip(), types.INT) for t in left.split(",") if t.strip()]
    result = TYPES.get(row.types.rpartition("→")[2].strip().split()[0], types.INT)
    if name == "member":
        operands = [types.CARD, types.CARDS]
    if name in {"points", "strength", "is_trump"}:
        operands.append(types.STRAIN)
    if name in {"trump_named", "kind", "trump"}:
        operands = [types.STRAIN]
        result = {"kind": game.world.kind_type, "trump": types.SUIT}.get(name, types.BOOL)
    if name == "in_role":
        operands = [game.world.role_type, types.RANK]
    if name == "place":
        operands.append(types.SEAT)
    for _ in range(12):
        values = [random_value(game, t, chance) for t in operands]
        if name in {"quotient", "remainder", "counted_in", "rounded_to"}:
            values[1] = chance.randrange(1, 20)
        if name == "scaled_to":
            values[1:] = [chance.randrange(1, 300), chance.randrange(1, 300)]
        plain = {1} if name in {"quotient", "remainder", "counted_in", "rounded_to"} else set()
        plain |= {1, 2} if name == "scaled_to" else set()
        terms, known = [], []
        for i, (type_, value) in enumerate(zip(operands, values, strict=True)):
            if i in plain:
                terms.append(value)
                continue
            term, condition = unknown(game, type_, value, f"x{i}")
            terms.append(term)
            known.append(condition)
        wanted = apply(game.world, name, *values)
        found = operate(game.world, name, result, operands[0], *terms)
        answer = Solver().ask([*known, z3.Not(equals(found, wanted, game))])
        assert answer.no, f"{name}{values} should be {wanted}"


def compare_positions(game: Rules, count: int, seed: int) -> None:
    """Legal cards and winners by both carriers, at random points of random matches."""
    chance = random.Random(seed)
    seen = 0
    while seen < count:
        own = game.with_options(random_options(game, chance))
        match = Match(own, chance.random().hex())
        for _ in range(chance.randrange(1, 300)):
            if match.over:
                break
            deal = match.deal
            assert deal is not None
            if deal.trick is not None and chance.random() < 0.1:
                compare(own, match)
                seen += 1
            match.apply(chance.choice(match.legal_moves()))


def compare(game: Rules, match: Match) -> None:
    """One position by both carriers, the hand being unknown to the solver."""
    deal = match.deal
    assert deal is not None
    env = deal.placed()
    _, wanted = game.play.decide(env)
    hand = env.facts["any-card"]
    bits, known = unknown(game, types.CARDS, hand, "hand")
    facts = {**shaped(game.program, env.facts), "any-card": bits}
    facts |= {n: as_set(env.facts[n], len(bits)) for n in ("trick", "exposed")}
    if not deal.trick or not deal.trick.cards:
        facts["led"] = 0
        facts["player"] = lambda card: 0
    else:
        facts["player"] = lifted(env.facts["player"], env.facts["trick"])
    symbolic = Symbolic(game.program, facts)
    legal: Any = tuple(False for _ in bits)
    decided: Any = z3.BoolVal(False)
    for rule in game.program.legal:
        when = True if rule.when is None else symbolic.value(rule.when)
        cards = symbolic.value(rule.cards)
        kept = [z3.And(c, b) for c, b in zip(cards, bits, strict=True)]
        decides = z3.And(z3.Not(decided), when, z3.Or(*kept))
        legal = tuple(z3.If(decides, k, x) for k, x in zip(kept, legal, strict=True))
        decided = z3.Or(decided, decides)
    answer = Solver().ask([known, z3.Not(equals(legal, wanted, game))])
    assert answer.no, f"{list(members(hand))} {env.facts['trick']}"


def lifted(player: Any, trick: int) -> Any:
    """`player` for a card that may be one of several."""
    from beloteql.semantics.symbolic import choice, choices

    def find(card: Any) -> Any:
        return choice((player(v), g) for v, g in choices(card) if trick >> v & 1)

    return find


def test_legal_play_agrees(game: Rules) -> None:
    compare_positions(game, 25, 1)


@pytest.mark.sweep
def test_legal_play_agrees_on_many(game: Rules) -> None:
    compare_positions(game, 500, 2)


def test_legal_play_agrees_without_and_with_every_suit_as_trump() -> None:
    program = text_program(
        "beloteql: 1\nid: kinds\nname: {en: Kinds}\nextends: belote\ncontracts:\n"
        "  no-trump: {trumps: none, plain: weak, total: 130}\n"
        "  all-trump: {trumps: every, trump: strong, total: 258}\n"
        "talks:\n  auction:\n    second-round:\n      calls:\n"
        "        name: {with: {s: strains}}\n"
    )
    compare_positions(Rules(program), 30, 3)
