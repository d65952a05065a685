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
from beloteql.game.deal import Compiled, Deal, Event, Setting
from beloteql.game.moves import Move, Play
from beloteql.semantics.evaluate import fault
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import initial_state

MAX_DEALS = 2_000


def shuffled(rules: Rules, seed: int | str, number: int) -> list[int]:
    """The pack of a deal; `number` counts all deals of the match, thrown-in ones too."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    deck = list(range(len(rules.world.cards)))
    random.Random(int.from_bytes(digest, "big")).shuffle(deck)
    return deck


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
        """What the seat to move may do."""
        return [] if self.over or self.deal is None else self.deal.legal_moves()

    # --- moves -------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        """Make a move that is known to be legal."""
        assert self.deal is not None
        self.deal.apply(move)
        self._report()
        if self.deal.result is not None:
            self._close_deal(self.deal)

    def play(self, text: str) -> None:
        """Make a move given as text, a card (`9S`) or a call (`bid 80 H`).

        Raises `UsageError` (BQ0911 an illegal call, BQ0913 an illegal card).
        """
        self.apply(self.find(text))

    def find(self, text: str) -> Move:
        """The legal move that a text means. Raises as `play` does."""
        moves = self.legal_moves()
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
        self.deal = Deal(self._compiled, setting, deck)
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
            digest = hashlib.sha256(f"{self.seed}/{self.shuffles}/cut".encode()).digest()
            room = len(deck) - 2 * program.cut + 1
            at = program.cut + int.from_bytes(digest, "big") % room
            deck = deck[at:] + deck[:at]
        return deck

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
        facts = settle.after(deal.sheet, deal.settlement, self.scores, self.deals)
        won = settle.instant_winner("settle", facts)
        if won is not None:
            self._end((won[1],), won[0])
            return
        reason = settle.over(facts)
        if reason is not None and self._decide(reason, deal):
            return
        self.dealer = settle.next_dealer(facts)
        self.next_deal()

    def _decide(self, reason: str, deal: Deal) -> bool:
        """End the match if it is decided."""
        choose = max if self.program.winner == "highest" else min
        top = choose(self.scores)
        leaders = tuple(s for s, score in enumerate(self.scores) if score == top)
        if len(leaders) > 1 and self.program.tie == "play-on":
            return False
        if len(leaders) > 1 and self.program.tie == "takers":
            taker = deal.fields["taker"]
            assert taker is not None
            leaders = (self.world.side_of(taker),)
        self._end(leaders, reason)
        return True

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
