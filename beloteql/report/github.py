"""Proofs as annotations of GitHub: workflow commands that mark lines of the change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beloteql.report.proofs import Proofs, file_and_line, named, sentence, shown_witness
from beloteql.verify.verdict import Result, Verdict


def github(proofs: Sequence[Proofs], stopped: str = "") -> Iterator[str]:
    """One line for each property that is not as it should be, without its line end.

    Refuted ones are errors, undecided ones warnings. `stopped` says that not everything was
    proved, and is an error, too.
    """
    for share in proofs:
        for result in share.results:
            if not result.verdict.green:
                yield _annotation(share, result)
    if stopped:
        yield f"::error title=beloteql::{escape(stopped)}"


def _annotation(proofs: Proofs, result: Result) -> str:
    file, line, column = file_and_line(proofs, result)
    level = "error" if result.verdict == Verdict.REFUTED else "warning"
    parts = {"file": file, "line": str(line)}
    if column is not None:
        parts["col"] = str(column)
    parts["title"] = f"{proofs.ruleset}: {named(result)}"
    shown = ",".join(f"{name}={escape_property(value)}" for name, value in parts.items())
    drawn = shown_witness(result, proofs.seats)
    text = f"{sentence(result)}\n{drawn}" if drawn else sentence(result)
    return f"::{level} {shown}::{escape(text)}"


def escape(text: str) -> str:
    """A message as a workflow command takes it, on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """A property of a workflow command; commas and colons would end it."""
    return escape(text).replace(":", "%3A").replace(",", "%2C")
