"""The command that answers questions about a ruleset."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from beloteql.cli.app import CLEAN, FINDINGS, UNDECIDED
from beloteql.cli.common import chosen, colour, emit, format_option, option_option
from beloteql.errors import Diagnostic, UsageError

if TYPE_CHECKING:
    from beloteql.verify.ask import Reply

_GREEN, _RED, _YELLOW, _RESET = "\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[0m"
ADVICE = (
    "ask with fewer things open (--option NAME=VALUE), or of one kind of contract "
    '("where kind = …")'
)


@click.command()
@click.argument("ruleset")
@click.argument("question")
@option_option
@format_option
@click.option("--no-cache", is_flag=True, help="Prove all again that was proved before.")
def ask(ruleset: str, question: str, options: tuple[str, ...], shape: str, no_cache: bool) -> int:
    """Answer a question about a ruleset: yes or no, with a case or a proof.

    QUESTION is a sentence: "some sheet where tricks(takers) = 6 has outcome = failed". It begins
    with every, some or no, speaks of a position, trick, sheet or deal, and says where it looks
    and what each of them has. House rules that are not chosen are open.

    The exit code is 0 for yes, 1 for no, and 3 if neither was found out.
    """
    from beloteql.surface.load import load
    from beloteql.verify.ask import ask as find
    from beloteql.verify.solve import Solver, remembering

    loaded = load(ruleset)
    if loaded.ruleset.abstract:
        raise UsageError(
            Diagnostic("BQ0407", f'"{loaded.ruleset.id}" is a shared part and not a game')
        )
    reply = find(loaded, question, chosen(options), Solver() if no_cache else remembering())
    if shape == "json":
        _json(question, reply)
    else:
        click.echo(_text(reply, loaded.ruleset.table.seats or 4, colour(sys.stdout)))
    return UNDECIDED if reply.answer is None else CLEAN if reply.answer else FINDINGS


def _json(question: str, reply: Reply) -> None:
    from beloteql.report.verdicts import as_json

    word = {True: "yes", False: "no", None: "undecided"}[reply.answer]
    shown = as_json(reply.result)
    emit({"question": question, "answer": word, "verdict": shown["verdict"],
          "detail": shown["detail"], "witness": shown["witness"]})  # fmt: skip


def _text(reply: Reply, seats: int, coloured: bool) -> str:
    from beloteql.report.verdicts import draw
    from beloteql.verify.verdict import Verdict

    result = reply.result
    word, shade = {True: ("yes", _GREEN), False: ("no", _RED), None: ("undecided", _YELLOW)}[
        reply.answer
    ]
    word = f"{shade}{word}{_RESET}" if coloured else word
    if result.verdict == Verdict.VACUOUS:
        reason = 'what stands after "where" is never so, so that the question asks nothing'
    elif reply.answer is None:
        reason = result.detail or f"the solver gave up; {ADVICE}"
    elif result.witness is None:
        reason = result.detail or "proved for every case, and all house rules that are open"
    else:
        reason = f"for example, {result.detail}" if result.detail else "for example"
    lines = [f"{word}: {reason}"]
    if result.witness is not None:
        lines.append(draw(result.witness, seats))
    return "\n".join(lines)
