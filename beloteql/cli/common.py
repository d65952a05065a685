"""What the commands share: loading, options, and how errors are shown."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beloteql.errors import Diagnostic, RulesetError, UsageError, nearest

if TYPE_CHECKING:
    from beloteql.core.program import Program

option_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Choose a house rule."
)
format_option = click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How the answer is written.",
)  # fmt: skip


def colour(stream: Any = None) -> bool:
    """Whether a stream is to be coloured: a terminal, and NO_COLOR is not set."""
    stream = sys.stderr if stream is None else stream
    return not os.environ.get("NO_COLOR") and bool(stream.isatty())


def chosen(options: Iterable[str]) -> dict[str, str]:
    """House rules from `--option name=value`."""
    found: dict[str, str] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise UsageError(Diagnostic("BQ0802", f'"{text}" is not "name=value"'))
        found[name.strip()] = value.strip()
    return found


def program(name: str) -> Program:
    """A ruleset's program, by id or path. Raises `RulesetError` or `UsageError`."""
    from beloteql.core.build import build
    from beloteql.surface.load import load

    return build(load(name))


def game(name: str) -> Program:
    """The program of a game; a shared part is refused (BQ0407)."""
    found = program(name)
    if found.abstract:
        raise UsageError(
            Diagnostic(
                "BQ0407",
                f'"{found.id}" is a shared part and not a game',
                hint='"beloteql list" shows the games',
            )
        )
    return found


def games() -> list[str]:
    """Ids of the bundled games, shared parts left out."""
    from beloteql.surface.load import bundled, load

    return [name for name in bundled() if not load(name).ruleset.abstract]


def emit(data: Any) -> None:
    """Write a value as JSON."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def show(diagnostics: Iterable[Diagnostic]) -> None:
    """Write diagnostics to stderr."""
    from beloteql.report.diagnostics import render

    for diagnostic in diagnostics:
        click.echo(render(diagnostic, colour()), err=True, color=True)
        click.echo(err=True)


def report_fault(error: Exception) -> int:
    """Show an error that reached the top; the exit code it means."""
    if isinstance(error, RulesetError):
        show(error.diagnostics)
        return 2
    if isinstance(error, UsageError):
        show([error.diagnostic])
        return 2
    if os.environ.get("BELOTEQL_DEBUG"):
        traceback.print_exception(error)
    click.echo(f"beloteql: internal error: {type(error).__name__}: {error}", err=True)
    click.echo(
        "This is a fault of beloteql, not of your ruleset. BELOTEQL_DEBUG=1 shows where.", err=True
    )
    return 70


def unknown(what: str, name: str, known: Iterable[str]) -> click.UsageError:
    """A usage error with near names."""
    hint = nearest(name, known)
    return click.UsageError(f'there is no {what} "{name}"' + (f"; {hint}" if hint else ""))


def write(text: str, out: Path | None) -> None:
    """Write a text to a file or to stdout."""
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
        return
    save(out, text if text.endswith("\n") else text + "\n")
    click.echo(f"written to {out}", err=True)


def save(path: Path, text: str) -> None:
    """Write a file, in a folder that is made if need be. Raises `UsageError` (BQ0805)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            Diagnostic("BQ0805", f"{path} can't be written: {error.strerror}", hint="name a file")
        ) from None
