"""Properties of the settlement, proved for every score sheet of every contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beloteql.core.program import Line, Outcome, Program
from beloteql.core.types import SIDE
from beloteql.core.world import members
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.contract import field_facts, shown_field
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Sheet, points_held
from beloteql.semantics.symbolic import (
    Symbolic,
    choices,
    conjoin,
    disjoin,
    either,
    negate,
    table,
    total,
)
from beloteql.semantics.talk import Said, said_in
from beloteql.verify.deal import shape
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model, satisfy
from beloteql.verify.unknown import all_roots, seats, strains
from beloteql.verify.verdict import Result, Verdict, Witness


def sheets(program: Program) -> list[OpenSheet]:
    """The open sheets of each kind of contract."""
    of_deal = shape(program)
    return [
        OpenSheet(program, strain, of_deal, taker)
        for strain in strains(program)
        for taker in seats(program, "settle")
    ]


def holding(sheet: OpenSheet) -> list[tuple[Outcome, Any]]:
    """Each outcome with the condition under which it is the one that decides."""
    symbolic = Symbolic(sheet.program, sheet.facts)
    found: list[tuple[Outcome, Any]] = []
    earlier: list[Any] = []
    for outcome in sheet.program.outcomes:
        when = True if outcome.when is None else symbolic.value(outcome.when)
        found.append((outcome, conjoin((when, *(negate(e) for e in earlier)))))
        earlier.append(when)
    return found


def covered(program: Program) -> Result:
    """Every result has an outcome (that it has only one follows from their order)."""
    title, code = "every result of a deal has exactly one outcome", "settle.covered"
    undecided = False
    for sheet in sheets(program):
        none = negate(disjoin(c for _, c in holding(sheet)))
        found = satisfy([*sheet.unknowns.conditions, none], sheet.unknowns.wishes)
        if found.yes:
            assert found.model is not None
            witness = _uncovered(sheet, found.model)
            last = program.outcomes[-1].span if program.outcomes else None
            return Result(code, title, Verdict.REFUTED, witness.found["message"], span=last,
                          witness=witness)  # fmt: skip
        undecided = undecided or not found.no
    verdict = Verdict.UNDECIDED if undecided else Verdict.PROVED
    return Result(code, title, verdict, f"{len(program.outcomes)} outcomes, every score sheet")


def live_outcomes(program: Program) -> list[Result]:
    """Each outcome, and each entry of `also`, can happen."""
    title, code = "every outcome can happen", "settle.no-dead-outcome"
    alive: set[str] = set()
    unknown = False
    entries = [*program.outcomes, *program.also]
    for sheet in sheets(program):
        conditions = [(o.path, c, o) for o, c in holding(sheet)]
        for path, condition, _ in conditions + _also_conditions(sheet):
            if path not in alive and condition is not False:
                found = satisfy([*sheet.unknowns.conditions, condition])
                if found.yes:
                    alive.add(path)
                unknown = unknown or not (found.yes or found.no)
    dead = [e for e in entries if e.path not in alive]
    if not dead:
        return [Result(code, title, Verdict.PROVED, f"all {len(entries)} entries")]
    verdict = Verdict.UNDECIDED if unknown else Verdict.REFUTED
    return [Result(code, title, verdict, f'"{e.name}" never happens', e.name, e.span) for e in dead]


def _also_conditions(sheet: OpenSheet) -> list[tuple[str, Any, Outcome]]:
    found = []
    for outcome, condition in holding(sheet):
        run = Run(sheet, outcome)
        for entry, when in run.also:
            found.append((entry.path, conjoin((condition, when)), entry))
    return found


@dataclass
class Run:
    """The settlement of an open sheet, given that one outcome decides."""

    sheet: OpenSheet
    outcome: Outcome

    def __post_init__(self) -> None:
        program = self.sheet.program
        self.program = program
        self.sides = range(program.world.sides)
        self.paid: list[Any] = [0 for _ in self.sides]
        self.state = {n: self.sheet.facts[f"state.{n}"] for n in program.state}
        self.facts = dict(self.sheet.facts)
        self.facts["outcome"] = program.world.outcomes.index(self.outcome.name)
        self.facts["paid"] = table(self.paid)
        symbolic = Symbolic(program, self.facts)
        winner = self.outcome.winner
        self.winner = None if winner is None else symbolic.value(winner)
        self.facts["winner"] = self.winner if self.winner is not None else 0
        self._apply(self.outcome, True)
        self.also: list[tuple[Outcome, Any]] = []
        for entry in program.also:
            when = True
            if entry.when is not None:
                when = Symbolic(program, self.facts).value(entry.when)
            self.also.append((entry, when))
            if when is not False:
                self._apply(entry, when)

    def _apply(self, entry: Outcome, when: Any) -> None:
        symbolic = Symbolic(self.program, self.facts)
        paid = list(self.paid)
        for line in entry.pay:
            for side, guard in self._recipients(line, symbolic):
                points = symbolic.value(line.points, side=side)
                paid[side] = total([paid[side], either(conjoin((when, guard)), points, 0)])
        for name, node in entry.sets:
            if self.program.state[name].per_side:
                before = [self.state[name](s) for s in self.sides]
                after = [symbolic.value(node, side=s) for s in self.sides]
                self.state[name] = table(
                    [either(when, a, b) for a, b in zip(after, before, strict=True)]
                )
            else:
                after_value = symbolic.value(node, side=0)
                self.state[name] = either(when, after_value, self.state[name])
        self.paid = paid
        self.facts |= {"paid": table(paid), **{f"state.{n}": v for n, v in self.state.items()}}

    def _recipients(self, line: Line, symbolic: Symbolic) -> list[tuple[int, Any]]:
        if line.recipient is None:
            return [(s, True) for s in self.sides]
        value = symbolic.value(line.recipient)
        if line.recipient.type == SIDE:
            return list(choices(value))
        return list(enumerate(value))

    def held(self, state: dict[str, Any]) -> Any:
        """Points that wait for a winner in a state."""
        values = []
        for name, entry in self.program.state.items():
            if entry.points:
                value = state[name]
                values += [value(s) for s in self.sides] if entry.per_side else [value]
        return total(values)


def conserved(program: Program) -> Result | list[Result]:
    """What is paid, and what waits for the next deal, is what the deal is worth."""
    title, code = "the settlement hands out exactly what was won", "settle.conserved"
    if program.worth is None:
        return []  # the ruleset does not say that anything adds up
    undecided = False
    for sheet in sheets(program):
        for outcome, condition in holding(sheet):
            if condition is False:
                continue
            run = Run(sheet, outcome)
            before = {n: sheet.facts[f"state.{n}"] for n in program.state}
            carried_in = {f"state.{n}": v for n, v in before.items()}
            worth = Symbolic(program, run.facts | carried_in).value(program.worth)
            out = total([*run.paid, run.held(run.state)])
            into = total([worth, run.held(before)])
            differs = negate(out == into)
            found = satisfy([*sheet.unknowns.conditions, condition, differs], sheet.unknowns.wishes)
            if found.yes:
                assert found.model is not None
                witness = _lost(sheet, found.model)
                detail = (f"{witness.found['handed out']} handed out, "
                          f"{witness.found['worth']} won")  # fmt: skip
                return Result(code, title, Verdict.REFUTED, detail, span=outcome.span,
                              witness=witness)  # fmt: skip
            undecided = undecided or not found.no
    verdict = Verdict.UNDECIDED if undecided else Verdict.PROVED
    carried = any(s.points for s in program.state.values())
    detail = "carried points included" if carried else "nothing is carried"
    return Result(code, title, verdict, f"every score sheet, {detail}")


# --- witnesses ---------------------------------------------------------------------------


def concrete(sheet: OpenSheet, model: Model) -> tuple[Rules, Sheet, dict[str, Any]]:
    """A case as a score sheet of the interpreter, and in the shape of the question `score`."""
    program, world = sheet.program, sheet.world
    options = sheet.unknowns.options_in(model)
    rules = Rules(program, options)
    fields = sheet.unknowns.fields_in(model, sheet.contract)
    said = sheet.unknowns.said_in(model)
    sides = range(world.sides)
    state: dict[str, Any] = {}
    for name, entry in program.state.items():
        value = sheet.facts[f"state.{name}"]
        parts = [value(s) for s in sides] if entry.per_side else [value]
        known = [model.truth(v) if entry.type.name == "Bool" else model.whole(v) for v in parts]
        state[name] = tuple(known) if entry.per_side else known[0]
    cards = tuple(model.whole(c) for c in sheet.cards)
    tricks = tuple(model.whole(t) for t in sheet.tricks)
    last = model.chosen(choices(sheet.last_side))
    melds = {n: tuple(model.whole(p) for p in row) for n, row in sheet.melds.items()}
    scores = tuple(model.whole(sheet.facts["score"](s)) for s in sides)
    hands = [
        sum(1 << c for c, held in enumerate(hand) if model.truth(held)) for hand in sheet.hands
    ]
    seats = tuple(model.whole(sheet.facts["tricks-of"](s)) for s in range(world.seats))
    dealer = model.chosen(choices(sheet.facts["dealer"]))
    facts: dict[str, Any] = {
        **rules.option_facts(), **field_facts(fields),
        "dealer": dealer, "deals": model.whole(sheet.facts["deals"]),
        "score": scores.__getitem__, "turned": model.chosen(choices(sheet.facts["turned"])),
        "hand": (hands or [0] * world.seats).__getitem__,
        "said": said_in(tuple(Said(s["seat"], s["stage"], s["call"]) for s in said)),
    }  # fmt: skip
    data = {
        "taker": sheet.taker, "strain": world.strains[sheet.strain], "card_points": list(cards),
        "tricks_won": list(tricks), "last_trick": last,
        **({"tricks_by_seat": list(seats)} if "tricks-of" in _asked(program) else {}),
        **{n: shown_field(world, program.fields[n], v) for n, v in fields.items()
           if n not in {"taker", "strain"} and v != rules.start_fields()[n]},
        **{n: list(p) for n, p in melds.items() if any(p)},
        **{n: list(v) if isinstance(v, tuple) else v for n, v in state.items()},
        **({"said": said} if said else {}),
        **({"hands": [[world.cards[c] for c in members(h)] for h in hands]} if hands else {}),
        "options": options,
    }  # fmt: skip
    return rules, Sheet(fields, cards, tricks, last, melds, state, scores, seats, facts), data


def _uncovered(open_sheet: OpenSheet, model: Model) -> Witness:
    rules, sheet, data = concrete(open_sheet, model)
    try:
        settlement = rules.settle.settle(sheet)
    except RulesetError as error:
        if error.diagnostics[0].code == "BQ0707":
            message = error.diagnostics[0].message
            return Witness("score", data, {"message": message}, data["options"])
        raise
    raise InternalError(f"the solver finds no outcome for {data}, but there is "
                        f"{settlement.outcome.name}")  # fmt: skip


def _lost(open_sheet: OpenSheet, model: Model) -> Witness:
    rules, sheet, data = concrete(open_sheet, model)
    settlement = rules.settle.settle(sheet)
    worth = rules.settle.worth(sheet, settlement)
    assert worth is not None
    moved = points_held(rules.program, settlement.state) - points_held(rules.program, sheet.state)
    out = sum(settlement.paid) + moved
    if out == worth:
        raise InternalError(f"the solver finds {data} not conserved, but it is")
    found = {
        "outcome": settlement.outcome.name, "paid": list(settlement.paid), "carried": moved,
        "handed out": out, "worth": worth,
    }  # fmt: skip
    return Witness("score", data, found, data["options"])


def _asked(program: Program) -> set[str]:
    return program.reads(all_roots(program))
