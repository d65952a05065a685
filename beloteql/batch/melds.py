"""The question `melds`: what each seat melds, and which side is paid for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beloteql.batch import read
from beloteql.batch.facts import GIVEN
from beloteql.batch.legal import play_facts
from beloteql.batch.read import Json, wrong
from beloteql.core.program import Group
from beloteql.semantics.melds import Award, Meld, names
from beloteql.semantics.rules import Rules


def melds(rules: Rules, data: Json) -> Json:
    """The melds of dealt hands, and what each side is awarded."""
    read.keys(data, ("contract", "hands"), ("leader", "first_trick", *GIVEN))
    world = rules.world
    hands = read.hands(world, data["hands"])
    facts = play_facts(rules, data) | hands
    masks = [hands["hand"](s) for s in range(world.seats)]
    others = {"first-trick": list(masks)}
    if "first_trick" in data:
        trick = read.trick(world, data["first_trick"], complete=True)
        winner = rules.play.winner(rules.play.start(dict(facts)), trick, 1)
        others["first-trick"][winner] |= read.mask(trick.cards)
    leader = read.seat(world, data.get("leader", (facts["dealer"] + 1) % world.seats), "the leader")
    result = rules.melds.of_hands(masks, leader, facts, others)
    seats: list[list[Json]] = [[] for _ in range(world.seats)]
    for meld in result.kept:
        seats[meld.seat].append(show(rules, meld))
    awarded = [sum(a.points[s] for a in result.awards.values()) for s in range(world.sides)]
    groups = {
        name: {
            "awarded": list(a.points),
            "decided": a.decided,
            "best": None if a.best is None else show(rules, a.best),
        }
        for name, a in result.awards.items()
    }
    points = {f"meld.{n}": a.points.__getitem__ for n, a in result.awards.items()}
    won = rules.settle.instant_winner("declare", facts | points)
    found_: Json = {"seats": seats, "awarded": awarded, "groups": groups}
    return found_ if won is None else {**found_, "won": {"rule": won[0], "side": won[1]}}


def show(rules: Rules, meld: Meld) -> Json:
    """A meld as JSON."""
    return {
        "seat": meld.seat,
        "group": meld.group,
        "kind": meld.pattern,
        "cards": names(rules.world, meld),
        "points": meld.points,
    }


def declared(rules: Rules, value: Any, facts: dict[str, Any]) -> list[Meld]:
    """Melds that were announced: seat, kind (a pattern) and cards."""
    found = []
    for item in read.listed(value, '"melds"'):
        data = read.mapping(item, "a meld")
        # What the question "melds" answers may be given back as it is.
        read.keys(data, ("seat", "kind", "cards"), ("group", "points"))
        seat = read.seat(rules.world, data["seat"])
        cards = read.mask(read.cards(rules.world, data["cards"], "the meld"))
        found.append(_meld(rules, seat, data["kind"], cards, facts))
    return found


def _meld(rules: Rules, seat: int, kind: Any, cards: int, facts: dict[str, Any]) -> Meld:
    kinds = [p.name for g in rules.program.melds.values() for p in g.patterns]
    if kind not in kinds:
        raise wrong("BQ0905", f"there is no meld {kind!r}", ", ".join(kinds))
    for group in rules.program.melds.values():
        for meld in rules.melds.find(group, seat, cards, facts):
            if meld.pattern == kind and meld.cards == cards:
                return meld
    raise wrong("BQ0910", f'these cards are no "{kind}" under this contract and these options')


def award(
    rules: Rules, group: Group, own: Sequence[Meld], leader: int, facts: dict[str, Any]
) -> Award:
    """What a group pays for announced melds."""
    return rules.melds.award(group, own, leader, facts)


def trick_bonus(rules: Rules, data: Json) -> Json:
    """The bonuses in a finished trick (roem, say) and their points."""
    read.keys(data, ("contract", "trick"), ("trick_number", *GIVEN))
    world = rules.world
    trick = read.trick(world, data["trick"], complete=True)
    facts = play_facts(rules, data)
    number = read.whole(data.get("trick_number", 1), '"trick_number"', 1)
    winner = rules.play.winner(rules.play.start(dict(facts)), trick, number)
    found = rules.melds.of_trick(read.mask(trick.cards), winner, facts)
    return {"points": sum(m.points for m in found), "melds": [show(rules, m) for m in found]}
