"""Goes through every state that the talks of a deal can reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

from beloteql.core import ir, types
from beloteql.core.program import Draw, Program, Step
from beloteql.core.types import Type
from beloteql.core.world import World, members
from beloteql.errors import RulesetError
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.evaluate import elements
from beloteql.semantics.rules import Rules
from beloteql.semantics.talk import Choice, Said, TalkState
from beloteql.source import Span
from beloteql.verify.open_talk import OpenTalk
from beloteql.verify.unknown import names_suit, walk
from beloteql.verify.verdict import Result, Verdict, Witness

MOST_STATES = 150_000

OFFERS = ("auction.offers", "somebody can always call")
ENDS = ("auction.ends", "the auction always ends")
CONTRACT = ("auction.contract", "it ends with a contract, or the cards are thrown in")


class FoundError(Exception):
    """Something that refutes a property; carries its result."""

    def __init__(self, result: Result, open_: Span | None) -> None:
        self.result, self.open = result, open_


class BoundedError(Exception):
    """Too many states."""


def nodes_of(program: Program) -> list[ir.Node]:
    """All rule texts that decide how the talks go."""
    found: list[ir.Node | None] = []
    for talk in program.talks.values():
        for stage in talk.stages:
            found += [stage.first, stage.asks]
            for call in stage.calls:
                found += [call.when, call.then, *(d for _, _, d in call.parameters)]
                found += [node for _, node in call.sets]
            for end in stage.ends:
                found += [end.when, *(node for _, node in end.sets)]
    found += [draw.source for draw in program.draws()]
    found += [s.when for s in program.deal if s.talk or s.draw]
    return [n for n in found if n is not None]


def alike_in(program: Program, turned: int | None) -> list[int] | None:
    """The suits that stand out from the start where all others are alike in the talks.

    None where they are not: where some rule text of the talks names a suit or orders suits.
    """
    if any(names_suit(n, program.world) for root in nodes_of(program) for n in walk(program, root)):
        return None
    return [] if turned is None else [program.world.suit_of(turned)]


def _suits_in(world: World, type_: Type, value: Any) -> set[int]:
    """The suits that a value names."""
    if value is None:
        return set()
    if type_ in {types.SUITS, types.STRAINS}:
        return {v for v in members(value) if v < len(world.suits)}
    if type_ == types.CARD:
        return {world.suit_of(value)}
    return {value} if type_ in {types.SUIT, types.STRAIN} and value < len(world.suits) else set()


class Walk:
    """A search through all states of the talks from one start, depth first.

    `lengths` holds, for each state that was left, the most calls that can follow.
    """

    def __init__(
        self, talk: OpenTalk, rules: Rules, steps: list[Step], options: dict[str, str],
        facts: dict[str, Any], reads: set[str],
    ) -> None:  # fmt: skip
        self.rules, self.steps, self.options = rules, steps, options
        self.talk = talk
        self.draws = {
            s.name: self.talk.evaluator.expression(s.draw.source) for s in steps if s.draw
        }
        self.facts = {**rules.option_facts(), **facts}
        self.said = {r.removeprefix("said.") for r in reads if r.startswith("said.")}
        first = next(i for i, s in enumerate(rules.program.deal) if s.talk)
        self.dealt = any(
            s.when is None and s.give is not None and s.give.target == "hand"
            and isinstance(s.give.each, ir.Const) and int(s.give.each.value) > 0  # type: ignore[arg-type]
            for s in rules.program.deal[:first]
        )  # fmt: skip
        self._out_of_turn = any(
            stage.speaks != "in-turn" for s in steps if s.talk
            for stage in rules.program.talks[s.talk].stages
        )  # fmt: skip
        self.lengths: dict[Any, int] = {}
        self.alike = alike_in(rules.program, facts["turned"])
        self._known: dict[Any, list[TalkState]] = {}
        self._kept = {
            id(call): (
                tuple(n for n in rules.program.fields if n not in {s for s, _ in call.sets}),
                tuple(sorted(rules.program.reads(node for _, node in call.sets))),
            )
            for talk in rules.program.talks.values()
            for stage in talk.stages
            for call in stage.calls
        }
        self.path: list[Choice] = []
        self.drawn: list[str] = []
        self.open: set[Any] = set()

    def run(self) -> int:
        """The length of the longest auction. Raises what refutes a property."""
        return self._step(0, self.rules.start_fields(), ())

    def _step(self, number: int, fields: Fields, said: tuple[Said, ...]) -> int:
        """The longest way on from a step of the deal, whatever is drawn."""
        if number == len(self.steps):
            self._check_end(fields)
            return 0
        step = self.steps[number]
        env = self.talk.evaluator.env({**self.facts, **field_facts(fields)})
        longest = 0
        made = [True] if step.when is None else list(
            self.talk.outcomes(lambda: self.talk.holds(step, env))
        )  # fmt: skip
        if False in made:
            longest = self._step(number + 1, fields, said)
        if True not in made:
            return longest
        if step.draw is None:
            ways = self._ways(lambda: self.talk.start(step.talk, fields, self.facts, said))
            return max(longest, *(self._from(number, state) for state in ways))
        for value in elements(self.draws[step.name](env)):
            self._note(step.draw, value)
            drawn = {**fields, step.draw.field: value}
            longest = max(longest, self._step(number + 1, drawn, said))
            self.drawn.pop()
        return longest

    def _note(self, draw: Draw, value: int) -> None:
        type_ = self.rules.program.fields[draw.field].type
        self.drawn.append(self.rules.world.show(value, type_))

    def _draw(self, number: int, state: TalkState) -> int:
        """The longest way on from a state that waits for a draw."""
        assert state.drawing is not None
        assert state.drawing.draw is not None
        longest = 0
        for value in self.talk.to_draw(state, self.facts):
            self._note(state.drawing.draw, value)
            for after in self._ways(partial(self.talk.drawn, state, value, self.facts)):
                longest = max(longest, self._from(number, after))
            self.drawn.pop()
        return longest

    def check_bound(self, states: int) -> None:
        """Stop when there are too many states."""
        if states > MOST_STATES:
            raise BoundedError

    def _key(self, number: int, state: TalkState) -> Any:
        relevant = frozenset(s for s in state.history if f"{s.stage}.{s.call}" in self.said)
        fields = tuple(sorted(state.fields.items()))
        answers = frozenset((c.seat, c.call.name, c.values) for c in state.answers)
        return (number, state.stage, state.seat, state.passes, fields, relevant, answers)

    def _from(self, number: int, state: TalkState) -> int:
        if state.drawing is not None:
            return self._draw(number, state)
        result = self.talk.result(state)
        if result == "done":
            return self._step(number + 1, state.fields, state.history)
        if result is not None:
            return 0
        key = self._key(number, state)
        if key in self.lengths:
            return self.lengths[key]
        if key in self.open:
            stage = self.talk.stage(state)
            self._fail(ENDS, f'in the stage "{stage.name}" the calls can go round for ever',
                       stage.span)  # fmt: skip
        self.check_bound(len(self.lengths))
        self.open.add(key)
        longest = 0
        try:
            choices = self._choices(state)
        except RulesetError as error:
            diagnostic = error.diagnostics[0]
            self._fail(OFFERS, diagnostic.message, diagnostic.span)
        # History only matters as far as rules ask for it; the rest would make states differ.
        kept = tuple(dict.fromkeys(s for s in state.history if f"{s.stage}.{s.call}" in self.said))
        before = replace(state, history=kept)
        for choice in choices:
            self.path.append(choice)
            for after in self._after(before, choice):
                longest = max(longest, 1 + self._from(number, after))
            self.path.pop()
        self.open.discard(key)
        self.lengths[key] = longest
        return longest

    def _choices(self, state: TalkState) -> list[Choice]:
        """What may be called, of suits that are alike one; BQ0705 if that may be nothing."""
        self.talk.used = False
        run = partial(self.talk.choices, state, self.facts)
        found = self.talk.with_certainty(False, run)
        if self.talk.used:
            # Somebody can call whatever his cards; what he may call besides hangs on them.
            try:
                self.talk.with_certainty(True, run)
            except RulesetError:
                alone = self.talk.stage(state).speaks == "in-turn"
                if not (alone and self.dealt and self.talk.always_some(state, self.facts)):
                    raise
        if self.alike is None:
            return found
        fresh = self._fresh_suits(state)
        return [c for c in found if self._first_of_alike(fresh, c)]

    def _fresh_suits(self, state: TalkState) -> list[int]:
        """The suits that nobody has spoken of yet, which are all alike."""
        world = self.rules.world
        seen = set(self.alike or ())
        for name, field in self.rules.program.fields.items():
            values = state.fields[name] if field.per else (state.fields[name],)
            for value in values:
                seen |= _suits_in(world, field.type, value)
        return [s for s in range(len(world.suits)) if s not in seen]

    def _first_of_alike(self, fresh: list[int], choice: Choice) -> bool:
        """Whether the new suits of a call are the first of those that are alike."""
        used: list[int] = []
        for (_, type_, _), value in zip(choice.call.parameters, choice.values, strict=True):
            if type_ != types.INT:
                used += sorted(_suits_in(self.rules.world, type_, value).intersection(fresh))
        return list(dict.fromkeys(used)) == fresh[: len(set(used))]

    def _after(self, state: TalkState, choice: Choice) -> list[TalkState]:
        """The states after a call. What the call overwrites does not matter, so most are known."""
        if state.answers or self.talk.stage(state).speaks == "together":
            return self._ways(partial(self.talk.apply, state, choice, self.facts))
        call = choice.call
        kept, read = self._kept[id(call)]
        passes = state.passes if call.name == "pass" else 0
        key = (
            state.stage, id(call), choice.values, choice.seat, passes, state.history,
            tuple(state.fields[name] for name in kept),
            self.talk.reading_of(read, state, choice.seat),
        )  # fmt: skip
        if key not in self._known:
            run = partial(self.talk.apply, state, choice, self.facts)
            self._known[key] = self._ways(run)
        return self._known[key]

    def _ways(self, run: Callable[[], TalkState]) -> list[TalkState]:
        """The states that a transition can lead to, each once."""
        found: list[TalkState] = []
        for state in self.talk.outcomes(run):
            if state not in found:
                found.append(state)
        return found

    def _check_end(self, fields: Fields) -> None:
        """All talks are over: there is a contract now, or the auction is at fault."""
        missing = [n for n in ("taker", "strain") if fields.get(n) is None]
        if missing:
            talk = next(s.talk for s in reversed(self.steps) if s.talk)
            span = self.rules.program.talks[talk].span
            self._fail(CONTRACT, f"all is said and there is no {' and no '.join(missing)}", span)

    def _fail(self, row: tuple[str, str], detail: str, span: Any) -> NoReturn:
        world = self.rules.world
        card = self.facts["turned"]
        data = {
            "dealer": self.facts["dealer"],
            "turn_up": None if card is None else world.cards[card],
            "calls": [{"seat": c.seat, "call": self.talk.text(c)} for c in self.path]
            if self._out_of_turn
            else [self.talk.text(c) for c in self.path],
            **({"draws": list(self.drawn)} if self.drawn else {}),
            **({"deals": self.facts["deals"]} if self.facts["deals"] else {}),
            "options": self.options,
        }
        seats = [c.seat for c in self.path]
        witness = Witness("calls", data, {"seats": seats, "message": detail}, self.options)
        raise FoundError(
            Result(*row, Verdict.REFUTED, detail, span=span, witness=witness), self.talk.last_open
        )
