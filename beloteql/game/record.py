"""Records of matches: JSON Lines, a header and then one event a line.

A record is only ever appended to, a line at a time, so a killed process leaves whole lines
and perhaps one that is cut; that one is dropped. Replaying makes every recorded decision
again and compares everything that follows from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from beloteql.errors import Diagnostic, UsageError
from beloteql.game.match import Match
from beloteql.game.setting import Event
from beloteql.semantics.options import show
from beloteql.semantics.rules import Rules

VERSION = 1


def header(rules: Rules, seed: int | str, dealer: int) -> Event:
    """The first line: which ruleset, under which house rules, from which seed."""
    program = rules.program
    options = {n: show(program, o, rules.options[n]) for n, o in program.options.items()}
    return {
        "beloteql-record": VERSION,
        "language": 1,
        "ruleset": program.id,
        "hash": program.loaded.content_hash,
        "options": options,
        "seed": seed,
        "dealer": dealer,
    }


class Recorder:
    """Appends events to a file; each line is flushed, so that a kill loses at most one."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __call__(self, event: Event) -> None:
        """Write one event."""
        self._file.write(json.dumps(event, ensure_ascii=False) + "\n")
        self._file.flush()


def read(path: Path) -> tuple[Event, list[Event], int]:
    """Header and events of a record, and the number of bytes that they take up.

    A cut last line is left out. Raises `UsageError` (BQ0912) for anything else unreadable.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(Diagnostic("BQ0912", f"{path} can't be read: {error.strerror}")) from None
    whole = data.rfind(b"\n") + 1
    events: list[Event] = []
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            event = json.loads(line)
        except ValueError:
            raise _broken(path, number, "is not JSON") from None
        if not isinstance(event, dict):
            raise _broken(path, number, "is not an object")
        events.append(event)
    if not events or events[0].get("beloteql-record") != VERSION:
        raise _broken(path, 1, 'is no header; it holds "beloteql-record": 1')
    if not isinstance(events[0].get("options"), dict) or "ruleset" not in events[0]:
        raise _broken(path, 1, 'is no header; it names "ruleset" and "options"')
    return events[0], events[1:], whole


def replay(
    rules: Rules,
    first: Event,
    events: Iterable[Event],
    name: str = "record",
    told: list[Event] | None = None,
) -> Match:
    """Play a record again. Raises `UsageError` (BQ0912) where it does not fit the rules.

    `rules` must have the options of the header. The match may be unfinished. `told` is
    filled with the events as they come out.
    """
    recorded = list(events)
    told = [] if told is None else told
    decks = [
        _deck(rules, e, name, i) for i, e in enumerate(recorded, 2) if e.get("event") == "deal"
    ]
    match = Match(rules, first.get("seed", 0), _dealer(rules, first), told.append, decks)
    for compared, event in enumerate(recorded):
        number = compared + 2  # the header is line 1
        kind = event.get("event")
        if kind in {"call", "play"}:
            seat = event.get("seat")
            if seat not in match.may_move():
                raise _broken(name, number, f"is a move of seat {seat}, "
                              f"but seat {match.to_move} is to move")  # fmt: skip
            _do(match, event, name, number)
        elif kind in {"expose", "foul"}:
            _do(match, event, name, number)
        if compared >= len(told) or told[compared] != event:
            wanted = json.dumps(told[compared]) if compared < len(told) else "nothing"
            raise _broken(name, number, f"differs from what the rules give: {wanted[:300]}")
    return match


def _do(match: Match, event: Event, name: str, number: int) -> None:
    """Do again what a player did."""
    seat = event.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < match.world.seats:
        raise _broken(name, number, "names no seat")
    try:
        match event.get("event"):
            case "call":
                match.play(str(event.get("call")), seat)
            case "play":
                match.play(str(event.get("card")), seat)
            case "expose":
                match.expose(seat, str(event.get("card")))
            case "foul":
                match.foul(str(event.get("foul")), seat)
    except UsageError as error:
        raise _broken(name, number, error.diagnostic.message) from None


def resume(rules: Rules, path: Path) -> tuple[Match, TextIO]:
    """The match of a record as it stood, and the file to which it goes on recording.

    A cut line is removed, and events that follow from the last whole one are written.
    """
    first, events, whole = read(path)
    told: list[Event] = []
    match = replay(rules, first, events, str(path), told)
    with path.open("r+b") as raw:
        raw.truncate(whole)
    file = path.open("a", encoding="utf-8")
    recorder = Recorder(file)
    for event in told[len(events) :]:
        recorder(event)
    match.listen(recorder)
    return match, file


def _dealer(rules: Rules, first: Event) -> int | None:
    dealer = first.get("dealer")
    return dealer if isinstance(dealer, int) and 0 <= dealer < rules.world.seats else None


def _deck(rules: Rules, event: Event, name: str, number: int) -> list[int]:
    index = rules.world.card_index
    deck: Any = event.get("deck")
    if not isinstance(deck, list) or sorted(map(str, deck)) != sorted(rules.world.cards):
        raise _broken(name, number, "is a deal without the whole deck")
    return [index[str(c)] for c in deck]


def _broken(path: Path | str, line: int, what: str) -> UsageError:
    return UsageError(Diagnostic("BQ0912", f"{path}: line {line} {what}"))
