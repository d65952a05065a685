"""What one seat may see: nothing else of a match is shown to a player.

Visibility follows from the zones, from what was called, and from how melds are announced.
"""

from __future__ import annotations

from typing import Any

from beloteql.core.world import members
from beloteql.game.deal import Deal
from beloteql.game.match import Match
from beloteql.semantics.contract import shown_field
from beloteql.semantics.melds import Meld


def view(match: Match, seat: int) -> dict[str, Any]:
    """The match as a seat sees it, in plain values (cards by name)."""
    deal = match.deal
    assert deal is not None
    world = match.world
    trick = deal.trick
    last = deal.taken[-1] if deal.taken else None
    return {
        "seat": seat,
        "dealer": deal.setting.dealer,
        "to_move": match.to_move,
        "scores": list(match.scores),
        "contract": {
            n: shown_field(world, deal.program.fields[n], v)
            for n, v in deal.fields.items()
            if v is not None
        },
        "hand": _names(deal, deal.table.hand(seat)),
        "exposed": _names(deal, deal.exposed),
        "zones": _zones(deal, seat),
        "calls": [{"seat": s, "call": c} for s, c in deal.heard(seat)],
        "trick": None
        if trick is None
        else {"leader": trick.leader, "cards": [world.cards[c] for c in trick.cards]},
        "trick_number": len(deal.taken) + 1,
        "last_trick": None
        if last is None
        else {
            "leader": last.trick.leader,
            "cards": [world.cards[c] for c in last.trick.cards],
            "winner": last.winner,
        },
        "tricks_won": [
            sum(world.side_of(t.winner) == side for t in deal.taken) for side in range(world.sides)
        ],
        "melds": [m for m in (_meld(deal, m, seat) for m in deal.melds.kept) if m is not None],
    }


def _names(deal: Deal, cards: int) -> list[str]:
    return [deal.world.cards[c] for c in members(cards)]


def _zones(deal: Deal, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for (name, owner), stacks in deal.table.zones.items():
        zone = deal.program.zones[name]
        if name == "hand" and owner == seat:
            continue
        seen = zone.seen_by == "all" or (zone.seen_by == "owner" and owner == seat)
        rows = []
        for stack in stacks:
            if zone.seen_by == "top" and stack.cards and not stack.covered:
                hidden = len(stack.cards) - 1
                rows.append({"top": deal.world.cards[stack.cards[-1]], "hidden": hidden})
            elif seen:
                rows.append({"cards": [deal.world.cards[c] for c in stack.cards]})
            else:
                rows.append({"hidden": len(stack.cards)})
        if any(stack.cards for stack in stacks):
            shown[f"{name}/{owner}" if owner >= 0 else name] = rows
    return shown


def _meld(deal: Deal, meld: Meld, seat: int) -> dict[str, Any] | None:
    """A meld as a seat knows it; None while it knows nothing of it."""
    announce = deal.program.loaded.ruleset.melds[_key(deal, meld)].announce
    at = announce.at if announce else None
    played = {
        c
        for t in (*(t.trick for t in deal.taken), *((deal.trick,) if deal.trick else ()))
        for i, c in enumerate(t.cards)
        if t.seat(i, deal.world.seats) == meld.seat
    }
    known = {
        "before-play": True,
        "playing": any(meld.cards >> c & 1 for c in played),
    }.get(at or "first-card", bool(played))
    if not known and meld.seat != seat:
        return None
    shown = announce.shown if announce else None
    open_ = meld.seat == seat or (
        shown == "at-once"
        or (shown == "second-trick" and len(deal.taken) >= 1 and _paid(deal, meld))
        or (at == "playing" and all(c in played for c in members(meld.cards)))
    )
    entry: dict[str, Any] = {"seat": meld.seat, "kind": meld.pattern, "points": meld.points}
    if open_:
        entry["cards"] = _names(deal, meld.cards)
    return entry


def _key(deal: Deal, meld: Meld) -> Any:
    return next(k for k in deal.program.loaded.ruleset.melds if k == meld.group)


def _paid(deal: Deal, meld: Meld) -> bool:
    award = deal.melds.awards.get(meld.group)
    return award is not None and award.points[deal.world.side_of(meld.seat)] > 0
