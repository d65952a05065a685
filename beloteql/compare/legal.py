"""Legal play of two rulesets: the same, one within the other, or a hand on which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from beloteql.batch.legal import position as read_position
from beloteql.batch.legal import why
from beloteql.batch.lines import answer
from beloteql.compare.finding import Case, Finding, Json, Relation
from beloteql.compare.open_pair import Twin, twins
from beloteql.compare.pair import Kind, Pair
from beloteql.compare.reached import first_trick, in_its_trick, led_to
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import conjoin, disjoin, negate
from beloteql.verify.positions import Position
from beloteql.verify.solve import Model, Solver

PART = "legal"
ONLY_A, ONLY_B = "B within A", "A within B"
"""What a card refutes that is legal only in A, or only in B."""
MOST_TRIES = 6
"""In how many families of positions a deal is looked for that leads to a later trick."""


def legal(pair: Pair) -> Iterator[Finding]:
    """Legal play, for each kind of contract that both have."""
    for kind in pair.kinds:
        yield _Search(pair, kind).finding()


class _Search:
    """Looks through the positions of a kind of contract for cards that only one allows."""

    def __init__(self, pair: Pair, kind: Kind) -> None:
        self.pair, self.kind = pair, kind
        self.solver = Solver(direct=True)
        self.families = list(twins(pair, kind))
        self.undecided: set[str] = set()
        self.shared = False
        self.cases: dict[str, Case] = {}
        self.found: dict[str, list[tuple[Twin, Model]]] = {ONLY_A: [], ONLY_B: []}

    def finding(self) -> Finding:
        """How the legal play of the two is related."""
        for twin in self.families:
            self._look(twin)
        if not self.shared and not self.undecided:
            return Finding(PART, self.kind.name, Relation.APART,
                           "no position can come up in both")  # fmt: skip
        for way in (ONLY_A, ONLY_B):
            if way not in self.cases and self.found[way]:
                self.cases[way] = self._later(way, self.found[way])
        open_ways = tuple(w for w in (ONLY_A, ONLY_B) if w in self.undecided - self.cases.keys())
        relation = _relation(self.cases, open_ways)
        cases = tuple(self.cases[w] for w in (ONLY_A, ONLY_B) if w in self.cases)
        return Finding(PART, self.kind.name, relation, "any hand, any cards on the table", cases,
                       open_ways)  # fmt: skip

    def _look(self, twin: Twin) -> None:
        """Look for a card that only one allows, as far as there is no case of it yet."""
        ways = [w for w in (ONLY_A, ONLY_B) if w not in self.cases]
        if not ways:
            return
        if len(ways) > 1:
            differs = disjoin(_only_one(twin, w) for w in ways)
            if self._ask(twin, differs, ways) is None:
                return
        for way in ways:
            model = self._ask(twin, _only_one(twin, way), [way])
            if model is None:
                continue
            self.found[way].append((twin, model))
            if self.pair.whole_deals:
                first = first_trick(self.pair, self.solver, twin, _only_one(twin, way))
                if first is not None:
                    self.cases[way] = self._confirmed(twin, *first)

    def _ask(self, twin: Twin, differs: Any, ways: list[str]) -> Model | None:
        answered = self.solver.ask([*twin.conditions, differs])
        if answered.yes:
            self.shared = True
        elif not answered.no:
            self.undecided.update(ways)
        elif not self.shared:
            # Nothing differs where nothing is shared; that would prove too much.
            self.shared = self.solver.ask(twin.conditions).yes
        return answered.model

    def _later(self, way: str, found: list[tuple[Twin, Model]]) -> Case:
        """A case that comes up in a later trick, or, if no deal is found, any."""
        plain = [(t, self._plain(t, way, m)) for t, m in found[:MOST_TRIES]]
        for twin, model in plain if self.pair.whole_deals else ():
            data = twin.of(False, partial(_data, model=model))
            legal_a, legal_b = (_mask(twin.of(b, _legal), model) for b in (False, True))
            deal = led_to(self.pair, twin, data, (legal_a, legal_b))
            if deal is not None:
                return self._confirmed(twin, model, deal)
        return self._confirmed(*plain[0], None)

    def _plain(self, twin: Twin, way: str, model: Model) -> Model:
        """A case with few cards, if the solver finds one."""
        terms = [*twin.conditions, _only_one(twin, way)]
        wishes = [in_its_trick(twin), *twin.wishes, *twin.a.wishes()]
        return self.solver.ask(terms, wishes).model or model

    def _confirmed(self, twin: Twin, model: Model, deal: Json | None) -> Case:
        """Let both interpreters judge the position. A disagreement is a fault of ours."""
        data = [twin.of(b, lambda p: p.data(model)) for b in (False, True)]
        said = [judged(r, d) for r, d in zip(self.pair.rules, data, strict=True)]
        for b, verdict in enumerate(said):
            cards = twin.of(bool(b), lambda p: p.legal)
            names = self.pair.a.world.cards
            expected = {names[c] for c, g in enumerate(cards) if model.truth(g)}
            if expected != set(verdict["legal"]):
                raise InternalError(
                    f"the solver finds {sorted(expected)} legal in {data[b]}, the interpreter "
                    f"of {(self.pair.a, self.pair.b)[b].id} {verdict['legal']}"
                )
        if said[0]["legal"] == said[1]["legal"]:
            raise InternalError(f"the solver finds a difference in {data[0]}, nobody else does")
        asked = {k: v for k, v in data[0].items() if k != "options"}
        own = {k: v for k, v in data[1].items() if asked.get(k) != v and k != "options"}
        return Case("position", asked, {**said[0], "options": data[0]["options"]},
                    {**said[1], "options": data[1]["options"], **({"asked": own} if own else {})},
                    deal)  # fmt: skip


def _relation(cases: Mapping[str, Case], open_ways: tuple[str, ...]) -> Relation:
    """Two ways refuted, one, or none. What is undecided is not taken for an inclusion."""
    if len(cases) + len(open_ways) > 1 and cases:
        return Relation.DIFFERENT
    if cases:
        return Relation.AROUND if ONLY_A in cases else Relation.WITHIN
    return Relation.UNDECIDED if open_ways else Relation.EQUAL


def judged(rules: Rules, data: Json) -> Json:
    """What a ruleset says of a position: the legal cards, and the rule that decides."""
    if data.get("options"):
        rules = rules.with_options(data["options"])
    try:
        found = answer(rules, "legal", data)
    except RulesetError as error:
        fault = error.diagnostics[0]
        return {"legal": [], "message": fault.message}
    env, _, _ = read_position(rules, {k: v for k, v in data.items() if k != "options"})
    rule, _ = rules.play.decide(env)
    return {"legal": found["legal"], "rule": why(rules, rule)}


def _data(position: Position, model: Model) -> Json:
    return position.data(model)


def _legal(position: Position) -> tuple[Any, ...]:
    return position.legal


def _mask(cards: Iterable[Any], model: Model) -> int:
    return sum(1 << c for c, guard in enumerate(cards) if model.truth(guard))


def _only_one(twin: Twin, way: str) -> Any:
    """Some card is legal in one of the two and not in the other."""
    a, b = (twin.of(one, lambda p: p.legal) for one in (False, True))
    pairs = zip(a, b, strict=True) if way == ONLY_A else zip(b, a, strict=True)
    return disjoin(conjoin((own, negate(other))) for own, other in pairs)
