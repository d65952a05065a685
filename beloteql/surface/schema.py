"""The shape of a ruleset file, section by section.

The descriptions below are the reference's and the editor's. Everything that stands in a
position of its own kind (an expression, a rank, a yes or no) is read by `fields`.
"""

from typing import Literal

from pydantic import Field

from beloteql.surface.fields import (
    Name,
    RankWord,
    Rule,
    Says,
    SuitWord,
    Translations,
    TypeWord,
    Value,
    Whole,
    Word,
    YesNo,
)
from beloteql.surface.part import Entry, Part
from beloteql.surface.schema_deal import Draw, End, Give, LegalCall, Stage, Step

# The sections of a file are spoken of as `schema.X`, wherever they stand.
__all__ = ["Draw", "End", "Give", "LegalCall", "Stage", "Step"]


class Table(Part):
    """Who sits at the table."""

    seats: Whole | None = None
    """Number of players, 2 to 4. Seats are numbered from 0 in order of play."""
    partners: YesNo | None = None
    """Whether players opposite each other form a side; if not, each seat is a side."""
    direction: Literal["clockwise", "counterclockwise"] | None = None
    """Direction of play, for the rule book."""


class Deck(Part):
    """The pack."""

    suits: list[SuitWord] = Field(default_factory=list)
    """The suits, lowest first where suits are ranked in the auction."""
    ranks: list[RankWord] = Field(default_factory=list)
    """The ranks in natural order, lowest first; sequences follow this order."""


class Role(Entry):
    """What a suit can be under a contract: an order of ranks and their points."""

    name: Translations | None = None
    order: list[RankWord]
    """The ranks from strongest to weakest."""
    points: dict[RankWord, Whole]
    """Points of the ranks; a rank that is left out is worth nothing."""


class ContractKind(Entry):
    """A kind of contract: which suits are trumps and what each suit is worth."""

    name: Translations | None = None
    trumps: Literal["named", "none", "every"]
    """`named`: the suit that was called; `none`; or `every` suit is trump."""
    trump: Name | None = None
    """The role of a trump suit."""
    plain: Name | None = None
    """The role of a suit that is not trump."""
    total: Rule | None = None
    """All points of the cards with the last trick, as the rules state them; proved."""


class Zone(Entry):
    """A place where cards lie."""

    name: Translations | None = None
    of: Literal["seat", "table"]
    """Whether each seat has one, or the table."""
    seen_by: Literal["owner", "all", "nobody", "top"]
    """Who sees the cards; `top`: all see the uppermost card of each column."""
    playable: Literal["all", "top", "none"] = "none"
    """Which cards of the zone its owner may play from it."""
    columns: Whole | None = None
    """Number of stacks that the zone consists of; without it the cards lie together."""
    turned: Literal["at-once", "after-trick"] = "at-once"
    """When a card that becomes uppermost is turned up."""


class ContractField(Entry):
    """A field of the contract, filled by the auction."""

    type: Literal["Bool", "Int", "Seat", "Side", "Suit", "Strain", "Suits", "Strains"]
    start: Rule | None = None
    """Value at the start of a deal; without it the field is unset, and a set empty."""
    for_: Literal["side", "seat"] | None = None
    """With `side` or `seat` there is one for each; it is set with `side` or `seat` bound.

    In its `text:` the owner stands as `{side}` or `{seat}`: "{side} has announced a suit".
    """


class State(Entry):
    """Something that is remembered from deal to deal, such as points that hang."""

    type: Literal["Bool", "Int"]
    start: Rule
    """Value at the start of the match."""
    for_: Literal["side"] | None = None
    """With `side` there is one for each side, which stands in its `text:` as `{side}`."""
    points: YesNo = False
    """Whether it holds points that are waiting for a winner, so that none may get lost."""


class Option(Entry):
    """A house rule: the table chooses a value before the match."""

    type: Literal["Bool", "Int"] | None = None
    """Left out when `values` are words."""
    values: list[Word] | None = None
    """The values that may be chosen."""
    default: Word
    meaning: dict[Word, Translations] | None = None
    """What each value means, for the rule book."""


class WordDefinition(Entry):
    """A word of the author's own, used like a built-in name."""

    given: dict[Name, TypeWord] | None = None
    """Parameters with their types; with them the word is a function."""
    is_: Value
    """What it stands for."""


class Announce(Part):
    """How a meld is announced, for players and documents."""

    at: Literal["before-play", "first-card", "playing", "trick"] | None = None
    tells: Literal["all", "class", "points", "nothing"] | None = None
    shown: Literal["at-once", "second-trick", "end"] | None = None
    optional: YesNo = False
    words: Whole | None = None
    bluff: YesNo = False
    unshown: Literal["kept", "lapses"] | None = None
    following_or_ruffing: YesNo = False


class Pattern(Entry):
    """A pattern of cards that makes a meld. Exactly one of `run`, `same`, `ranks`."""

    name: Translations | None = None
    run: Word | None = None
    """A run in one suit in natural order: `3`, `3..5` or `3..` cards."""
    same: Whole | None = None
    """So many cards of one rank."""
    ranks: list[RankWord] | None = None
    """These ranks in one suit."""
    when: Rule | None = None
    points: Value


class Melds(Entry):
    """A group of melds that are compared with one another."""

    name: Translations | None = None
    when: Rule | None = None
    from_: Literal["hand", "playable", "played", "first-trick", "trick"] = "hand"
    """`hand`: the dealt hand; `first-trick`: the dealt hand, and for whoever has won the first
    trick its cards as well; `playable`: the cards that could be played when the first card is
    led; `played`: all cards that the player will play; `trick`: each finished trick, for the side
    that won it."""
    announce: Announce | None = None
    patterns: dict[Name, Pattern]
    share: Rule | None = None
    """Whether a card may count in several melds of the group."""
    apart_from: list[Name] = Field(default_factory=list)
    """Groups with which no card may be shared."""
    best: list[Rule] | None = None
    """What makes one meld better than another, first things first; larger is better. With
    it only the side that owns the best meld is paid, without it everybody is."""
    tie: Value | None = None
    """Who is paid when the best melds of two sides are equal: `nobody` (also when left out), the
    one who comes `earlier` in turn, or `both`; a table may choose between them."""
    compare: Literal["best", "sum"] = "best"
    """Whether the best melds are compared, or the sums."""
    kept: Rule | None = None
    """Whether a side still has its melds when the deal is settled."""


class Legal(Entry):
    """A rule of legal play. The first that holds and leaves a card decides."""

    when: Rule | None = None
    cards: Rule


class Play(Part):
    """The tricks."""

    leader: Rule | None = None
    """Who leads to the first trick."""
    last_trick: Value | None = None
    """Points for the last trick."""
    best: Rule | None = None
    """The card that wins a trick, or would win it if it stopped now."""
    before_card: Name | None = None
    """A talk before each card; who is to play is `in-turn`."""
    after_card: Name | None = None
    """A talk after each card, which lies on the table; who has played it is `in-turn`."""
    after_trick: Name | None = None
    """A talk after each trick but the last; who has won it is `in-turn`."""
    legal: dict[Name, Legal] = Field(default_factory=dict)


Pay = dict[Word, dict[Name, Value]]


class Outcome(Entry):
    """A way in which a deal can end. The first that holds decides."""

    name: Translations | None = None
    when: Rule | None = None
    winner: Rule | None = None
    pay: Pay = Field(default_factory=dict)
    set_: dict[Name, Value] | None = Field(default=None, alias="set")


class Score(Part):
    """The settlement of a deal."""

    worth: Value | None = None
    """What all sides together get for the deal, what waits for the next included; proved."""
    outcomes: dict[Name, Outcome] = Field(default_factory=dict)
    also: dict[Name, Outcome] = Field(default_factory=dict)
    """Further lines; each that holds is paid."""
    final: Value | None = None
    """What is written down for a `side`, for example the sum rounded."""


class Over(Entry):
    """A reason for the match to be over, asked after each deal."""

    when: Rule | None = None


class Win(Entry):
    """Wins the match at once."""

    at: Literal["declare", "settle"]
    when: Rule


class Pack(Part):
    """What happens to the pack between two deals."""

    shuffle: Literal["every-deal", "once"] = "every-deal"
    """`once`: before the first deal only. Then the tricks are stacked in the order in which they
    were won, side after side, and cards that were not played are laid upon them."""
    cut: Whole | None = None
    """The pack is cut, each part having at least so many cards; without it, it is not."""


class Match(Part):
    """The match."""

    pack: Pack | None = None
    """What happens to the pack between two deals; left out, it is shuffled before each."""

    over: dict[Name, Over] = Field(default_factory=dict)
    wins: dict[Name, Win] = Field(default_factory=dict)
    winner: Literal["highest", "lowest"] | None = None
    tie: Value | None = None
    """When the first two have the same at the end: `play-on` (also when left out), `draw`, or the
    last `takers` have won; a table may choose between them."""
    next_dealer: Rule | None = None
    """Who deals next; after a redeal, too."""


class Foul(Entry):
    """A breach of the rules that ends the deal."""

    name: Translations | None = None
    pay: Pay = Field(default_factory=dict)
    set_: dict[Name, Value] | None = Field(default=None, alias="set")
    """State that the foul changes."""
    then: Literal["next", "redeal", "over"] = "next"
    """`next`: the deal counts and the next follows; `redeal`: the same dealer deals again;
    `over`: the match is over."""


class Claim(Entry):
    """Something that the author says of the game; the verifier proves or refutes it.

    A sentence (`says`), a condition (`at` with `holds`), or one of the verifier's own
    properties (`property`), where it is known to fail.
    """

    says: Says | None = None
    """For example `every sheet where swept has paid(defenders) = 0`."""
    at: Literal["play", "trick", "settle"] | None = None
    assuming: Rule | None = None
    holds: Rule | None = None
    property: Word | None = None
    """The code of a property, such as `settle.monotone`."""
    about: Word | None = None
    """Which of several results of the property, as `verify` names it."""
    expect: Literal["proved", "refuted"] = "proved"


class Document(Part):
    """A document that the rules are taken from."""

    title: Word
    author: Word | None = None
    year: Word | None = None
    url: Word | None = None
    note: Word | None = None


class Ruleset(Part):
    """A ruleset file."""

    beloteql: Literal["1"]
    """The version of the language."""
    id: Name
    """The name of the ruleset; the file is called the same."""
    extends: Word | None = None
    """The ruleset of which this one states the differences."""
    abstract: YesNo = False
    """Whether it is a shared part and not a game."""
    name: Translations
    country: Word | None = None
    provenance: Literal["good", "weak"] = "good"
    """`weak` where little is known; the rule book says so."""
    text: Translations | None = None
    """A word on the game, for the head of the rule book."""
    source: Word | None = None
    sources: dict[Word, Document] = Field(default_factory=dict)
    table: Table = Field(default=None, validate_default=False)  # type: ignore[assignment]
    deck: Deck = Field(default=None, validate_default=False)  # type: ignore[assignment]
    roles: dict[Name, Role] = Field(default_factory=dict)
    contracts: dict[Name, ContractKind] = Field(default_factory=dict)
    zones: dict[Name, Zone] = Field(default_factory=dict)
    contract: dict[Name, ContractField] = Field(default_factory=dict)
    state: dict[Name, State] = Field(default_factory=dict)
    options: dict[Name, Option] = Field(default_factory=dict)
    require: dict[Name, Rule] = Field(default_factory=dict)
    """What must hold between options."""
    words: dict[Name, WordDefinition] = Field(default_factory=dict)
    deal: dict[Name, Step] = Field(default_factory=dict)
    talks: dict[Name, dict[Name, Stage]] = Field(default_factory=dict)
    melds: dict[Name, Melds] = Field(default_factory=dict)
    play: Play | None = None
    score: Score | None = None
    match: Match | None = None
    fouls: dict[Name, Foul] = Field(default_factory=dict)
    claims: dict[Name, Claim] = Field(default_factory=dict)
