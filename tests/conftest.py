"""Fixtures that many tests share: the bundled games, loaded once."""

from __future__ import annotations

import functools

import pytest

from beloteql.cli.common import games
from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load, load_text

GAMES = games()


@functools.cache
def program(name: str) -> Program:
    """The program of a bundled ruleset; built once a process."""
    return build(load(name))


@functools.cache
def rules(name: str) -> Rules:
    """The compiled rules of a bundled game with its default options."""
    return Rules(program(name))


def text_program(text: str) -> Program:
    """The program of a ruleset text."""
    return build(load_text(text))


SAMPLE = ("belote", "klaverjas-amsterdam", "belot-two")
"""One game for each shape: four players with melds, a difference of a few lines, two players
with cards out of play. What takes long is asked of these every day, of all games in the sweep."""


@pytest.fixture(params=SAMPLE)
def sample(request: pytest.FixtureRequest) -> Rules:
    """Each game of the sample in turn."""
    return rules(request.param)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Rules:
    """Each bundled game in turn."""
    return rules(request.param)
