"""The table of built-in names: what a rule text may speak of, and where.

A term is a fact that the running deal supplies, a constant of the ruleset, or an operator
under its name in the language. The reference page, the editor's hover, the rule book and
the messages are made from this table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from beloteql.core import types
from beloteql.core.operators import OPERATORS
from beloteql.core.types import Type
from beloteql.core.world import World

SCOPES = {
    "fixed": "everywhere, before a match begins, too",
    "always": "everywhere",
    "turn": "where somebody is to speak or to play",
    "talk": "in a talk, where somebody is asked",
    "contract": "once the talks are over, and in them where the field is known",
    "meld": "in the patterns and comparison of melds",
    "play": "while a trick is played",
    "settle": "when the deal is settled",
    "decided": "when the deal is settled and its outcome is known",
    "claim": "in claims about play",
}

ResultType = Type | Callable[[World], Type]


@dataclass(frozen=True, slots=True)
class Term:
    """A built-in name.

    `operator` names what it is lowered to, with the facts in `implied` added behind the
    arguments; without it, and without `constant`, it is a fact that the deal supplies.
    """

    name: str
    parameters: tuple[Type, ...]
    result: ResultType
    scope: str
    meaning: str
    example: str
    operator: str | None = None
    implied: tuple[str, ...] = ()
    constant: Callable[[World], int | bool] | None = None

    def result_in(self, world: World) -> Type:
        """The type of its value in a ruleset."""
        return self.result if isinstance(self.result, Type) else self.result(world)

    @property
    def signature(self) -> str:
        """How it is written, with the types of its arguments."""
        if not self.parameters:
            return self.name
        return f"{self.name}({', '.join(str(p) for p in self.parameters)})"


def _operator(name: str, parameters: tuple[Type, ...], result: ResultType, scope: str,
              implied: tuple[str, ...] = (), spelled: str | None = None) -> Term:  # fmt: skip
    row = OPERATORS[name]
    return Term(spelled or name.replace("_", "-"), parameters, result, scope, row.meaning,
                row.example, operator=name, implied=implied)  # fmt: skip


def _full(size: Callable[[World], int]) -> Callable[[World], int]:
    return lambda world: (1 << size(world)) - 1


def _terms() -> dict[str, Term]:
    strain = ("field.strain",)
    rows = [
        Term("yes", (), types.BOOL, "always", "it is so", "yes", constant=lambda w: True),
        Term("no", (), types.BOOL, "always", "it is not so", "no", constant=lambda w: False),
        Term("bools", (), types.BOOLS, "always", "yes and no", "yes in bools",
             constant=lambda w: 3),
        Term("players", (), types.INT, "always", "the number of players", "players = 4",
             constant=lambda w: w.seats),
        Term("seats", (), types.SEATS, "always", "all players", "dealer in seats",
             constant=_full(lambda w: w.seats)),
        Term("sides", (), types.SIDES, "always", "all sides; a player alone is a side",
             "side(dealer) in sides", constant=_full(lambda w: w.sides)),
        Term("suits", (), types.SUITS, "always", "all suits", "led in suits",
             constant=_full(lambda w: len(w.suits))),
        Term("ranks", (), types.RANKS, "always", "all ranks", "rank(best) in ranks",
             constant=_full(lambda w: len(w.ranks))),
        Term("strains", (), types.STRAINS, "always",
             "everything that can be called: the suits, and the kinds that name none",
             "strain in strains",
             constant=lambda w: sum(1 << s for s in w.callable_strains)),
        Term("deck", (), types.CARDS, "always", "all cards", "best in deck",
             constant=lambda w: w.all_cards),
        Term("no-cards", (), types.CARDS, "always", "no card at all", "any-card != no-cards",
             constant=lambda w: 0),
        Term("dealer", (), types.SEAT, "always", "the player who deals", "dealer = next(dealer)"),
        Term("eldest", (), types.SEAT, "always",
             "the eldest hand: the player after the dealer, who speaks and leads first",
             "eldest = next(dealer)", operator="next", implied=("dealer",)),
        Term("score", (types.SIDE,), types.INT, "always", "what a side has in the match so far",
             "score(side(dealer)) >= 1000"),
        Term("deals", (), types.INT, "always", "how many deals have been settled", "deals = 16"),
        Term("turned", (), types.CARD, "always",
             "the card that was turned up last on the table", "suit(turned) = H"),
        Term("hand", (types.SEAT,), types.CARDS, "always", "the cards in the hand of a player",
             "hand(dealer) != no-cards"),
        Term("me", (), types.SEAT, "turn", "the player whose turn it is", "me = dealer"),
        Term("passes", (), types.INT, "talk", "how many have passed in a row in this stage",
             "passes = players"),
        Term("best", (), types.CARD, "play",
             "the card that wins the trick so far; what that is, the ruleset says under play",
             "rank(best) = J"),
        Term("winning", (), types.SEAT, "play", "the player whose card is winning the trick",
             "side(winning) = side(me)", operator=None),
        Term("leading", (), types.BOOL, "play", "whether nobody has played to the trick yet",
             "not leading"),
        Term("led", (), types.SUIT, "play", "the suit that was led to the trick",
             "is-trump(led)"),
        Term("trick", (), types.CARDS, "play", "the cards on the table", "10H in trick"),
        Term("player", (types.CARD,), types.SEAT, "play", "who played a card of this trick",
             "player(best) = dealer"),
        Term("any-card", (), types.CARDS, "play", "all cards that the player could choose from",
             "any-card != no-cards"),
        Term("trick-number", (), types.INT, "play", "which trick it is; the first is 1",
             "trick-number = 1"),
        Term("in-turn", (), types.SEAT, "play",
             "the player who is to play; in a talk after a card or a trick, who has played or "
             "won it", "in-turn = me"),
        Term("exposed", (), types.CARDS, "play",
             "the cards that the player to play has exposed, and must play when he can",
             "exposed = no-cards"),
        Term("legal", (), types.CARDS, "claim", "the cards that may be played",
             "legal != no-cards"),
        Term("takers", (), types.SIDE, "contract", "the side whose contract it is",
             "takers = side(dealer)", operator="side", implied=("field.taker",)),
        Term("defenders", (), types.SIDE, "contract",
             "the side against the takers; with more than two sides, all the others",
             "defenders = side(dealer)"),
        Term("cards", (types.SIDE,), types.INT, "settle",
             "the points of the cards in a side's tricks, last trick included",
             "cards(takers) > 81"),
        Term("tricks", (types.SIDE,), types.INT, "settle", "how many tricks a side has taken",
             "tricks(takers) = 8"),
        Term("tricks-of", (types.SEAT,), types.INT, "settle",
             "how many tricks a player has taken", "tricks-of(dealer) = trick-count"),
        Term("trick-count", (), types.INT, "settle", "how many tricks were played in the deal",
             "tricks(takers) = trick-count"),
        Term("last-trick", (types.SIDE,), types.BOOL, "settle",
             "whether a side has taken the last trick", "last-trick(takers)"),
        Term("outcome", (), lambda w: w.outcome_type, "decided", "how the deal has ended",
             "outcome = made"),
        Term("winner", (), types.SIDE, "decided", "the side that the outcome says has won",
             "winner = takers"),
        Term("paid", (types.SIDE,), types.INT, "decided", "what the lines so far pay a side",
             "paid(takers) = 0"),
        _operator("suit", (types.CARD,), types.SUIT, "always"),
        _operator("rank", (types.CARD,), types.RANK, "always"),
        _operator("points", (types.CARD,), types.INT, "contract", strain),
        _operator("strength", (types.CARD,), types.INT, "contract", strain),
        _operator("is_trump", (types.SUIT,), types.BOOL, "contract", strain),
        _operator("trump_named", (), types.BOOL, "contract", strain),
        _operator("kind", (), lambda w: w.kind_type, "contract", strain),
        _operator("trump", (), types.SUIT, "contract", strain),
        _operator("natural", (types.RANK,), types.INT, "always"),
        _operator("next", (types.SEAT,), types.SEAT, "always"),
        _operator("partner", (types.SEAT,), types.SEAT, "always"),
        _operator("side", (types.SEAT,), types.SIDE, "always"),
        _operator("opponent", (types.SIDE,), types.SIDE, "always"),
        _operator("place", (types.SEAT,), types.INT, "always", ("dealer",)),
        _operator("larger", (types.INT, types.INT), types.INT, "always"),
        _operator("smaller", (types.INT, types.INT), types.INT, "always"),
    ]  # fmt: skip
    return {row.name: row for row in rows}


TERMS = _terms()
"""Every built-in name."""

LOCAL = {
    "side": (types.SIDE, "in the lines that pay: the side that is paid"),
    "seat": (types.SEAT, "when cards are given, and of a meld: the player"),
    "pattern": (None, "of a meld: the pattern that it is"),
    "length": (types.INT, "of a meld: the number of its cards"),
    "rank": (types.RANK, "of a meld: the rank of its highest card"),
    "suit": (types.SUIT, "of a meld: its suit; of equal cards, the highest suit"),
    "points": (types.INT, "of a meld, when melds are compared: what it is worth"),
    "offender": (types.SIDE, "in a foul: the side that broke the rule"),
    "opponents": (types.SIDE, "in a foul: the other side, or all the others"),
}
"""Names that some entries bind, with a sentence on each."""

SPECIAL = {
    "known": "whether a field of the contract has been filled: `known(strain)`, or for a field "
    "of each side `known(bid, side(me))`",
    "said": "whether a player has made a call in a stage, in this deal: `said(me, round, pass)`",
}
"""Names whose arguments are not expressions."""

FACT_SCOPES = {
    "option": "fixed",
    "state": "always",
    "field": "contract",
    "meld": "settle",
    "known": "contract",
    "said": "always",
}
"""Where a ruleset's own facts have a meaning, by their prefix."""


def scope_of(read: str) -> str:
    """The scope of a fact by its name in the intermediate form."""
    prefix, dot, _ = read.partition(".")
    if dot or prefix in FACT_SCOPES:
        return FACT_SCOPES[prefix]
    return TERMS[prefix].scope
