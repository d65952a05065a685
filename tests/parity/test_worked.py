"""The worked positions, given to the function written by hand and to the rulesets."""

from __future__ import annotations

import pytest

from beloteql.semantics.play import PlayRules
from tests.parity.positions import facts_for
from tests.parity.reference import FURTHER, HABITS, by_hand
from tests.parity.tables import program_of
from tests.parity.worked import WORKED, bits


@pytest.mark.parametrize("profile", HABITS)
def test_worked_positions(profile: str) -> None:
    mine = [w for w in WORKED if profile in w.legal]
    assert len(mine) >= 6
    for worked in mine:
        program = program_of(profile, worked.seats, not worked.low)
        world, rules, me = program.world, PlayRules(program), len(worked.table)
        strain, hand, trick = worked.at(world)
        expected = bits(world, worked.legal[profile])
        assert by_hand(HABITS[profile], world, strain, hand, trick, me) == expected, worked
        fields = {"strain": strain, "taker": 0, "stakes": 1}
        env = rules.start(facts_for({}, fields, world.seats - 1))
        rules.place(env, trick, me, hand, 1)
        assert rules.decide(env)[1] == expected, worked


@pytest.mark.parametrize("habits", FURTHER)
def test_worked_positions_of_house_rules(habits: str) -> None:
    """The bundled games that offer them are compared with the same function."""
    mine = [w for w in WORKED if habits in w.legal]
    assert mine
    for worked in mine:
        world, me = program_of("fr", worked.seats).world, len(worked.table)
        strain, hand, trick = worked.at(world)
        expected = bits(world, worked.legal[habits])
        assert by_hand(FURTHER[habits], world, strain, hand, trick, me) == expected, worked


def test_every_name_is_a_profile() -> None:
    assert {p for w in WORKED for p in w.legal} == {*HABITS, *FURTHER}
