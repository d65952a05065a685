"""Legal play of many games: evaluator, printed code and a function written by hand agree."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from beloteql.batch.compile import CompiledPlay
from beloteql.core.build import build
from beloteql.core.world import World, members
from beloteql.semantics.options import defaults
from beloteql.semantics.play import PlayRules, Trick
from beloteql.surface.load import load
from tests.parity.positions import deal, facts_for, fields_of

FOLDER = Path(__file__).parent / "profiles"

# follow, partner winning with a plain card, with a trump, an opponent has a higher trump
SWITCHES = {
    "fr": ("suit", "free", "free", "under"),
    "fr-p": ("suit", "free", "no-lower-if-higher", "under"),
    "con": ("suit", "free", "free", "free"),
    "con-s": ("suit", "free", "no-lower", "free"),
    "con-el": ("suit", "free", "all-trumps-rise", "free"),
    "con-bga": ("suit", "free", "no-lower-if-higher", "under"),
    "bga-t": ("suit", "free", "free", "plain"),
    "rot": ("suit", "trump", "rise", "under"),
    "ams": ("suit", "free", "no-lower", "plain"),
    "ams-u": ("suit", "free", "no-lower", "under"),
    "ams-b": ("suit", "free", "no-lower-but-all-trumps", "plain"),
    "mad": ("suit", "free", "rise", "under"),
    "s0-n": ("suit-or-trump", "trump", "rise-or-any", "free"),
    "s1-r": ("suit-or-trump", "trump", "rise", "under"),
}


def by_hand(profile: str, world: World, strain: int, hand: int, trick: Trick, me: int) -> int:
    follow, plain_partner, trump_partner, over = SWITCHES[profile]
    if not trick.cards:
        return hand
    suit, power = world.suit_of, world.strength[strain]
    led = suit(trick.cards[0])

    def those(cards: list[int]) -> int:
        return sum(1 << c for c in cards)

    held = list(members(hand))
    same = [c for c in held if suit(c) == led]
    on_led = max(power[c] for c in trick.cards if suit(c) == led)
    if strain >= len(world.suits) or led == strain:
        rises = world.strains[strain] != "no-trump"
        better = [c for c in same if rises and power[c] > on_led]
        return those(better or same) or hand
    trumps = [c for c in held if suit(c) == strain]
    laid = [power[c] for c in trick.cards if suit(c) == strain]
    higher = [c for c in trumps if power[c] > max(laid, default=0)]
    if same:
        return those(same) | (those(higher or trumps) if follow == "suit-or-trump" else 0)
    if not trumps:
        return hand
    plain = those([c for c in held if suit(c) != strain])
    top = max(trick.cards, key=lambda c: (suit(c) == strain, suit(c) == led, power[c]))
    ours = (trick.leader + trick.cards.index(top) - me) % 2 == 0
    if ours and not laid:
        return hand if plain_partner == "free" else those(trumps)
    if ours:
        return {
            "free": hand,
            "no-lower-if-higher": plain | those(higher) if higher else hand,
            "no-lower": plain | those(higher) or hand,
            "no-lower-but-all-trumps": plain | those(higher) if plain else hand,
            "all-trumps-rise": hand if plain or not higher else those(higher),
            "rise": those(higher or trumps),
            "rise-or-any": those(higher) or hand,
        }[trump_partner]
    if higher:
        return those(higher)
    return {"under": those(trumps), "free": hand, "plain": plain or hand}[over]


def compare(profile: str, positions: int) -> None:
    program, random = build(load(FOLDER / f"{profile}.yaml")), Random(profile)
    rules = PlayRules(program)
    for strain in (3, *program.world.callable_strains[4:]):
        fields = {"strain": strain, "taker": 0, "stakes": 1}
        engine = CompiledPlay(program, None, fields, {"dealer": 3})
        for _ in range(positions // 96):
            for at in deal(program, rules, facts_for({}, fields, 3), random):
                expected = by_hand(profile, program.world, strain, at.hand, at.trick, at.me)
                assert rules.decide(at.env)[1] == expected, (strain, at)
                assert engine.legal(at.trick, at.me, at.hand, at.number) == expected, (strain, at)


@pytest.mark.parametrize("profile", SWITCHES)
def test_profile(profile: str) -> None:
    compare(profile, 1_000)


@pytest.mark.sweep
@pytest.mark.parametrize("profile", SWITCHES)
def test_profile_on_many(profile: str) -> None:
    compare(profile, 100_000)


BUNDLED = {
    "belote": "fr",
    "boeuf": "fr",
    "contree": "con",
    "coinche": "con",
    "belot-bulgarian": "con",
    "klaverjas-rotterdam": "rot",
    "klaverjas-utrecht": "rot",
    "klaverjas-random": "rot",
    "klaverjas-amsterdam": "ams",
    "klaverjas-rotterdam-seed": "s1-r",
    "belote-seed": "s0-n",
    "belote-malagasy": "mad",
}
"""Bundled games whose play, under the default house rules, is one of these profiles."""


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_game(name: str) -> None:
    program, random = build(load(name)), Random(name)
    rules, world = PlayRules(program), program.world
    options = defaults(program)
    for _ in range(12):
        fields = fields_of(program, options, random)
        for at in deal(program, rules, facts_for(options, fields, 3), random):
            expected = by_hand(BUNDLED[name], world, fields["strain"], at.hand, at.trick, at.me)
            assert rules.decide(at.env)[1] == expected, at
