"""What a question may tell besides its position: dealer, turn-up, scores, what was said."""

from __future__ import annotations

from typing import Any

from beloteql.batch import read
from beloteql.batch.read import Json, wrong
from beloteql.errors import nearest
from beloteql.semantics.contract import Fields, field_facts
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import initial_state, state_facts
from beloteql.semantics.talk import Said, said_in

GIVEN = ("dealer", "turn_up", "scores_before", "deals", "said")
"""Keys of a question that `given_facts` reads; each may be left out."""


def given_facts(rules: Rules, data: Json, fields: Fields | None = None) -> dict[str, Any]:
    """The facts that hold whatever the phase, outside a running match.

    Without its key the dealer is the last seat, nothing was turned up, scored or said.
    """
    world, options = rules.world, rules.option_facts()
    before = (0,) * world.sides
    if "scores_before" in data:
        before = read.per_side(world, data["scores_before"], '"scores_before"')
    turned = read.card(world, data["turn_up"]) if data.get("turn_up") is not None else None
    return {
        **options,
        **field_facts(fields or {}),
        **state_facts(initial_state(rules.program, options)),
        "dealer": read.seat(world, data.get("dealer", world.seats - 1), "the dealer"),
        "deals": read.whole(data.get("deals", 0), '"deals"', 0),
        "score": before.__getitem__,
        "turned": turned,
        "said": said_in(_said(rules, data.get("said", []))),
        "hand": lambda seat: 0,
    }


def _said(rules: Rules, value: Any) -> tuple[Said, ...]:
    """What was said: objects with `seat`, `stage` and `call`."""
    calls = {
        (stage.name, call.name)
        for talk in rules.program.talks.values()
        for stage in talk.stages
        for call in stage.calls
    }
    found = []
    for item in read.listed(value, '"said"'):
        entry = read.mapping(item, "what was said")
        read.keys(entry, ("seat", "stage", "call"), ())
        if (entry["stage"], entry["call"]) not in calls:
            known = [f"{stage} {call}" for stage, call in sorted(calls)]
            raise wrong("BQ0909", f"there is no call {entry['call']!r} in a stage "
                        f"{entry['stage']!r}", ", ".join(known),
                        nearest(f"{entry['stage']} {entry['call']}", known))  # fmt: skip
        seat = read.seat(rules.world, entry["seat"])
        found.append(Said(seat, entry["stage"], entry["call"]))
    return tuple(found)
