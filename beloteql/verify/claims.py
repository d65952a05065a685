"""What the author claims: proved or refuted with the same positions and sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from beloteql.batch.lines import answer
from beloteql.core.program import Claim, Program
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import Symbolic, negate
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.settlement import carried_in, concrete, runs
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "claim"


def claims(inquiry: Inquiry) -> list[Result]:
    """Every claim of the ruleset."""
    return [_expected(c, _claim(inquiry, c)) for c in inquiry.program.claims.values()]


def _expected(claim: Claim, result: Result) -> Result:
    """Turn a refutation that the author expects into a good end, and a proof into a bad one."""
    if claim.expect != "refuted" or result.verdict not in {Verdict.PROVED, Verdict.REFUTED}:
        return result
    if result.verdict == Verdict.REFUTED:
        return replace(result, verdict=Verdict.EXPECTED)
    detail = "the ruleset expects this to be refuted, but it holds"
    return replace(result, verdict=Verdict.REFUTED, detail=detail)


def _claim(inquiry: Inquiry, claim: Claim) -> Result:
    found = _at_settlement(inquiry, claim) if claim.at == "settle" else _at_play(inquiry, claim)
    return replace(found, title=f"the author's claim at {claim.at}")


def _at_play(inquiry: Inquiry, claim: Claim) -> Result:
    hunt, premise = inquiry.hunt(CODE), _Premise(claim)
    for position in inquiry.positions if claim.at == "play" else inquiry.tricks:
        symbolic = position.judged if claim.at == "play" else position.symbolic
        assuming = True if claim.assuming is None else symbolic.value(claim.assuming)
        conditions = [*position.unknowns.conditions, assuming]
        premise.look(hunt, conditions)
        broken = negate(symbolic.value(claim.holds))
        about = f"{claim.name}, {position}"
        model = hunt.find([*conditions, broken], position.wishes(), about)
        if model is not None:
            witness = _broken_position(inquiry.program, claim, position.data(model))
            return Result(CODE, Verdict.REFUTED, "", claim.name, claim.span, witness)
    return premise.result(hunt)


class _Premise:
    """Whether what a claim assumes is ever so."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.met = claim, claim.assuming is None

    def look(self, hunt: Hunt, conditions: list[Any]) -> None:
        """Ask, until it is known."""
        if not self.met:
            self.met = hunt.find(conditions, about=f"{self.claim.name}, its premise") is not None

    def result(self, hunt: Hunt) -> Result:
        """The result when nothing was found against the claim."""
        verdict = hunt.verdict
        if verdict == Verdict.PROVED and not self.met:
            verdict = Verdict.VACUOUS
        return Result(CODE, verdict, "", self.claim.name, self.claim.span)


def _broken_position(program: Program, claim: Claim, data: dict[str, Any]) -> Witness:
    """Let the interpreter judge the position."""
    rules = Rules(program, data["options"])
    evaluator = Evaluator(program)
    holds = evaluator.expression(claim.holds)
    assuming = None if claim.assuming is None else evaluator.expression(claim.assuming)
    world = program.world
    if claim.at == "trick":
        facts, found = _trick_facts(rules, data)
        texts = [n for n in (claim.assuming, claim.holds) if n is not None]
        if program.reads(texts).isdisjoint({"hand", "any-card", "exposed"}):
            data = {k: v for k, v in data.items() if k not in {"hand", "seat"}}
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
    known = play_facts(rules, {k: v for k, v in data.items() if k != "trick"})
    own = read.mask([rules.world.card_index[c] for c in data["hand"]])
    exposed = read.mask([rules.world.card_index[c] for c in data.get("exposed", ())])
    known["hand"] = lambda seat: own if seat == data["seat"] else 0
    env = rules.play.start(known | read.hands(rules.world, data.get("hands")))
    number = int(data.get("trick_number", 1))
    rules.play.place(env, trick, trick.leader, own, number, exposed)
    facts = dict(env.facts)
    return facts, {"winner": rules.play.winner(env, trick, number)}


def _at_settlement(inquiry: Inquiry, claim: Claim) -> Result:
    hunt, premise = inquiry.hunt(CODE), _Premise(claim)
    for sheet in inquiry.sheets:
        for run, condition in runs(sheet):
            # Claims speak of what was carried into the deal, not of what it leaves.
            symbolic = Symbolic(inquiry.program, run.facts | carried_in(sheet))
            assuming = True if claim.assuming is None else symbolic.value(claim.assuming)
            conditions = [*sheet.unknowns.conditions, condition, assuming]
            premise.look(hunt, conditions)
            broken = negate(symbolic.value(claim.holds))
            about = f"{claim.name}, {run.outcome.name}, {sheet}"
            model = hunt.find([*conditions, broken], sheet.unknowns.wishes, about)
            if model is not None:
                witness = _broken_sheet(claim, *concrete(sheet, model))
                return Result(CODE, Verdict.REFUTED, f"outcome {run.outcome.name}", claim.name,
                              claim.span, witness)  # fmt: skip
    return premise.result(hunt)


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
