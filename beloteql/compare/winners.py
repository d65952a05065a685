"""Who wins a trick under two rulesets: always the same player, or a trick on which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beloteql.batch.lines import answer
from beloteql.compare.finding import Case, Finding, Json, Relation
from beloteql.compare.open_pair import Twin, twins
from beloteql.compare.pair import Kind, Pair
from beloteql.compare.reached import first_trick
from beloteql.core.program import Program
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import choices, conjoin, disjoin, negate
from beloteql.verify.positions import Position
from beloteql.verify.solve import Model, Solver

PART = "winners"


def winners(pair: Pair) -> Iterator[Finding]:
    """Winners of tricks, for each kind of contract that both have."""
    for kind in pair.kinds:
        yield _finding(pair, kind)


def _finding(pair: Pair, kind: Kind) -> Finding:
    solver, undecided, shared = Solver(direct=True), False, False
    found: list[tuple[Twin, Model]] = []
    for twin in twins(pair, kind, full=True):
        answered = solver.ask([*twin.conditions, _differ(twin)])
        if answered.model is not None:
            found.append((twin, answered.model))
        undecided = undecided or not (answered.yes or answered.no)
        # Nothing differs where nothing is shared; that would prove too much.
        shared = shared or answered.yes or solver.ask(twin.conditions).yes
    if found:
        case = _case(pair, solver, found)
        return Finding(PART, kind.name, Relation.DIFFERENT, "", (case,))
    if undecided:
        return Finding(PART, kind.name, Relation.UNDECIDED)
    if not shared:
        return Finding(PART, kind.name, Relation.APART, "no trick can come up in both")
    return Finding(PART, kind.name, Relation.EQUAL, "any cards of a full trick")


def _differ(twin: Twin) -> Any:
    """A card wins the trick in one of the two and not in the other."""
    a, b = (twin.of(one, _winning) for one in (False, True))
    return disjoin(conjoin((own, negate(other))) for own, other in zip(a, b, strict=True))


def _winning(trick: Position) -> tuple[Any, ...]:
    """For each card whether it wins the trick."""
    best = trick.program.best
    assert best is not None
    value = trick.symbolic.value(best.body)
    guards = dict(choices(value))
    return tuple(guards.get(c, False) for c in range(len(trick.program.world.cards)))


def _case(pair: Pair, solver: Solver, found: list[tuple[Twin, Model]]) -> Case:
    """A trick that can be the first of a deal, if the solver finds one, else any."""
    if pair.whole_deals:
        for twin, _ in found:
            first = first_trick(pair, solver, twin, _differ(twin))
            if first is not None:
                return _confirmed(pair, twin, *first)
    twin, model = found[0]
    plain = solver.ask([*twin.conditions, _differ(twin)], twin.wishes).model
    return _confirmed(pair, twin, plain or model, None)


def _confirmed(pair: Pair, twin: Twin, model: Model, deal: Json | None) -> Case:
    """Let both interpreters say who wins. A disagreement is a fault of ours."""
    said: list[Json] = []
    asked: list[Json] = []
    for b, rules in enumerate(pair.rules):
        data = twin.of(bool(b), lambda p: p.data(model))
        data = {k: v for k, v in data.items() if k not in {"hand", "seat", "exposed"}}
        asked.append(data)
        verdict = _judged(rules, data)
        names = pair.a.world.cards
        expected = [names[c] for c, g in enumerate(twin.of(bool(b), _winning)) if model.truth(g)]
        if "card" in verdict and expected != [verdict["card"]]:
            raise InternalError(f"the solver lets {expected} win {data}, the interpreter of "
                                f"{rules.program.id} {verdict['card']}")  # fmt: skip
        said.append({**verdict, "options": data["options"], "rule": _rule(rules.program)})
    if said[0].get("card") == said[1].get("card"):
        raise InternalError(f"the solver finds a difference in {asked[0]}, nobody else does")
    shown = {k: v for k, v in asked[0].items() if k != "options"}
    return Case("trick", shown, said[0], said[1], deal)


def _judged(rules: Rules, data: Json) -> Json:
    try:
        return answer(rules, "winner", data)
    except RulesetError as error:  # two cards are equally high
        return {"message": error.diagnostics[0].message}


def _rule(program: Program) -> Json:
    """The rule that says who wins."""
    assert program.best is not None
    span = program.best.body.span
    return {
        "rule": "play.best", "name": "best",
        "file": span.source.name if span else None, "line": span.line if span else None,
        "reason": " ".join(span.text.split()) if span else "",
    }  # fmt: skip
