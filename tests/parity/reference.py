"""What may be played, written by hand: one list of decisions and, by profile, its answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from beloteql.core.world import World, members
from beloteql.semantics.play import Trick


@dataclass(frozen=True)
class Habits:
    """Where the games of the family answer differently. The defaults are French belote's.

    follow: who holds the plain suit led plays it; or may trump instead, with a higher trump if
        he has one; or the same, but never with a trump too low to win.
    raising: whose card must be beaten with a trump that was led (or where every suit is trump).
    beat_plain: so must a plain suit be beaten that nobody has trumped yet.
    plain_partner, trump_partner: void, and the partner is winning with a plain card, a trump.
    overtrump: who trumps an opponent's trump must go higher.
    cannot: void, and holding only trumps lower than the opponent's.
    released: a trump on the table that no trump in hand can beat lifts every duty.
    """

    follow: Literal["suit", "suit-or-trump", "suit-or-winning-trump"] = "suit"
    raising: Literal["everybody", "opponents", "nobody"] = "everybody"
    beat_plain: bool = False
    plain_partner: Literal["free", "trump"] = "free"
    trump_partner: Literal[
        "free",
        "any-trump",
        "rise",
        "rise-or-free",
        "no-lower",
        "no-lower-but-all-trumps",
        "no-lower-if-higher",
        "all-trumps-rise",
    ] = "free"
    overtrump: bool = True
    cannot: Literal["under", "free", "plain"] = "under"
    released: bool = False


FR = Habits()
CON = Habits(cannot="free")
ROT = Habits(plain_partner="trump", trump_partner="rise")
AMS = Habits(trump_partner="no-lower", cannot="plain")
S3 = Habits(plain_partner="trump", trump_partner="any-trump", overtrump=False)
S0 = Habits("suit-or-trump", plain_partner="trump", trump_partner="rise-or-free", cannot="free")

HABITS = {
    # France
    "fr": FR,
    "fr-p": Habits(trump_partner="no-lower-if-higher"),
    "s0-n": S0,
    "s0-l": replace(S0, released=True),
    "bga": FR,
    "bga-t": Habits(cannot="plain"),
    "con": CON,
    "con-s": Habits(trump_partner="no-lower-but-all-trumps", cannot="free"),
    "con-el": Habits(trump_partner="all-trumps-rise", cannot="free"),
    "con-bga": Habits(trump_partner="no-lower-if-higher"),
    # the Netherlands
    "rot": ROT,
    "s1-r": replace(ROT, follow="suit-or-trump"),
    "ams": AMS,
    "ams-b": Habits(trump_partner="no-lower-but-all-trumps", cannot="plain"),
    "ams-u": Habits(trump_partner="no-lower"),
    "s1-a": Habits(
        "suit-or-winning-trump", plain_partner="trump", trump_partner="any-trump", cannot="plain"
    ),
    # Madagascar
    "mad": Habits(trump_partner="rise"),
    "gasy": ROT,
    # the Balkans and the Levant
    "int-literal": replace(S3, raising="opponents"),
    "int-wiki": Habits(overtrump=False),
    "belot-seed": S3,
    "bg": CON,
    "solo": CON,
    "bela": replace(ROT, beat_plain=True),
    "pil": ROT,
    "baz": FR,
    "hok-reg": Habits(raising="nobody", cannot="free"),
    "hok-tzj": Habits(raising="opponents"),
}
"""The profiles: the ways of legal play that documents of the family describe."""

FURTHER = {
    # the words of the Board Game Arena page, where the game itself plays otherwise
    "bga-words": Habits(raising="nobody", plain_partner="trump", cannot="plain"),
    # the Korean page on Amsterdam, on the freedom of who has a winning partner
    "s1-a-raising": replace(HABITS["s1-a"], raising="opponents"),
    "s1-a-partner": replace(
        HABITS["s1-a"], raising="opponents", plain_partner="free", trump_partner="free"
    ),
    # baloot at tables where a winning partner is trumped, too
    "hok-ruff": replace(ROT, raising="opponents"),
}
"""Ways of legal play that a bundled game offers as a house rule beside the profiles."""


def by_hand(
    habits: Habits,
    world: World,
    strain: int,
    hand: int,
    trick: Trick,
    me: int,
    alone: int | None = None,
) -> int:
    """The cards that may be played, as bits. Against a seat that is alone all others are one."""
    if not trick.cards:
        return hand
    suit, power = world.suit_of, world.strength[strain]
    led = suit(trick.cards[0])

    def those(cards: list[int]) -> int:
        return sum(1 << c for c in cards)

    held = list(members(hand))
    same = [c for c in held if suit(c) == led]
    trumps = [c for c in held if suit(c) == strain]
    laid = [power[c] for c in trick.cards if suit(c) == strain]
    higher = [c for c in trumps if power[c] > max(laid, default=0)]
    better = [c for c in same if power[c] > max(power[t] for t in trick.cards if suit(t) == led)]
    top = max(trick.cards, key=lambda c: (suit(c) == strain, suit(c) == led, power[c]))
    winner = (trick.leader + trick.cards.index(top)) % world.seats
    if alone is not None:
        ours = alone not in {me, winner}
    else:
        ours = world.partners and (winner - me) % 2 == 0

    if habits.released and laid and trumps and not higher:
        return hand
    if strain >= len(world.suits) or led == strain:
        duty = {"everybody": True, "opponents": not ours, "nobody": False}[habits.raising]
        rises = duty and world.kinds[world.kind_of(strain)].trumps != "none"
        return those(better if rises and better else same) or hand
    if same:
        if habits.beat_plain and not laid:
            return those(better or same)
        return (
            those(same)
            | {
                "suit": 0,
                "suit-or-trump": those(higher or trumps),
                "suit-or-winning-trump": those(higher),
            }[habits.follow]
        )
    if not trumps:
        return hand
    if ours and not laid:
        return hand if habits.plain_partner == "free" else those(trumps)
    plain = those([c for c in held if suit(c) != strain])
    if ours:
        return {
            "free": hand,
            "any-trump": those(trumps),
            "rise": those(higher or trumps),
            "rise-or-free": those(higher) or hand,
            "no-lower": plain | those(higher) or hand,
            "no-lower-but-all-trumps": plain | those(higher) if plain else hand,
            "no-lower-if-higher": plain | those(higher) if higher else hand,
            "all-trumps-rise": hand if plain or not higher else those(higher),
        }[habits.trump_partner]
    if not habits.overtrump:
        return those(trumps)
    if higher:
        return those(higher)
    return {"under": those(trumps), "free": hand, "plain": plain or hand}[habits.cannot]
