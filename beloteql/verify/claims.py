"""What the author claims: proved or refuted with the same positions, tricks and sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from beloteql.batch.lines import answer
from beloteql.core.program import Claim, Program
from beloteql.errors import InternalError, RulesetError
from beloteql.game.match import Match
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Settlement, Sheet
from beloteql.semantics.symbolic import Symbolic, negate
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.played import played_deal
from beloteql.verify.positions import Position
from beloteql.verify.reach import NOT_FOUND, reached
from beloteql.verify.settlement import carried_in, concrete, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "claim"
_THINGS = {"position": "play", "trick": "trick", "sheet": "settle", "deal": "deal"}


def claims(inquiry: Inquiry) -> list[Result]:
    """Every claim of the ruleset."""
    return [_expected(c, decide(inquiry, c)) for c in inquiry.program.claims.values()]


def _expected(claim: Claim, result: Result) -> Result:
    """Turn a refutation that the author expects into a good end, and a proof into a bad one."""
    if claim.expect != "refuted" or result.verdict not in {Verdict.PROVED, Verdict.REFUTED}:
        return result
    if result.verdict == Verdict.REFUTED:
        return replace(result, verdict=Verdict.EXPECTED)
    detail = "the ruleset expects this to be refuted, but it holds"
    return replace(result, verdict=Verdict.REFUTED, detail=detail)


@dataclass(frozen=True, slots=True)
class _Case:
    """One family of cases: what is open in it, what binds it, and what is plain."""

    about: str
    at: Position | OpenSheet
    symbolic: Symbolic
    conditions: list[Any]
    wishes: list[Any]
    detail: str = ""


def decide(inquiry: Inquiry, claim: Claim) -> Result:
    """What becomes of one claim.

    A case is looked for that shows the opposite of `every` and `no`, or that `some` is right.
    """
    hunt = inquiry.hunt(CODE)
    shows = Verdict.PROVED if claim.quantifier == "some" else Verdict.REFUTED
    met = claim.assuming is None
    result = Result(CODE, Verdict.UNDECIDED, "", claim.name, claim.span,
                    title=f"the author's claim at {_THINGS[claim.kind]}")  # fmt: skip
    unsure: Result | None = None
    for case in _cases(inquiry, claim):
        symbolic = case.symbolic
        assuming = True if claim.assuming is None else symbolic.value(claim.assuming)
        conditions = [*case.conditions, assuming]
        met = met or hunt.find(conditions, about=f"{claim.name}, its premise") is not None
        holds = symbolic.value(claim.holds)
        sought = negate(holds) if claim.quantifier == "every" else holds
        about = f"{claim.name}, {case.about}"
        model = hunt.find([*conditions, sought], case.wishes, about)
        if model is not None:
            witness, sure = _confirmed(inquiry.program, claim, case.at, model)
            if sure:
                detail = case.detail
                if claim.phase == "play" and claim.expect != "refuted" and not witness.record:
                    detail = NOT_FOUND
                return replace(result, verdict=shows, detail=detail, witness=witness)
            detail = "there is such a score sheet, and no deal was found that comes to it"
            unsure = unsure or replace(result, detail=detail, witness=witness)
    if unsure is not None or hunt.undecided:
        return unsure or result
    if claim.quantifier == "some":
        return replace(result, verdict=Verdict.REFUTED, detail=f"there is no such {claim.kind}")
    return replace(result, verdict=Verdict.PROVED if met else Verdict.VACUOUS)


def _cases(inquiry: Inquiry, claim: Claim) -> Iterator[_Case]:
    """All families of cases that a claim speaks of."""
    if claim.phase == "play":
        playing = claim.kind == "position"
        for position in inquiry.positions if playing else inquiry.tricks:
            yield _Case(
                str(position), position, position.judged if playing else position.symbolic,
                position.unknowns.conditions, position.wishes(),
            )  # fmt: skip
        return
    for sheet in inquiry.sheets:
        for run, condition in runs(sheet):
            # Claims speak of what was carried into the deal, not of what it leaves.
            symbolic = Symbolic(inquiry.program, run.facts | carried_in(sheet))
            yield _Case(
                f"{run.outcome.name}, {sheet}", sheet, symbolic,
                [*sheet.unknowns.conditions, condition, claim.kind != "deal" or sheet.room],
                sheet.unknowns.wishes,
                f"outcome {run.outcome.name}",
            )  # fmt: skip


class _Judge:
    """The interpreter on whether a case is one that was looked for."""

    def __init__(self, program: Program, claim: Claim) -> None:
        self.claim, self.evaluator = claim, Evaluator(program)
        self._holds = self.evaluator.expression(claim.holds)
        self._assuming = self.evaluator.maybe(claim.assuming)

    def finds(self, facts: dict[str, Any]) -> bool:
        """Whether what the claim assumes is so, and what it holds, or not, as was sought."""
        if self._assuming is not None and not self._assuming(self.evaluator.env(facts)):
            return False
        holds = bool(self._holds(self.evaluator.env(facts)))
        return holds != (self.claim.quantifier == "every")

    def finds_settled(self, rules: Rules, sheet: Sheet, settlement: Settlement) -> bool:
        """The same for a score sheet that has been settled."""
        facts = rules.settle.facts(sheet)
        facts["outcome"] = rules.world.outcomes.index(settlement.outcome.name)
        facts["winner"] = settlement.winner
        facts["paid"] = settlement.paid.__getitem__
        return self.finds(facts)


def _confirmed(
    program: Program, claim: Claim, at: Position | OpenSheet, model: Model
) -> tuple[Witness, bool]:
    """A case as a witness, with the interpreter's word for it, and whether that is enough."""
    judge = _Judge(program, claim)
    if isinstance(at, Position):
        witness = _position(program, claim, judge, at.data(model))
        if claim.expect == "refuted":
            return witness, True  # it is known, and nobody asks to see it
        rules = Rules(program, witness.options)
        record = reached(rules, witness.data, partial(_so_in_play, claim, judge))
        return replace(witness, record=record), True
    rules, sheet, data = concrete(at, model)
    settlement = rules.settle.settle(sheet)
    if not judge.finds_settled(rules, sheet, settlement):
        raise InternalError(f"the solver finds {claim.name} in {data}, the interpreter does not")
    found = {"outcome": settlement.outcome.name, "paid": list(settlement.paid)}
    witness = Witness("score", data, found, data["options"])
    if claim.kind != "deal":
        return witness, True

    def test(sheet: Sheet, settlement: Settlement) -> bool:
        try:
            return judge.finds_settled(rules, sheet, settlement)
        except RulesetError:
            return False  # the claim speaks of something that this deal does not have

    record = played_deal(rules, test, sheet)
    if record is None:
        return witness, False
    events = record[max(i for i, e in enumerate(record) if e.get("event") == "deal") :]
    end = next(e for e in reversed(events) if e["event"] == "settlement")
    found = {"outcome": end["outcome"], "scores": end["scores"]}
    return Witness("played", {"events": events}, found, data["options"], record), True


def _so_in_play(claim: Claim, judge: _Judge, match: Match) -> bool:
    """Whether a match is in a position, or behind a trick, that was sought."""
    deal = match.deal
    if deal is None or deal.trick is None or deal.talk is not None:
        return False
    play = deal.rules.play
    if claim.kind == "trick":
        if deal.trick.cards or not deal.taken:
            return False
        trick = deal.taken[-1].trick
        env = play.start(deal.facts())
        play.place(env, trick, trick.leader, 0, len(deal.taken))
        facts = dict(env.facts)
    else:
        env = deal.placed()
        facts = {**env.facts, "legal": play.decide(env)[1]}
    try:
        return judge.finds(facts)
    except RulesetError:
        return False  # the claim speaks of something that is not there yet


def _position(program: Program, claim: Claim, judge: _Judge, data: dict[str, Any]) -> Witness:
    """Let the interpreter judge a position or a trick."""
    rules = Rules(program, data["options"])
    world = program.world
    if claim.kind == "trick":
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
        sought = judge.finds(facts)
    except RulesetError as error:
        if claim.quantifier == "some":
            raise
        # The claim speaks of something that is not there yet, such as the suit led.
        message = {"message": error.diagnostics[0].message}
        return Witness("position", data, {**found, **message}, data["options"])
    if not sought:
        raise InternalError(f"the solver finds {claim.name} in {data}, the interpreter does not")
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
