"""A fast engine for legal play, printed as Python for one contract under fixed house rules.

A state of the trick is what legal play can tell apart. Each state has a printed function of
the hand, usually "the first non-empty of a few intersections", and the state after each card;
both are made when a game first comes to them.

The printed text is compiled in a namespace without builtins, but that is the second lock.
The first: it is put together from numbers, from names that the compiler chose and from the
fixed forms of `printed`; no name, text or comment of a ruleset is ever part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beloteql.batch.compile.folds import Looks
from beloteql.batch.compile.printed import NAMESPACE
from beloteql.batch.compile.specialise import COLLECT, Held, Known, Specialiser, View
from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.semantics.contract import field_facts
from beloteql.semantics.evaluate import fault
from beloteql.semantics.options import defaults, facts_of
from beloteql.semantics.play import Trick

Decide = Callable[[int], int]
Pick = Callable[[int], int]

_COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    "some": lambda a, b: a or b,
    "every": lambda a, b: a and b,
    "those": lambda a, b: a | b,
    "count": lambda a, b: a + b,
    "sum": lambda a, b: a + b,
}
_EMPTY: dict[str, Any] = {"some": False, "every": True, "those": 0, "count": 0, "sum": 0}


class State:
    """A state of a trick that is not full."""

    __slots__ = ("after", "cards", "decide", "key")

    def __init__(self, key: Any, cards: tuple[int, ...], decide: Decide, after: After) -> None:
        self.key = key
        self.cards = cards
        self.decide = decide
        self.after = after


class After(dict[int, Any]):
    """The state after each card (by its bit), made on demand; who has won, once full."""

    def __init__(self, make: Callable[[int], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, bit: int) -> Any:
        made = self[bit] = self._make(bit.bit_length() - 1)
        return made


class CompiledPlay:
    """Legal play and winners of a program for one contract.

    `options` are house rules by position of their value (as `choose` returns them), `fields`
    the contract; `facts` are further facts that play reads (`dealer`, carried state).
    """

    def __init__(
        self,
        program: Program,
        options: Mapping[str, int] | None,
        fields: Mapping[str, Any],
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        self.program, self.world = program, program.world
        self._looks = Looks(program)
        self._special = Specialiser(program, self._looks.folds)
        self._fixed: dict[str, Any] = {
            **(facts or {}),
            **facts_of({**defaults(program), **(options or {})}),
            **field_facts(fields),
        }
        self._states: dict[Any, State] = {}
        self._functions: dict[str, Decide] = {}
        self._alone: dict[Any, Any] = {}
        self._texts: list[str] = []
        self._namespace: dict[str, Any] = {
            "__builtins__": {},
            **NAMESPACE,
            **{f"collect_{k}": _collector(f) for k, f in COLLECT.items()},
            "fail": self._fail,
            "no_card": self._no_card,
            "roots": self._root,
            "range": range,
            "max": max,
            "min": min,
        }
        for name, picked in (("play_lowest", "x & -x"), ("play_picked", "pick(x)")):
            self._run(_loop(name, self.world.seats, picked))

    @property
    def source(self) -> str:
        """The text that has been printed so far."""
        return "\n".join(self._texts)

    def legal(self, trick: Trick, me: int, hand: int, number: int = 1) -> int:
        """The legal cards of a hand. Raises `RulesetError` where no rule leaves a card."""
        state = self._root(trick.leader, number)
        for card in trick.cards:
            state = state.after[1 << card]
        assert me == trick.seat(len(trick.cards), self.world.seats)
        return state.decide(hand)

    def winner(self, trick: Trick, number: int = 0) -> int:
        """The seat that wins a trick, or would if it stopped now."""
        state = self._root(trick.leader, number)
        for card in trick.cards[:-1]:
            state = state.after[1 << card]
        return self._winner_after(state, trick.cards[-1])

    def play_out(
        self, hands: Sequence[int], leader: int, pick: Pick | None = None
    ) -> tuple[list[int], list[int]]:
        """Plays a deal to its end; the winner of a trick leads the next.

        `pick` chooses one bit of the legal cards; without it the lowest is played. Returns
        the cards played, as bits in order, and the winners of the tricks.
        """
        held = list(hands)
        tricks = held[0].bit_count()
        run = self._namespace["play_lowest" if pick is None else "play_picked"]
        played, winners = run(held, leader, range(1, tricks + 1), pick)
        return played, winners

    def _root(self, leader: int, number: int) -> State:
        key = (leader, number if self._looks.numbered else 0)
        if key in self._states:
            return self._states[key]
        folds = tuple(self._start(*fold) for fold in self._looks.folds.values())
        state = self._states[key] = self._make((*key, 0, None, None, None, folds), ())
        return state

    def _start(self, bind: ir.Bind, variable: str | None) -> Any:
        empty = _EMPTY[bind.kind]
        return empty if variable is None else (empty,) * self._size(bind, variable)

    def _size(self, bind: ir.Bind, variable: str) -> int:
        type_ = next(
            n.type for n in ir.walk(bind.body) if isinstance(n, ir.Variable) and n.name == variable
        )
        return self.world.size(type_)

    def _facts(self, leader: int, number: int, me: int, led: int | None) -> dict[str, Any]:
        moving = {"me": me, "led": led, "leading": led is None, "trick-number": number}
        return {**self._fixed, **moving}

    def _trick_view(self, leader: int, number: int, me: int, cards: tuple[int, ...]) -> View:
        """All of a trick, where parts of it will not do."""
        led = self.world.suit_of(cards[0]) if cards else None
        facts = self._facts(leader, number, me, led)
        facts["trick"] = sum(1 << c for c in cards)
        facts["player"] = lambda card: (leader + cards.index(card)) % self.world.seats
        return View(facts)

    def _view(self, key: Any, cards: tuple[int, ...]) -> View:
        leader, number, position, led, best, by, folds = key
        me = (leader + position) % self.world.seats
        if self._looks.whole:
            return self._trick_view(leader, number, me, cards)
        facts = self._facts(leader, number, me, led) | {"best-player": by}
        facts["trick"] = sum(1 << c for c in cards)
        return View(facts, dict(zip(self._looks.folds, folds, strict=True)), best)

    def _make(self, key: Any, cards: tuple[int, ...]) -> State:
        state = State(key, cards, self._decide(self._view(key, cards)), After(lambda c: None))
        state.after = After(lambda card: self._next(state, card))
        return state

    def _next(self, state: State, card: int) -> Any:
        """The state after a card; the winner where that fills the trick."""
        if state.key[2] + 1 == self.world.seats:
            return self._winner_after(state, card)
        key, cards = self._add(state, card), (*state.cards, card)
        known = (key, cards) if self._looks.whole else key
        if known not in self._states:
            self._states[known] = self._make(key, cards)
        return self._states[known]

    def _winner_after(self, state: State, card: int) -> int:
        if not self._looks.whole:
            return int(self._add(state, card)[5])
        leader, number = state.key[0], state.key[1]
        cards = (*state.cards, card)
        assert self.program.best is not None
        view = self._trick_view(leader, number, leader, cards)
        best = self._special.value(self.program.best.body, view, {})
        if not isinstance(best, Known):
            raise fault("BQ0703", "no card is the best of this trick", self.program.best.body.span)
        return int((leader + cards.index(best.value)) % self.world.seats)

    def _add(self, state: State, card: int) -> Any:
        leader, number, position, led, best, by, folds = state.key
        me = (leader + position) % self.world.seats
        led = self.world.suit_of(card) if led is None else led
        if self._looks.whole:
            return (leader, number, position + 1, led, None, None, ())
        bind = self._looks.best
        assert bind is not None
        measure = self._of_card(bind, None, card, led, me, number)
        before = None if best is None else self._of_card(bind, None, best, led, by, number)
        sign = 1 if bind.kind == "highest" else -1
        if before is not None and measure == before:
            raise fault("BQ0703", "several are equally high", bind.span)
        if before is None or sign * measure > sign * before:
            best, by = card, me
        added = tuple(
            self._combined(fold, old, self._of_card(*fold, card, led, me, number))
            for fold, old in zip(self._looks.folds.values(), folds, strict=True)
        )
        return (leader, number, position + 1, led, best, by, added)

    def _combined(self, fold: tuple[ir.Bind, str | None], old: Any, new: Any) -> Any:
        combine = _COMBINE[fold[0].kind]
        if fold[1] is None:
            return combine(old, new)
        return tuple(combine(a, b) for a, b in zip(old, new, strict=True))

    def _of_card(
        self, bind: ir.Bind, variable: str | None, card: int, led: int, me: int, number: int
    ) -> Any:
        """What a body gives for one card of a trick, for each value of its other variable."""
        key = (id(bind), card, led, me, number)
        if key not in self._alone:
            facts = self._facts(0, number, me, led) | {"player": lambda card: me}
            values: list[Any] = []
            for other in range(1 if variable is None else self._size(bind, variable)):
                bound = {bind.variable: Known(card)}
                if variable is not None:
                    bound[variable] = Known(other)
                value = self._special.value(bind.body, View(facts), bound)
                if not isinstance(value, Known):
                    raise fault("BQ0702", "a word of play has no value here", bind.span)
                one = value.value
                values.append((1 << card if one else 0) if bind.kind == "those" else one)
            self._alone[key] = values[0] if variable is None else tuple(values)
        return self._alone[key]

    def _decide(self, view: View) -> Decide:
        """The printed function of a state: the first rule that holds and leaves a card."""
        terms: list[str] = []
        for rule in self.program.legal:
            when = Known(True) if rule.when is None else self._special.value(rule.when, view, {})
            if isinstance(when, Known) and not when.value:
                continue
            cards = self._special.value(rule.cards, view, {})
            chosen = cards.text if isinstance(cards, Held) else f"(h & {cards.text})"
            terms.append(chosen if isinstance(when, Known) else f"({when.text} and {chosen})")
            if isinstance(when, Known) and cards == Held(self.world.all_cards):
                break
        text = " or ".join([*dict.fromkeys(terms), "no_card(h)"])
        if text not in self._functions:
            name = f"legal_{len(self._functions)}"
            self._run(f"def {name}(h):\n    return {text}\n")
            self._functions[text] = self._namespace[name]
        return self._functions[text]

    def _run(self, text: str) -> None:
        self._texts.append(text)
        # Safe: see the head of this file.
        exec(compile(text, "<printed>", "exec"), self._namespace)  # noqa: S102

    def _fail(self, number: int) -> Any:
        message, span = self._special.faults[number]
        raise fault("BQ0702", message, span)

    def _no_card(self, hand: int) -> int:
        last = self.program.legal[-1].span if self.program.legal else None
        raise fault("BQ0704", "no rule of legal play leaves a card", last)


def _collector(collect: Callable[[Any], Any]) -> Callable[[Any, Callable[[], Any]], Any]:
    def run(pairs: Any, fail: Callable[[], Any]) -> Any:
        try:
            return collect(pairs)
        except LookupError:
            return fail()

    return run


def _loop(name: str, seats: int, picked: str) -> str:
    """The loop over a deal, the plays of a trick written out."""
    lines = [
        f"def {name}(hands, p, numbers, pick):",
        "    played, winners = [], []",
        "    note, won = played.append, winners.append",
        "    for number in numbers:",
        "        s = roots(p, number)",
    ]
    for seat in range(seats):
        lines += [
            "        h = hands[p]",
            "        x = s.decide(h)",
            f"        c = {picked}",
            "        hands[p] = h ^ c",
            "        note(c)",
            "        s = s.after[c]",
        ]
        if seat + 1 < seats:
            lines.append(f"        p = p + 1 if p != {seats - 1} else 0")
    return "\n".join([*lines, "        p = s", "        won(p)", "    return played, winners", ""])
