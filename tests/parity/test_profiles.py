"""Legal play by every profile: evaluator, printed code and a function written by hand agree."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from beloteql.batch.compile import CompiledPlay
from beloteql.semantics.play import PlayRules
from tests.parity.positions import mixed
from tests.parity.reference import HABITS, by_hand
from tests.parity.tables import HAND, TABLES, program_of


def compare(profile: str, seats: int, count: int, print_every: int) -> None:
    """About so many positions of every contract; printed code is slow to meet new tricks."""
    program, random = program_of(profile, seats), Random(f"{profile} {seats}")
    rules, world = PlayRules(program), program.world
    engines: dict[int, CompiledPlay] = {}
    met = set()
    for number, (fields, at) in enumerate(mixed(rules, {}, count, random, HAND[seats])):
        strain = fields["strain"]
        if strain not in engines:
            engines[strain] = CompiledPlay(program, None, fields, {"dealer": seats - 1})
        expected = by_hand(HABITS[profile], world, strain, at.hand, at.trick, at.me)
        assert rules.decide(at.env)[1] == expected, (strain, at)
        if number % print_every == 0:
            found = engines[strain].legal(at.trick, at.me, at.hand, at.number)
            assert found == expected, (strain, at)
        met.add((strain, len(at.trick.cards)))
    assert met == {(strain, cards) for strain in engines for cards in range(seats)}
    suits = len(world.suits)
    assert len(engines) == 1 + len(world.callable_strains[suits:])


@pytest.mark.parametrize(("profile", "seats"), TABLES)
def test_profile(profile: str, seats: int) -> None:
    compare(profile, seats, 1_500, 16)


@pytest.mark.sweep
@pytest.mark.parametrize(("profile", "seats"), TABLES)
def test_profile_on_many(profile: str, seats: int) -> None:
    compare(profile, seats, 100_000, 1)


def test_the_positions_tell_all_habits_apart() -> None:
    """So a ruleset that follows another profile than its own is found out."""
    rules = PlayRules(program_of("fr", 4))
    habits = sorted(set(HABITS.values()), key=str)
    together = set(combinations(range(len(habits)), 2))
    for fields, at in mixed(rules, {}, 1_500, Random("habits")):
        where = rules.world, fields["strain"], at.hand, at.trick, at.me
        cards = [by_hand(h, *where) for h in habits]
        together -= {(a, b) for a, b in together if cards[a] != cards[b]}
    assert not together, [(habits[a], habits[b]) for a, b in together]
