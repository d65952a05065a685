"""A whole match: deal after deal until the ruleset says that it is over.

Everything random comes from the seed: deal `n` shuffles with a generator made from a hash
of the seed and `n`, so a match repeats, and its third deal can be looked at on its own.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beloteql.errors import Diagnostic, UsageError, nearest
from beloteql.game.deal import Deal
from beloteql.game.moves import Move, Play
from beloteql.game.setting import Compiled, Event, Setting
from beloteql.semantics.evaluate import fault
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import initial_state, leading

MAX_DEALS = 2_000


def shuffled(rules: Rules, seed: int | str, number: int) -> list[int]:
    """The pack of a deal; `number` counts all deals of the match, thrown-in ones too."""
    deck = list(range(len(rules.world.cards)))
    random.Random(_from_seed(f"{seed}/{number}")).shuffle(deck)
    return deck


def _from_seed(text: str) -> int:
    """A large number that follows from a text alone, on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


def gathered(deal: Deal) -> list[int]:
    """The pack after a deal: tricks as they were won, side after side, then what was not played."""
    world = deal.world
    cards = [
        card
        for side in range(world.sides)
        for taken in deal.taken
        if world.side_of(taken.winner) == side
        for card in taken.trick.cards
    ]
    for stacks in deal.table.zones.values():
        cards += [card for stack in stacks for card in stack.cards]
    return cards + deal.table.stock


class Match:
    """A running match.

    `scores` are by side; `winners` are sides once it is over (several after a draw).
    `listener` is called with every event as it happens, for records. `decks` are packs for
    the first deals, from a record; the rest is shuffled from the seed.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int | str = 0,
        dealer: int | None = None,
        listener: Callable[[Event], None] | None = None,
        decks: Sequence[list[int]] = (),
    ) -> None:
        self.rules = rules
        self.program = rules.program
        self.world = rules.world
        self.seed = seed
        self.dealer = self.world.seats - 1 if dealer is None else dealer
        self.scores: tuple[int, ...] = (0,) * self.world.sides
        self.state: Mapping[str, Any] = initial_state(self.program, rules.option_facts())
        self.deals = 0
        self.shuffles = 0
        self.winners: tuple[int, ...] | None = None
        self.reason = ""
        self.finished: list[Deal] = []
        self.deal: Deal | None = None
        self._listener = listener
        self._decks = decks
        self._compiled = Compiled(rules)
        self.next_deal()

    # --- what stands -------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winners is not None

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide, or None when the match is over."""
        return None if self.over or self.deal is None else self.deal.to_move

    def legal_moves(self) -> list[Move]:
        """What the seat to move may do, and after it those who may call out of turn."""
        return [] if self.over or self.deal is None else self.deal.legal_moves()

    def may_move(self) -> list[int]:
        """The seats that may do something now: the one to move, and who may call besides."""
        return list(dict.fromkeys(m.seat for m in self.legal_moves()))

    # --- moves -------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        """Make a move that is known to be legal."""
        assert self.deal is not None
        self.deal.apply(move)
        self._report()
        if self.deal.result is not None:
            self._close_deal(self.deal)

    def play(self, text: str, seat: int | None = None) -> None:
        """Make a move given as text, a card (`9S`) or a call (`bid 80 H`).

        Without `seat` it is the move of the seat in turn. Raises `UsageError` (BQ0911 an
        illegal call, BQ0913 an illegal card).
        """
        self.apply(self.find(text, seat))

    def find(self, text: str, seat: int | None = None) -> Move:
        """The legal move that a text means. Raises as `play` does."""
        seat = self.to_move if seat is None else seat
        moves = [m for m in self.legal_moves() if m.seat == seat]
        wanted = " ".join(text.split()).lower()
        card = self.world.card_index.get(text.strip().upper())
        for move in moves:
            if move.text.lower() == wanted or (isinstance(move, Play) and move.card == card):
                return move
        shown = ", ".join(m.text for m in moves)
        playing = bool(moves) and isinstance(moves[0], Play)
        raise UsageError(
            Diagnostic(
                "BQ0913" if playing else "BQ0911",
                f'"{text}" is not allowed here',
                expected=shown,
                hint=nearest(wanted, [m.text.lower() for m in moves]),
            )
        )

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Have the events from now on told to another listener."""
        self._listener = listener

    def next_deal(self) -> None:
        """Shuffle, or take the next of the packs that were given, and start a deal."""
        if self.shuffles >= MAX_DEALS:
            raise fault("BQ0709", f"the match is not over after {MAX_DEALS} deals", None)
        known = self.shuffles < len(self._decks)
        deck = self._decks[self.shuffles] if known else self._next_pack()
        self.shuffles += 1
        names = [self.world.cards[c] for c in deck]
        self._tell({"event": "deal", "number": self.shuffles, "dealer": self.dealer, "deck": names})
        setting = Setting(self.dealer, self.scores, self.state, self.deals)
        self.deal = Deal(self._compiled, setting, deck, self._chance)
        self._report()
        if self.deal.result is not None:
            self._close_deal(self.deal)

    def _next_pack(self) -> list[int]:
        """The pack of the next deal: shuffled, or gathered from the last one; and cut."""
        program = self.program
        if program.shuffle == "every-deal" or not self.finished:
            deck = shuffled(self.rules, self.seed, self.shuffles)
        else:
            deck = gathered(self.finished[-1])
        if program.cut:
            room = len(deck) - 2 * program.cut + 1
            at = program.cut + _from_seed(f"{self.seed}/{self.shuffles}/cut") % room
            deck = deck[at:] + deck[:at]
        return deck

    def _chance(self, number: int, count: int) -> int:
        """What a draw of the running deal comes to: a whole number below `count`."""
        return _from_seed(f"{self.seed}/{self.shuffles}/draw/{number}") % count

    # --- what players do wrong -----------------------------------------------------------

    def expose(self, seat: int, card: str) -> None:
        """A card of a hand lies open by mistake. Raises `UsageError` (BQ0914)."""
        index = self.world.card_index.get(card.strip().upper())
        deal = self.deal
        held = deal is not None and index is not None and deal.table.held(seat) >> index & 1
        if self.over or deal is None or index is None or not held:
            raise UsageError(Diagnostic("BQ0914", f"seat {seat} does not hold {card}"))
        deal.expose(seat, index)
        self._report()

    def foul(self, name: str, offender: int) -> None:
        """A foul of a seat ends the deal as the ruleset says. Raises `UsageError` (BQ0914)."""
        foul = self.program.fouls.get(name)
        deal = self.deal
        if foul is None or self.over or deal is None:
            raise UsageError(
                Diagnostic(
                    "BQ0914",
                    f'{self.program.id} has no foul "{name}"',
                    expected=", ".join(self.program.fouls),
                    hint=nearest(name, self.program.fouls),
                )
            )
        sheet = deal.sheet_so_far()
        result = self.rules.settle.foul(foul, sheet, self.world.side_of(offender))
        deal.result = "foul"
        deal.events.append(
            {"event": "foul", "foul": name, "seat": offender, "scores": list(result.scores)}
        )
        self._report()
        self.finished.append(deal)
        self.scores = tuple(a + b for a, b in zip(self.scores, result.scores, strict=True))
        self.state = result.state
        self.deals += foul.then != "redeal"
        if foul.then == "over":
            self._end(leading(self.program, self.scores), name)
        elif foul.then == "redeal":
            self.next_deal()
        else:
            self._go_on(self.rules.settle.after_foul(sheet, result, self.scores, self.deals))

    # --- after a deal ------------------------------------------------------------------

    def _close_deal(self, deal: Deal) -> None:
        self.finished.append(deal)
        settle = self.rules.settle
        if deal.result == "won":
            assert deal.won_by is not None
            self._end((deal.won_by[1],), deal.won_by[0])
            return
        if deal.result == "redeal":
            self.dealer = settle.next_dealer(deal.facts())
            self.next_deal()
            return
        assert deal.settlement is not None
        assert deal.sheet is not None
        written = deal.settlement.scores
        self.scores = tuple(a + b for a, b in zip(self.scores, written, strict=True))
        self.state = deal.settlement.state
        self.deals += 1
        self._go_on(settle.after(deal.sheet, deal.settlement, self.scores, self.deals))

    def _go_on(self, facts: Mapping[str, Any]) -> None:
        """After a deal has been written down: the end of the match, or the next deal."""
        end = self.rules.settle.end(facts, self.scores)
        if end is not None:
            self._end(end.winners, end.reason)
            return
        self.dealer = self.rules.settle.next_dealer(facts)
        self.next_deal()

    def _end(self, winners: tuple[int, ...], reason: str) -> None:
        self.winners, self.reason = winners, reason
        self._tell(
            {
                "event": "end",
                "winners": list(winners),
                "reason": reason,
                "scores": list(self.scores),
            }
        )

    def _report(self) -> None:
        assert self.deal is not None
        for event in self.deal.events:
            self._tell(event)
        self.deal.events = []

    def _tell(self, event: Event) -> None:
        if self._listener is not None:
            self._listener(event)
