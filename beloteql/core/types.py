"""Types of the rule language.

All but `Int` are finite: a value of a finite type is the position of a thing in its
universe (`beloteql.core.world`), so `Suit` is 0 … 3 and `Seat` is 0 … n−1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type: a plain one by its name, a set by its `element`, a list of words by `values`."""

    name: str
    element: Type | None = None
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        # Types are asked for in tables all the time; two of one name are rare.
        return hash(self.name)

    @property
    def is_set(self) -> bool:
        """Whether values are sets of another type."""
        return self.element is not None

    @property
    def is_words(self) -> bool:
        """Whether the type is a list of words, such as the values of an option."""
        return bool(self.values)


BOOL = Type("Bool")
INT = Type("Int")
SUIT = Type("Suit")
RANK = Type("Rank")
CARD = Type("Card")
SEAT = Type("Seat")
SIDE = Type("Side")
STRAIN = Type("Strain")
ANY = Type("?")
"""The type of an expression that was found to be wrong already; it fits everywhere."""


def set_of(element: Type) -> Type:
    """The type of sets: `set_of(CARD)` is `Cards`."""
    return Type(f"{element.name}s", element)


def words(name: str, values: tuple[str, ...]) -> Type:
    """A type of words, for example the values of an option."""
    return Type(name, None, values)


CARDS = set_of(CARD)
SEATS = set_of(SEAT)
SIDES = set_of(SIDE)
SUITS = set_of(SUIT)
STRAINS = set_of(STRAIN)
INTS = set_of(INT)
BOOLS = set_of(BOOL)
RANKS = set_of(RANK)

NAMED = {
    t.name: t
    for t in (
        *(BOOL, INT, SUIT, RANK, CARD, SEAT, SIDE, STRAIN),
        *(CARDS, SEATS, SIDES, SUITS, STRAINS, RANKS),
    )
}
"""Types that an author may name, in `given` or as the type of a field."""

MAX_RANGE = 1000
"""The most numbers that a range may have."""

ELEMENTS = (SUIT, RANK, CARD, SEAT, SIDE, STRAIN)
"""Types whose values can be gathered in a set."""

ORDERED = (INT, RANK, STRAIN, SUIT)
"""Types whose values can be compared with `<`."""


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted.

    A suit is a strain (something that can be called); nothing else converts.
    """
    if ANY in (value, wanted) or value == wanted:
        return True
    if value == SUIT and wanted == STRAIN:
        return True
    return (
        value.element is not None
        and wanted.element is not None
        and fits(value.element, wanted.element)
    )
