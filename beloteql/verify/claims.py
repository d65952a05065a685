"""What the author claims: proved or refuted with the same positions and sheets."""

from __future__ import annotations

from typing import Any

from beloteql.batch.lines import answer
from beloteql.core.program import Claim, Program
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import Symbolic, conjoin, either, negate
from beloteql.verify.play import Position, positions
from beloteql.verify.settle import Run, concrete, holding, sheets
from beloteql.verify.solve import satisfy
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "claim"


def claims(program: Program) -> list[Result]:
    """Every claim of the ruleset."""
    return [_expected(claim, _claim(program, claim)) for claim in program.claims.values()]


def _expected(claim: Claim, result: Result) -> Result:
    """Turn a refutation that the author expects into a good end, and a proof into a bad one."""
    if claim.expect != "refuted" or result.verdict not in {Verdict.PROVED, Verdict.REFUTED}:
        return result
    if result.verdict == Verdict.REFUTED:
        return Result(result.code, result.title, Verdict.EXPECTED, result.detail, result.subject,
                      result.span, result.witness)  # fmt: skip
    return Result(result.code, result.title, Verdict.REFUTED,
                  "the ruleset expects this to be refuted, but it holds", result.subject,
                  claim.span)  # fmt: skip


def _claim(program: Program, claim: Claim) -> Result:
    title = f"the author's claim at {claim.at}"
    if claim.at == "settle":
        return _at_settlement(program, claim, title)
    if claim.at == "play":
        return _at_play(program, claim, title, positions(program))
    return _at_play(program, claim, title, positions(program, full=True))


def _at_play(program: Program, claim: Claim, title: str, found_positions: Any) -> Result:
    premise_met = claim.assuming is None
    undecided = False
    for position in found_positions:
        symbolic = _with_legal(position) if claim.at == "play" else position.symbolic
        assuming = True if claim.assuming is None else symbolic.value(claim.assuming)
        holds = symbolic.value(claim.holds)
        conditions = [*position.unknowns.conditions, assuming]
        if not premise_met:
            premise_met = satisfy(conditions).yes
        found = satisfy([*conditions, negate(holds)], position.wishes())
        if found.yes:
            assert found.model is not None
            witness = _broken_position(program, claim, position.data(found.model))
            return Result(CODE, title, Verdict.REFUTED, "", claim.name, claim.span, witness)
        undecided = undecided or not found.no
    return _ended(claim, title, premise_met, undecided)


def _with_legal(position: Position) -> Symbolic:
    """The position with its legal cards as a fact."""
    rules = position.program.legal
    legal: Any = tuple(False for _ in position.hand)
    for rule, pair in reversed(list(zip(rules, position.left(), strict=True))):
        decides = conjoin(pair)
        if decides is False:
            continue
        cards = position.symbolic.value(rule.cards)
        kept = tuple(conjoin(p) for p in zip(cards, position.hand, strict=True))
        legal = either(decides, kept, legal)
    return Symbolic(position.program, {**position.facts, "legal": legal})


def _broken_position(program: Program, claim: Claim, data: dict[str, Any]) -> Witness:
    """Let the interpreter judge the position."""
    rules = Rules(program, data["options"])
    evaluator = Evaluator(program)
    holds = evaluator.expression(claim.holds)
    assuming = None if claim.assuming is None else evaluator.expression(claim.assuming)
    world = program.world
    if claim.at == "trick":
        data = {k: v for k, v in data.items() if k not in {"hand", "seat"}}
        facts, found = _trick_facts(rules, data)
    else:
        from beloteql.batch.legal import position as read_position

        found = answer(rules, "legal", data)
        env, _, _ = read_position(rules, {k: v for k, v in data.items() if k != "options"})
        legal = sum(1 << world.card_index[c] for c in found["legal"])
        facts = {**env.facts, "legal": legal}
        found = {"legal": found["legal"]}
    try:
        met = assuming is None or assuming(evaluator.env(facts))
        broken = met and not holds(evaluator.env(facts))
    except RulesetError as error:
        # The claim speaks of something that is not there yet, such as the suit led.
        message = {"message": error.diagnostics[0].message}
        return Witness("position", data, {**found, **message}, data["options"])
    if not broken:
        raise InternalError(
            f"the solver refutes {claim.name} with {data}, the interpreter does not"
        )
    return Witness("position", data, found, data["options"])


def _trick_facts(rules: Rules, data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    from beloteql.batch import read
    from beloteql.batch.legal import play_facts

    trick = read.trick(rules.world, data["trick"], complete=True)
    env = rules.play.start(play_facts(rules, {k: v for k, v in data.items() if k != "trick"}))
    number = int(data.get("trick_number", 1))
    rules.play.place(env, trick, trick.leader, 0, number)
    facts = dict(env.facts)
    return facts, {"winner": rules.play.winner(env, trick, number)}


def _at_settlement(program: Program, claim: Claim, title: str) -> Result:
    premise_met = claim.assuming is None
    undecided = False
    for sheet in sheets(program):
        for outcome, condition in holding(sheet):
            if condition is False:
                continue
            symbolic = Symbolic(program, Run(sheet, outcome).facts | _carried(sheet))
            assuming = True if claim.assuming is None else symbolic.value(claim.assuming)
            conditions = [*sheet.unknowns.conditions, condition, assuming]
            if not premise_met:
                premise_met = satisfy(conditions).yes
            broken = negate(symbolic.value(claim.holds))
            found = satisfy([*conditions, broken], sheet.unknowns.wishes)
            if found.yes:
                assert found.model is not None
                witness = _broken_sheet(claim, *concrete(sheet, found.model))
                return Result(CODE, title, Verdict.REFUTED, f"outcome {outcome.name}", claim.name,
                              claim.span, witness)  # fmt: skip
            undecided = undecided or not found.no
    return _ended(claim, title, premise_met, undecided)


def _carried(sheet: Any) -> dict[str, Any]:
    """Claims speak of what was carried into the deal, not of what it leaves."""
    return {n: v for n, v in sheet.facts.items() if n.startswith("state.")}


def _broken_sheet(claim: Claim, rules: Rules, sheet: Any, data: dict[str, Any]) -> Witness:
    settlement = rules.settle.settle(sheet)
    facts = rules.settle.facts(sheet)
    facts["outcome"] = rules.world.outcomes.index(settlement.outcome.name)
    facts["winner"] = settlement.winner
    facts["paid"] = settlement.paid.__getitem__
    evaluator = Evaluator(rules.program)
    holds = evaluator.expression(claim.holds)
    if holds(evaluator.env(facts)):
        raise InternalError(
            f"the solver refutes {claim.name} with {data}, the interpreter does not"
        )
    found = {"outcome": settlement.outcome.name, "paid": list(settlement.paid)}
    return Witness("score", data, found, data["options"])


def _ended(claim: Claim, title: str, premise_met: bool, undecided: bool) -> Result:
    if undecided:
        return Result(CODE, title, Verdict.UNDECIDED, "", claim.name, claim.span)
    if not premise_met:
        return Result(CODE, title, Verdict.VACUOUS, "", claim.name, claim.span)
    return Result(CODE, title, Verdict.PROVED, "", claim.name, claim.span)
