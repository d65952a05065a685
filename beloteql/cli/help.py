"""Commands that explain: codes of messages and properties, the schema for editors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from beloteql.cli.app import CLEAN
from beloteql.cli.common import write


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """What a code means, with a bad and a good example.

    Codes of messages (BQ0501) and of properties (play.legal-card). Without a code, the list of
    all.
    """
    from beloteql.errors.catalogue import catalogue, page

    if code is not None:
        if re.match("BQ", code, re.IGNORECASE):
            click.echo(page(code))
            return CLEAN
        # The verifier takes a while to load; messages do without it.
        from beloteql.verify.catalogue import page as page_of_property

        click.echo(page_of_property(code))
        return CLEAN
    from beloteql.verify.catalogue import catalogue as properties

    for entry in catalogue().values():
        click.echo(f"{entry.code}  {entry.title}")
    click.echo()
    width = max(map(len, properties()))
    for name, known in properties().items():
        click.echo(f"{name.ljust(width)}  {known.title}")
    return CLEAN


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
def schema(output: Path | None) -> int:
    """The JSON Schema (draft-07) of ruleset files, for editors."""
    from beloteql.surface.jsonschema import json_schema

    write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", output)
    return CLEAN
