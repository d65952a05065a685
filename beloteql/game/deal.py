"""One deal: from the shuffled pack to its settlement, as the ruleset's steps say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beloteql.core.program import Draw, Step
from beloteql.game.moves import Call, Move, Play
from beloteql.game.setting import Chance, Compiled, Event, Setting, Taken, meld_event
from beloteql.game.table import CardTable
from beloteql.semantics.contract import field_facts
from beloteql.semantics.evaluate import Env, elements, fault
from beloteql.semantics.melds import Melds
from beloteql.semantics.play import Trick, trick_points
from beloteql.semantics.settle import Settlement, Sheet, state_facts
from beloteql.semantics.talk import Said, TalkState, said_in


class Deal:
    """A running deal. It goes on by itself until somebody has to decide something.

    `chance(number, count)` decides the draws of the deal: a whole number below `count`.
    `result` is None while it runs, then `settled`, `redeal`, `won` (at once), or `foul`.
    """

    def __init__(
        self, compiled: Compiled, setting: Setting, deck: list[int], chance: Chance
    ) -> None:
        self._chance = chance
        self.compiled, self.setting = compiled, setting
        self.rules = compiled.rules
        self.program = self.rules.program
        self.world = self.program.world
        self.table = CardTable(self.program, compiled.gives, deck)
        self.fields = self.rules.start_fields()
        self.talk: TalkState | None = None
        self.calls: list[tuple[int, str]] = []
        self.said: tuple[Said, ...] = ()
        self.exposed = 0
        self.draws = 0
        self.trick: Trick | None = None
        self.taken: list[Taken] = []
        self.melds = Melds(())
        self.declared = False
        self._dealt: dict[str, list[int]] = {}
        self._first_leader = 0
        self.settlement: Settlement | None = None
        self.sheet: Sheet | None = None
        self.result: str | None = None
        self.won_by: tuple[str, int] | None = None
        self.events: list[Event] = []
        self._step = 0
        self._env: Env | None = None
        # Around a card or a trick: what a talk is about, and how the play goes on after it.
        self._around: tuple[Trick, int] | None = None
        self._next: Callable[[], None] | None = None
        self._go_on()

    # --- what stands -------------------------------------------------------------------

    @property
    def eldest(self) -> int:
        """The eldest hand."""
        return (self.setting.dealer + 1) % self.world.seats

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide something, or None when the deal is over."""
        if self.talk is not None:
            return self.talk.seat
        if self.trick is not None and self.result is None:
            return self.trick.seat(len(self.trick.cards), self.world.seats)
        return None

    @property
    def speaks(self) -> str:
        """How the running stage of a talk is spoken in; `in-turn` outside of talks."""
        return "in-turn" if self.talk is None else self.rules.talk.stage(self.talk).speaks

    def heard(self, seat: int) -> list[tuple[int, str]]:
        """The calls that a seat knows of: where all speak together, of the others none yet."""
        secret = 0 if self.talk is None else len(self.talk.answers)
        known = len(self.calls) - secret
        return self.calls[:known] + [c for c in self.calls[known:] if c[0] == seat]

    def facts(self) -> dict[str, Any]:
        """The facts that hold whatever the phase."""
        return {
            **self.rules.option_facts(),
            **field_facts(self.fields),
            **state_facts(self.setting.state),
            "dealer": self.setting.dealer,
            "deals": self.setting.deals,
            "score": self.setting.scores.__getitem__,
            "turned": self.table.turned,
            "hand": self.table.hand,
            "said": said_in(self.said),
        }

    def card_points(self) -> tuple[int, ...]:
        """Points of the tricks so far by side, the last trick's included when it is over."""
        points = [0] * self.world.sides
        for taken in self.taken:
            points[self.world.side_of(taken.winner)] += taken.points
        return tuple(points)

    # --- moves -------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """What the seat to move may do, and after it those who may call out of turn."""
        if self.talk is not None:
            return [
                Call(c.seat, self.rules.talk.text(c), c)
                for c in self.rules.talk.choices(self.talk, self.talk_facts())
            ]
        if self.trick is None:
            return []
        _, legal = self.rules.play.decide(self.placed())
        seat = self.trick.seat(len(self.trick.cards), self.world.seats)
        return [
            Play(seat, self.world.cards[c], c)
            for c in range(len(self.world.cards))
            if legal >> c & 1
        ]

    def placed(self) -> Env:
        """The environment of the position in which somebody has to play a card."""
        trick = self.trick
        assert trick is not None
        assert self._env is not None
        seat = trick.seat(len(trick.cards), self.world.seats)
        self._place(trick, seat)
        return self._env

    def _place(self, trick: Trick, seat: int) -> None:
        """Set the facts of a position of the running trick, seen from a seat."""
        assert self._env is not None
        taken = bool(self.taken) and self.taken[-1].trick is trick
        number = len(self.taken) + (0 if taken else 1)
        self.rules.play.place(
            self._env, trick, seat, self.table.playable(seat), number, self.exposed
        )

    def talk_facts(self) -> dict[str, Any]:
        """The facts in a talk; between cards those of the trick, too."""
        if self._around is None:
            return self.facts()
        assert self._env is not None
        self._place(*self._around)
        return {**self._env.facts, **self.facts()}

    def apply(self, move: Move) -> None:
        """Make a move that is known to be legal."""
        if isinstance(move, Call):
            self._call(move)
        else:
            self._play(move)
        self._go_on()

    def _call(self, move: Call) -> None:
        assert self.talk is not None
        self.calls.append((move.seat, move.text))
        self.events.append({"event": "call", "seat": move.seat, "call": move.text})
        said = self.rules.talk.say(self.talk, move.choice, self.talk_facts())
        self.fields, self.said = dict(said.fields), said.history
        for choice in said.moving:
            for give in choice.call.gives:
                facts = {**self.facts(), "me": choice.seat}
                self.table.give(give, facts, self.eldest, choice.values)
        self._hear(self.rules.talk.go_on(said, self.talk_facts()))

    def _hear(self, state: TalkState) -> None:
        """Take over what a talk has come to, and draw what it waits for."""
        self.talk, self.fields, self.said = state, dict(state.fields), state.history
        while self.talk.drawing is not None:
            draw = self.talk.drawing.draw
            assert draw is not None
            values = self.rules.talk.to_draw(self.talk, self.talk_facts())
            value = self._draw(draw, values)
            self.talk = self.rules.talk.drawn(self.talk, value, self.talk_facts())
            self.fields = dict(self.talk.fields)
        if self._env is not None:
            facts: dict[str, Any] = self._env.facts  # type: ignore[assignment]
            facts |= self.facts()

    def _draw(self, draw: Draw, values: Sequence[int]) -> int:
        """One of the values, by chance."""
        value = values[self._chance(self.draws, len(values))]
        self.draws += 1
        shown = self.world.show(value, self.program.fields[draw.field].type)
        self.events.append({"event": "draw", "field": draw.field, "value": shown})
        return value

    def expose(self, seat: int, card: int) -> None:
        """A card of a hand lies open by mistake; the rules may say that it must be played."""
        self.exposed |= 1 << card
        self.events.append({"event": "expose", "seat": seat, "card": self.world.cards[card]})

    def _play(self, move: Play) -> None:
        assert self.trick is not None
        self.table.take(move.seat, move.card)
        self.trick = self.trick.add(move.card)
        self.exposed &= ~(1 << move.card)
        self.events.append({"event": "play", "seat": move.seat, "card": move.text})
        self._next = self._after_card
        self._talk_around(self.program.after_card, move.seat)

    def _after_card(self) -> None:
        """Nothing more is said about a card: the trick is taken, or the next is to play."""
        trick = self.trick
        assert trick is not None
        if len(trick.cards) == self.world.seats:
            winner = self._finish_trick(trick)
            self._next = self._after_trick
            if any(self.table.held(s) for s in range(self.world.seats)):
                self._talk_around(self.program.after_trick, winner)
        else:
            self._before_card()

    def _after_trick(self) -> None:
        """Nothing more is said about a trick: its winner leads, or the play is over."""
        over = not any(self.table.held(s) for s in range(self.world.seats))
        self.trick = None if over else Trick(self.taken[-1].winner)
        self._next = None
        if not over:
            self._before_card()

    def _before_card(self) -> None:
        trick = self.trick
        assert trick is not None
        self._next = None
        self._talk_around(self.program.before_card, trick.seat(len(trick.cards), self.world.seats))

    def _talk_around(self, talk: str, seat: int) -> None:
        """Start a talk around a card or a trick, if the ruleset has one there."""
        if not talk:
            return
        assert self.trick is not None
        self._around = (self.trick, seat)
        facts = self.talk_facts()
        self._hear(self.rules.talk.start(talk, self.fields, facts, self.said))

    def _finish_trick(self, trick: Trick) -> int:
        assert self._env is not None
        strain = self.fields["strain"]
        assert strain is not None
        winner = self.rules.play.winner(self._env, trick, len(self.taken) + 1)
        points = trick_points(self.program, strain, trick.cards)
        over = not any(self.table.held(s) for s in range(self.world.seats))
        if over and self.compiled.last_trick is not None:
            points += int(self.compiled.last_trick(self.compiled.steps.env(self.facts())))
        mask = sum(1 << c for c in trick.cards)
        melds = tuple(self.rules.melds.of_trick(mask, winner, self.facts()))
        self.taken.append(Taken(trick, winner, points, melds))
        self.table.turn_up()
        if len(self.taken) == 1:  # now the winner may meld with the cards of the trick, too
            self._dealt["first-trick"][winner] |= mask
            self._find_melds("first-trick")
        return winner

    # --- steps -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Run steps until a decision is needed or the deal is over."""
        while self.result is None:
            if self.talk is not None:
                result = self.rules.talk.result(self.talk)
                if result is None:
                    return
                self.talk = self._around = None
                if result == "redeal":
                    self.result = "redeal"
                    self.events.append({"event": "redeal"})
            elif self._next is not None:
                self._next()
            elif self.trick is not None:
                return
            else:
                self._step_on()

    def _step_on(self) -> None:
        """The next step of the deal."""
        if self._step >= len(self.program.deal):
            raise fault("BQ0707", "the deal ends without a settlement", None)
        step = self.program.deal[self._step]
        self._step += 1
        when = self.compiled.when[step.name]
        if when is None or when(self.compiled.steps.env(self.facts())):
            self._do(step)

    def _do(self, step: Step) -> None:
        if step.action == "give":
            assert step.give is not None
            self.table.give(step.give, self.facts(), self.eldest)
        elif step.action == "draw":
            assert step.draw is not None
            source = self.compiled.draws[step.name](self.compiled.steps.env(self.facts()))
            values = list(elements(source))
            if not values:
                raise fault("BQ0710", "there is nothing to draw from", step.draw.span)
            self.fields[step.draw.field] = self._draw(step.draw, values)
        elif step.action == "talk":
            self._hear(self.rules.talk.start(step.talk, self.fields, self.facts(), self.said))
        elif step.action == "declare":
            self._declare()
        elif step.action == "tricks":
            self._start_tricks()
        else:
            self._settle()

    def _declare(self) -> None:
        self.declared = True
        seats = range(self.world.seats)
        self._dealt = {
            "hand": [self.table.hand(s) for s in seats],
            "first-trick": [self.table.hand(s) for s in seats],
            "playable": [self.table.playable(s) for s in seats],
            "played": [self.table.held(s) for s in seats],
        }
        self._first_leader = self._leader()
        self._find_melds("")
        won = self.rules.settle.instant_winner("declare", self._meld_facts())
        if won is not None:
            self._win(won)

    def _find_melds(self, source: str) -> None:
        """Find the melds in the dealt cards, and tell those of groups that look in a source."""
        late = {g.name for g in self.program.melds.values() if g.source == "first-trick"}
        if source and not late:
            return
        facts = {**self.facts(), "hand": self._dealt["hand"].__getitem__}
        self.melds = self.rules.melds.of_hands(
            self._dealt["hand"], self._first_leader, facts, self._dealt
        )
        for meld in self.melds.kept:
            if (meld.group in late) == bool(source):
                self.events.append(meld_event(self.world, meld))

    def _meld_facts(self) -> dict[str, Any]:
        points = {f"meld.{n}": a.points.__getitem__ for n, a in self.melds.awards.items()}
        return self.facts() | points

    def _win(self, won: tuple[str, int]) -> None:
        self.won_by = won
        self.result = "won"
        self.events.append({"event": "won", "rule": won[0], "side": won[1]})

    def _leader(self) -> int:
        leader = self.compiled.leader
        return self.eldest if leader is None else int(leader(self.compiled.steps.env(self.facts())))

    def _start_tricks(self) -> None:
        if not self.declared:
            self._declare()
            if self.result is not None:
                return
        missing = [n for n in ("taker", "strain") if self.fields[n] is None]
        if missing:
            step = self.program.deal[self._step - 1]
            raise fault("BQ0701", f"the play begins and there is no {' and no '.join(missing)}",
                        step.span)  # fmt: skip
        self._env = self.rules.play.start(self.facts())
        self.trick = Trick(self._leader())
        self._before_card()

    def meld_points(self) -> dict[str, tuple[int, ...]]:
        """What each group of melds pays by side, before it is asked what is kept."""
        points: dict[str, list[int]] = {}
        for group in self.program.melds.values():
            award = self.melds.awards.get(group.name)
            points[group.name] = list(award.points) if award else [0] * self.world.sides
        for taken in self.taken:
            for meld in taken.melds:
                points[meld.group][self.world.side_of(meld.seat)] += meld.points
        return {name: tuple(p) for name, p in points.items()}

    def sheet_so_far(self) -> Sheet:
        """The score sheet of the tricks that have been taken."""
        seats = [sum(t.winner == s for t in self.taken) for s in range(self.world.seats)]
        sides = [self.world.side_of(t.winner) for t in self.taken]
        tricks, last = map(sides.count, range(self.world.sides)), sides[-1] if sides else None
        return Sheet(
            self.fields, self.card_points(), tuple(tricks), last, self.meld_points(),
            self.setting.state, self.setting.scores, tuple(seats), self.facts(),
        )  # fmt: skip

    def _settle(self) -> None:
        self.sheet = self.sheet_so_far()
        self.settlement = self.rules.settle.settle(self.sheet)
        self.result = "settled"
        self.events.append(
            {"event": "settlement", "outcome": self.settlement.outcome.name,
             "scores": list(self.settlement.scores), "state": _plain(self.settlement.state)}
        )  # fmt: skip


def _plain(state: Mapping[str, Any]) -> dict[str, Any]:
    return {n: list(v) if isinstance(v, tuple) else int(v) for n, v in state.items()}
