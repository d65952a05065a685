"""Pairs of rulesets, and a second look at the cases that a comparison shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beloteql.batch.lines import answer
from beloteql.compare import Case, Finding, Pair, make_pair
from beloteql.compare.legal import legal
from beloteql.core.program import Program
from beloteql.semantics.rules import Rules
from tests.conftest import program, text_program

NO_OPTIONS: Mapping[str, object] = {}


def pair(
    a: str | Program, b: str | Program, a_options: Mapping[str, object] = NO_OPTIONS,
    b_options: Mapping[str, object] = NO_OPTIONS, any_house_rules: bool = False,
) -> Pair:  # fmt: skip
    """Two rulesets, by id or as programs."""
    programs = [program(p) if isinstance(p, str) else p for p in (a, b)]
    return make_pair(programs[0], programs[1], a_options, b_options, any_house_rules)


def variant(base: str, lines: str, name: str = "variant") -> Program:
    """A ruleset that differs from another by some lines."""
    return text_program(
        f"beloteql: 1\nid: {name}\nextends: {base}\nname: {{en: A variant}}\n{lines}"
    )


def legal_in_suits(both: Pair) -> Finding:
    """How legal play in suit contracts is related."""
    return next(f for f in legal(both) if f.kind == "suit")


def play_out(rules: Rules, case: Case, said: dict[str, Any]) -> list[str]:
    """Play the cards of a case's deal, each checked; the legal cards that come of it.

    Nothing is taken from the comparison but the hands and the cards played.
    """
    assert case.deal
    world = rules.world
    hands = [set(h) for h in case.deal["hands"]]
    assert len({len(h) for h in hands}) == 1
    assert sum(len(h) for h in hands) == len(set.union(*hands)) == len(world.cards)
    options = said["options"]
    contract = said.get("asked", {}).get("contract", case.data["contract"])
    played = case.deal["played"]
    leader = played[0]["seat"] if played else None
    cards: list[str] = []
    number = 1
    for play in played:
        seat = play["seat"]
        asked = {
            "contract": contract, "seat": seat, "hand": sorted(hands[seat]),
            "trick": {"leader": leader, "cards": cards}, "trick_number": number,
            "options": options,
        }  # fmt: skip
        assert play["card"] in answer(rules, "legal", asked)["legal"], asked
        hands[seat].remove(play["card"])
        cards = [*cards, play["card"]]
        if len(cards) == world.seats:
            won = {"contract": contract, "trick": {"leader": leader, "cards": cards}}
            leader = answer(rules, "winner", won)["seat"]
            cards, number = [], number + 1
    seat, trick = case.data["seat"], case.data["trick"]
    assert trick == {"leader": leader, "cards": cards}
    assert hands[seat] == set(case.data["hand"])
    found = answer(rules, "legal", {
        "contract": contract, "seat": seat, "hand": sorted(hands[seat]), "trick": trick,
        "trick_number": number, "options": options,
    })  # fmt: skip
    return sorted(found["legal"])
