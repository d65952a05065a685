"""What a player can do: call, or play a card."""

from __future__ import annotations

from dataclasses import dataclass

from beloteql.semantics.talk import Choice


@dataclass(frozen=True, slots=True)
class Call:
    """A call in a talk; `text` is how it is written, for example `bid 80 H`."""

    seat: int
    text: str
    choice: Choice

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Play:
    """A card that is played; `text` is its name."""

    seat: int
    text: str
    card: int

    def __str__(self) -> str:
        return self.text


Move = Call | Play
