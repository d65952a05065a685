"""When a match ends, it is clear who has won it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from beloteql.core import ir
from beloteql.core.program import MATCH_TIES, Condition, Program
from beloteql.errors import InternalError
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Sheet, leading
from beloteql.semantics.symbolic import Symbolic, choices, conjoin, disjoin, negate
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.real import real_case
from beloteql.verify.settled import facts_after, shown
from beloteql.verify.settlement import Run, concrete, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "match.decided"


def decided(inquiry: Inquiry) -> list[Result]:
    """No two sides win at once by `wins`, and a tie that the takers win is theirs to win.

    All else is decided by the scores: the side ahead has won, and `tie` says what happens when
    two of them are.
    """
    program, hunt = inquiry.program, inquiry.hunt(CODE)
    for sheet in inquiry.sheets:
        for found in (_two_winners(hunt, sheet), _takers_behind(hunt, sheet)):
            if found is not None:
                return [found]
    return [Result(CODE, hunt.verdict, _tie_in_words(program))]


def _tie_in_words(program: Program) -> str:
    if program.tie is None:
        return "with equal scores they play on"
    words = {"play-on": "they play on", "draw": "it is a draw", "takers": "the takers have won"}
    found = [words[MATCH_TIES[v]] for v in sorted(_ties(program))]
    return f"with equal scores {' or '.join(found)}"


def _ties(program: Program) -> set[int]:
    """What a tie can come to, whatever the house rules."""
    assert program.tie is not None
    found = {int(n.value) for n in ir.walk(program.tie)
             if isinstance(n, ir.Const) and n.type == program.tie.type
             and not isinstance(n.value, range)}  # fmt: skip
    return found or set(range(len(MATCH_TIES)))


# --- two sides at once ---------------------------------------------------------------------


def _wins(program: Program, at: str) -> list[Condition]:
    return [c for c in program.wins if c.at == at and c.when is not None]


def _cases(sheet: OpenSheet) -> Iterator[tuple[str, Any, Symbolic]]:
    """The moments at which a side can win at once: before the settlement, and after it."""
    if _wins(sheet.program, "declare"):
        yield "declare", True, Symbolic(sheet.program, sheet.facts)
    if _wins(sheet.program, "settle"):
        for run, condition in runs(sheet):
            yield "settle", condition, Symbolic(sheet.program, facts_after(run))


def _two_winners(hunt: Hunt, sheet: OpenSheet) -> Result | None:
    for at, condition, symbolic in _cases(sheet):
        wins = _wins(sheet.program, at)
        by_side = [
            disjoin(symbolic.value(c.when, side=s) for c in wins if c.when is not None)
            for s in range(sheet.world.sides)
        ]
        both = disjoin(conjoin(pair) for pair in combinations(by_side, 2))
        conditions = [*sheet.unknowns.conditions, condition, both, *_not_won_before(sheet)]
        model = real_case(hunt, sheet, conditions, f"two winners, {sheet}")
        if model is not None:
            return _both_refuted(sheet, model, at)
    return None


def _not_won_before(sheet: OpenSheet) -> list[Any]:
    """No side had won before the deal, as far as that depends on what the match has left."""
    symbolic = Symbolic(sheet.program, sheet.facts)
    found: list[Any] = []
    for entry in _wins(sheet.program, "settle"):
        assert entry.when is not None
        read = sheet.program.reads([entry.when])
        if all(n in {"score", "deals"} or n.startswith(("option.", "state.")) for n in read):
            sides = range(sheet.world.sides)
            found += [negate(symbolic.value(entry.when, side=s)) for s in sides]
    return found


def _both_refuted(open_sheet: OpenSheet, model: Model, at: str) -> Result:
    """Let the interpreter say who wins."""
    rules, sheet, data = concrete(open_sheet, model)
    facts, found = _facts_at(rules, sheet, at)
    evaluator = Evaluator(rules.program)
    compiled = [(c, evaluator.expression(c.when, "side"))
                for c in _wins(rules.program, at) if c.when is not None]  # fmt: skip
    env = evaluator.env(facts)
    hit = [(c, s) for c, when in compiled for s in range(rules.world.sides) if when(env, s)]
    winners = sorted({s for _, s in hit})
    if len(winners) < 2:
        raise InternalError(f"the solver finds two winners on {data}, but there are not")
    entry = hit[0][0]
    detail = f"sides {winners[0]} and {winners[1]} both win at once"
    witness = Witness("score", data, {**found, "win at once": winners}, data["options"])
    return Result(CODE, Verdict.REFUTED, detail, entry.name, entry.span, witness)


def _facts_at(rules: Rules, sheet: Sheet, at: str) -> tuple[dict[str, Any], dict[str, Any]]:
    if at == "declare":
        return rules.settle.facts(sheet), {}
    settlement = rules.settle.settle(sheet)
    scores = tuple(a + b for a, b in zip(sheet.scores, settlement.scores, strict=True))
    facts = rules.settle.after(sheet, settlement, scores, sheet.facts["deals"] + 1)
    return facts, {**shown(settlement), "scores after": list(scores)}


# --- ties of others ------------------------------------------------------------------------


def _takers_behind(hunt: Hunt, sheet: OpenSheet) -> Result | None:
    """With three sides or more, two may be level ahead of the takers, whom the tie would crown."""
    program = sheet.program
    takers = MATCH_TIES.index("takers")
    if program.tie is None or sheet.world.sides < 3 or takers not in _ties(program):
        return None
    for run, condition in runs(sheet):
        conditions = [*sheet.unknowns.conditions, condition, _crowned(run, takers)]
        model = real_case(hunt, sheet, conditions, f"takers behind, {sheet}")
        if model is not None:
            return _behind_refuted(sheet, model)
    return None


def _crowned(run: Run, takers: int) -> Any:
    """The match is over, two are level ahead, the takers are not of them, and yet they win."""
    program = run.program
    assert program.tie is not None
    facts = facts_after(run)
    symbolic = Symbolic(program, facts)
    over = disjoin(True if c.when is None else symbolic.value(c.when) for c in program.over)
    tie = disjoin(g for v, g in choices(symbolic.value(program.tie)) if v == takers)
    sign = 1 if program.winner == "highest" else -1
    scores = [sign * facts["score"](s) for s in run.sides]
    own = scores[program.world.side_of(run.sheet.taker)]
    level = disjoin(
        conjoin([a == b, *(a >= c for c in scores)]) for a, b in combinations(scores, 2)
    )
    return conjoin((over, tie, level, disjoin(own < s for s in scores)))


def _behind_refuted(open_sheet: OpenSheet, model: Model) -> Result:
    """Let the interpreter end the match."""
    rules, sheet, data = concrete(open_sheet, model)
    facts, found = _facts_at(rules, sheet, "settle")
    scores = tuple(found["scores after"])
    end = rules.settle.end(facts, scores)
    ahead = leading(rules.program, scores)
    if end is None or len(ahead) < 2 or set(end.winners) <= set(ahead):
        raise InternalError(f"the solver finds the takers winning from behind on {data}")
    tie = rules.program.tie
    assert tie is not None
    detail = f"side {end.winners[0]} wins the tie of sides {ahead[0]} and {ahead[1]}"
    witness = Witness("score", data, {**found, "winners": list(end.winners)}, data["options"])
    return Result(CODE, Verdict.REFUTED, detail, "tie", tie.span, witness)
