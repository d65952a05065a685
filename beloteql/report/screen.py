"""The table as text: scores, contract, the trick, and a hand with its legal cards marked."""

from __future__ import annotations

from collections.abc import Sequence

from beloteql.core.world import SUIT_SYMBOLS, World
from beloteql.game.deal import Deal
from beloteql.game.match import Match
from beloteql.semantics.contract import shown_field

RED, DIM, BOLD, RESET = "\x1b[31m", "\x1b[2m", "\x1b[1m", "\x1b[0m"


class Screen:
    """Draws for one seat. `colour` adds terminal colours, `symbols` suit symbols."""

    def __init__(self, match: Match, seat: int, colour: bool, symbols: bool) -> None:
        self.match, self.seat = match, seat
        self.colour, self.symbols = colour, symbols

    def card(self, name: str) -> str:
        """A card, in red where it is red."""
        rank, suit = name[:-1], name[-1]
        shown = rank + (SUIT_SYMBOLS[suit] if self.symbols else suit)
        return f"{RED}{shown}{RESET}" if self.colour and suit in "DH" else shown

    def text(self, text: str) -> str:
        """A call with suit symbols."""
        return " ".join(
            self.card(w) if w in self.match.world.card_index
            else SUIT_SYMBOLS[w] if self.symbols and w in SUIT_SYMBOLS else w
            for w in text.split()
        )  # fmt: skip

    def who(self, seat: int) -> str:
        """What a seat is called."""
        if seat == self.seat:
            return "you"
        world = self.match.world
        if world.partners and seat == (self.seat + 2) % world.seats:
            return "partner"
        return f"seat {seat}"

    def side(self, side: int) -> str:
        """What a side is called."""
        if self.match.world.partners:
            return "you" if side == self.match.world.side_of(self.seat) else "they"
        return self.who(side)

    def scores(self, scores: Sequence[int]) -> str:
        """Scores by side."""
        return "   ".join(f"{self.side(s)} {n}" for s, n in enumerate(scores))

    def contract(self, deal: Deal) -> str:
        """The contract in a few words."""
        strain, taker = deal.fields.get("strain"), deal.fields.get("taker")
        if strain is None or taker is None:
            return "no contract yet"
        shown = self.text(deal.world.strains[strain])
        others = [
            f"{n} {shown_field(deal.world, deal.program.fields[n], v)}"
            for n, v in deal.fields.items()
            if n not in {"strain", "taker"} and v is not None and v != deal.rules.start_fields()[n]
        ]
        return ", ".join([f"{shown} by {self.who(taker)}", *others])

    def hand(self, legal: Sequence[str]) -> str:
        """The hand, sorted by suit and strength; legal cards stand in brackets."""
        deal = self.match.deal
        assert deal is not None
        names = sorted_hand(deal, self.seat)
        parts = []
        for name in names:
            if name in legal:
                parts.append(f"[{self.card(name)}]")
            else:
                shown = f" {self.card(name)} "
                parts.append(f"{DIM}{shown}{RESET}" if self.colour else shown)
        return "".join(parts)

    def position(self, legal: Sequence[str]) -> str:
        """Everything a player needs to decide."""
        match, deal = self.match, self.match.deal
        assert deal is not None
        rows = [
            self.bold(f"Deal {match.deals + 1}") + f"   {self.scores(match.scores)}",
            f"dealer: {self.who(deal.setting.dealer)}   contract: {self.contract(deal)}",
        ]
        if deal.talk is not None:
            if deal.table.turned is not None:
                rows.append(f"turned up: {self.card(match.world.cards[deal.table.turned])}")
            said = ", ".join(f"{self.who(s)}: {self.text(c)}" for s, c in deal.heard(self.seat))
            rows.append(f"said: {said or 'nothing yet'}")
        elif deal.trick is not None:
            seats = match.world.seats
            played = "   ".join(
                f"{self.who(deal.trick.seat(i, seats))} {self.card(match.world.cards[c])}"
                for i, c in enumerate(deal.trick.cards)
            )
            rows.append(f"trick {len(deal.taken) + 1}: {played or 'you lead'}")
        rows.append(f"hand: {self.hand(legal)}")
        return "\n".join(rows)

    def bold(self, text: str) -> str:
        """A heading."""
        return f"{BOLD}{text}{RESET}" if self.colour else text


def sorted_hand(deal: Deal, seat: int) -> list[str]:
    """Names of a hand's cards, by suit, the strongest first."""
    world: World = deal.world
    strain = deal.fields.get("strain")
    table = world.strength[strain if strain is not None else world.callable_strains[0]]
    mask = deal.table.hand(seat)
    held = [c for c in range(len(world.cards)) if mask >> c & 1]
    held.sort(key=lambda c: (-world.suit_of(c), -table[c]))
    return [world.cards[c] for c in held]
