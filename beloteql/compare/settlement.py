"""Settlement of two rulesets: the same points on every score sheet, or sheets that differ.

The sheet is the same for both: card points, tricks, last trick, contract, what was carried into
the deal. Groups of melds that both have are worth the same; where only one counts a group,
or carries something, there is none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from beloteql.batch.score import line
from beloteql.compare.finding import Case, Finding, Json, Relation
from beloteql.compare.pair import PRIVATE, Kind, Pair
from beloteql.core.program import Program
from beloteql.errors import InternalError
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import Settlement, initial_state, points_held
from beloteql.semantics.symbolic import (
    Symbolic,
    at_most,
    disjoin,
    either,
    negate,
    open_truth,
    renamed,
    same,
    total,
)
from beloteql.verify.dealing import Shape, shape
from beloteql.verify.settlement import Run, concrete, runs
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model, Solver
from beloteql.verify.unknown import seats, strains

PART = "settlement"
RLIMIT = 20_000_000
MOST_CASES = 3
SCOPE = "melds and carried points that only one knows are left out"
T = TypeVar("T")


def settlement(pair: Pair) -> Iterator[Finding]:
    """What is paid and carried, for each kind of contract that both have."""
    shapes = shape(pair.a), shape(pair.b)
    for kind in pair.kinds:
        if shapes[0] == shapes[1]:
            yield _Search(pair, kind, shapes[0]).finding()
        else:
            detail = f"{shapes[0].tricks} tricks in A, {shapes[1].tricks} in B"
            yield Finding(PART, kind.name, Relation.APART, detail)


@dataclass(frozen=True, slots=True)
class _Way:
    """One outcome of A and one of B, with the condition that both decide."""

    sheets: tuple[OpenSheet, OpenSheet]
    runs: tuple[Run, Run]
    conditions: list[Any]


class _Search:
    """Looks for score sheets of a kind of contract on which the two pay differently."""

    def __init__(self, pair: Pair, kind: Kind, shape_: Shape) -> None:
        self.pair, self.kind, self.shape = pair, kind, shape_
        self.solver = Solver(rlimit=RLIMIT, direct=True)
        self.undecided = self.shared = False
        self.sheets: list[tuple[OpenSheet, OpenSheet]] = []
        self.deals: dict[int, tuple[list[Any], list[Any]]] = {}

    def finding(self) -> Finding:
        """Whether the settlement is the same, with a case for some pairs of outcomes."""
        cases: list[Case] = []
        seen: set[tuple[str, str]] = set()
        for way in self._ways():
            outcomes = (way.runs[0].outcome.name, way.runs[1].outcome.name)
            if outcomes in seen:
                continue
            found = self._find(way)
            if found is not None:
                seen.add(outcomes)
                cases.append(self._confirmed(way, *found))
            if sum("doubt" not in c.data for c in cases) == MOST_CASES:
                break
        # Cases of contracts that no auction is known to end in stand in for better ones only.
        cases = [c for c in cases if "doubt" not in c.data] or cases[:1]
        if cases:
            relation = Relation.DIFFERENT
        elif self.undecided:
            relation = Relation.UNDECIDED
        elif not self.shared:
            sums = [sum(p.world.points[s]) for p, s in
                    zip((self.pair.a, self.pair.b), self.kind.strains[0], strict=True)]  # fmt: skip
            detail = f"no score sheet fits both: the cards are worth {sums[0]} in A, {sums[1]} in B"
            return Finding(PART, self.kind.name, Relation.APART, detail)
        else:
            relation = Relation.EQUAL
        return Finding(PART, self.kind.name, relation, SCOPE, tuple(cases))

    def _of(self, b: bool, make: Callable[[], T]) -> T:
        """Something of the sheet of A or B, by its own names."""
        groups = tuple(f"{name} " for name in self.pair.b.melds)

        def name(text: str) -> str:
            if not b:
                return text
            return PRIVATE + text if text.startswith(groups) else self.pair.own(text)

        with renamed(name):
            return make()

    def _ways(self) -> Iterator[_Way]:
        programs = (self.pair.a, self.pair.b)
        alike = all(len(strains(p, "settle")) < len(p.world.callable_strains) for p in programs)
        takers = sorted({s for p in programs for s in seats(p, "settle")})
        for step in self.kind.strains[:1] if alike else self.kind.strains:
            for taker in takers:
                yield from self._of_contract(step, taker)

    def _of_contract(self, step: tuple[int, int], taker: int) -> Iterator[_Way]:
        a, b = (
            self._of(bool(i), partial(OpenSheet, p, s, self.shape, taker))
            for i, (p, s) in enumerate(zip((self.pair.a, self.pair.b), step, strict=True))
        )
        self.sheets.append((a, b))  # kept, so that no other gets their place in memory
        common = [*a.unknowns.conditions, *b.unknowns.conditions, *self._same_sheet(a, b)]
        # Nothing differs where nothing is shared; that would prove too much.
        self.shared = self.shared or self.solver.ask(common).yes
        ways_b = self._of(True, lambda: runs(b))
        for run_a, holds_a in self._of(False, lambda: runs(a)):
            for run_b, holds_b in ways_b:
                yield _Way((a, b), (run_a, run_b), [*common, holds_a, holds_b])

    def _same_sheet(self, a: OpenSheet, b: OpenSheet) -> list[Any]:
        """What makes the two sheets one: melds, and what only one of them knows of."""
        found: list[Any] = []
        for group in dict.fromkeys((*a.melds, *b.melds)):
            nothing = [0] * len(a.cards)
            rows = (a.melds.get(group, nothing), b.melds.get(group, nothing))
            found += [x == y for x, y in zip(*rows, strict=True)]
        for i, sheet in enumerate((a, b)):
            program = sheet.program
            start = initial_state(program, Rules(program).option_facts())
            for name in program.state:
                if not self.pair.shares_state(name):
                    found += self._of(bool(i), partial(_is, sheet, name, start[name]))
        return found

    def _find(self, way: _Way) -> tuple[Model, str] | None:
        """A sheet on which the two differ, and what is doubtful about it."""
        differs = disjoin(
            x != y for x, y in zip(*(self._paid(way, b) for b in (False, True)), strict=True)
        )
        terms = [*way.conditions, differs]
        answered = self.solver.ask(terms)
        if answered.model is None:
            self.undecided = self.undecided or not answered.no
            return None
        wishes = [w for s in way.sheets for w in s.unknowns.wishes]
        cards, real = self._of_deals(way.sheets)
        terms += cards
        model = self.solver.ask([*terms, *real], wishes).model
        if model is not None:
            return model, ""
        answered = self.solver.ask(terms, wishes)
        if answered.model is None:
            self.undecided = self.undecided or not answered.no
            return None
        return answered.model, "no auction was found that ends in such a contract"

    def _of_deals(self, sheets: tuple[OpenSheet, OpenSheet]) -> tuple[list[Any], list[Any]]:
        """That cards make up the points, and that auctions end in such contracts."""
        key = id(sheets[0])
        if key not in self.deals:
            real = [
                self._of(b, partial(known.condition, sheets[b]))
                for b, known in zip((False, True), self.pair.contracts, strict=True)
            ]
            self.deals[key] = (_of_cards(sheets), real)
        return self.deals[key]

    def _paid(self, way: _Way, b: bool) -> list[Any]:
        """What is written down for each side, and the points that are carried on."""
        return self._of(b, lambda: _written(way.runs[b]))

    def _confirmed(self, way: _Way, model: Model, doubt: str) -> Case:
        """Let both interpreters settle the sheet. A disagreement is a fault of ours."""
        said: list[Json] = []
        asked: list[Json] = []
        for b in (False, True):
            rules, sheet, data = self._of(b, partial(concrete, way.sheets[b], model))
            found = rules.settle.settle(sheet)
            values = [*found.scores, points_held(rules.program, found.state)]
            expected = [model.whole(x) for x in self._paid(way, b)]
            if values != expected or found.outcome.name != way.runs[b].outcome.name:
                raise InternalError(
                    f"the solver pays {expected} for {data}, the interpreter of "
                    f"{rules.program.id} {values} ({found.outcome.name})"
                )
            asked.append(data)
            said.append(_shown(rules.program, found))
        shared = {k: v for k, v in asked[0].items() if k != "options"}
        for verdict, data in zip(said, asked, strict=True):
            verdict["options"] = data["options"]
        own = {k: v for k, v in asked[1].items() if k != "options" and shared.get(k) != v}
        if own:
            said[1]["asked"] = own
        if doubt:
            shared["doubt"] = doubt
        return Case("sheet", shared, *said)


def _of_cards(sheets: tuple[OpenSheet, OpenSheet]) -> list[Any]:
    """That some cards make up the points of each side: four in a trick where four play."""
    world = sheets[0].world
    deck, sides = range(len(world.cards)), range(world.sides)
    has = [[open_truth(f"side {s} takes {world.cards[c]}") for c in deck] for s in sides]
    found = [at_most(1, [has[s][c] for s in sides]) for c in deck]
    for side in sides:
        size = total([either(g, 1, 0) for g in has[side]])
        found.append(size == world.seats * sheets[0].tricks[side])
        for sheet in sheets:
            took_last = sheet.facts["last-trick"](side)
            worth = sheet.world.points[sheet.strain]
            cards = [either(g, worth[c], 0) for c, g in zip(deck, has[side], strict=True)]
            last = sheet.program.last_trick
            bonus = 0 if last is None else Symbolic(sheet.program, sheet.facts).value(last)
            found.append(total([*cards, either(took_last, bonus, 0)]) == sheet.cards[side])
    return found


def _is(sheet: OpenSheet, name: str, value: Any) -> list[Any]:
    """That a state has a value."""
    now = sheet.facts[f"state.{name}"]
    values = list(value) if isinstance(value, tuple) else [value]
    parts = [now(s) for s in range(len(values))] if isinstance(value, tuple) else [now]
    found = []
    for part, wanted in zip(parts, values, strict=True):
        if isinstance(part, tuple):  # a set, by its elements
            found += [same(g, bool(wanted >> i & 1)) for i, g in enumerate(part)]
        elif sheet.program.state[name].type.name == "Bool":
            found.append(part if wanted else negate(part))
        elif hasattr(part, "guard"):
            found.append(part.guard(wanted))
        else:
            found.append(part == wanted)
    return found


def _written(run: Run) -> list[Any]:
    program, sides = run.program, run.sides
    symbolic = Symbolic(program, run.facts)
    if program.final is None:
        scores = list(run.paid)
    else:
        scores = [symbolic.value(program.final, side=s) for s in sides]
    return [*scores, run.held(run.state)]


def _shown(program: Program, found: Settlement) -> Json:
    """What a ruleset makes of a sheet: the outcome with its place, and the lines that pay."""
    return {
        "outcome": found.outcome.name,
        "scores": list(found.scores),
        "carried": points_held(program, found.state),
        "rule": {
            "rule": found.outcome.path, "name": found.outcome.name,
            "file": found.outcome.span.source.name, "line": found.outcome.span.line, "reason": "",
        },
        "breakdown": [line(paid) for paid in found.lines if paid.points],
    }  # fmt: skip
