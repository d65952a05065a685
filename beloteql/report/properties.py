"""The properties of the verifier in words: for reports that explain what failed."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """What a property says, and what to look for when it does not hold."""

    says: str
    help: str


PROPERTIES = {
    "deal.complete": Words(
        "The deal hands out each card once, and the numbers add up.",
        "Count the cards that the steps of `deal` give, to every player and for every taker: "
        "there must be enough of them, and all players start the play with equally many.",
    ),
    "auction.offers": Words(
        "Somebody can always call.",
        "In the auction shown, the player to speak has no legal call. Give the talk a call that "
        "is always allowed, such as a pass, or let the talk end earlier.",
    ),
    "auction.ends": Words(
        "The auction always ends.",
        "The calls shown can go on for ever. Make each call narrow down what may be said after "
        "it, or end the talk after a number of passes.",
    ),
    "auction.contract": Words(
        "The auction ends with a contract, or the cards are thrown in.",
        "After the calls shown the auction is over, and something of the contract is still open. "
        "Set it in the call, or say under `ends` that the cards are thrown in.",
    ),
    "auction.no-dead-call": Words(
        "Each call can be made by somebody at some time.",
        "No auction leads to a state in which the call is allowed. Change its condition, or take "
        "it out.",
    ),
    "auction.raises": Words(
        "A bid goes above a bid, and never the other way round as well.",
        "In the auction shown a bid is followed by one that it had gone above, or by its equal. "
        "Compare the new bid with the one that stands in the condition of the call.",
    ),
    "auction.doubles": Words(
        "Nobody doubles what their own side has said.",
        "In the auction shown a player doubles a bid, or a double, of the own side. Say in the "
        "condition of the call that it is for the other side.",
    ),
    "play.legal-card": Words(
        "There is always a legal card, and it is from the hand.",
        "In the position shown no rule of `play.legal` leaves a card. The last rule should apply "
        "always, and leave any card.",
    ),
    "play.one-winner": Words(
        "Exactly one card wins each trick.",
        "In the trick shown two cards are equally good by `play.best`. Compare cards by "
        "something in which no two of them are equal.",
    ),
    "play.no-dead-rule": Words(
        "Every rule of legal play decides somewhere.",
        "Earlier rules always come first, or the condition never holds. Move the rule up, "
        "change its condition, or take it out.",
    ),
    "points.total": Words(
        "The points of all cards add up, however the tricks are split.",
        "The values of the cards and the last trick make another sum than the `total` of the "
        "kind of contract. One of them is wrong.",
    ),
    "settle.covered": Words(
        "Every result of a deal has exactly one outcome.",
        "For the score sheet shown no outcome applies. Often a tie was forgotten, or the last "
        "outcome has a condition.",
    ),
    "settle.no-dead-outcome": Words(
        "Every outcome can happen.",
        "Earlier outcomes always come first, or the condition never holds. Move the outcome up, "
        "change its condition, or take it out.",
    ),
    "settle.conserved": Words(
        "The settlement hands out exactly what was won.",
        "On the score sheet shown the outcome pays more or less than `score.worth`. Points that "
        "wait for the next deal belong in a state with `points: yes`.",
    ),
    "claim": Words(
        "What the author of the ruleset claims.",
        "The witness is a case in which the claim does not hold. Either the rules are not what "
        "the author thinks, or the claim is. A falsehood that is worth remembering has "
        "`expect: refuted`; if that one fails, the claim holds after all.",
    ),
}
"""By the code of a property, in the order in which they are proved."""


def words(code: str, title: str) -> Words:
    """The words for a property; for one that is not in the table, its title."""
    return PROPERTIES.get(code) or Words(f"{title[:1].upper()}{title[1:]}.", f"{title}.")
