"""Move counts: how many ways a deal can go on, so many moves deep.

Another engine can check itself against `counts.json`: each entry gives the seed of the deal,
the calls, and the number of different sequences of 1, 2, 3 … cards. Only legal play and the
winner of tricks decide these numbers. `BELOTEQL_RECORD=1` writes them anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from beloteql.core.world import members
from beloteql.game.match import shuffled
from beloteql.semantics.play import Trick
from beloteql.semantics.rules import Rules

FILE = Path(__file__).parent / "counts.json"
DEPTH = 7


def count(game: Rules, env: Any, hands: list[int], trick: Trick, depth: int) -> int:
    """Sequences of `depth` legal cards from a position."""
    if depth == 0:
        return 1
    seats = game.world.seats
    if len(trick.cards) == seats:
        trick = Trick(game.play.winner(env, trick, 1))
    seat = trick.seat(len(trick.cards), seats)
    game.play.place(env, trick, seat, hands[seat], 1)
    _, legal = game.play.decide(env)
    if depth == 1:
        return legal.bit_count()
    total = 0
    for card in members(legal):
        after = list(hands)
        after[seat] &= ~(1 << card)
        total += count(game, env, after, trick.add(card), depth - 1)
    return total


def counts(game: Rules, seed: int) -> dict[str, Any]:
    """Counts for a deal of four equal hands; the strain and the number of cards vary."""
    world = game.world
    size = 4 + seed % 3
    deck = shuffled(game, f"perft/{seed}", 0)
    hands = [sum(1 << c for c in deck[s * size : (s + 1) * size]) for s in range(world.seats)]
    strain = world.callable_strains[seed % len(world.callable_strains)]
    fields = game.start_fields() | {"strain": strain, "taker": seed % world.seats}
    facts: dict[str, Any] = {
        **game.option_facts(), **{f"field.{n}": v for n, v in fields.items()},
        "dealer": world.seats - 1, "deals": 0, "turned": None, "hand": lambda s: hands[s],
    }  # fmt: skip
    env = game.play.start(facts)
    return {
        "hands": [[world.cards[c] for c in members(h)] for h in hands],
        "strain": world.strains[strain],
        "counts": [count(game, env, hands, Trick(0), d) for d in range(1, DEPTH + 1)],
    }


def test_counts_are_as_recorded(game: Rules) -> None:
    found = [counts(game, seed) for seed in range(4)]
    if os.environ.get("BELOTEQL_RECORD"):
        known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        known[game.program.id] = found
        FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert json.loads(FILE.read_text(encoding="utf-8"))[game.program.id] == found
