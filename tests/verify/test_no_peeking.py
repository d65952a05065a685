"""What may be played and called must not hang on cards that the player does not see."""

from __future__ import annotations

import pytest

from beloteql.batch.lines import answer
from beloteql.errors import UsageError
from beloteql.report.verdicts import draw
from beloteql.semantics.rules import Rules
from beloteql.verify import Verdict, verify
from tests.verify.small import changed_game, results

CODE = "play.no-peeking"
RULE = "play: {{legal: {{odd: {{before: follow, when: not leading and ({}), cards: any-card}}}}}}\n"
CALL = 'talks: {{naming: {{turns: {{calls: {{name: {{when: "{}"}}}}}}}}}}\n'
HERE = {
    "some c in hand(next(me)) with rank(c) = K": Verdict.REFUTED,
    "holds(partner(me))": Verdict.REFUTED,
    "some p in seats with side(p) != side(me) and holds(p)": Verdict.REFUTED,
    "holds(me)": Verdict.PROVED,
    "holds(in-turn)": Verdict.PROVED,
    # Read as the hand of anybody, and yet always the player's own.
    "some p in seats with p = me and holds(p)": Verdict.PROVED,
    # Everybody knows how many cards each player holds, and which have not been played.
    "some p in seats with hand(p) = no-cards": Verdict.PROVED,
    "some p in seats with holds(p)": Verdict.PROVED,
}
HOLDS = "words: {holds: {given: {p: Seat}, is: some c in hand(p) with rank(c) = K}}\n"


@pytest.mark.parametrize("text", HERE)
def test_legal_play(text: str) -> None:
    (found,) = results(HOLDS + RULE.format(text), CODE)
    assert found.verdict == HERE[text]


def test_the_two_positions_replay() -> None:
    program = changed_game(HOLDS + RULE.format("holds(next(me))"))
    (found,) = verify(program, [CODE])
    assert found.witness is not None
    one, shown = found.witness.data, found.witness.found
    other = {**one, "hands": shown["with other hands"]}
    assert one["hands"][one["seat"]] == other["hands"][one["seat"]] == one["hand"]
    assert [len(h) for h in one["hands"]] == [len(h) for h in other["hands"]]
    assert answer(Rules(program), "legal", one)["legal"] == shown["legal"]
    assert answer(Rules(program), "legal", other)["legal"] == shown["legal then"]
    assert shown["legal"] != shown["legal then"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("holds(partner(me))", Verdict.REFUTED),
        ("some p in seats with p = me and holds(p)", Verdict.PROVED),
        ("holds(me)", Verdict.PROVED),
        ("not known(taker) and holds(partner(me))", Verdict.REFUTED),
        ("known(strain) and strain = C and holds(partner(me))", Verdict.REFUTED),
        ("said(partner(me), turns, pass) and holds(partner(me))", Verdict.REFUTED),
        ("known(taker) and not known(taker) and holds(partner(me))", Verdict.PROVED),
        # In a talk nobody knows where a card lies that he does not hold himself.
        ("some p in seats with holds(p)", Verdict.REFUTED),
    ],
)
def test_calls(text: str, verdict: Verdict) -> None:
    (found,) = results(HOLDS + CALL.format(text), CODE)
    assert found.verdict == verdict
    assert (found.subject == "turns name") == (text != "holds(me)")
    if found.witness is not None:
        drawn = draw(found.witness)
        assert ("→ it is: no" in drawn) != ("→ then it is: no" in drawn)
        assert ("said: 2 pass" in drawn) == text.startswith("said(")


def test_a_talk_around_a_card_is_not_called_proved() -> None:
    change = (
        "play: {after-card: showing}\ntalks:\n  showing:\n    once:\n      calls:\n"
        "        pass: {then: done}\n"
        "        show: {when: holds(next(me)) and trick != no-cards, then: done}\n"
    )
    (found,) = results(HOLDS + change, CODE)
    assert (found.subject, found.verdict) == ("once show", Verdict.UNSUPPORTED)


def test_what_can_be_chosen_with_a_call() -> None:
    suits = "those s in suits with some c in hand(partner(me)) with suit(c) = s"
    change = f"talks: {{naming: {{turns: {{calls: {{name: {{with: {{s: {suits}}}}}}}}}}}}}\n"
    (found,) = results(change, CODE)
    assert found.verdict == Verdict.REFUTED
    assert found.witness is not None
    assert found.witness.found["it is"] != found.witness.found["then it is"]


def test_hands_that_lie_open_may_be_looked_at() -> None:
    change = "zones: {hand: {seen-by: all}}\n" + HOLDS + RULE.format("holds(next(me))")
    (found,) = results(change, CODE)
    assert found.verdict == Verdict.PROVED


def test_other_hands_are_open_for_the_other_properties_too() -> None:
    # A rule that leaves a card to a player whose neighbour holds a king is not dead.
    (found,) = results(HOLDS + RULE.format("holds(next(me))"), "play.no-dead-rule")
    assert found.verdict == Verdict.PROVED


def test_hands_that_are_told_must_fit_together() -> None:
    rules = Rules(changed_game(HOLDS + RULE.format("holds(next(me))")))
    told = {
        "contract": {"kind": "suit", "trump": "C", "by": 0}, "seat": 1, "hand": ["AC", "AD"],
        "trick": {"leader": 0, "cards": ["QC"]}, "hands": [[], ["AC", "AD"], ["KH"], []],
    }  # fmt: skip
    assert answer(rules, "legal", told)["legal"] == ["AC", "AD"]
    assert answer(rules, "legal", {**told, "hands": [[], ["AC", "AD"], [], ["KH"]]})["legal"] == [
        "AC"
    ]
    for wrong in (
        [[], ["AC"], [], []],
        [["QC"], ["AC", "AD"], [], []],
        [["AC"], ["AC", "AD"], [], []],
    ):
        with pytest.raises(UsageError):
            answer(rules, "legal", {**told, "hands": wrong})


@pytest.mark.parametrize("at", ["play", "trick"])
@pytest.mark.parametrize(
    ("holds", "whose"),
    [("not holds(me)", "hand"), ("not holds(next(me))", "hands"), ("any-card = no-cards", "hand")],
)
def test_a_claim_about_a_hand_is_refuted_by_one(at: str, holds: str, whose: str) -> None:
    claim = f"claims: {{bold: {{at: {at}, holds: {holds}}}}}\n"
    (found,) = results(HOLDS + claim, "claim")
    assert found.verdict == Verdict.REFUTED
    assert found.witness is not None
    assert whose in found.witness.data
