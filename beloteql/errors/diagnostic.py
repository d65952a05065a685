"""Findings about what a user wrote."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from beloteql.source import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable code, what is wrong, where, what was expected, how to cure it.

    `severity` is `error` (the ruleset can't be used) or `warning`. `related` are further
    places with a word on each, for example where a name was defined first.
    """

    code: str
    message: str
    span: Span | None = None
    expected: str = ""
    hint: str = ""
    severity: str = "error"
    related: tuple[tuple[str, Span], ...] = ()

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.code} {self.message}"

    def sort_key(self) -> tuple[str, int, str]:
        """Order of the findings of one run: by file, then by place."""
        if self.span is None:
            return ("", -1, self.code)
        return (self.span.source.name, self.span.start, self.code)


class RulesetError(Exception):
    """What is wrong with a ruleset (or another file of a user), all of it at once."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        unique = dict.fromkeys(diagnostics)
        self.diagnostics = sorted(unique, key=Diagnostic.sort_key)
        super().__init__("\n".join(str(d) for d in self.diagnostics))


class UsageError(Exception):
    """A request that can't be carried out as asked: no such ruleset, a bad argument."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


class InternalError(Exception):
    """A fault of beloteql, not of its user: two carriers disagree, an invariant broke."""


class Collector:
    """Gathers findings so that a file's mistakes are reported together."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def add(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        expected: str = "",
        hint: str = "",
        severity: str = "error",
        related: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        """Record one finding."""
        self.diagnostics.append(Diagnostic(code, message, span, expected, hint, severity, related))

    @property
    def failed(self) -> bool:
        """True once an error (not only warnings) was recorded."""
        return any(d.severity == "error" for d in self.diagnostics)

    def raise_if_failed(self) -> None:
        """Raise `RulesetError` with everything recorded if there is an error in it."""
        if self.failed:
            raise RulesetError(self.diagnostics)


def nearest(word: str, known: Iterable[str]) -> str:
    """A did-you-mean hint for a word that is unknown, or an empty string.

    >>> nearest("overtrmps", ["overtrumps", "trumps"])
    'did you mean "overtrumps"?'
    """
    found = get_close_matches(word, list(known), n=2, cutoff=0.7)
    if not found:
        return ""
    return "did you mean " + " or ".join(f'"{f}"' for f in found) + "?"
