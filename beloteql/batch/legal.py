"""The questions `legal` and `winner`."""

from __future__ import annotations

from typing import Any

from beloteql.batch import read
from beloteql.batch.facts import GIVEN, given_facts
from beloteql.batch.read import Json, wrong
from beloteql.core.program import LegalRule
from beloteql.core.world import members
from beloteql.semantics.evaluate import Env
from beloteql.semantics.play import Trick
from beloteql.semantics.rules import Rules
from beloteql.wording import reason


def play_facts(rules: Rules, data: Json) -> dict[str, Any]:
    """The facts of a position outside a running match; `data` has a contract."""
    return given_facts(rules, data, read.contract(rules, data["contract"]))


def position(rules: Rules, data: Json) -> tuple[Env, int, int]:
    """A position that was read: its environment, the seat to play, and its hand.

    Checked: each card once, the seat is the one to play, the trick is not full.
    """
    allowed = ("trick_number", "exposed", "hands", *GIVEN)
    read.keys(data, ("contract", "seat", "hand", "trick"), allowed)
    world = rules.world
    seat = read.seat(world, data["seat"])
    hand = read.cards(world, data["hand"], "the hand")
    trick = read.trick(world, data["trick"])
    both = [world.cards[c] for c in hand if c in trick.cards]
    if both:
        raise wrong("BQ0903", f"{' '.join(both)} is in the hand and on the table")
    if not hand:
        raise wrong("BQ0909", "the hand is empty")
    to_play = trick.seat(len(trick.cards), world.seats)
    if seat != to_play:
        raise wrong("BQ0904", f"seat {seat} is not to play", f"seat {to_play}")
    number = read.whole(data.get("trick_number", 1), '"trick_number"', 1)
    exposed = read.cards(world, data.get("exposed", []), '"exposed"')
    facts = play_facts(rules, data)
    facts["hand"] = lambda s: read.mask(hand) if s == seat else 0
    facts |= _all_hands(rules, data, seat, [*hand, *trick.cards])
    env = rules.play.start(facts)
    rules.play.place(env, trick, seat, read.mask(hand), number, read.mask(exposed))
    return env, seat, read.mask(hand)


def _all_hands(rules: Rules, data: Json, seat: int, taken: list[int]) -> dict[str, Any]:
    """The hands of all, as far as they are told; that of the player in turn is told twice."""
    told = read.hands(rules.world, data.get("hands"))
    if not told:
        return {}
    own = read.mask(read.cards(rules.world, data["hand"], "the hand"))
    if told["hand"](seat) != own:
        raise wrong("BQ0909", f'"hand" and hand {seat} of "hands" differ')
    for other in range(rules.world.seats):
        both = [rules.world.cards[c] for c in taken if told["hand"](other) >> c & 1]
        if both and other != seat:
            raise wrong("BQ0903", f"{' '.join(both)} is on the table and in hand {other}")
    return told


def legal(rules: Rules, data: Json) -> Json:
    """The legal cards of a position, and why the others are illegal."""
    env, _, hand = position(rules, data)
    rule, allowed = rules.play.decide(env)
    world = rules.world
    illegal = {world.cards[c]: why(rules, rule) for c in members(hand & ~allowed)}
    shown = [name for name in data["hand"] if allowed >> read.card(world, name) & 1]
    return {"legal": [world.cards[read.card(world, n)] for n in shown], "illegal": illegal}


def why(rules: Rules, rule: LegalRule) -> Json:
    """Why a card may not be played: the rule that decides, its place, and a sentence."""
    number = [r.name for r in rules.program.legal].index(rule.name) + 1
    return {
        "rule": f"play.{number}",
        "name": rule.name,
        "file": rule.span.source.name,
        "line": rule.span.line,
        "reason": reason(rule.name, rules.program.loaded.ruleset),
    }


def winner(rules: Rules, data: Json) -> Json:
    """Who wins a trick, or would if it stopped now."""
    read.keys(data, ("contract", "trick"), ("trick_number", *GIVEN))
    world = rules.world
    trick = read.trick(world, data["trick"], complete=True)
    if not trick.cards:
        raise wrong("BQ0906", "the trick has no cards")
    env = rules.play.start(play_facts(rules, data))
    number = read.whole(data.get("trick_number", 1), '"trick_number"', 1)
    best = rules.play.best(env, trick, number)
    return {"seat": seat_of(rules, trick, best), "card": world.cards[best]}


def seat_of(rules: Rules, trick: Trick, card: int) -> int:
    """Who played a card of a trick."""
    return trick.seat(trick.cards.index(card), rules.world.seats)
