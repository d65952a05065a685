"""The changes of the mutation run: each is one change, and some are noticed for sure."""

from __future__ import annotations

import pytest

from beloteql.surface.load import load, load_text
from tests.mutation.__main__ import judge
from tests.mutation.changes import changes

ALL = changes(load("klaverjas-amsterdam"))


def test_there_are_changes_of_every_kind_and_each_differs() -> None:
    assert {c.kind for c in ALL} == {
        "remove", "lift", "turn", "number", "compare", "order", "value",
    }  # fmt: skip
    loaded = load("klaverjas-amsterdam")
    overlays = {c.overlay(loaded) for c in ALL}
    assert len(overlays) == len(ALL) > 100


def test_the_text_changes_where_it_says() -> None:
    loaded = load("klaverjas-amsterdam")
    (change,) = [
        c for c in ALL if c.kind == "value" and c.path == ("roles", "strong", "points", "9")
    ]
    changed = load_text(change.overlay(loaded))
    nine = next(r for r in changed.ruleset.roles["strong"].points if r == "9")  # type: ignore[index]
    assert changed.ruleset.roles["strong"].points[nine] == 15  # type: ignore[index]


@pytest.mark.parametrize(
    ("path", "kind", "code"),
    [
        ("roles.strong.points.9", "value", "points.total"),
        ("play.legal.any", "remove", "play.legal-card"),
        ("deal.third-packet.give.each", "value", "refused"),
    ],
)
def test_what_breaks_a_game_is_noticed(path: str, kind: str, code: str) -> None:
    found = [c for c in ALL if ".".join(c.path) == path and c.kind == kind]
    assert found
    assert code in {judge("klaverjas-amsterdam", c) for c in found}
