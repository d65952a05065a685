"""The parts of the rules whose meaning is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from beloteql.compare.auction import auction
from beloteql.compare.finding import Finding, Relation
from beloteql.compare.legal import legal
from beloteql.compare.pair import Pair
from beloteql.compare.points import points
from beloteql.compare.settlement import settlement
from beloteql.compare.winners import winners

PARTS: dict[str, Callable[[Pair], Iterator[Finding]]] = {
    "legal": legal,
    "winners": winners,
    "points": points,
    "settlement": settlement,
    "auction": auction,
}
"""What is compared, in this order. `points` needs no position that both have."""


def compare(pair: Pair, part: str) -> Iterable[Finding]:
    """How the two stand to each other in a part of the rules."""
    if part != "points" and pair.obstacles:
        return [Finding(part, "", Relation.APART, "; ".join(pair.obstacles))]
    found = list(PARTS[part](pair))
    if not found and part != "auction":
        return [Finding(part, "", Relation.APART, "they have no kind of contract in common")]
    return found
