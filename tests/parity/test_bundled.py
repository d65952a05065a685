"""The bundled games, with the house rules that make the profiles, against the hand-written one."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.core.world import members
from beloteql.semantics.options import choose
from beloteql.semantics.play import PlayRules
from beloteql.surface.load import bundled, load
from tests.parity.positions import mixed
from tests.parity.reference import FURTHER, HABITS, by_hand

GAMES = """
belote                     fr
boeuf                      fr
belote-seed                s0-n
belote-seed                s0-l          no-higher=free
belote-bga                 bga
belote-bga                 bga-words     play-by=summary
belote-moldovan            fr
belote-three               fr
belote-three               fr            allies=yes
belote-two                 fr
belote-two-open            fr
belote-tunisian            fr
belote-tunisian            con           under-ruff=no
belote-malagasy            mad
belote-malagasy            gasy          exempt=no
belote-gasy                gasy
contree                    con
contree                    con-s         under-partner=unless-other
contree                    con-el        under-partner=only-higher
contree                    fr            under-ruff=yes
contree                    fr-p          under-ruff=yes under-partner=unless-higher
contree                    con-bga       under-ruff=yes under-partner=unless-higher
contree-cannes             con
coinche                    con
coinche                    con-s         under-partner=unless-other
coinche-bga                con-bga
coinche-pagat              fr-p
klaverjas-rotterdam        rot
klaverjas-random           rot
klaverjas-utrecht          rot
klaverjas-utrecht          ams-u         ruff-partner=no
klaverjas-amsterdam        ams
klaverjas-rotterdam-seed   s1-r
klaverjas-amsterdam-seed   s1-a-raising
klaverjas-amsterdam-seed   s1-a-partner  ruff-partner=no
klaberjass                 rot
belote-international       int-literal
belote-international       int-wiki      exemption=ruffing
belot-bulgarian            bg
belot-bulgarian            fr            ruffing=under
belot-bulgarian            belot-seed    ruffing=always
belot-three                solo
belot-three                rot           ruffing=under
belot-three                belot-seed    ruffing=always
belot-two                  solo
belot-open                 solo
bela                       bela
bela                       belot-seed    beating=trump-led
beljot                     bela
bourlot                    pil
bourlot                    fr            partner-free=yes
pilotta                    pil
vida                       pil
bazar-blot                 baz
bazar-blot                 pil           partner-wins=ruff
bazar-blot                 con           under-trump=no
belot-russian              pil
belot-russian              solo          under-trump=no
belot-russian-pairs        pil
belot-russian-two          pil
baloot                     hok-reg
baloot                     hok-tzj       raise-duty=opponents under-trump=yes
baloot                     hok-ruff      raise-duty=opponents under-trump=yes partner-wins=ruff
"""
"""A game, the profile that it plays by, whatever its own source calls it, and the house rules."""

ROWS = [tuple(row.split(maxsplit=2)) for row in GAMES.strip().splitlines()]


@cache
def built(name: str) -> Program:
    return build(load(name))


def compare(name: str, profile: str, chosen: str, count: int) -> None:
    """About so many positions of every contract, half of them from deals."""
    program, random = built(name), Random(f"{name} {profile} {chosen}")
    rules, world, habits = PlayRules(program), program.world, (HABITS | FURTHER)[profile]
    options = choose(program, dict(o.split("=") for o in chosen.split()))
    for fields, at in mixed(rules, options, count, random):
        alone = fields["taker"] if options.get("allies") else None
        strain = fields["strain"]
        expected = by_hand(habits, world, strain, at.hand, at.trick, at.me, alone)
        assert rules.decide(at.env)[1] == expected, (strain, at)


def test_every_game_is_here() -> None:
    assert {row[0] for row in ROWS} == {n for n in bundled() if not built(n).abstract}


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_bundled_game(row: tuple[str, ...]) -> None:
    compare(row[0], row[1], " ".join(row[2:]), 1_200)


@pytest.mark.sweep
@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_bundled_game_on_many(row: tuple[str, ...]) -> None:
    compare(row[0], row[1], " ".join(row[2:]), 100_000)


def test_a_closed_double_bars_trumps_from_the_lead() -> None:
    """Baloot: whoever leads plays a plain card if he has one; all else stays as it is."""
    program, barred = built("baloot"), 0
    rules, world = PlayRules(program), program.world
    for fields, at in mixed(rules, choose(program, {}), 1_000, Random("closed"), closed=True):
        strain = fields["strain"]
        expected = by_hand(HABITS["hok-reg"], world, strain, at.hand, at.trick, at.me)
        if not at.trick.cards:
            plain = sum(1 << c for c in members(at.hand) if world.suit_of(c) != strain)
            barred += plain not in (0, at.hand)
            expected = plain or at.hand
        assert rules.decide(at.env)[1] == expected, (strain, at)
    assert barred
