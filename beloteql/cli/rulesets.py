"""Commands about ruleset files: list, check, cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from beloteql.cli.app import CLEAN, FINDINGS, USAGE
from beloteql.cli.common import emit, format_option, game, games, show
from beloteql.errors import Diagnostic, RulesetError, UsageError


@click.command("list")
@click.option("--all", "everything", is_flag=True, help="Shared parts, too.")
@format_option
def list_(everything: bool, shape: str) -> int:
    """The rulesets there are: players, country, lines of their own, what they extend."""
    from beloteql.surface.load import bundled, load

    rows: list[dict[str, Any]] = []
    for name in bundled():
        loaded = load(name)
        ruleset = loaded.ruleset
        if ruleset.abstract and not everything:
            continue
        text = loaded.lineage[0].text
        own = sum(1 for li in text.splitlines() if li.strip() and not li.lstrip().startswith("#"))
        extends = loaded.root.get("extends")
        rows.append({
            "id": name,
            "name": dict(ruleset.name),
            "players": ruleset.table.seats,
            "country": ruleset.country,
            "lines": own,
            "extends": getattr(extends, "text", None),
            "options": len(ruleset.options),
        })  # fmt: skip
    if shape == "json":
        emit(rows)
        return CLEAN
    header = ("RULESET", "NAME", "PLAYERS", "COUNTRY", "LINES", "EXTENDS")
    table = [header] + [
        (r["id"], r["name"].get("en") or next(iter(r["name"].values())), str(r["players"]),
         r["country"] or "", str(r["lines"]), r["extends"] or "")
        for r in rows
    ]  # fmt: skip
    widths = [max(len(row[i]) for row in table) for i in range(len(header))]
    for row in table:
        click.echo("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip())
    return CLEAN


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All bundled rulesets.")
@format_option
def check(rulesets: tuple[str, ...], everything: bool, shape: str) -> int:
    """Read rulesets (ids or files) and show everything that is wrong with them."""
    from beloteql.core.build import build
    from beloteql.semantics.checks import check as check_program
    from beloteql.surface.load import bundled, load

    names = list(bundled()) if everything else list(rulesets)
    if not names:
        raise click.UsageError("name a ruleset or a file, or say --all")
    found: list[Diagnostic] = []
    unreadable = False
    for name in names:
        try:
            program = build(load(name))
            diagnostics = check_program(program)
            if program.expectations:
                from beloteql.verify.expect import unknown

                diagnostics += unknown(program)
        except RulesetError as error:
            diagnostics = error.diagnostics
        except UsageError as error:
            diagnostics, unreadable = [error.diagnostic], True
        unreadable = unreadable or any(d.code < "BQ0105" for d in diagnostics)
        found += diagnostics
        if not diagnostics and shape == "text":
            click.echo(f"{name}: no mistakes")
    if shape == "json":
        from beloteql.report.diagnostics import as_json

        emit([as_json(d) for d in found])
    else:
        show(found)
        if found:
            errors = sum(d.severity == "error" for d in found)
            click.echo(f"{errors} mistake{'s' * (errors != 1)}", err=True)
    if unreadable:
        return USAGE
    return FINDINGS if found else CLEAN


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All bundled games.")
@click.option("--file", "file", type=click.Path(path_type=Path), help="Another cases file.")
@format_option
def cases(rulesets: tuple[str, ...], everything: bool, file: Path | None, shape: str) -> int:
    """Run the facts in a ruleset's cases file against the ruleset."""
    from beloteql.batch.cases import cases_path, read_cases, run
    from beloteql.semantics.rules import Rules

    names = games() if everything else list(rulesets)
    if not names:
        raise click.UsageError("name a ruleset or a file, or say --all")
    rows: list[dict[str, Any]] = []
    failed = 0
    for name in names:
        program = game(name)
        path = file or (cases_path(program.loaded.path) if program.loaded.path else None)
        if path is None or not path.exists():
            click.echo(f"{name}: no cases file beside it", err=True)
            failed += 1
            continue
        outcomes = list(run(Rules(program), read_cases(path)))
        wrong = [o for o in outcomes if o.differences]
        failed += len(wrong)
        rows += [
            {"ruleset": name, "case": f"{o.case.section}.{o.case.name}", "place": str(o.case.span),
             "differences": list(o.differences)}
            for o in wrong
        ]  # fmt: skip
        if shape == "text":
            click.echo(f"{name}: {len(outcomes) - len(wrong)} of {len(outcomes)} cases hold")
            for o in wrong:
                click.echo(f"  {o.case.span}: {o.case.section}.{o.case.name}")
                for difference in o.differences:
                    click.echo(f"    {difference}")
    if shape == "json":
        emit(rows)
    return FINDINGS if failed else CLEAN
