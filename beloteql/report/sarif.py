"""Proofs as SARIF 2.1.0, which code scanners and editors read.

Everything stands in one run, as code scanning wants it. A property that holds, or is refuted as
its author expects, has kind `pass`. All others have kind `fail`, with level `error` if they are
refuted and `warning` otherwise: kind `open` would say "undecided" more exactly, but demands
level `none`, and a gate that counts errors and warnings would let it through.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from beloteql.report.proofs import Proofs, file_and_line, local, named, sentence, shown_witness
from beloteql.report.verdicts import verdict_name
from beloteql.source import Span
from beloteql.verify.catalogue import Entry, catalogue
from beloteql.verify.verdict import Result, Verdict

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif(proofs: Sequence[Proofs], version: str, stopped: str = "") -> dict[str, Any]:
    """The log as JSON data: one result a property, rules by the codes of properties.

    `version` is that of beloteql. `stopped` says that not everything was proved; the
    invocation is then unsuccessful.
    """
    titles: dict[str, str] = {}
    for share in proofs:
        for result in share.results:
            titles.setdefault(result.code, result.title)
    order = {code: i for i, code in enumerate(titles)}
    invocation: dict[str, Any] = {"executionSuccessful": not stopped}
    if stopped:
        note = {"level": "error", "message": {"text": _text(stopped)}}
        invocation["toolExecutionNotifications"] = [note]
    run = {
        "tool": {
            "driver": {
                "name": "beloteql",
                "version": version,
                "rules": [_rule(code, title) for code, title in titles.items()],
            }
        },
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [_result(p, r, order[r.code]) for p in proofs for r in p.results],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, title: str) -> dict[str, Any]:
    entry = catalogue().get(code) or Entry(title, f"{title}.")
    return {
        "id": code,
        "shortDescription": {"text": _text(entry.says)},
        "fullDescription": {"text": _text(entry.says)},
        "help": {"text": _text(entry.help.replace("`", '"')), "markdown": _text(entry.help)},
        "defaultConfiguration": {"level": "error"},
    }


def _result(proofs: Proofs, result: Result, index: int) -> dict[str, Any]:
    green = result.verdict.green
    refuted = result.verdict == Verdict.REFUTED
    text = f"{proofs.ruleset}, {named(result)}: {sentence(result)}"
    drawn = shown_witness(result, proofs.seats)
    return {
        "ruleId": result.code,
        "ruleIndex": index,
        "kind": "pass" if green else "fail",
        "level": "none" if green else "error" if refuted else "warning",
        "message": {"text": _text(f"{text}\n{drawn}" if drawn and not green else text)},
        "locations": [_location(proofs, result)],
        "properties": _properties(proofs, result),
    }


def _properties(proofs: Proofs, result: Result) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleset": proofs.ruleset,
        "subject": result.subject,
        "verdict": verdict_name(result.verdict),
        "detail": result.detail,
    }
    witness = result.witness
    if witness is not None:
        found["witness"] = {"kind": witness.kind, "data": witness.data, "found": witness.found}
    return found


def _location(proofs: Proofs, result: Result) -> dict[str, Any]:
    """The guilty entry, or the beginning of the file: code scanning refuses results without."""
    file, line, _ = file_and_line(proofs, result)
    region = {"startLine": line} if result.span is None else _region(result.span)
    return {"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": region}}


def _region(span: Span) -> dict[str, int]:
    """First and last place of a span; as in SARIF, the end column is exclusive."""
    end = Span(span.source, span.end, span.end)
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def uri(name: str) -> str:
    """A file's name as a URI reference: relative where `local` is, else `file:///…`."""
    path = local(name)
    return Path(path).as_uri() if Path(path).is_absolute() else quote(path)


def _text(text: str) -> str:
    """A text of a message: braces would be placeholders, so they are doubled."""
    return text.replace("{", "{{").replace("}", "}}")
