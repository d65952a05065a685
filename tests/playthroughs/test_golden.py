"""A whole match of each game, kept as a record; any change of a rule shows up here.

`BELOTEQL_RECORD=1 pytest tests/playthroughs` writes the records anew; read the difference
before committing it.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

from beloteql.game import record as records
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules

GOLDEN = Path(__file__).parent / "golden"


def transcript(game: Rules) -> list[str]:
    """The lines of a match of random legal play, without the hash of the ruleset's text."""
    first = records.header(game, "golden", game.world.seats - 1)
    lines = [json.dumps({k: v for k, v in first.items() if k != "hash"}, ensure_ascii=False)]
    match = Match(
        game, "golden", listener=lambda e: lines.append(json.dumps(e, ensure_ascii=False))
    )
    chance = random.Random("golden")
    while not match.over:
        match.apply(chance.choice(match.legal_moves()))
    return lines


def test_the_match_is_as_recorded(game: Rules) -> None:
    path = GOLDEN / f"{game.program.id}.jsonl"
    lines = transcript(game)
    if os.environ.get("BELOTEQL_RECORD"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == lines


def test_the_record_replays(game: Rules) -> None:
    first, events, _ = records.read(GOLDEN / f"{game.program.id}.jsonl")
    match = records.replay(game, first, events)
    assert match.over
