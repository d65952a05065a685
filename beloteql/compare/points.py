"""What the cards are worth under two rulesets, and what the last trick is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beloteql.compare.finding import Case, Finding, Json, Relation
from beloteql.compare.pair import Kind, Pair
from beloteql.core.program import Program
from beloteql.errors import RulesetError
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import options_read
from beloteql.semantics.rules import Rules
from beloteql.source import Span

PART = "points"


def points(pair: Pair) -> Iterator[Finding]:
    """Points of the cards and of the last trick, for each kind of contract that both have.

    Also where the decks differ: then those of the cards that both have.
    """
    for kind in pair.kinds:
        yield _finding(pair, kind)


def _finding(pair: Pair, kind: Kind) -> Finding:
    strain_a, strain_b = kind.strains[0]
    a, b = _worths(pair.a, strain_a), _worths(pair.b, strain_b)
    differing = [n for n in a if n in b and a[n] != b[n]]
    own = len(a.keys() ^ b.keys())
    last = [_last_trick(r, s) for r, s in zip(pair.rules, (strain_a, strain_b), strict=True)]
    sums = [
        sum(p.world.points[s]) + (t or 0)
        for p, s, t in zip((pair.a, pair.b), (strain_a, strain_b), last, strict=True)
    ]
    total = f"{sums[0]} in A, {sums[1]} in B"
    if not differing and last[0] == last[1] and None not in last:
        if not own:
            detail = f"all cards with the last trick: {sums[0]}"
            return Finding(PART, kind.name, Relation.EQUAL, detail)
        detail = f"the cards of both are worth the same; all cards with the last trick: {total}"
        return Finding(PART, kind.name, Relation.DIFFERENT, detail)
    if not differing and None in last and not own:
        detail = "the cards are worth the same; the last trick hangs on more than the contract"
        return Finding(PART, kind.name, Relation.UNDECIDED, detail)
    data: Json = {"contract": {"kind": kind.name}, "cards": differing}
    sides = [
        {"points": {n: w[n] for n in differing}, "last_trick": t, "rule": _place(p, s, t)}
        for w, t, p, s in zip((a, b), last, (pair.a, pair.b), (strain_a, strain_b), strict=True)
    ]
    case = (Case("points", data, sides[0], sides[1]),)
    return Finding(PART, kind.name, Relation.DIFFERENT, f"all cards with the last trick: {total}",
                   case)  # fmt: skip


def _worths(program: Program, strain: int) -> dict[str, int]:
    """Points by rank, for a trump suit and a plain one as far as the contract has both."""
    world = program.world
    found: dict[str, int] = {}
    for card, worth in enumerate(world.points[strain]):
        suit = "trump" if world.is_trump(world.suit_of(card), strain) else "plain"
        found.setdefault(f"{world.ranks[world.rank_of(card)]} {suit}", worth)
    return found


def _last_trick(rules: Rules, strain: int) -> int | None:
    """What the last trick is worth in a contract; None where it hangs on more than that."""
    program = rules.program
    if program.last_trick is None:
        return 0
    reads = program.reads([program.last_trick])
    known = {"field.strain", *(f"option.{n}" for n in program.options)}
    read = options_read(program, [program.last_trick])
    if reads - known or any(program.options[n].values is None
                            or len(program.options[n].values or ()) > 1 for n in read):  # fmt: skip
        return None
    evaluator = Evaluator(program)
    run = evaluator.expression(program.last_trick)
    facts: dict[str, Any] = {**rules.option_facts(), "field.strain": strain}
    try:
        return int(run(evaluator.env(facts)))
    except RulesetError:
        return None


def _place(program: Program, strain: int, last: int | None) -> Json:
    """Where the ruleset says what the cards of a contract are worth."""
    world = program.world
    kind = world.kinds[world.kind_of(strain)]
    roles = {
        "named": (kind.trump, kind.plain), "none": (kind.plain,), "every": (kind.trump,),
    }[kind.trumps]  # fmt: skip
    entries = program.loaded.root.get("roles")
    names = [world.roles[r].name for r in roles]
    spans: list[Span] = []
    for name in names:
        entry = entries.get(name) if entries is not None and hasattr(entries, "get") else None
        if entry is not None:
            spans.append(entry.span)
    return {
        "rule": f"roles.{' '.join(names)}", "name": " ".join(names),
        "file": spans[0].source.name if spans else None,
        "line": spans[0].line if spans else None, "reason": "",
    }  # fmt: skip
