"""The question `auction`: where the talks of a deal stand after some calls."""

from __future__ import annotations

from typing import Any

from beloteql.batch import read
from beloteql.batch.read import Json, show_contract, wrong
from beloteql.core.world import members
from beloteql.errors import nearest
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import initial_state, state_facts
from beloteql.semantics.talk import Choice, TalkState


def auction(rules: Rules, data: Json) -> Json:
    """Make the calls and say what may be called next, or what came of it.

    Every talk of the deal is gone through in order. BQ0911: a call that is not allowed.
    """
    read.keys(data, ("calls",), ("dealer", "turn_up", "hands", "scores_before"))
    world = rules.world
    facts = _facts(rules, data)
    talks = [s.talk for s in rules.program.deal if s.action == "talk"]
    if not talks:
        raise wrong("BQ0911", f"{rules.program.id} has no auction")
    fields = rules.start_fields()
    calls = [str(c) for c in read.listed(data["calls"], '"calls"')]
    state = rules.talk.start(talks[0], fields, facts)
    remaining = talks[1:]
    state, remaining = _next_talk(rules, state, remaining, facts)
    for number, text in enumerate(calls, 1):
        if rules.talk.result(state) is not None:
            raise wrong("BQ0911", f'call {number}, "{text}", comes when all is said')
        choice = _choice(rules, state, facts, text, number)
        state = rules.talk.apply(state, choice, facts)
        state, remaining = _next_talk(rules, state, remaining, facts)
    result = rules.talk.result(state)
    contract = show_contract(rules, state.fields)
    legal = [] if result else [rules.talk.text(c) for c in rules.talk.choices(state, facts)]
    return {
        "over": result is not None,
        "contract": contract if result == "done" else None,
        "next_seat": None if result is not None else state.seat % world.seats,
        "legal_calls": legal,
        "result": {"done": "contract", "redeal": "redeal", None: None}[result],
    }


def _next_talk(
    rules: Rules, state: TalkState, remaining: list[str], facts: dict[str, Any]
) -> tuple[TalkState, list[str]]:
    while rules.talk.result(state) == "done" and remaining:
        state = rules.talk.start(remaining[0], state.fields, facts)
        remaining = remaining[1:]
    return state, remaining


def _choice(
    rules: Rules, state: TalkState, facts: dict[str, Any], text: str, number: int
) -> Choice:
    choices = {rules.talk.text(c): c for c in rules.talk.choices(state, facts)}
    folded = {name.lower(): c for name, c in choices.items()}
    found = folded.get(" ".join(text.split()).lower())
    if found is None:
        raise wrong(
            "BQ0911", f'call {number}, "{text}", is not allowed for seat {state.seat}',
            ", ".join(choices), nearest(text, choices),
        )  # fmt: skip
    return found


def _facts(rules: Rules, data: Json) -> dict[str, Any]:
    world = rules.world
    options = rules.option_facts()
    hands: dict[int, int] = {}
    if "hands" in data:
        for seat, hand in enumerate(read.listed(data["hands"], '"hands"')[: world.seats]):
            hands[seat] = read.mask(read.cards(world, hand, f"hand {seat}"))
    before = (0,) * world.sides
    if "scores_before" in data:
        before = read.per_side(world, data["scores_before"], '"scores_before"')
    turned = read.card(world, data["turn_up"]) if data.get("turn_up") is not None else None
    for hand in hands.values():
        if turned is not None and turned in set(members(hand)):
            raise wrong("BQ0903", f"{world.cards[turned]} is turned up and in a hand")
    return {
        **options,
        **state_facts(initial_state(rules.program, options)),
        "dealer": read.seat(world, data.get("dealer", world.seats - 1), "the dealer"),
        "deals": 0,
        "score": before.__getitem__,
        "turned": turned,
        "hand": lambda seat: hands.get(seat, 0),
    }
