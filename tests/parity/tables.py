"""The rulesets of the profiles, at tables of two, three and four."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.surface.load import load_text
from tests.parity.reference import HABITS

FOLDER = Path(__file__).parent / "profiles"
ALONE = "table: {{seats: {seats}, partners: no}}\n"
SMALL = """
deck: {ranks: [9, 10, J, Q, K, A]}
roles:
  strong: {order: [J, 9, A, 10, K, Q]}
  weak: {order: [A, 10, K, Q, J, 9]}
"""
SAME_TEXT = {"bga": "fr", "gasy": "rot"}
"""Profiles that say what another says, in other games."""
SEATS = {"fr": (4, 3, 2), "belot-seed": (4, 3, 2), "solo": (3, 2)}
"""How many play by a profile where that is not four."""

TABLES = [(p, n) for p in HABITS if p not in SAME_TEXT for n in SEATS.get(p, (4,))]
HAND = {4: 8, 3: 8, 2: 9}


def table(seats: int, small: bool = True) -> str:
    """What makes a ruleset of four one of fewer, who play alone: the small pack has 24 cards."""
    return ALONE.format(seats=seats) + (SMALL if small else "")


@cache
def program_of(profile: str, seats: int, small: bool = True) -> Program:
    """The ruleset of a profile, at a table of so many."""
    text = (FOLDER / f"{SAME_TEXT.get(profile, profile)}.yaml").read_text("utf-8")
    if seats < 4:
        text += table(seats, small)
    return build(load_text(text))
