"""Commands that explain: codes of messages, the schema for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from beloteql.cli.app import CLEAN
from beloteql.cli.common import write


@click.command()
@click.argument("code")
def explain(code: str) -> int:
    """What the code of a message means, with a bad and a good example."""
    from beloteql.errors.catalogue import page

    click.echo(page(code))
    return CLEAN


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
def schema(output: Path | None) -> int:
    """The JSON Schema (draft-07) of ruleset files, for editors."""
    from beloteql.surface.jsonschema import json_schema

    write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", output)
    return CLEAN
