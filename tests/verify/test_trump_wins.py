"""A trump beats every plain card, or the trick that shows it."""

from __future__ import annotations

from beloteql.batch.lines import answer
from beloteql.semantics.rules import Rules
from beloteql.verify import Verdict, verify
from tests.verify.small import changed_game, results

CODE = "play.trump-wins"
BEST = "play: {{best: highest c in trick by ({})}}\n"


def test_the_witness_replays() -> None:
    program = changed_game(BEST.format("if suit(c) = led then 10 + strength(c) else strength(c)"))
    (found,) = verify(program, [CODE])
    assert found.verdict == Verdict.REFUTED
    assert found.witness is not None
    won = answer(Rules(program), "winner", found.witness.data)
    trump = found.witness.data["contract"]["trump"]
    assert not won["card"].endswith(trump)
    assert any(c.endswith(trump) for c in found.witness.data["trick"]["cards"])


def test_only_in_the_last_trick_is_enough() -> None:
    text = "if trick-number = 4 and suit(c) = led then 99 + strength(c) else height(c)"
    (found,) = results(BEST.format(text), CODE)
    assert found.verdict == Verdict.REFUTED
    assert found.witness is not None
    assert found.witness.data["trick_number"] == 4


def test_contracts_without_trumps_and_with_nothing_else_are_left_out() -> None:
    kinds = "contracts:\n  suit: {total: remove}\n  none: {trumps: none, plain: order}\n"
    kinds += "  all: {trumps: every, trump: order}\n"
    height = "if kind = suit then height(c) else if suit(c) = led then strength(c) else 0"
    (found,) = results(kinds + BEST.format(height), CODE)
    assert found.verdict == Verdict.PROVED
    upside_down = "if kind = suit and suit(c) = led then 50 else height(c)"
    (found,) = results(kinds + BEST.format(upside_down), CODE)
    assert found.verdict == Verdict.REFUTED
