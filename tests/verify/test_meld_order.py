"""Equal melds: found where the interpreter finds them, and settled where the rules say how."""

from __future__ import annotations

from itertools import permutations

import pytest

from beloteql.batch.lines import answer
from beloteql.core.program import Program
from beloteql.core.world import members
from beloteql.semantics.rules import Rules
from beloteql.verify import Verdict, verify
from beloteql.verify.properties.meld_order import shapes_of
from tests.verify.small import changed_game, results

CODE = "melds.order"
GROUP = """melds:
  shown:
    patterns:
      run: {{run: 3.., points: 20}}
      four: {{same: 4, points: points(the c in deck with rank(c) = rank)}}
    best: [{}]
"""
COMPARISONS = [
    "length, rank, is-trump(suit)",
    "pattern = run, length, natural(rank), suit = C, suit = D, suit = H",
    "points",
    "rank, place(seat)",
    "pattern = run, length, natural(rank), place(seat)",
]


def equal_in_play(program: Program) -> bool:
    """Whether any two melds of any two opponents are equal, by asking the interpreter."""
    rules, world = Rules(program), program.world
    (group,) = program.melds.values()
    found = list(shapes_of(program, group))
    for one, other in permutations(found, 2):
        if one.cards & other.cards:
            continue
        for seats in ((0, 1), (0, 3), (1, 2)):
            hands: list[list[str]] = [[] for _ in range(world.seats)]
            for seat, meld in zip(seats, (one, other), strict=True):
                hands[seat] = [world.cards[c] for c in members(meld.cards)]
            data = {"contract": {"kind": "suit", "trump": "D", "by": 0}, "hands": hands}
            if answer(rules, "melds", data)["groups"][group.name]["decided"] != "best":
                return True
    return False


@pytest.mark.parametrize("best", COMPARISONS)
def test_the_verdict_is_that_of_all_pairs(best: str) -> None:
    program = changed_game(GROUP.format(best))
    (found,) = verify(program, [CODE])
    assert found.verdict in {Verdict.PROVED, Verdict.REFUTED}
    assert (found.verdict == Verdict.REFUTED) == equal_in_play(program)


@pytest.mark.parametrize("tie", ["nobody", "earlier", "both"])
def test_a_tie_that_is_stated_is_no_fault(tie: str) -> None:
    (found,) = results(GROUP.format("points") + f"    tie: {tie}\n", CODE)
    assert found.verdict == Verdict.PROVED
    assert '"tie" says who is paid' in found.detail


def test_sums_may_be_equal() -> None:
    change = "melds: {shown: {patterns: {run: {run: 3.., points: 20}}, compare: sum}}\n"
    (found,) = results(change, CODE)
    assert found.verdict == Verdict.REFUTED
    assert found.witness is not None
    assert answer(Rules(changed_game(change)), "melds", found.witness.data)["awarded"] == [0, 0]


def test_what_hangs_on_earlier_deals_is_not_called_proved() -> None:
    state = "state: {turns: {type: Int, start: 0}}\n"
    (found,) = results(state + GROUP.format("turns, points"), CODE)
    assert found.verdict == Verdict.UNSUPPORTED


def test_a_group_that_is_not_compared_is_not_asked() -> None:
    assert results("melds: {shown: {patterns: {run: {run: 3.., points: 20}}}}\n", CODE) == []
