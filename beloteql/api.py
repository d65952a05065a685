"""The Python interface: load a ruleset, run it, ask it questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beloteql.batch.lines import answer
from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from beloteql.surface.load import bundled as bundled_files
from beloteql.surface.load import load as load_file
from beloteql.surface.load import load_text


class Ruleset:
    """A ruleset that was read and checked; make one with `load`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._rules = Rules(program)

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return self.program.id

    def rules(self, options: Mapping[str, object] | None = None) -> Rules:
        """The compiled rules under house rules, by name and value: `{"tie": "kept"}`.

        Raises `UsageError` for an unknown option or value.
        """
        return self._rules.with_options(options) if options else self._rules

    def deal(self, seed: int | str = 0, options: Mapping[str, object] | None = None) -> Match:
        """A match at its first deal. The same seed gives the same cards.

        `legal_moves()` lists what may be done, `apply(move)` does it without a check, and
        `play("9S")` checks first and raises `UsageError`.
        """
        return Match(self.rules(options), seed)

    def ask(self, question: str, position: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to `legal`, `winner`, `score`, `auction`, `melds` or `bonus`.

        Positions and answers have the shapes of the JSON contracts. Raises `UsageError`.
        """
        return answer(self._rules, question, dict(position))

    def __repr__(self) -> str:
        return f"<Ruleset {self.id}>"


def load(name: str | Path) -> Ruleset:
    """Load a ruleset by id or path.

    Raises `RulesetError` with everything that is wrong with the file, `UsageError` when
    there is none.
    """
    return Ruleset(build(load_file(name)))


def loads(text: str) -> Ruleset:
    """Load a ruleset from a text; it may extend the bundled ones. Raises `RulesetError`."""
    return Ruleset(build(load_text(text)))


def bundled() -> list[str]:
    """Ids of the rulesets that ship with beloteql, shared parts included."""
    return list(bundled_files())
