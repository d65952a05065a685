"""Which calls a player may make does not hang on cards that he does not see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beloteql.batch.read import mask, show_contract
from beloteql.core import ir
from beloteql.core.program import Call, Program, Stage
from beloteql.core.terms import TERMS
from beloteql.core.types import BOOL, INT, Type
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.contract import field_facts, per_count
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import state_facts
from beloteql.semantics.symbolic import (
    Symbolic,
    at_most,
    choices,
    either,
    negate,
    open_truth,
    operate,
    table,
    total,
)
from beloteql.semantics.talk import Said, said_in
from beloteql.source import Span
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.peeking import Look
from beloteql.verify.solve import Model
from beloteql.verify.unknown import Unknowns
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "play.no-peeking"
_ON_THE_TABLE = {n for n, term in TERMS.items() if term.scope == "play"} - {"in-turn"}


def calls(inquiry: Inquiry) -> list[Result]:
    """One result for each stage or call that looks at the hands of others."""
    program = inquiry.program
    look = Look(program, frozenset({"me"}))
    return [
        _asked(inquiry.hunt(CODE), name, text, parameters, span)
        for name, text, parameters, span in _texts(program)
        if look.at_others([text])
    ]


Parameters = tuple[tuple[str, Type, ir.Node], ...]


def _texts(program: Program) -> Iterator[tuple[str, ir.Node, Parameters, Span]]:
    """The rule texts that say who is asked in a talk, and what he may say."""
    for talk in program.talks.values():
        for stage in talk.stages:
            if stage.asks is not None:
                yield stage.name, stage.asks, (), stage.span
            for call in stage.calls:
                yield from _of_call(stage, call)


def _of_call(stage: Stage, call: Call) -> Iterator[tuple[str, ir.Node, Parameters, Span]]:
    name = f"{stage.name} {call.name}"
    if call.when is not None:
        yield name, call.when, call.parameters, call.span
    for i, (_, _, domain) in enumerate(call.parameters):
        yield name, domain, call.parameters[:i], call.span


def _asked(hunt: Hunt, name: str, text: ir.Node, parameters: Parameters, span: Span) -> Result:
    program = hunt.inquiry.program
    numbers = [d for d in (text, *(d for _, _, d in parameters)) if d.type.element == INT]
    if any(not isinstance(d, ir.Const) for d in numbers):
        return Result(CODE, Verdict.UNSUPPORTED, "a choice of numbers hangs on what is open", name,
                      span)  # fmt: skip
    reads = program.reads([text, *(domain for _, _, domain in parameters)])
    if not reads.isdisjoint(_ON_THE_TABLE):
        detail = "it hangs on the trick as well"
        return Result(CODE, Verdict.UNSUPPORTED, detail, name, span)
    for strain in program.world.callable_strains:
        for me in range(program.world.seats):
            talk = _Talk(program, strain, me, parameters, reads)
            about = f"{name}, strain {program.world.strains[strain]}, seat {me}"
            model = hunt.find([*talk.conditions, talk.differs(text)], talk.unknowns.wishes, about)
            if model is not None:
                witness = talk.witness(text, model)
                if witness is None:
                    detail = "it reads a field of the contract that may be empty"
                    return Result(CODE, Verdict.UNDECIDED, detail, name, span)
                detail = "what may be called hangs on cards that the player does not see"
                return Result(CODE, Verdict.REFUTED, detail, name, span, witness)
    detail = "it looks at other hands, and it makes no difference"
    return Result(CODE, hunt.verdict, detail, name, span)


class _Talk:
    """A player who is to speak, twice: the others hold other cards, as many of them.

    `reads` are the names of all facts that are looked at.
    """

    def __init__(
        self, program: Program, strain: int, me: int, parameters: Parameters, reads: set[str]
    ) -> None:
        self.program, self.me, self._parameters, self._reads = program, me, parameters, reads
        unknowns = self.unknowns = Unknowns(program)
        world = program.world
        seats, deck = range(world.seats), list(range(len(world.cards)))
        self.contract = unknowns.fields(strain, unknowns.one_of("taker", list(seats)))
        self._may_be_empty()
        self.facts: dict[str, Any] = {
            **unknowns.option_facts(), **self.contract, **unknowns.table_facts(),
            "me": me, "in-turn": unknowns.one_of("in-turn", list(seats)),
            "passes": unknowns.number("passes"),
            "turned": unknowns.one_of("turned", deck),
        }  # fmt: skip
        unknowns.require(self.facts)
        self.parameters = {n: unknowns.value(n, t) for n, t, _ in parameters}
        self.hands = [self._hands(deal) for deal in ("", "'")]
        first = Symbolic(program, {**self.facts, "hand": table(self.hands[0])})
        self.conditions = [*unknowns.conditions]
        for name, type_, domain in parameters:
            if type_ == BOOL:
                continue
            among = first.value(domain, **self.parameters)
            self.conditions.append(
                operate(world, "member", BOOL, type_, self.parameters[name], among)
            )
        for hands in self.hands:
            self.conditions += [at_most(1, [hand[c] for hand in hands]) for c in deck]
        for one, other in zip(*self.hands, strict=True):
            counts = [total([either(c, 1, 0) for c in hand]) for hand in (one, other)]
            self.conditions.append(counts[0] == counts[1])
        for n in (3, 2, 1, 0):
            unknowns.wishes.append(at_most(n, [c for hand in self.hands[0] for c in hand]))

    def _may_be_empty(self) -> None:
        """In a talk any field may still be empty, where it is asked whether it is."""
        for name, field_ in self.program.fields.items():
            if f"known.{name}" not in self._reads or field_.type.element is not None:
                continue
            if field_.per:
                labels = range(per_count(self.program, field_.per))
                self.contract[f"known.{name}"] = table([open_truth(f"known {name} {i}")
                                                        for i in labels])  # fmt: skip
            else:
                self.contract[f"known.{name}"] = open_truth(f"known {name}")

    def _said(self, model: Model) -> list[dict[str, Any]]:
        """The calls that were made, of those that are asked for."""
        calls_ = [n.split(".")[1:] for n in sorted(self._reads) if n.startswith("said.")]
        return [
            {"seat": seat, "stage": stage, "call": call}
            for stage, call in calls_
            for seat in range(self.program.world.seats)
            if model.truth(self.facts["said"](seat, stage, call))
        ]

    def _hands(self, deal: str) -> list[tuple[Any, ...]]:
        world = self.program.world
        return [
            tuple(open_truth(f"hand {s}{'' if s == self.me else deal} {c}") for c in world.cards)
            for s in range(world.seats)
        ]

    def differs(self, text: ir.Node) -> Any:
        """That a text has another value when the others hold other cards."""
        one, other = (
            Symbolic(self.program, {**self.facts, "hand": table(hands)}).value(
                text, **self.parameters
            )
            for hands in self.hands
        )
        return negate(operate(self.program.world, "eq", BOOL, text.type, one, other))

    def witness(self, text: ir.Node, model: Model) -> Witness | None:
        """Let the interpreter work out the text with both deals. None if it can't be done."""
        program, world = self.program, self.program.world
        options = self.unknowns.options_in(model)
        rules = Rules(program, options)
        fields = self.unknowns.fields_in(model, self.contract)
        said = self._said(model)
        state: dict[str, Any] = {}
        for name, entry in program.state.items():
            value = self.facts[f"state.{name}"]
            parts = [value(s) for s in range(world.sides)] if entry.per_side else [value]
            known = [model.truth(v) if entry.type == BOOL else model.whole(v) for v in parts]
            state[name] = tuple(known) if entry.per_side else known[0]
        scores = [model.whole(self.facts["score"](s)) for s in range(world.sides)]
        facts: dict[str, Any] = {
            **rules.option_facts(), **field_facts(fields), **state_facts(state),
            "me": self.me, "in-turn": model.chosen(choices(self.facts["in-turn"])),
            "passes": model.whole(self.facts["passes"]),
            "dealer": model.chosen(choices(self.facts["dealer"])),
            "deals": model.whole(self.facts["deals"]), "score": scores.__getitem__,
            "turned": model.chosen(choices(self.facts["turned"])),
            "said": said_in(tuple(Said(s["seat"], s["stage"], s["call"]) for s in said)),
        }  # fmt: skip
        chosen = [self._chosen(model, n, t) for n, t, _ in self._parameters]
        evaluator = Evaluator(program)
        run = evaluator.expression(text, *self.parameters)
        held = [[[c for c, h in enumerate(hand) if model.truth(h)] for hand in hands]
                for hands in self.hands]  # fmt: skip
        values = []
        for hands in held:
            masks = [mask(hand) for hand in hands]
            env = evaluator.env({**facts, "hand": masks.__getitem__})
            try:
                values.append(world.show(int(run(env, *chosen)), text.type))
            except RulesetError as error:
                if error.diagnostics[0].code == "BQ0701":
                    return None  # the solver takes an empty field for one that holds anything
                raise
        if values[0] == values[1]:
            raise InternalError(f"the solver tells {held} apart, the interpreter does not")
        shown = [[[world.cards[c] for c in hand] for hand in hands] for hands in held]
        data = {
            "seat": self.me, "contract": show_contract(rules, fields),
            **{n: world.show(v, t) for (n, t, _), v in zip(self._parameters, chosen, strict=True)},
            "dealer": facts["dealer"], "passes": facts["passes"], "deals": facts["deals"],
            "scores_before": scores, **state, "said": said,
            "turn_up": world.cards[facts["turned"]], "hands": shown[0], "options": options,
        }  # fmt: skip
        found = {"it is": values[0], "with other hands": shown[1], "then it is": values[1]}
        return Witness("talk", data, found, options)

    def _chosen(self, model: Model, name: str, type_: Type) -> int:
        value = self.parameters[name]
        if type_ == INT:
            return model.whole(value)
        return int(model.truth(value)) if type_ == BOOL else model.chosen(choices(value))
