"""The finite things a ruleset speaks of: its cards, suits, seats, sides and strains.

A thing is its position here: card `suit * number_of_ranks + rank`, ranks in natural order,
suits as the deck lists them, strains the suits and then the kinds that name no suit. What
a card is worth or beats depends on the strain and stands in small tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from beloteql.core import types
from beloteql.core.types import Type

SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
"""Symbols of suits, with the letters that stand for them."""

SUIT_SYMBOLS = {letter: symbol for symbol, letter in SYMBOLS.items()}


@dataclass(frozen=True)
class Role:
    """An order of ranks and their points; both by rank position, strength 1 is weakest."""

    name: str
    strength: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """A kind of contract. `trumps` is `named`, `none` or `every`; roles by position."""

    name: str
    trumps: str
    trump: int
    plain: int


@dataclass(frozen=True)
class World:
    """Everything finite in a ruleset."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    seats: int
    partners: bool
    roles: tuple[Role, ...]
    kinds: tuple[Kind, ...]
    patterns: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    kind_type: Type = field(init=False)
    role_type: Type = field(init=False)
    pattern_type: Type = field(init=False)
    outcome_type: Type = field(init=False)

    def __post_init__(self) -> None:
        def words(name: str, values: Iterable[str]) -> Type:
            return types.words(name, tuple(values) or ("-",))

        object.__setattr__(self, "kind_type", words("Kind", (k.name for k in self.kinds)))
        object.__setattr__(self, "role_type", words("Role", (r.name for r in self.roles)))
        object.__setattr__(self, "pattern_type", words("Pattern", self.patterns))
        object.__setattr__(self, "outcome_type", words("Outcome", self.outcomes))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Names of the cards, `7C` first."""
        return tuple(r + s for s in self.suits for r in self.ranks)

    @cached_property
    def card_index(self) -> dict[str, int]:
        """Position of each card by its name; suit symbols are known, too."""
        index = {name: i for i, name in enumerate(self.cards)}
        for symbol, suit in SYMBOLS.items():
            if suit in self.suits:
                index |= {r + symbol: index[r + suit] for r in self.ranks}
        return index

    @cached_property
    def all_cards(self) -> int:
        """The whole deck as a set."""
        return (1 << len(self.cards)) - 1

    @property
    def sides(self) -> int:
        """Number of sides."""
        return 2 if self.partners else self.seats

    @cached_property
    def strains(self) -> tuple[str, ...]:
        """Names of the strains: the suits, then the kinds that name no suit."""
        return (*self.suits, *(k.name for k in self.kinds if k.trumps != "named"))

    @cached_property
    def callable_strains(self) -> tuple[int, ...]:
        """Strains that a contract can have."""
        named = any(k.trumps == "named" for k in self.kinds)
        return tuple(range(0 if named else len(self.suits), len(self.strains)))

    def suit_of(self, card: int) -> int:
        """Suit of a card."""
        return card // len(self.ranks)

    def rank_of(self, card: int) -> int:
        """Rank of a card."""
        return card % len(self.ranks)

    def side_of(self, seat: int) -> int:
        """Side of a seat."""
        return seat % self.sides

    def kind_of(self, strain: int) -> int:
        """The kind of contract that a strain makes."""
        if strain < len(self.suits):
            return next(i for i, k in enumerate(self.kinds) if k.trumps == "named")
        name = self.strains[strain]
        return next(i for i, k in enumerate(self.kinds) if k.name == name)

    def is_trump(self, suit: int, strain: int) -> bool:
        """Whether a suit is trump under a strain."""
        trumps = self.kinds[self.kind_of(strain)].trumps
        return trumps == "every" or (trumps == "named" and suit == strain)

    def role_of(self, suit: int, strain: int) -> Role:
        """The role that a suit has under a strain."""
        kind = self.kinds[self.kind_of(strain)]
        return self.roles[kind.trump if self.is_trump(suit, strain) else kind.plain]

    @cached_property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """Points of each card, by strain."""
        return self._by_strain("points")

    @cached_property
    def strength(self) -> tuple[tuple[int, ...], ...]:
        """Strength of each card within its suit, by strain; 1 is weakest."""
        return self._by_strain("strength")

    def _by_strain(self, what: str) -> tuple[tuple[int, ...], ...]:
        callable_ = set(self.callable_strains)
        return tuple(
            tuple(
                getattr(self.role_of(self.suit_of(c), strain), what)[self.rank_of(c)]
                for c in range(len(self.cards))
            )
            if strain in callable_
            else ()
            for strain in range(len(self.strains))
        )

    def size(self, type_: Type) -> int:
        """Number of values of a finite type."""
        if type_.is_words:
            return len(type_.values)
        sizes = {
            types.BOOL: 2,
            types.SUIT: len(self.suits),
            types.RANK: len(self.ranks),
            types.CARD: len(self.cards),
            types.SEAT: self.seats,
            types.SIDE: self.sides,
            types.STRAIN: len(self.strains),
        }
        return sizes[type_]

    def universe(self, type_: Type) -> tuple[int, ...]:
        """The values of a finite type that can occur."""
        if type_ == types.STRAIN:
            return self.callable_strains
        return tuple(range(self.size(type_)))

    def show(self, value: int | bool | range, type_: Type) -> str:
        """A value in the words of the language.

        Sets are shown as lists of their members.
        """
        if type_.element is not None:
            if isinstance(value, range):
                return f"{value.start}..{value.stop - 1}"
            return " ".join(self.show(v, type_.element) for v in members(int(value))) or "nothing"
        assert not isinstance(value, range)
        if type_ == types.BOOL:
            return "yes" if value else "no"
        if type_.is_words:
            return type_.values[value]
        tables: dict[Type, tuple[str, ...]] = {
            types.SUIT: self.suits,
            types.RANK: self.ranks,
            types.CARD: self.cards,
            types.STRAIN: self.strains,
        }
        return tables[type_][value] if type_ in tables else str(int(value))


def members(mask: int) -> Iterable[int]:
    """Positions of the bits of a set, lowest first.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
