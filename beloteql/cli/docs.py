"""The command that prints the rule book."""

from __future__ import annotations

from pathlib import Path

import click

from beloteql.cli.app import CLEAN
from beloteql.cli.common import game, write


@click.command()
@click.argument("ruleset")
@click.option(
    "--format", "shape", type=click.Choice(["md", "html"]), default="md", show_default=True
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
def docs(ruleset: str, shape: str, output: Path | None) -> int:
    """Print the rule book of a ruleset, as Markdown or as one HTML page."""
    from beloteql.documents import rule_book, to_html, to_markdown

    book = rule_book(game(ruleset))
    write(to_html(book) if shape == "html" else to_markdown(book), output)
    return CLEAN
