"""Proves that a ruleset hangs together, or shows where it does not.

for result in verify(program): print(result.code, result.verdict.name)
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from beloteql.core.program import Program
from beloteql.verify.catalogue import catalogue
from beloteql.verify.claims import claims
from beloteql.verify.expect import expected
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.properties import PROPERTIES as _PROPERTIES
from beloteql.verify.verdict import Result, Verdict, Witness

PROPERTIES = {**_PROPERTIES, "claim": claims}
"""The properties in the order in which they are proved, by code, or by how several begin."""


def selected(only: Iterable[str] = ()) -> list[str]:
    """The properties whose code begins with one of some texts; all of them if there are none."""
    wanted = tuple(only)
    return [
        name for name in PROPERTIES
        if not wanted or any(name.startswith(w) or w.startswith(name) for w in wanted)
    ]  # fmt: skip


def verify(program: Program, only: Iterable[str] = ()) -> Iterator[Result]:
    """Check the properties of a game one after the other.

    `only` keeps those whose code begins with one of the given texts.
    """
    inquiry = Inquiry(program)
    for name in selected(only):
        yield from check(inquiry, name)


def check(inquiry: Inquiry, name: str) -> list[Result]:
    """Check one of the properties. The seconds it took stand in the first of its results."""
    start = time.perf_counter()
    found = expected(inquiry.program, name, PROPERTIES[name](inquiry))
    seconds = time.perf_counter() - start
    return [
        replace(result, title=result.title or catalogue()[result.code].title,
                seconds=0.0 if i else seconds)
        for i, result in enumerate(found)
    ]  # fmt: skip


def worst(results: Iterable[Result]) -> Verdict:
    """The worst verdict, which decides the exit code."""
    return max((r.verdict for r in results), default=Verdict.PROVED)


__all__ = [
    "PROPERTIES", "Inquiry", "Result", "Verdict", "Witness", "check", "selected", "verify", "worst",
]  # fmt: skip
