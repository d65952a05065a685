"""Commands that explain: codes of messages, the schema for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from beloteql.cli.app import CLEAN
from beloteql.cli.common import write


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """What the code of a message means, with a bad and a good example.

    Without a code, the list of all.
    """
    from beloteql.errors.catalogue import catalogue, page

    if code is not None:
        click.echo(page(code))
        return CLEAN
    for entry in catalogue().values():
        click.echo(f"{entry.code}  {entry.title}")
    return CLEAN


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
def schema(output: Path | None) -> int:
    """The JSON Schema (draft-07) of ruleset files, for editors."""
    from beloteql.surface.jsonschema import json_schema

    write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", output)
    return CLEAN
