"""The command that proves rulesets."""

from __future__ import annotations

from typing import Any

import click

from beloteql.cli.app import CLEAN, FINDINGS, UNDECIDED
from beloteql.cli.common import colour, emit, format_option, game, games


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All bundled games.")
@click.option("--only", multiple=True, metavar="CODE", help='Properties, such as "play".')
@format_option
def verify(rulesets: tuple[str, ...], everything: bool, only: tuple[str, ...], shape: str) -> int:
    """Prove that rulesets hang together, or show deals on which they don't.

    House rules are left open: what is proved holds for all of them at once.
    """
    import sys

    from beloteql.report import verdicts
    from beloteql.verify import PROPERTIES, Result, Verdict
    from beloteql.verify import verify as prove

    names = games() if everything else list(rulesets)
    if not names:
        raise click.UsageError("name a ruleset or a file, or say --all")
    unknown = [o for o in only if not any(p.startswith(o) or o.startswith(p) for p in PROPERTIES)]
    if unknown:
        raise click.UsageError(f'there is no property "{unknown[0]}": {", ".join(PROPERTIES)}')
    rows: list[dict[str, Any]] = []
    every: list[Result] = []
    shown = colour(sys.stdout)
    for name in names:
        program = game(name)
        if shape == "text":
            click.echo(program.id)
        for result in prove(program, only):
            every.append(result)
            if shape == "json":
                rows.append({"ruleset": program.id, **verdicts.as_json(result)})
                continue
            click.echo(verdicts.row(result, shown), color=shown)
            if verdicts.place(result):
                click.echo(verdicts.place(result))
            if result.witness is not None and result.verdict == Verdict.REFUTED:
                click.echo(verdicts.draw(result.witness, program.world.seats))
    if shape == "json":
        emit(rows)
    else:
        click.echo(_summary(every))
    refuted = any(r.verdict == Verdict.REFUTED for r in every)
    return FINDINGS if refuted else CLEAN if all(r.verdict.green for r in every) else UNDECIDED


def _summary(results: list[Any]) -> str:
    """How many properties came out how."""
    from beloteql.report.verdicts import verdict_name

    counts: dict[str, int] = {}
    for result in sorted(results, key=lambda r: r.verdict):
        name = verdict_name(result.verdict)
        counts[name] = counts.get(name, 0) + 1
    shown = ", ".join(f"{n} {name}" for name, n in counts.items())
    return f"{len(results)} properties: {shown}"
