"""Where the entries of a difference file come to stand."""

from __future__ import annotations

import pytest

from tests.conftest import text_program

HEAD = (
    "beloteql: 1\nid: moved\nextends: family\nabstract: yes\nname: {en: Moved}\nplay:\n  legal:\n"
)
BASE = ["lead", "raise", "follow", "no-trump-left", "partner", "overtrump", "trump", "any"]


def order(entries: str) -> list[str]:
    return [rule.name for rule in text_program(HEAD + entries).legal]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("    new: {before: any, cards: trumps}\n", [*BASE[:-1], "new", "any"]),
        ("    new: {cards: trumps}\n", [*BASE, "new"]),
        ("    partner: {before: lead}\n", ["partner", *BASE[:4], *BASE[5:]]),
        # An entry goes to where its neighbour ends up, whichever of the two the file names first.
        (
            "    new: {before: partner, cards: trumps}\n    partner: {before: lead}\n",
            ["new", "partner", *BASE[:4], *BASE[5:]],
        ),
        (
            "    partner: {before: lead}\n    new: {before: partner, cards: trumps}\n",
            ["new", "partner", *BASE[:4], *BASE[5:]],
        ),
        (
            "    one: {before: any, cards: trumps}\n    two: {before: any, cards: trumps}\n",
            [*BASE[:-1], "one", "two", "any"],
        ),
        (
            "    trump: remove\n    new: {before: overtrump, cards: trumps}\n",
            [*BASE[:5], "new", "overtrump", "any"],
        ),
    ],
)
def test_entries_stand_where_the_file_puts_them(entries: str, expected: list[str]) -> None:
    assert order(entries) == expected
