"""What all parts of elaboration share: the state, the places rule texts stand in, complaints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from beloteql.core import ir, types
from beloteql.core.names import Names
from beloteql.core.terms import SCOPES
from beloteql.core.types import ANY, BOOL, CARDS, Type, fits
from beloteql.errors import Collector
from beloteql.source import Span
from beloteql.surface import ast

Locals = Mapping[str, Type]


@dataclass(frozen=True, slots=True)
class Place:
    """What a rule text may speak of where it stands: scopes of facts, and bound names."""

    scopes: frozenset[str]
    local: Locals = field(default_factory=dict)

    def bind(self, **local: Type) -> Place:
        """The same place with more names bound."""
        return Place(self.scopes, {**self.local, **local})


EVERYWHERE = frozenset(SCOPES)
"""All scopes at once: words are elaborated so, and checked where they are used."""


class Base(ABC):
    """The state of an elaboration. Its parts say how names and operators are understood."""

    def __init__(self, names: Names, best: ast.Expression | None, errors: Collector) -> None:
        self.names = names
        self.world = names.world
        self.errors = errors
        self.definitions: dict[str, ir.Definition] = {}
        self._best = best
        self._open: list[str] = []
        self._missing: set[str] = set()

    def value(
        self, expression: ast.Expression, place: Place, wanted: Type | None = None
    ) -> ir.Node:
        """The meaning of an expression, table or cases; of the wanted type if one is given."""
        node = self._infer(expression, place, wanted)
        if wanted is not None and not fits(node.type, wanted):
            self._wrong_type(expression, node.type, wanted)
            return ir.Const(ANY, expression.span, 0)
        return node

    # --- words -------------------------------------------------------------------------

    @abstractmethod
    def _infer(self, e: ast.Expression, place: Place, wanted: Type | None) -> ir.Node:
        """The meaning of an expression, of whatever type it is."""

    @abstractmethod
    def define(self, name: str) -> ir.Definition | None:
        """The definition of a word."""

    def _letter(self, e: ast.Letter) -> ir.Node:
        if e.text in "JQKA":
            return self._rank(e.text, e.span)
        if e.text not in self.world.suits:
            self._not_in_deck("suit", e.text, e.span)
            return ir.Const(ANY, e.span, 0)
        return ir.Const(types.SUIT, e.span, self.world.suits.index(e.text))

    def _rank(self, text: str, span: Span) -> ir.Node:
        if text not in self.world.ranks:
            self._not_in_deck("rank", text, span)
            return ir.Const(ANY, span, 0)
        return ir.Const(types.RANK, span, self.world.ranks.index(text))

    def _not_in_deck(self, what: str, text: str, span: Span) -> None:
        shown = {"suit": self.world.suits, "rank": self.world.ranks}.get(what, self.world.ranks)
        self.errors.add("BQ0504", f"the deck has no {what} {text}", span, expected=" ".join(shown))

    # --- names -------------------------------------------------------------------------

    def _wrong_type(self, e: ast.Expression, found: Type, wanted: Type) -> None:
        self.errors.add(
            "BQ0502",
            f"{_a(wanted)} is expected here, and this is {_a(found)}",
            e.span,
            expected=_IN_WORDS.get(wanted.name, str(wanted)),
            hint=_type_hint(found, wanted),
        )


_IN_WORDS = {
    "Bool": "a condition, for example trump-led",
    "Int": "a number",
    "Card": "one card, for example best",
    "Cards": "a selection of cards, for example overtrumps",
    "Seat": "a player, for example dealer",
    "Side": "a side, for example takers",
    "Suit": "a suit, for example led",
    "Strain": "a suit or another thing that can be called",
    "Rank": "a rank, for example J",
}


def _a(type_: Type) -> str:
    return {"Cards": "a selection of cards", "Bool": "a condition", "Int": "a number"}.get(
        type_.name, f"a {type_}"
    )


def _type_hint(found: Type, wanted: Type) -> str:
    if found == CARDS and wanted == BOOL:
        return 'ask "… != no-cards" for whether there are such cards'
    if found == BOOL and wanted == CARDS:
        return 'a condition goes under "when"'
    if found == types.SEAT and wanted == types.SIDE:
        return "side(…) gives the side of a player"
    return ""
