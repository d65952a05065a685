"""The question `auction`: where the talks of a deal stand after some calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beloteql.batch import read
from beloteql.batch.facts import GIVEN, given_facts
from beloteql.batch.read import Json, show_contract, wrong
from beloteql.core.program import Draw, Step
from beloteql.core.world import members
from beloteql.errors import nearest
from beloteql.game.table import CardTable, GiveRules
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.evaluate import Evaluator, elements
from beloteql.semantics.rules import Rules
from beloteql.semantics.talk import Choice, TalkState

KEYS = ("hands", "draws", *GIVEN)


def auction(rules: Rules, data: Json) -> Json:
    """Make the calls and say what may be called next, or what came of it.

    Every talk of the deal is gone through in order. A call is a text, or an object with `seat`
    and `call` where it is made out of turn. `draws` are what chance decides, in order.
    BQ0911: a call that is not allowed.
    """
    read.keys(data, ("calls",), KEYS)
    if not any(s.action == "talk" for s in rules.program.deal):
        raise wrong("BQ0911", f"{rules.program.id} has no auction")
    run = _Auction(rules, data)
    for number, item in enumerate(read.listed(data["calls"], '"calls"'), 1):
        run.call(number, item)
    return run.answer()


class _Auction:
    """The talks of one deal, with the cards as far as they are known."""

    def __init__(self, rules: Rules, data: Json) -> None:
        self.rules, self.world = rules, rules.world
        self.given = given_facts(rules, data)
        self.table = _table(rules, data, self.given["turned"])
        self.draws = iter([str(d) for d in read.listed(data.get("draws", []), '"draws"')])
        self.missing: Draw | None = None
        self.fields = rules.start_fields()
        self.state: TalkState | None = None
        self.steps: Iterator[Step] = iter(
            [s for s in rules.program.deal if s.action in {"talk", "draw"}]
        )
        self._go_on()

    def facts(self) -> dict[str, Any]:
        """The facts as they stand."""
        return {**self.given, "turned": self.table.turned, "hand": self.table.hand}

    def _go_on(self) -> None:
        """Go through draws and talks until somebody has to speak."""
        while self.missing is None:
            if self.state is not None:
                if self.state.drawing is not None:
                    draw = self.state.drawing.draw
                    assert draw is not None
                    values = self.rules.talk.to_draw(self.state, self.facts())
                    value = self._draw(draw, values)
                    if value is not None:
                        self.state = self.rules.talk.drawn(self.state, value, self.facts())
                    continue
                if self.rules.talk.result(self.state) != "done":
                    return
                self.fields = self.state.fields
            step = next(self.steps, None)
            if step is None:
                return
            if not self._holds(step):
                continue
            if step.draw is not None:
                evaluator = Evaluator(self.rules.program)
                source = evaluator.expression(step.draw.source)
                value = self._draw(step.draw, list(elements(source(evaluator.env(self.facts())))))
                if value is not None:
                    self.fields = {**self.fields, step.draw.field: value}
            else:
                said = () if self.state is None else self.state.history
                self.state = self.rules.talk.start(step.talk, self.fields, self.facts(), said)

    def _holds(self, step: Step) -> bool:
        """Whether a step of the deal is made."""
        if step.when is None:
            return True
        evaluator = Evaluator(self.rules.program)
        when = evaluator.expression(step.when)
        return bool(when(evaluator.env({**self.facts(), **field_facts(self.fields)})))

    def _draw(self, draw: Draw, values: list[int]) -> int | None:
        """What was drawn; None if the question does not tell."""
        text = next(self.draws, None)
        if text is None:
            self.missing = draw
            return None
        type_ = self.rules.program.fields[draw.field].type
        known = {self.world.show(v, type_): v for v in values}
        if text not in known:
            raise wrong("BQ0905", f'"{text}" can\'t be drawn for {draw.field}', ", ".join(known),
                        nearest(text, known))  # fmt: skip
        return known[text]

    def call(self, number: int, item: Any) -> None:
        """Make one call."""
        seat, text = None, item
        if isinstance(item, dict):
            read.keys(item, ("seat", "call"), ())
            seat, text = read.seat(self.world, item["seat"]), item["call"]
        if self.state is None or self.missing or self.rules.talk.result(self.state) is not None:
            after = "before it is known what was drawn" if self.missing else "when all is said"
            raise wrong("BQ0911", f'call {number}, "{text}", comes {after}')
        seat = self.state.seat if seat is None else seat
        choice = self._choice(self.state, str(text), number, seat)
        said = self.rules.talk.say(self.state, choice, self.facts())
        eldest = (self.given["dealer"] + 1) % self.world.seats
        for made in said.moving:
            facts = {**self.facts(), **field_facts(said.fields), "me": made.seat}
            for give in made.call.gives:
                if give.source is not None:  # what lies in the stock is not known
                    self.table.give(give, facts, eldest, made.values)
        self.state = self.rules.talk.go_on(said, self.facts())
        self._go_on()

    def _leader(self, fields: Fields) -> int:
        """Who leads to the first trick."""
        leader = self.rules.program.leader
        if leader is None:
            return int((self.given["dealer"] + 1) % self.world.seats)
        evaluator = Evaluator(self.rules.program)
        run = evaluator.expression(leader)
        return int(run(evaluator.env({**self.facts(), **field_facts(fields)})))

    def _choice(self, state: TalkState, text: str, number: int, seat: int) -> Choice:
        every = self.rules.talk.choices(state, self.facts())
        choices = {self.rules.talk.text(c): c for c in every if c.seat == seat}
        folded = {name.lower(): c for name, c in choices.items()}
        found = folded.get(" ".join(text.split()).lower())
        if found is None:
            raise wrong(
                "BQ0911", f'call {number}, "{text}", is not allowed for seat {seat}',
                ", ".join(choices), nearest(text, choices),
            )  # fmt: skip
        return found

    def answer(self) -> Json:
        """Where the talks stand."""
        talk, state = self.rules.talk, self.state
        running = state is not None and talk.result(state) is None and self.missing is None
        result = None if state is None or self.missing else talk.result(state)
        fields = self.fields if state is None else state.fields
        answer: Json = {
            "over": result is not None,
            "contract": show_contract(self.rules, fields) if result == "done" else None,
            "next_seat": state.seat if running and state is not None else None,
            "legal_calls": [],
            "result": {"done": "contract", "redeal": "redeal", None: None}[result],
        }
        if result == "done" and fields.get("taker") is not None:
            answer["leader"] = self._leader(fields)
        if running and state is not None:
            choices = talk.choices(state, self.facts())
            answer["legal_calls"] = [talk.text(c) for c in choices if c.seat == state.seat]
            others = [c for c in choices if c.seat != state.seat]
            if others:
                answer["out_of_turn"] = [{"seat": c.seat, "call": talk.text(c)} for c in others]
        if self.missing is not None:
            answer["draw"] = self.missing.field
        return answer


def _table(rules: Rules, data: Json, turned: int | None) -> CardTable:
    """The cards that the question tells: hands, and the card that lies open on the table."""
    world, program = rules.world, rules.program
    table = CardTable(program, GiveRules(program), [])
    table.turned = turned
    hands = read.listed(data.get("hands", []), '"hands"')
    if len(hands) > world.seats:
        raise wrong("BQ0909", f'"hands" must have at most {world.seats} hands')
    for seat, hand in enumerate(hands):
        cards = read.mask(read.cards(world, hand, f"hand {seat}"))
        if turned is not None and cards >> turned & 1:
            raise wrong("BQ0903", f"{world.cards[turned]} is turned up and in a hand")
        table.zones["hand", seat][0].cards = list(members(cards))
    for zone in program.zones.values():
        if turned is not None and zone.of == "table" and zone.seen_by == "all":
            table.zones[zone.name, -1][0].cards = [turned]
            break
    return table
