"""What every report of proofs is made of: the results of a ruleset, sentences and places."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from beloteql.report.verdicts import draw, verdict_name
from beloteql.verify.verdict import Result, Verdict


@dataclass(slots=True)
class Proofs:
    """What is known of one ruleset: `results` in the order in which they were proved.

    `seats` is how many sit at its table, `file` the name of its file as messages show it.
    """

    ruleset: str
    seats: int
    file: str
    results: list[Result] = field(default_factory=list)


def named(result: Result) -> str:
    """A property with what it is about: `claim scores-add-up`."""
    return f"{result.code} {result.subject}" if result.subject else result.code


def sentence(result: Result) -> str:
    """A result in one line: its title, the verdict, and the detail if there is one."""
    detail = f" ({result.detail})" if result.detail else ""
    return f"{result.title}: {verdict_name(result.verdict)}{detail}"


def shown_witness(result: Result, seats: int) -> str:
    """The witness as text without an indent; empty if there is none."""
    if result.witness is None:
        return ""
    return "\n".join(line.removeprefix("    ") for line in draw(result.witness, seats).splitlines())


def local(name: str) -> str:
    """A file's name as a build server knows it: below the current folder, with `/`.

    A file outside of it keeps its absolute path. Bundled rulesets are called alike
    everywhere, as in all messages.
    """
    path = Path(name)
    if path.is_absolute() or ".." in path.parts:
        whole = Path(os.path.normpath(path.absolute()))
        here = Path.cwd()
        return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()
    return PurePath(os.path.normpath(name)).as_posix()


def file_and_line(proofs: Proofs, result: Result) -> tuple[str, int, int | None]:
    """Where a result belongs: file, line, column.

    That is the guilty entry. A result without one belongs to the beginning of its ruleset.
    """
    if result.span is None:
        return local(proofs.file), 1, None
    return local(result.span.source.name), result.span.line, result.span.column


def counted(results: Sequence[Result]) -> str:
    """How many properties came out how: `13 properties: 12 proved, 1 refuted`."""
    counts: dict[Verdict, int] = {}
    for verdict in sorted(r.verdict for r in results):
        counts[verdict] = counts.get(verdict, 0) + 1
    shown = ", ".join(f"{n} {verdict_name(v)}" for v, n in counts.items())
    return f"{len(results)} properties" + (f": {shown}" if shown else "")
