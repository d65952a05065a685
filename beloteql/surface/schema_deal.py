"""The deal and its talks: the shape of the sections `deal` and `talks` of a ruleset file."""

from typing import Literal

from pydantic import Field

from beloteql.surface.fields import Name, Rule, Translations, Value, Word, YesNo
from beloteql.surface.part import Entry, Part


class Give(Part):
    """Moves cards."""

    from_: Name | None = None
    """Zone that the cards come from; left out, the stock."""
    to: Name | None = None
    """Zone that they go to; left out, the hands."""
    each: Value | None = None
    """Number of cards for each seat; it may depend on `seat`."""
    count: Value | None = None
    """Number of cards in all, for a zone of the table or for one seat."""
    cards: Rule | None = None
    """Which cards of the zone move, instead of a number; it may depend on `seat`."""
    seat: Rule | None = None
    """The one seat that gives or gets."""
    one_by_one: YesNo = False
    """Whether the cards go round one at a time instead of in packets."""


class Draw(Part):
    """Something that chance decides, such as a trump suit turned from spare cards."""

    field: Name
    """The field of the contract that gets it."""
    from_: Rule
    """The set that it is drawn from, all of its elements equally likely."""


class Step(Entry):
    """A step of a deal, in the order of the entries."""

    when: Rule | None = None
    give: Give | None = None
    draw: Draw | None = None
    """Chance fills a field of the contract."""
    talk: Name | None = None
    do: Literal["declare", "tricks", "settle"] | None = None
    """`declare`: melds are shown; `tricks`: the play; `settle`: the score."""


class LegalCall(Entry):
    """A call that a player may make in a stage of a talk."""

    name: Translations | None = None
    with_: dict[Name, Rule] | None = None
    """What the player chooses with the call, each from a set: `{s: suits}`."""
    when: Rule | None = None
    """Whether the call is allowed."""
    set_: dict[Name, Value] | None = Field(default=None, alias="set")
    """Fields of the contract that the call fills."""
    give: Give | None = None
    """Cards that move with the call."""
    moves: dict[Name, Give] = Field(default_factory=dict)
    """Cards that move with the call one movement after the other, as in an exchange."""
    then: Value | None = None
    """Where the talk goes on: a stage, `done` or `redeal`."""


class End(Entry):
    """Where a talk goes on when nothing but passes, or enough calls, were heard."""

    when: Rule | None = None
    set_: dict[Name, Value] | None = Field(default=None, alias="set")
    draw: Draw | None = None
    """Something is drawn before the talk goes on."""
    then: Word
    """A stage, `done`, or `redeal` (the cards are thrown in)."""


class Stage(Entry):
    """A stage of a talk: who is asked, from whom on, and what may be said."""

    name: Translations | None = None
    from_: Rule | None = None
    """The seat that is asked first; left out, the eldest hand."""
    asks: Rule | None = None
    """Which seats (`me`) are asked; left out, all."""
    speaks: Literal["in-turn", "anyone", "together"] = "in-turn"
    """`in-turn`: one after the other. `anyone`: whoever is asked may also call out of turn, but
    not pass; the turn then goes on from him. `together`: each makes one call without knowing
    those of the others."""
    calls: dict[Name, LegalCall]
    ends: dict[Name, End] = Field(default_factory=dict)
