"""Commands that answer positions in JSON: one object, or one a line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from beloteql.cli.app import CLEAN, FINDINGS
from beloteql.cli.common import chosen, emit, game, option_option


def _command(question: str, help_: str) -> click.Command:
    @click.command(question, help=help_)
    @click.argument("ruleset")
    @click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
    @option_option
    def command(ruleset: str, file: Any, options: tuple[str, ...]) -> int:
        return _answer(question, ruleset, file, options)

    return command


def _answer(question: str, ruleset: str, file: Any, options: tuple[str, ...]) -> int:
    from beloteql.batch.lines import answer_lines
    from beloteql.semantics.rules import Rules

    rules = Rules(game(ruleset), chosen(options))
    if file.isatty():
        click.echo("reading positions, one JSON object a line (end with Ctrl-D)", err=True)
    failed = False
    for found in answer_lines(rules, question, _objects(file)):
        failed = failed or "error" in found
        click.echo(json.dumps(found, ensure_ascii=False))
        sys.stdout.flush()
    return FINDINGS if failed else CLEAN


def _objects(file: Any) -> Any:
    """Lines of a batch; a single object may also be spread over several lines."""
    first = file.readline()
    if first.strip() and not _whole(first):
        rest = file.read()
        if _whole(first + rest):
            yield json.dumps(json.loads(first + rest))
            return
        yield first
        yield from rest.splitlines()
        return
    yield first
    yield from file


def _whole(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


_SHAPE = "Reads FILE (or standard input): one JSON object, or one a line; answers in that order."
legal = _command("legal", f"Which cards may be played, and why not the others.\n\n{_SHAPE}")
winner = _command("winner", f"Who wins a trick, or would if it stopped now.\n\n{_SHAPE}")
score = _command("score", f"What a score sheet, or a deal trick by trick, comes to.\n\n{_SHAPE}")
auction = _command("auction", f"What may be called next, and what came of it.\n\n{_SHAPE}")
foul = _command("foul", f"What a breach of the rules costs, and how the match goes on.\n\n{_SHAPE}")
melds = _command("melds", f"What each seat melds, and which side is paid.\n\n{_SHAPE}")


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--ruleset", help="Replay under this ruleset instead of the one in the header.")
def replay(record: Path, ruleset: str | None) -> int:
    """Play a recorded match again, and check every line against the rules."""
    from beloteql.game import record as records
    from beloteql.semantics.rules import Rules

    first, events, _ = records.read(record)
    program = game(ruleset or str(first["ruleset"]))
    rules = Rules(program, first["options"])
    if ruleset is None and first.get("hash") != program.loaded.content_hash:
        click.echo("the ruleset has changed since the record was made", err=True)
    match = records.replay(rules, first, events, str(record))
    emit({
        "ruleset": program.id,
        "events": len(events),
        "deals": match.deals,
        "over": match.over,
        "scores": list(match.scores),
        "winners": None if match.winners is None else list(match.winners),
        "to_move": match.to_move,
    })  # fmt: skip
    return CLEAN
