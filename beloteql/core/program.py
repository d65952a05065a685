"""The typed program of a ruleset: every section with its rules in the intermediate form.

This is what all stages after `core` read. It holds no behaviour; the drivers in
`semantics`, `game`, `batch` and `verify` give the sections their meaning. Its parts are
compared by identity: there is one program of a ruleset, and making comparisons of twenty
classes that nobody uses would slow every start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from beloteql.core import ir
from beloteql.core.types import Type
from beloteql.core.world import World
from beloteql.source import Span
from beloteql.surface.load import Loaded

TIES = ("nobody", "earlier", "both")
"""Who is paid when the best melds of two sides are equal."""
MATCH_TIES = ("play-on", "draw", "takers")
"""What happens when the match is over and the first two have the same."""


@dataclass(frozen=True, eq=False, repr=False)
class Named:
    """Anything with a name and a place; `path` is its id in messages (`score.outcomes.nat`)."""

    name: str
    path: str
    span: Span


@dataclass(frozen=True, eq=False, repr=False)
class Option(Named):
    """A house rule. `values` are what may be chosen; None for any number."""

    type: Type
    values: tuple[int, ...] | None
    default: int


@dataclass(frozen=True, eq=False, repr=False)
class Field(Named):
    """A field of the contract; unset at the start without `start`, a set then empty.

    `per` is `side` or `seat` where there is one for each, else empty.
    """

    type: Type
    start: ir.Node | None
    per: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class State(Named):
    """Something remembered from deal to deal."""

    type: Type
    start: ir.Node
    per_side: bool
    points: bool


@dataclass(frozen=True, eq=False, repr=False)
class Zone(Named):
    """Where cards lie; the words are those of `schema.Zone`."""

    of: str
    seen_by: str
    playable: str
    columns: int
    turned: str


@dataclass(frozen=True, eq=False, repr=False)
class Give:
    """Moves cards from a zone (None: the stock) to a zone (`hand` unless said otherwise).

    Either `each` for every seat (with `seat` bound), or `count`, or certain `cards` (with
    `seat` bound where there is one), or all cards there are. With what a call chooses,
    `parameters` are its names.
    """

    source: str | None
    target: str
    each: ir.Node | None
    count: ir.Node | None
    cards: ir.Node | None
    seat: ir.Node | None
    one_by_one: bool
    parameters: tuple[str, ...]
    span: Span


@dataclass(frozen=True, eq=False, repr=False)
class Draw:
    """Chance fills a field with one element of a set."""

    field: str
    source: ir.Node
    span: Span


@dataclass(frozen=True, eq=False, repr=False)
class Step(Named):
    """A step of a deal: `action` is give, draw, talk, declare, tricks or settle."""

    when: ir.Node | None
    action: str
    give: Give | None = None
    talk: str = ""
    draw: Draw | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Call(Named):
    """A call. `parameters` are what is chosen with it: name, type, domain."""

    parameters: tuple[tuple[str, Type, ir.Node], ...]
    when: ir.Node | None
    sets: tuple[tuple[str, ir.Node], ...]
    gives: tuple[Give, ...]
    then: ir.Node | None
    """A stage by its position in the talk, then `done`, then `redeal`."""


@dataclass(frozen=True, eq=False, repr=False)
class End(Named):
    """Where a stage goes on once `when` holds."""

    when: ir.Node | None
    sets: tuple[tuple[str, ir.Node], ...]
    draw: Draw | None
    then: int


@dataclass(frozen=True, eq=False, repr=False)
class Stage(Named):
    """A stage of a talk."""

    first: ir.Node | None
    asks: ir.Node | None
    speaks: str
    calls: tuple[Call, ...]
    ends: tuple[End, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Talk(Named):
    """A talk: an auction, a doubling round, an exchange. `targets` are stages, done, redeal."""

    stages: tuple[Stage, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Pattern(Named):
    """A pattern of a meld: a `run` of (least, most) cards, `same` many, or certain `ranks`."""

    run: tuple[int, int] | None
    same: int
    ranks: tuple[int, ...]
    when: ir.Node | None
    points: ir.Node


@dataclass(frozen=True, eq=False, repr=False)
class Group(Named):
    """A group of melds that are compared with one another."""

    when: ir.Node | None
    source: str
    patterns: tuple[Pattern, ...]
    share: ir.Node | None
    apart_from: tuple[str, ...]
    best: tuple[ir.Node, ...] | None
    tie: ir.Node | None
    """One of `TIES`; None for nobody."""
    compare: str
    kept: ir.Node | None

    @property
    def compared(self) -> bool:
        """Whether only the side with the best melds is paid."""
        return self.best is not None or self.compare == "sum"


@dataclass(frozen=True, eq=False, repr=False)
class LegalRule(Named):
    """A rule of legal play."""

    when: ir.Node | None
    cards: ir.Node


@dataclass(frozen=True, eq=False, repr=False)
class Line(Named):
    """A line that pays: to each of `recipients` (None: every side) so many points."""

    recipient: ir.Node | None
    points: ir.Node


@dataclass(frozen=True, eq=False, repr=False)
class Outcome(Named):
    """An outcome, or a further entry of `also`."""

    when: ir.Node | None
    winner: ir.Node | None
    pay: tuple[Line, ...]
    sets: tuple[tuple[str, ir.Node], ...]


@dataclass(frozen=True, eq=False, repr=False)
class Foul(Named):
    """A breach of the rules: what it costs, and how the match goes on (next, redeal, over)."""

    pay: tuple[Line, ...]
    sets: tuple[tuple[str, ir.Node], ...]
    then: str


@dataclass(frozen=True, eq=False, repr=False)
class Condition(Named):
    """A named condition: an end of the match, an instant win (`at`), a requirement."""

    when: ir.Node | None
    at: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Claim(Named):
    """Something the author says of every position, trick, sheet or deal, of some, or of none."""

    quantifier: str
    kind: str
    assuming: ir.Node | None
    holds: ir.Node
    expect: str

    @property
    def phase(self) -> str:
        """The part of the game that it is about: `play` or `settle`."""
        return "settle" if self.kind in {"sheet", "deal"} else "play"


@dataclass(frozen=True, eq=False, repr=False)
class Expectation(Named):
    """A property of the verifier that the author knows to fail; `about` narrows it down."""

    property: str
    about: str


@dataclass(frozen=True)
class Program:
    """A ruleset, typed."""

    loaded: Loaded
    world: World
    options: dict[str, Option] = field(default_factory=dict)
    require: tuple[Condition, ...] = ()
    words: dict[str, ir.Definition] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    state: dict[str, State] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    deal: tuple[Step, ...] = ()
    talks: dict[str, Talk] = field(default_factory=dict)
    melds: dict[str, Group] = field(default_factory=dict)
    leader: ir.Node | None = None
    last_trick: ir.Node | None = None
    best: ir.Definition | None = None
    legal: tuple[LegalRule, ...] = ()
    totals: tuple[tuple[int, ir.Node], ...] = ()
    """Claimed totals: kind of contract, points of all cards with the last trick."""
    worth: ir.Node | None = None
    outcomes: tuple[Outcome, ...] = ()
    also: tuple[Outcome, ...] = ()
    final: ir.Node | None = None
    over: tuple[Condition, ...] = ()
    wins: tuple[Condition, ...] = ()
    winner: str = "highest"
    tie: ir.Node | None = None
    """One of `MATCH_TIES`; None for playing on."""
    next_dealer: ir.Node | None = None
    shuffle: str = "every-deal"
    cut: int = 0
    """Least number of cards in each part when the pack is cut; 0 if it is not."""
    before_card: str = ""
    after_card: str = ""
    after_trick: str = ""
    """Talks around cards and tricks; empty where there is none."""
    fouls: dict[str, Foul] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    expectations: dict[str, Expectation] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return str(self.loaded.ruleset.id)

    def gives(self) -> Iterator[Give]:
        """Every movement of cards: of the steps of the deal, then of calls."""
        yield from (s.give for s in self.deal if s.give is not None)
        for talk in self.talks.values():
            for stage in talk.stages:
                for call in stage.calls:
                    yield from call.gives

    def draws(self) -> Iterator[Draw]:
        """Everything that is drawn."""
        yield from (s.draw for s in self.deal if s.draw is not None)
        for talk in self.talks.values():
            for stage in talk.stages:
                yield from (e.draw for e in stage.ends if e.draw is not None)

    def reads(self, nodes: Iterable[ir.Node]) -> set[str]:
        """Names of all facts that expressions read, through words too."""
        found: set[str] = set()
        for root in nodes:
            for node in ir.walk(root):
                if isinstance(node, ir.Read):
                    found.add(node.name)
                elif isinstance(node, ir.Word):
                    found |= self.words[node.name].reads
        return found

    @property
    def abstract(self) -> bool:
        """Whether it is a shared part and not a game."""
        return self.loaded.ruleset.abstract
