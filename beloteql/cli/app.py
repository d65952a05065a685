"""The command `beloteql`: its subcommands, loaded when used, and its exit codes.

0 clean, 1 findings or refuted, 2 usage or unreadable input, 3 undecided, 70 a fault of ours.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from beloteql import __version__

CLEAN, FINDINGS, USAGE, UNDECIDED, INTERNAL = 0, 1, 2, 3, 70

_COMMANDS = {
    "list": ("beloteql.cli.rulesets", "list_", "The rulesets there are."),
    "check": ("beloteql.cli.rulesets", "check", "Read a ruleset and show what is wrong with it."),
    "verify": ("beloteql.cli.verify", "verify", "Prove that a ruleset hangs together."),
    "ask": ("beloteql.cli.ask", "ask", "Answer a question about a ruleset."),
    "diff": ("beloteql.cli.diff", "diff", "Compare two rulesets."),
    "play": ("beloteql.cli.play", "play", "Play a match in the terminal."),
    "docs": ("beloteql.cli.docs", "docs", "Print the rule book."),
    "cases": ("beloteql.cli.rulesets", "cases", "Run the facts in a ruleset's cases file."),
    "explain": ("beloteql.cli.help", "explain", "What the code of a message or property means."),
    "schema": ("beloteql.cli.help", "schema", "The JSON Schema of ruleset files, for editors."),
    "legal": ("beloteql.cli.questions", "legal", "Which cards may be played, and why not others."),
    "winner": ("beloteql.cli.questions", "winner", "Who wins a trick."),
    "score": ("beloteql.cli.questions", "score", "What a score sheet comes to."),
    "auction": ("beloteql.cli.questions", "auction", "Where an auction stands."),
    "foul": ("beloteql.cli.questions", "foul", "What a breach of the rules costs."),
    "melds": ("beloteql.cli.questions", "melds", "Which melds count, and for whom."),
    "replay": ("beloteql.cli.questions", "replay", "Play a recorded match again."),
}


class _Commands(click.Group):
    """Imports a subcommand only when it is used, so that the others start fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name, _ = _COMMANDS[cmd_name]
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # Written from the table: importing every command for `--help` would take a second.
        with formatter.section("Commands"):
            formatter.write_dl([(name, row[2]) for name, row in _COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="beloteql")
def cli() -> None:
    """The rules of Belote and Klaverjas games as data: run, prove, print and compare them."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code."""
    # A command starts by making many small objects that stay; looking for garbage among them
    # a hundred times costs a tenth of the start. Plug-ins of the schema library are not used.
    gc.set_threshold(100_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        code = cli.main(arguments, prog_name="beloteql", standalone_mode=False)
        gc.freeze()  # nothing is left to be found: looking through it all takes a while
        sys.exit(code if isinstance(code, int) else CLEAN)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away (`| head`); writing the rest would only fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CLEAN)
    except Exception as error:  # noqa: BLE001 - the last place: a fault is reported, not hidden
        from beloteql.cli.common import report_fault

        sys.exit(report_fault(error))
