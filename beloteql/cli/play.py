"""The command that plays a match in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from beloteql.cli.app import CLEAN
from beloteql.cli.common import chosen, colour, emit, game, option_option
from beloteql.errors import Diagnostic, UsageError

if TYPE_CHECKING:
    from beloteql.game.match import Match
    from beloteql.game.moves import Move
    from beloteql.report.screen import Screen


@click.command()
@click.argument("ruleset", required=False)
@click.option("--auto", is_flag=True, help="Play all seats, and print the result.")
@click.option("--seed", default=None, help="Cards of the match; the same seed, the same cards.")
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the match to a new file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a recorded match.")
@option_option
def play(
    ruleset: str | None, auto: bool, seed: str | None, seat: int, record: Path | None,
    resume: Path | None, options: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a match against simple legal opponents.

    Legal cards stand in brackets. Type a card (9S) or a call, "why AH" to hear why a card
    is illegal, "quit" to stop; a recorded match goes on with --resume.
    """
    match, file = _start(ruleset, seed, record, resume, options)
    try:
        if auto:
            _play_all(match)
        else:
            if not 0 <= seat < match.world.seats:
                raise UsageError(Diagnostic("BQ0904", f"there is no seat {seat}"))
            _at_table(match, seat)
    finally:
        if file is not None:
            file.close()
    return CLEAN


def _start(
    ruleset: str | None, seed: str | None, record: Path | None, resume: Path | None,
    options: tuple[str, ...],
) -> tuple[Match, TextIO | None]:  # fmt: skip
    from beloteql.game import record as records
    from beloteql.game.match import Match
    from beloteql.semantics.rules import Rules

    if resume is not None:
        if record is not None or options or seed is not None:
            raise click.UsageError("a resumed match keeps its seed, options and record")
        first, _, _ = records.read(resume)
        rules = Rules(game(ruleset or str(first["ruleset"])), first["options"])
        return records.resume(rules, resume)
    if ruleset is None:
        raise click.UsageError("name a ruleset")
    rules = Rules(game(ruleset), chosen(options))
    if seed is None:
        # Fresh cards each time; the seed is shown and recorded, so any match can be repeated.
        from random import SystemRandom

        seed = str(SystemRandom().randrange(10**6))
        click.echo(f"seed {seed}", err=True)
    if record is None:
        return Match(rules, seed), None
    try:
        file = record.open("x", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            Diagnostic(
                "BQ0912",
                f"{record} can't be written: {error.strerror}",
                hint="a record is never overwritten; choose a new name, or --resume",
            )
        ) from None
    recorder = records.Recorder(file)
    recorder(records.header(rules, seed, rules.world.seats - 1))
    return Match(rules, seed, listener=recorder), file


def _players(match: Match) -> list[Any]:
    from beloteql.game.players import Simple

    return [Simple(f"{match.seed}/{seat}") for seat in range(match.world.seats)]


def _play_all(match: Match) -> None:
    players = _players(match)
    while match.to_move is not None:
        match.apply(players[match.to_move].choose(match, _of(match, match.to_move)))
    emit({
        "ruleset": match.program.id,
        "seed": match.seed,
        "deals": match.deals,
        "scores": list(match.scores),
        "winners": list(match.winners or ()),
        "reason": match.reason,
    })  # fmt: skip


def _of(match: Match, seat: int) -> list[Move]:
    """What a seat may do."""
    return [m for m in match.legal_moves() if m.seat == seat]


class _StopError(Exception):
    """The player wants to stop."""


def _at_table(match: Match, seat: int) -> None:
    from beloteql.report.screen import Screen

    symbols = (sys.stdout.encoding or "").lower().startswith("utf")
    screen = Screen(match, seat, colour(sys.stdout), symbols)
    players = _players(match)
    told = len(match.finished)
    try:
        while match.to_move is not None:
            mine = _of(match, seat)
            deal = match.deal
            assert deal is not None
            tricks = len(deal.taken)
            in_turn = match.to_move == seat or deal.speaks == "together"
            # Out of turn one may also say nothing; then whoever is in turn goes on.
            move = _ask(screen, mine, silent=not in_turn) if mine else None
            if move is None:
                move = players[match.to_move].choose(match, _of(match, match.to_move))
                secret = deal.speaks == "together"
                said = "has decided" if secret else screen.text(move.text)
                click.echo(f"  {screen.who(move.seat)}: {said}")
            match.apply(move)
            if len(deal.taken) > tricks:
                taken = deal.taken[-1]
                bonus = sum(m.points for m in taken.melds)
                more = f", and {bonus} for melds" if bonus else ""
                click.echo(f"  {screen.who(taken.winner)} takes {taken.points} points{more}\n")
            for finished in match.finished[told:]:
                _tell(screen, finished)
            told = len(match.finished)
    except _StopError:
        click.echo("stopped", err=True)
        return
    winners = ", ".join(screen.side(s) for s in match.winners or ())
    click.echo(screen.bold(f"The match is over: {screen.scores(match.scores)}. Won by {winners}."))


def _tell(screen: Screen, deal: Any) -> None:
    if deal.settlement is None:
        click.echo("  The cards are thrown in.\n" if deal.result == "redeal" else "")
        return
    settlement = deal.settlement
    click.echo(screen.bold(f"  {settlement.outcome.name}: ") + screen.scores(settlement.scores))
    for paid in settlement.lines:
        if paid.points:
            click.echo(f"    {screen.side(paid.side)} {paid.points}  {paid.line.name}")
    click.echo()


def _ask(screen: Screen, moves: list[Move], silent: bool = False) -> Move | None:
    """Ask for a move; with `silent` an empty line means that nothing is said: None."""
    from beloteql.game.moves import Play

    playing = isinstance(moves[0], Play)
    click.echo(screen.position([m.text for m in moves] if playing else []))
    if not playing:
        more = "; or nothing" if silent else ""
        click.echo("calls: " + ", ".join(screen.text(m.text) for m in moves) + more)
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            raise _StopError from None
        if text.lower() in {"quit", "q", "exit"}:
            raise _StopError
        if not text and silent:
            return None
        if not text:
            continue
        if text.lower() in {"help", "?"}:
            click.echo('a card such as 9S or a call as shown; "why 9S"; "quit"')
            continue
        asked = text.lower().startswith("why ")
        try:
            move = screen.match.find(text[4:] if asked else text, screen.seat)
        except UsageError as error:
            click.echo(_why(screen, text[4:] if asked else text) or str(error.diagnostic.message)
                       + f"; allowed: {error.diagnostic.expected}")  # fmt: skip
            continue
        if asked:
            click.echo(f"{screen.text(move.text)} is legal")
            continue
        return move


def _why(screen: Screen, text: str) -> str:
    """Why a card of the hand may not be played; empty for anything else."""
    from beloteql.batch.legal import why

    match, deal = screen.match, screen.match.deal
    card = match.world.card_index.get(text.strip().upper())
    if deal is None or deal.trick is None or card is None:
        return ""
    if not deal.table.hand(screen.seat) >> card & 1:
        return f"you don't hold {screen.card(match.world.cards[card])}"
    rule, _ = match.rules.play.decide(deal.placed())
    found = why(match.rules, rule)
    return f"{screen.card(match.world.cards[card])} is illegal: {found['reason']} ({found['rule']})"
