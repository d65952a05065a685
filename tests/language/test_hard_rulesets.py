"""Rulesets for the hardest auctions and settlements of the family: each builds and plays.

They are samples of what the language can say, named after the construct that they exercise,
not the bundled games.
"""

import random
from pathlib import Path

import pytest

from beloteql.core.build import build
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Sheet, points_held
from beloteql.surface.load import load

FOLDER = Path(__file__).parent / "rulesets"
FILES = sorted(FOLDER.glob("*.yaml"))


def rules(name: str, **options: object) -> Rules:
    return Rules(build(load(FOLDER / f"{name}.yaml")), options)


def settle(of: Rules, strain: str, cards: tuple[int, int], **more: object) -> tuple[int, ...]:
    """The scores of a deal whose taker is seat 0; eight tricks, five of them the takers'."""
    fields = of.start_fields() | {"taker": 0, "strain": of.world.strains.index(strain)}
    melds = dict.fromkeys(of.program.melds, (0, 0))
    state: dict[str, object] = dict.fromkeys(of.program.state, 0)
    for name, value in more.items():
        if name in fields:
            assert isinstance(value, int)
            fields[name] = value
        elif name in melds:
            assert isinstance(value, tuple)
            melds[name] = value
    tricks = more.get("tricks", (5, 3))
    assert isinstance(tricks, tuple)
    facts = of.option_facts() | {"dealer": 3, "deals": 0}
    sheet = Sheet(fields, cards, tricks, None, melds, state, (0, 0), None, facts)
    settlement = of.settle.settle(sheet)
    assert points_held(of.program, settlement.state) >= 0
    return settlement.scores


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_builds_and_plays(path: Path, seed: int) -> None:
    match = Match(Rules(build(load(path))), seed=seed)
    choose = random.Random(seed)
    while not match.over and match.deals < 4:
        match.apply(choose.choice(match.legal_moves()))
    assert match.deals > 0 or match.over


@pytest.mark.parametrize(
    ("strain", "cards", "expected"),
    [
        ("H", (92, 70), (9, 7)),
        ("H", (86, 76), (8, 8)),  # both end in 6: the smaller total goes up
        ("H", (76, 86), (0, 16)),
        ("no-trump", (72, 58), (14, 12)),
        ("all-trump", (134, 124), (13, 13)),
    ],
)
def test_ladder_rounds_in_pairs(
    strain: str, cards: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert settle(rules("ladder-belot"), strain, cards) == expected


def test_ladder_doubled_and_swept() -> None:
    of = rules("ladder-belot")
    assert settle(of, "H", (90, 72), stakes=2) == (32, 0)
    assert settle(of, "H", (162, 0), tricks=(8, 0)) == (25, 0)


def test_baloot_gives_the_takers_what_the_others_leave() -> None:
    of = rules("buying-baloot")
    assert settle(of, "H", (96, 66)) == (9, 7)
    assert settle(of, "sun", (65, 65)) == (12, 14)
    assert settle(of, "H", (60, 102)) == (0, 16)


def test_the_last_raiser_is_judged() -> None:
    of = rules("buying-baloot")
    assert settle(of, "H", (81, 81), stakes=2, raiser=1) == (32, 0)
    assert settle(of, "H", (81, 81), stakes=3, raiser=0) == (0, 48)


def test_bela_falls_on_a_tie() -> None:
    of = rules("forced-bela")
    assert settle(of, "H", (81, 81)) == (0, 162)
    assert settle(of, "H", (92, 70), bela=(20, 0)) == (112, 70)


@pytest.mark.parametrize(
    ("announcers", "expected"),
    [(199, (20, 6)), (150, (15, 11)), (132, (14, 12)), (131, (13, 13)), (120, (0, 26))],
)
def test_giretra_splits_all_trumps(announcers: int, expected: tuple[int, int]) -> None:
    # 13 to 13 is written as nothing by some; see the ruleset.
    of = rules("doubling-giretra")
    assert settle(of, "all-trump", (announcers, 258 - announcers)) == expected


def test_giretra_clubs_accepted_by_an_opponent_count_double() -> None:
    of = rules("doubling-giretra")
    assert settle(of, "C", (70, 92), **{"clubs-doubled": 1}) == (0, 32)
    assert settle(of, "H", (95, 67)) == (16, 0)
    assert settle(of, "H", (81, 81)) == (0, 0)


def test_coinche_pays_points_and_bid() -> None:
    of = rules("numeric-coinche")
    assert settle(of, "H", (104, 58), value=100) == (200, 60)
    assert settle(of, "H", (95, 67), value=100) == (0, 260)


def test_klaberjass_ties_wait_in_the_pot() -> None:
    of = rules("schmeiss-klaberjass")
    assert settle(of, "H", (88, 40), tricks=(6, 3)) == (88, 40)
    assert settle(of, "H", (55, 70), tricks=(4, 5)) == (0, 125)
    assert settle(of, "H", (64, 64), tricks=(4, 5)) == (0, 64)


def test_schmeiss_is_an_offer_with_an_answer() -> None:
    match = Match(rules("schmeiss-klaberjass"), seed=4)
    dealer = match.dealer
    match.play("schmeiss")
    assert {m.text for m in match.legal_moves()} == {"agree", "refuse"}
    match.play("agree")
    assert match.dealer == dealer
