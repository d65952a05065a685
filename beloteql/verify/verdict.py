"""Verdicts, results and witnesses of the verifier."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from beloteql.source import Span


class Verdict(IntEnum):
    """What became of a property, from best to worst; the worst one decides the exit code."""

    PROVED = 0
    EXPECTED = 1
    BOUNDED = 2
    VACUOUS = 3
    UNSUPPORTED = 4
    UNDECIDED = 5
    REFUTED = 6

    @property
    def sentence(self) -> str:
        """What the verdict says."""
        return _SENTENCES[self]

    @property
    def green(self) -> bool:
        """Whether the property is as its author wants it."""
        return self in {Verdict.PROVED, Verdict.EXPECTED}


_SENTENCES = {
    Verdict.PROVED: "holds for every deal, every choice of house rules and every way to play",
    Verdict.EXPECTED: "is refuted, as the ruleset says it should be",
    Verdict.BOUNDED: "no counterexample was found, but not everything was searched",
    Verdict.VACUOUS: "its premise never holds, so it says nothing",
    Verdict.UNSUPPORTED: "can't be checked yet",
    Verdict.UNDECIDED: "the solver gave up",
    Verdict.REFUTED: "does not hold; the witness shows it",
}


@dataclass(frozen=True, slots=True)
class Witness:
    """What refutes a property, replayed by the interpreter.

    `kind` is `position`, `score`, `calls`, `cards`, `deal`, `talk` or `melds`; `data` has the
    shape of the JSON question of that kind, if there is one; `found` is what the interpreter
    makes of it. `record` is a deal in which it comes up, if one was looked for and found: a
    header and events, as `replay` reads them.
    """

    kind: str
    data: dict[str, Any]
    found: dict[str, Any] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    record: list[dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one property of a ruleset.

    `code` is stable (`play.legal-card`), `subject` names what it is about when there are
    several, `span` is the guilty entry if there is one. `title` says what the property is, in
    a few words: those of the catalogue where it is left empty.
    """

    code: str
    verdict: Verdict
    detail: str = ""
    subject: str = ""
    span: Span | None = None
    witness: Witness | None = None
    title: str = ""
    seconds: float = 0.0
