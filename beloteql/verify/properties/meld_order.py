"""The comparison of melds decides, or the ruleset says what becomes of equals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from beloteql.batch.lines import answer
from beloteql.batch.read import show_contract
from beloteql.core import ir
from beloteql.core.program import TIES, Group, Pattern, Program
from beloteql.core.types import BOOL, INT
from beloteql.core.world import members
from beloteql.errors import InternalError
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import Symbolic, choices, conjoin, disjoin, operate
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.solve import Model
from beloteql.verify.unknown import Unknowns, strains
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "melds.order"


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld that somebody may hold: its pattern, cards, length, highest rank and suit."""

    pattern: Pattern
    cards: int
    length: int
    rank: int
    suit: int


Pair = tuple[tuple[int, int], Shape, Shape]
"""Two players and a meld of each."""


def meld_order(inquiry: Inquiry) -> list[Result]:
    """Of each group that is compared: two melds of two sides are never equal, or `tie` is given.

    Each of the two may be any meld of the group that fits beside the other; the hands hold
    nothing else.
    """
    groups = [g for g in inquiry.program.melds.values() if g.compared]
    return [_group(inquiry.hunt(CODE), group) for group in groups]


def _group(hunt: Hunt, group: Group) -> Result:
    program = hunt.inquiry.program
    if any(name.startswith("state.") for name in program.reads(_texts(group))):
        detail = "the comparison hangs on what earlier deals have left"
        return Result(CODE, Verdict.UNSUPPORTED, detail, group.name, group.span)
    for strain in strains(program, "settle"):
        question = _Question(program, group, strain)
        asked = [*question.unknowns.conditions, disjoin(e for _, e in question.pairs)]
        about = f"{group.name}, strain {program.world.strains[strain]}"
        model = hunt.find(asked, question.unknowns.wishes, about)
        if model is None:
            continue
        witness = question.witness(model)
        if group.tie is not None:
            shown = " = ".join(witness.found["equally good"])
            return Result(CODE, Verdict.PROVED, f'"tie" says who is paid where {shown}', group.name)
        detail = f"{' and '.join(witness.found['equally good'])} are equally good"
        return Result(CODE, Verdict.REFUTED, detail, group.name, group.span, witness)
    return Result(CODE, hunt.verdict, "no two melds are equally good", group.name)


def _texts(group: Group) -> list[ir.Node]:
    """The rule texts that say what is a meld and which is better."""
    nodes = [group.when, *(group.best or ())]
    nodes += [n for p in group.patterns for n in (p.when, p.points)]
    return [n for n in nodes if n is not None]


class _Question:
    """Under a contract in a strain: two melds of two players who are opponents."""

    def __init__(self, program: Program, group: Group, strain: int) -> None:
        self.program, self.world, self.group, self.strain = program, program.world, group, strain
        unknowns = self.unknowns = Unknowns(program)
        deck = list(range(len(self.world.cards)))
        self.contract = unknowns.fields(
            strain, unknowns.one_of("taker", list(range(self.world.seats)))
        )
        self.facts: dict[str, Any] = {
            **unknowns.option_facts(), **self.contract, **unknowns.table_facts(),
            "turned": unknowns.one_of("turned", deck),
        }  # fmt: skip
        unknowns.require(self.facts)
        self.symbolic = Symbolic(program, self.facts)
        self.pairs = self._pairs()

    def _seats(self) -> list[tuple[int, int]]:
        """Two players of different sides; any two where a rule text looks at who melds."""
        nodes = [n for root in _texts(self.group) for n in ir.walk(root)]
        if not any(isinstance(n, ir.Variable) and n.name == "seat" for n in nodes):
            return [(0, 1)]
        side = self.world.side_of
        every = permutations(range(self.world.seats), 2)
        return [(s, t) for s, t in every if side(s) != side(t)]

    def _pairs(self) -> list[tuple[Pair, Any]]:
        """Each two melds that can lie in two hands, with the condition that they are equal."""
        when = True if self.group.when is None else self.symbolic.value(self.group.when)
        found = list(shapes_of(self.program, self.group))
        pairs = []
        for seats in self._seats():
            one, other = ([self._measure(m, seat) for m in found] for seat in seats)
            for i, j in combinations(range(len(found)), 2):
                if found[i].cards & found[j].cards:
                    continue
                (holds, mine), (also, theirs) = one[i], other[j]
                equal = conjoin((when, holds, also, self._same(mine, theirs)))
                if equal is not False:
                    pairs.append(((seats, found[i], found[j]), equal))
        return pairs

    def _measure(self, meld: Shape, seat: int) -> tuple[Any, list[Any]]:
        """Whether it is a meld, and what it is compared by."""
        values = {"length": meld.length, "rank": meld.rank, "suit": meld.suit, "seat": seat}
        pattern = meld.pattern
        holds = True if pattern.when is None else self.symbolic.value(pattern.when, **values)
        points = self.symbolic.value(pattern.points, **values)
        if self.group.compare == "sum":
            return holds, [points]
        values |= {"points": points, "pattern": self.world.pattern_type.values.index(pattern.name)}
        return holds, [self.symbolic.value(key, **values) for key in self.group.best or ()]

    def _same(self, mine: list[Any], theirs: list[Any]) -> Any:
        """Whether two melds are alike in all that they are compared by."""
        nodes = self.group.best or ()
        types_ = [INT] if self.group.compare == "sum" else [node.type for node in nodes]
        return conjoin(
            operate(self.world, "eq", BOOL, type_, m, n)
            for type_, m, n in zip(types_, mine, theirs, strict=True)
        )

    def witness(self, model: Model) -> Witness:
        """Two hands in which the interpreter finds the melds, and finds them equal."""
        seats, *melds = next(pair for pair, equal in self.pairs if model.truth(equal))
        fields = self.unknowns.fields_in(model, self.contract)
        hands: list[list[str]] = [[] for _ in range(self.world.seats)]
        for seat, meld in zip(seats, melds, strict=True):
            hands[seat] = [self.world.cards[c] for c in members(meld.cards)]
        scores = [model.whole(self.facts["score"](s)) for s in range(self.world.sides)]
        options = self.unknowns.options_in(model)
        data = {
            "contract": show_contract(Rules(self.program), fields), "hands": hands,
            "dealer": model.chosen(choices(self.facts["dealer"])),
            "turn_up": self.world.cards[model.chosen(choices(self.facts["turned"]))],
            "scores_before": scores, "deals": model.whole(self.facts["deals"]),
            "said": self.unknowns.said_in(model), "options": options,
        }  # fmt: skip
        found = answer(Rules(self.program), "melds", data)
        decided = found["groups"][self.group.name]["decided"]
        shown = [m for row in found["seats"] for m in row if m["group"] == self.group.name]
        if decided not in {"tie", *TIES} or sorted(m["seat"] for m in shown) != sorted(seats):
            raise InternalError(f"the solver finds equal melds in {data}, the interpreter {found}")
        named = [f"{' '.join(m['cards'])} of seat {m['seat']}" for m in shown]
        return Witness("melds", data, {"equally good": named, "decided": decided}, options)


def shapes_of(program: Program, group: Group) -> Iterator[Shape]:
    """Every meld of a group that some cards make, alone."""
    world = program.world
    ranks, suits = len(world.ranks), len(world.suits)
    for pattern in group.patterns:
        if pattern.run is not None:
            least, most = pattern.run
            for suit in range(suits):
                for length in range(least, min(most, ranks) + 1):
                    for start in range(ranks - length + 1):
                        cards = ((1 << length) - 1) << suit * ranks + start
                        yield Shape(pattern, cards, length, start + length - 1, suit)
        elif pattern.same:
            for rank in range(ranks):
                for held in combinations(range(suits), pattern.same):
                    cards = sum(1 << s * ranks + rank for s in held)
                    yield Shape(pattern, cards, pattern.same, rank, max(held))
        else:
            for suit in range(suits):
                cards = sum(1 << suit * ranks + r for r in pattern.ranks)
                yield Shape(pattern, cards, len(pattern.ranks), max(pattern.ranks), suit)
