"""Auctions of two rulesets, gone through in step until they differ or all is said.

Calls are the same when they are written the same. Hands, scores and carried state are not known
in such a walk: where they decide, no difference that is found is wrong, but none is proved absent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from beloteql.batch.lines import answer
from beloteql.compare.finding import Case, Finding, Json, Relation
from beloteql.compare.pair import Pair
from beloteql.compare.same_talks import same_talks
from beloteql.core import ir, types
from beloteql.core.program import Program
from beloteql.errors import InternalError, RulesetError
from beloteql.game.setting import Compiled
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.options import options_read
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import initial_state, state_facts
from beloteql.semantics.talk import Choice, Said, TalkState, said_in
from beloteql.verify.auction_walk import nodes_of
from beloteql.verify.open_talk import looks
from beloteql.verify.unknown import walk

PART = "auction"
MOST_STATES = 6_000


def auction(pair: Pair) -> Iterator[Finding]:
    """Who may call what, and with which contract the auction ends."""
    programs = (pair.a, pair.b)
    talks = [any(s.action == "talk" for s in p.deal) for p in programs]
    if not any(talks):
        yield Finding(PART, "", Relation.EQUAL, "neither has an auction")
    elif not all(talks):
        yield Finding(PART, "", Relation.DIFFERENT, f"only {'AB'[talks[1]]} has an auction")
    elif same_talks(pair):
        yield Finding(PART, "", Relation.EQUAL, "the rule texts of the auction are the same")
    elif any(list(p.draws()) for p in programs):
        yield Finding(PART, "", Relation.UNDECIDED, "chance decides something in the auction")
    else:
        yield _Lockstep(pair).finding()


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where the talks of one ruleset stand: step of the deal, talk, record, what was said."""

    step: int
    talk: TalkState | None
    fields: Fields
    said: tuple[Said, ...]
    result: str = ""


class _Talks:
    """The talks of one ruleset, one call after the other."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.program = rules, rules.program
        self.compiled = Compiled(rules)
        self.state = initial_state(self.program, rules.option_facts())
        self.steps = [s for s in self.program.deal if s.action == "talk"]
        reads = self.program.reads(nodes_of(self.program))
        self.asked = {r.removeprefix("said.") for r in reads if r.startswith("said.")}
        self.open = looks(self.program, reads)
        talks = self.program.talks.values()
        self.calls = [c for talk in talks for stage in talk.stages for c in stage.calls]
        self.house_rules = [
            n for n in options_read(self.program, nodes_of(self.program))
            if len(self.program.options[n].values or (0, 1)) > 1
        ]  # fmt: skip
        self.turned = "turned" in reads
        self.firsts = any(
            isinstance(n, ir.Bind) and n.kind == "the"
            and n.domain.type.element in {types.SEAT, types.SIDE}
            for root in nodes_of(self.program) for n in walk(self.program, root)
        )  # fmt: skip

    def begin(self, facts: Mapping[str, Any]) -> _Stand:
        """Before the first call."""
        return self._go_on(_Stand(0, None, self.rules.start_fields(), ()), facts)

    def facts(self, dealer: int, turned: int | None) -> dict[str, Any]:
        """What is known: no cards, scores or earlier deals."""
        return {
            **self.rules.option_facts(), **state_facts(self.state),
            "dealer": dealer, "deals": 0, "score": lambda side: 0, "turned": turned,
            "hand": lambda seat: 0,
        }  # fmt: skip

    def _go_on(self, stand: _Stand, facts: Mapping[str, Any]) -> _Stand:
        """Through talks that ask nobody, to the next call or the end."""
        while True:
            step, talk, fields, said = stand.step, stand.talk, stand.fields, stand.said
            if talk is not None:
                result = self.rules.talk.result(talk)
                if result is None:
                    return stand
                if result == "redeal":
                    return _Stand(step, None, talk.fields, talk.history, "redeal")
                stand = _Stand(step + 1, None, talk.fields, talk.history)
                continue
            if step == len(self.steps):
                return _Stand(step, None, fields, said, "contract")
            when = self.compiled.when[self.steps[step].name]
            known = {**facts, **field_facts(fields), "said": said_in(said)}
            if when is not None and not when(self.compiled.steps.env(known)):
                stand = _Stand(step + 1, None, fields, said)
                continue
            started = self.rules.talk.start(self.steps[step].talk, fields, known, said)
            stand = _Stand(step, started, fields, said)

    def choices(self, stand: _Stand, facts: Mapping[str, Any]) -> dict[tuple[int, str], Choice]:
        """The calls that may be made, by seat and text."""
        if stand.talk is None:
            return {}
        found = self.rules.talk.choices(stand.talk, facts)
        return {(c.seat, self.rules.talk.text(c)): c for c in found}

    def call(self, stand: _Stand, choice: Choice, facts: Mapping[str, Any]) -> _Stand:
        """After a call."""
        assert stand.talk is not None
        after = self.rules.talk.apply(stand.talk, choice, facts)
        kept = tuple(dict.fromkeys(s for s in after.history if f"{s.stage}.{s.call}" in self.asked))
        # What nobody asks for would only make states differ.
        after = TalkState(after.talk, after.stage, after.seat, after.passes, after.fields, kept,
                          after.answers, (), after.drawing, after.hops)  # fmt: skip
        return self._go_on(_Stand(stand.step, after, after.fields, kept), facts)

    def key(self, stand: _Stand) -> Any:
        """What tells a stand from others."""
        talk = stand.talk
        fields = tuple(sorted(stand.fields.items(), key=lambda item: item[0]))
        if talk is None:
            return (stand.step, stand.result, fields)
        answers = tuple((c.seat, c.call.name, c.values) for c in talk.answers)
        record = tuple(sorted(talk.fields.items(), key=lambda item: item[0]))
        return (stand.step, talk.stage, talk.seat, talk.passes, record, frozenset(talk.history),
                answers)  # fmt: skip


class _Lockstep:
    """Goes through both auctions at the same time, breadth first, so that a case is short."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.talks = (_Talks(pair.rules[0]), _Talks(pair.rules[1]))
        self.seen: set[Any] = set()
        self.full = False

    def finding(self) -> Finding:
        """The first difference, or what is known without one."""
        a, b = self.talks
        world = self.pair.a.world
        cards: list[int | None] = list(range(len(world.cards))) if a.turned or b.turned else [None]
        dealers = range(world.seats) if a.firsts or b.firsts else [world.seats - 1]
        for dealer in dealers:
            for turned in cards:
                case = self._walk(dealer, turned)
                if case is not None:
                    return Finding(PART, "", Relation.DIFFERENT, "", (case,))
        states = f"{len(self.seen)} states"
        why = self._open()
        if why:
            return Finding(PART, "", Relation.BOUNDED, f"{states} in step; {why}")
        return Finding(PART, "", Relation.EQUAL, f"the same calls and contracts in all {states}")

    def _open(self) -> str:
        """Why the walk proves nothing; empty if it does."""
        if self.full:
            return "there are more"
        if any(call.gives for t in self.talks for call in t.calls):
            return "cards move with some calls"
        if any(t.open for t in self.talks):
            return "what may be called hangs on more than the calls"
        if self.pair.any_house_rules and any(t.house_rules for t in self.talks):
            return "only the usual house rules were looked at"
        return ""

    def _walk(self, dealer: int, turned: int | None) -> Case | None:
        facts = [t.facts(dealer, turned) for t in self.talks]
        start = tuple(t.begin(f) for t, f in zip(self.talks, facts, strict=True))
        queue: deque[tuple[tuple[_Stand, ...], tuple[tuple[int, str], ...]]] = deque([(start, ())])
        while queue:
            stands, path = queue.popleft()
            key = (dealer, turned, *(t.key(s) for t, s in zip(self.talks, stands, strict=True)))
            if key in self.seen:
                continue
            if len(self.seen) >= MOST_STATES:
                self.full = True
                return None
            self.seen.add(key)
            try:
                offers = [
                    t.choices(s, f) for t, s, f in zip(self.talks, stands, facts, strict=True)
                ]
            except RulesetError:
                if any(t.open for t in self.talks):
                    continue  # without the cards nobody could call; that says nothing
                raise
            turns = [None if s.talk is None else s.talk.seat for s in stands]
            ends = [(s.result, self._end(s, b)) for b, s in enumerate(stands)]
            if offers[0].keys() != offers[1].keys() or turns[0] != turns[1] or ends[0] != ends[1]:
                return self._case(dealer, turned, path)
            for call, choice in offers[0].items():
                both = (choice, offers[1][call])
                after = tuple(
                    t.call(s, c, f)
                    for t, s, c, f in zip(self.talks, stands, both, facts, strict=True)
                )
                queue.append((after, (*path, call)))
        return None

    def _end(self, stand: _Stand, b: int) -> Any:
        """The contract of an auction that is over, as far as both know its fields."""
        if stand.result != "contract":
            return None
        world = self.talks[b].program.world
        strain = stand.fields["strain"]
        shared = {n: v for n, v in stand.fields.items()
                  if n != "strain" and self.pair.shares_field(n)}  # fmt: skip
        return (None if strain is None else world.strains[strain], shared)

    def _case(
        self, dealer: int, turned: int | None, path: tuple[tuple[int, str], ...]
    ) -> Case | None:
        """Ask the interpreters of both. None where they see no difference: it needs the cards."""
        world = self.pair.a.world
        data: Json = {
            "dealer": dealer,
            "turn_up": None if turned is None else world.cards[turned],
            "calls": [{"seat": s, "call": text} for s, text in path],
        }
        said = [answer(r, "auction", data) for r in self.pair.rules]
        if said[0] == said[1]:
            raise InternalError(f"the auctions differ after {data}, the interpreters do not")
        for talks, verdict, other in zip(self.talks, said, reversed(said), strict=True):
            mine = [c for c in verdict["legal_calls"] if c not in other["legal_calls"]]
            verdict["own_calls"] = mine
            verdict["rules"] = _places(talks.program, mine)
        return Case("calls", data, *said)


def _places(program: Program, calls: list[str]) -> list[Json]:
    """Where the calls of some texts stand."""
    names = list(dict.fromkeys(c.split()[0] for c in calls))
    found = []
    for talk in program.talks.values():
        for stage in talk.stages:
            found += [
                {"rule": c.path, "name": c.name, "file": c.span.source.name, "line": c.span.line,
                 "reason": ""}
                for c in stage.calls if c.name in names
            ]  # fmt: skip
    return found
