"""Properties that the author of a ruleset knows to fail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beloteql.core.program import Expectation, Program
from beloteql.errors import Diagnostic, nearest
from beloteql.verify.catalogue import catalogue
from beloteql.verify.verdict import Result, Verdict


def expected(program: Program, name: str, results: Iterable[Result]) -> list[Result]:
    """The results of a property, with a good end for refutations that the ruleset expects.

    A property that is proved, although the ruleset says that it fails, has a bad one; and so
    has an expectation of something that the property has no result about. `name` is how its
    codes begin.
    """
    found = [_one(program, result) for result in results]
    for entry in program.expectations.values():
        ours = entry.property == name or entry.property.startswith(f"{name}.")
        if ours and not any(_about(entry, r) for r in found):
            detail = "the ruleset expects something of this, and there is no such result"
            found.append(Result(entry.property, Verdict.VACUOUS, detail, entry.about, entry.span))
    return found


def _about(entry: Expectation, result: Result) -> bool:
    return entry.property == result.code and entry.about in {"", result.subject}


def _one(program: Program, result: Result) -> Result:
    for entry in program.expectations.values():
        if _about(entry, result):
            if result.verdict == Verdict.REFUTED:
                return replace(result, verdict=Verdict.EXPECTED)
            if result.verdict == Verdict.PROVED:
                detail = "the ruleset expects this to be refuted, but it holds"
                return replace(result, verdict=Verdict.REFUTED, detail=detail, span=entry.span)
    return result


def unknown(program: Program) -> list[Diagnostic]:
    """BQ0614 for each expectation of a property that the verifier does not have."""
    codes = [c for c in catalogue() if c != "claim"]
    return [
        Diagnostic("BQ0614", f'there is no property "{e.property}"', e.span,
                   expected=", ".join(codes), hint=nearest(e.property, codes))
        for e in program.expectations.values() if e.property not in codes
    ]  # fmt: skip
