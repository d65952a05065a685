"""Goes through every state that the talks of a deal can reach."""

from __future__ import annotations

from collections.abc import Callable
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
from beloteql.semantics.talk import MAX_CALLS, Choice, Said, TalkRules, TalkState
from beloteql.source import Span
from beloteql.verify.auction_notes import Notes, Seen
from beloteql.verify.open_talk import OpenTalk, asked_by
from beloteql.verify.reading import Reading
from beloteql.verify.unknown import names_suit, walk
from beloteql.verify.verdict import Result, Verdict, Witness

MOST_STATES = 150_000

OFFERS = "auction.offers"
ENDS = "auction.ends"
CONTRACT = "auction.contract"


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


def turnable(program: Program) -> bool:
    """Whether talks go on alike when all players move up one seat.

    They do unless something after the first call looks at the dealer, or takes the first of
    several players: an auction of one stage that never begins again is so.
    """
    talks = [program.talks[s.talk] for s in program.deal if s.talk]
    of_players = {types.SEAT, types.SIDE}
    if (
        len(talks) != 1
        or len(talks[0].stages) != 1
        or any(f.type.element in of_players for f in program.fields.values())
    ):
        return False
    (stage,) = talks[0].stages
    again = [c.then for c in stage.calls if c.then is not None]
    if any(not isinstance(n, ir.Const) or n.value == 0 for n in again) or any(
        e.then == 0 for e in stage.ends
    ):
        return False
    later = [n for n in nodes_of(program) if n is not stage.first]
    firsts = any(
        isinstance(n, ir.Bind) and n.kind == "the" and n.domain.type.element in of_players
        for root in later for n in walk(program, root)
    )  # fmt: skip
    return not firsts and "dealer" not in program.reads(later)


def _suits_in(world: World, type_: Type, value: Any) -> set[int]:
    """The suits that a value names."""
    if value is None:
        return set()
    match type_.name:
        case "Suits" | "Strains":
            return {v for v in members(value) if v < len(world.suits)}
        case "Card":
            return {world.suit_of(value)}
        case "Suit" | "Strain":
            return {value} if value < len(world.suits) else set()
        case _:
            return set()


class Walk:
    """A search through all states of the talks from one start, depth first.

    `lengths` holds, for each state that was left, the most calls that can follow.
    """

    def __init__(
        self, talk: OpenTalk, rules: Rules, steps: list[Step], options: dict[str, str],
        facts: dict[str, Any], reads: set[str], notes: Notes,
    ) -> None:  # fmt: skip
        self.rules, self.steps, self.options, self.notes = rules, steps, options, notes
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
        self.lengths: dict[Any, int] = {}
        self.alike = alike_in(rules.program, facts["turned"])
        self.turns = turnable(rules.program)
        self._known: dict[Any, list[TalkState]] = {}
        self._asked_in: dict[int, Reading] = {}
        self._offers: dict[Any, list[Choice]] = {}
        self._kept = {
            id(call): (
                tuple(n for n in rules.program.fields if n not in {s for s, _ in call.sets}),
                Reading(rules.program, rules.program.reads(node for _, node in call.sets)),
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
        if self.turns and not relevant and not answers:
            return (number, state.stage, 0, state.passes, self._turned(state))
        return (number, state.stage, state.seat, state.passes, fields, relevant, answers)

    def _turned(self, state: TalkState) -> tuple[Any, ...]:
        """The record as the player in turn sees it: seats are counted from there."""
        world = self.rules.world

        def seen(type_: Type, value: Any) -> Any:
            if value is None or type_ not in {types.SEAT, types.SIDE}:
                return value
            seat = (value - state.seat) % world.seats
            return seat if type_ == types.SEAT else world.side_of(seat)

        found: list[Any] = []
        for name, field in sorted(self.rules.program.fields.items()):
            value = state.fields[name]
            if field.per:
                step = state.seat if field.per == "seat" else world.side_of(state.seat)
                count = len(value)
                found.append(
                    tuple(seen(field.type, value[(i + step) % count]) for i in range(count))
                )
            else:
                found.append(seen(field.type, value))
        return tuple(found)

    def _from(self, number: int, state: TalkState) -> int:
        if state.drawing is not None:
            return self._draw(number, state)
        result = self.talk.result(state)
        if result == "done":
            return self._step(number + 1, state.fields, state.history)
        if result is not None:
            return 0
        key = self._key(number, state)
        self.notes.settled(key, self.path, state)
        if key in self.lengths:
            return self.lengths[key]
        if key in self.open:
            stage = self.talk.stage(state)
            self._fail(ENDS, f'in the stage "{stage.name}" the calls can go round for ever',
                       stage.span)  # fmt: skip
        if len(self.path) >= MAX_CALLS:
            # Something counts on for ever, so that no state comes a second time.
            stage = self.talk.stage(state)
            self._fail(ENDS, f'in the stage "{stage.name}" more than {MAX_CALLS} calls can be made',
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
        before = state._replace(history=kept)
        for choice in choices:
            self.path.append(choice)
            for after in self._after(before, choice):
                self.notes.note(before, choice, after, self.path, self.drawn, self.facts,
                                self.options)  # fmt: skip
                longest = max(longest, 1 + self._from(number, after))
            self.path.pop()
        self.open.discard(key)
        self.lengths[key] = longest
        return longest

    def _choices(self, state: TalkState) -> list[Choice]:
        """What may be called, of suits that are alike one; BQ0705 if that may be nothing.

        Most states offer what another has offered: it hangs on what the calls read.
        """
        stage = self.talk.stage(state)
        if stage.speaks != "in-turn":
            return self._offered(state, None if self.alike is None else self._fresh_suits(state))
        if id(stage) not in self._asked_in:
            asked = [n for c in stage.calls for n in asked_by(c)]
            self._asked_in[id(stage)] = Reading(self.rules.program, self.rules.program.reads(asked))
        read = self._asked_in[id(stage)].of_state(state, state.seat)
        fresh = None if self.alike is None else self._fresh_suits(state)
        key = (id(stage), state.seat, read, None if fresh is None else tuple(fresh))
        if key not in self._offers:
            self._offers[key] = self._offered(state, fresh)
        return self._offers[key]

    def _offered(self, state: TalkState, fresh: list[int] | None) -> list[Choice]:
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
        if fresh is None:
            return found
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
        if not fresh or not choice.values:
            return True
        used: list[int] = []
        for (_, type_, _), value in zip(choice.call.parameters, choice.values, strict=True):
            if type_.name != "Int":
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
            read.of_state(state, choice.seat),
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

    def _fail(self, row: str, detail: str, span: Any) -> NoReturn:
        seen = Seen(None, tuple(self.path), tuple(self.drawn), self.facts, self.options)
        witness = shown(self.talk, seen, detail)
        raise FoundError(
            Result(row, Verdict.REFUTED, detail, span=span, witness=witness), self.talk.last_open
        )


def shown(talk: TalkRules, seen: Seen, detail: str) -> Witness:
    """The calls that lead to something, in the shape of the question `auction`."""
    card = seen.facts["turned"]
    in_turn = all(
        s.speaks == "in-turn" for t in talk.program.talks.values() for s in t.stages
    )  # fmt: skip
    data = {
        "dealer": seen.facts["dealer"],
        "turn_up": None if card is None else talk.world.cards[card],
        "calls": [talk.text(c) for c in seen.calls] if in_turn
        else [{"seat": c.seat, "call": talk.text(c)} for c in seen.calls],
        **({"draws": list(seen.drawn)} if seen.drawn else {}),
        **({"deals": seen.facts["deals"]} if seen.facts["deals"] else {}),
        "options": seen.options,
    }  # fmt: skip
    found = {"seats": [c.seat for c in seen.calls], "message": detail}
    return Witness("calls", data, found, seen.options)
