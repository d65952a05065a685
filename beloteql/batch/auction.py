"""The question `auction`: where the talks of a deal stand after some calls."""

from __future__ import annotations

from typing import Any

from beloteql.batch import read
from beloteql.batch.facts import GIVEN, given_facts
from beloteql.batch.read import Json, show_contract, wrong
from beloteql.core.program import Draw
from beloteql.core.world import members
from beloteql.errors import nearest
from beloteql.game.setting import Compiled
from beloteql.game.table import CardTable
from beloteql.semantics.contract import field_facts
from beloteql.semantics.evaluate import elements
from beloteql.semantics.rules import Rules
from beloteql.semantics.talk import Choice, Said, TalkState, said_in

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
    """The talks of one deal, with the cards as far as they are known.

    `state` is the talk that runs, None between talks; `result` is None, `done` or `redeal`.
    """

    def __init__(self, rules: Rules, data: Json) -> None:
        self.rules, self.world = rules, rules.world
        self.compiled = Compiled(rules)
        self.given = given_facts(rules, data)
        self.table = _table(self.compiled, data, self.given["turned"])
        self.draws = iter([str(d) for d in read.listed(data.get("draws", []), '"draws"')])
        self.missing: Draw | None = None
        self.fields = rules.start_fields()
        self.said: tuple[Said, ...] = ()
        self.state: TalkState | None = None
        self.result: str | None = None
        self.steps = iter([s for s in rules.program.deal if s.action in {"talk", "draw"}])
        self._go_on()

    def facts(self) -> dict[str, Any]:
        """The facts as they stand; in a talk its own record wins over the fields."""
        return {
            **self.given, **field_facts(self.fields), "turned": self.table.turned,
            "hand": self.table.hand, "said": said_in(self.said),
        }  # fmt: skip

    def _value(self, run: Any) -> Any:
        """The value of a rule text of the deal."""
        return run(self.compiled.steps.env(self.facts()))

    def _go_on(self) -> None:
        """Go through draws and talks until somebody has to speak, or all is said."""
        talk = self.rules.talk
        while self.missing is None and self.result is None:
            if self.state is None:
                self._step_on()
                continue
            if self.state.drawing is not None:
                draw = self.state.drawing.draw
                assert draw is not None
                value = self._draw(draw, talk.to_draw(self.state, self.facts()))
                if value is not None:
                    self.state = talk.drawn(self.state, value, self.facts())
                continue
            result = talk.result(self.state)
            if result is None:
                return
            self.fields, self.said = self.state.fields, self.state.history
            self.state = None
            if result == "redeal":
                self.result = result

    def _step_on(self) -> None:
        """The next step of the deal that decides something about the contract."""
        step = next(self.steps, None)
        if step is None:
            self.result = "done"
            return
        when = self.compiled.when[step.name]
        if when is not None and not self._value(when):
            return
        if step.draw is not None:
            values = list(elements(self._value(self.compiled.draws[step.name])))
            value = self._draw(step.draw, values)
            if value is not None:
                self.fields = {**self.fields, step.draw.field: value}
        else:
            self.state = self.rules.talk.start(step.talk, self.fields, self.facts(), self.said)

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
        if self.state is None or self.missing:
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

    def _leader(self) -> int:
        """Who leads to the first trick."""
        if self.compiled.leader is None:
            return int((self.given["dealer"] + 1) % self.world.seats)
        return int(self._value(self.compiled.leader))

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
        talk, result = self.rules.talk, self.result
        answer: Json = {
            "over": result is not None,
            "contract": show_contract(self.rules, self.fields) if result == "done" else None,
            "next_seat": None,
            "legal_calls": [],
            "result": {"done": "contract", "redeal": "redeal", None: None}[result],
        }
        if result == "done" and self.fields.get("taker") is not None:
            answer["leader"] = self._leader()
        if self.missing is not None:
            answer["draw"] = self.missing.field
        elif self.state is not None:
            seat, choices = self.state.seat, talk.choices(self.state, self.facts())
            answer["next_seat"] = seat
            answer["legal_calls"] = [talk.text(c) for c in choices if c.seat == seat]
            others = [{"seat": c.seat, "call": talk.text(c)} for c in choices if c.seat != seat]
            if others:
                answer["out_of_turn"] = others
        return answer


def _table(compiled: Compiled, data: Json, turned: int | None) -> CardTable:
    """The cards that the question tells: hands, and the card that lies open on the table."""
    world, program = compiled.rules.world, compiled.rules.program
    table = CardTable(program, compiled.gives, [])
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
