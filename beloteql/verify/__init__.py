"""Proves that a ruleset hangs together, or shows where it does not.

for result in verify(program): print(result.code, result.verdict.name)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from beloteql.core.program import Program
from beloteql.verify.auction import auction
from beloteql.verify.claims import claims
from beloteql.verify.deal import deal
from beloteql.verify.play import legal_card, live_rules, one_winner
from beloteql.verify.points import totals
from beloteql.verify.settle import conserved, covered, live_outcomes
from beloteql.verify.verdict import Result, Verdict, Witness

Property = Callable[[Program], Result | list[Result]]

PROPERTIES: dict[str, Property] = {
    "deal": deal,
    "auction": auction,
    "play.legal-card": legal_card,
    "play.one-winner": one_winner,
    "play.no-dead-rule": live_rules,
    "points.total": totals,
    "settle.covered": covered,
    "settle.no-dead-outcome": live_outcomes,
    "settle.conserved": conserved,
    "claim": claims,
}
"""The properties in the order in which they are proved, by the start of their codes."""


def verify(program: Program, only: Iterable[str] = ()) -> Iterator[Result]:
    """Check the properties of a game one after the other.

    `only` keeps those whose code begins with one of the given texts. The seconds of a
    property with several results stand in the first of them.
    """
    wanted = tuple(only)
    for name, check in PROPERTIES.items():
        if wanted and not any(name.startswith(w) or w.startswith(name) for w in wanted):
            continue
        start = time.perf_counter()
        found = check(program)
        seconds = time.perf_counter() - start
        results = found if isinstance(found, list) else [found]
        for i, result in enumerate(results):
            yield replace(result, seconds=seconds if i == 0 else 0.0)


def worst(results: Iterable[Result]) -> Verdict:
    """The worst verdict, which decides the exit code."""
    return max((r.verdict for r in results), default=Verdict.PROVED)


__all__ = ["PROPERTIES", "Result", "Verdict", "Witness", "verify", "worst"]
