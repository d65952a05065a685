"""The settlement of open score sheets: which outcome decides, what is paid, what is carried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from beloteql.core.program import Line, Outcome, Program
from beloteql.core.types import SIDE
from beloteql.core.world import members
from beloteql.semantics.contract import field_facts, shown_field
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Sheet
from beloteql.semantics.symbolic import (
    Symbolic,
    choices,
    conjoin,
    either,
    negate,
    table,
    total,
)
from beloteql.semantics.talk import Said, said_in
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.unknown import all_roots


def holding(sheet: OpenSheet) -> list[tuple[Outcome, Any]]:
    """Each outcome with the condition under which it is the one that decides."""
    return sheet.once("holding", lambda: _holding(sheet))


def runs(sheet: OpenSheet) -> list[tuple[Run, Any]]:
    """The settlement by each outcome that can decide, with the condition that it does."""
    return sheet.once(
        "runs", lambda: [(Run(sheet, o), c) for o, c in holding(sheet) if c is not False]
    )


def carried_in(sheet: OpenSheet) -> dict[str, Any]:
    """The state before the deal: facts for what speaks of that and not of what the deal leaves."""
    return {n: v for n, v in sheet.facts.items() if n.startswith("state.")}


def _holding(sheet: OpenSheet) -> list[tuple[Outcome, Any]]:
    symbolic = Symbolic(sheet.program, sheet.facts)
    found: list[tuple[Outcome, Any]] = []
    earlier: list[Any] = []
    for outcome in sheet.program.outcomes:
        when = True if outcome.when is None else symbolic.value(outcome.when)
        found.append((outcome, conjoin((when, *(negate(e) for e in earlier)))))
        earlier.append(when)
    return found


class Priced(NamedTuple):
    """A line of the settlement for one side: the condition that it is paid, and how much.

    `symbolic` is what its points were worked out with.
    """

    entry: Outcome
    line: Line
    side: int
    paid: Any
    points: Any
    symbolic: Symbolic


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
        self.lines: list[Priced] = []
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
        self.before: dict[str, dict[str, Any]] = {}
        """For each entry of `also`, by path, the facts that it finds."""
        for entry in program.also:
            self.before[entry.path] = dict(self.facts)
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
                both = conjoin((when, guard))
                self.lines.append(Priced(entry, line, side, both, points, symbolic))
                paid[side] = total([paid[side], either(both, points, 0)])
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


def _asked(program: Program) -> set[str]:
    return program.reads(all_roots(program))
