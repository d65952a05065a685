"""Shows a diagnostic: to a person with the line and a caret under it, to a program as JSON."""

from __future__ import annotations

import unicodedata
from typing import Any

from beloteql.errors import Diagnostic
from beloteql.source import Span

MAX_WIDTH = 96
"""Widest excerpt of a line that is shown; longer ones are cut around the caret."""
_LEAD = 30
_TAB = 4
_RED, _YELLOW, _BLUE, _BOLD, _PLAIN = "\x1b[1;31m", "\x1b[1;33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"


def render(diagnostic: Diagnostic, colour: bool) -> str:
    """A diagnostic for a person; `colour` says whether escape sequences may be used."""
    paint = _Paint(colour)
    strong = _YELLOW if diagnostic.severity == "warning" else _RED
    label = f"{diagnostic.severity}[{diagnostic.code}]"
    lines = [f"{paint(strong, label)}: {paint(_BOLD, _clean(diagnostic.message))}"]
    span = diagnostic.span
    places = [span] if span else []
    places += [place for _, place in diagnostic.related]
    margin = max((len(str(p.line)) for p in places), default=1)
    if span is not None:
        lines += _excerpt(span, margin, "-->", paint, strong, "^")
    if diagnostic.expected:
        lines.append(_note(margin, paint, "expected", diagnostic.expected))
    if diagnostic.hint:
        lines.append(_note(margin, paint, "hint", diagnostic.hint))
    for word, place in diagnostic.related:
        lines.append(_note(margin, paint, "see", word))
        lines += _excerpt(place, margin, ":::", paint, _BLUE, "-")
    return "\n".join(lines)


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic for a program. Lines and columns count from 1; an end is exclusive."""
    return {
        "code": diagnostic.code,
        "message": diagnostic.message,
        "severity": diagnostic.severity,
        **_place(diagnostic.span),
        "expected": diagnostic.expected,
        "hint": diagnostic.hint,
        "related": [{"message": word, **_place(place)} for word, place in diagnostic.related],
    }


class _Paint:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_PLAIN}" if self.colour else text


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    end = Span(span.source, max(span.start, span.end), max(span.start, span.end))
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end.line,
        "end_column": end.column,
    }


def _note(margin: int, paint: _Paint, label: str, text: str) -> str:
    return f"{' ' * margin} {paint(_BLUE, '=')} {paint(_BOLD, label)}: {_clean(text)}"


def _excerpt(
    span: Span, margin: int, arrow: str, paint: _Paint, strong: str, mark: str
) -> list[str]:
    """The place, the line, and marks below the part that is meant.

    Of a place that goes over several lines the part on its first line is marked.
    """
    line = span.source.line_text(span.line)
    start = min(span.column - 1, len(line))
    end = min(len(line), max(start + 1, start + span.end - span.start))
    before, middle, after = line[:start], line[start:end].rstrip(), line[end:]
    before, middle, after = _cut(before, middle, after)
    shown = _clean(before + middle + after)
    gap = " " * _width(_clean(before))
    marks = mark * max(1, _width(_clean(middle)))
    bar = paint(_BLUE, "|")
    number = paint(_BLUE, str(span.line).rjust(margin))
    return [
        f"{' ' * margin}{paint(_BLUE, arrow)} {_clean(str(span))}",
        f"{' ' * margin} {bar}",
        f"{number} {bar} {shown}".rstrip(),
        f"{' ' * margin} {bar} {gap}{paint(strong, marks)}",
    ]


def _cut(before: str, middle: str, after: str) -> tuple[str, str, str]:
    """Shorten a long line so that the marked part stays in sight."""
    if len(before) + len(middle) + len(after) <= MAX_WIDTH:
        return before, middle, after
    if len(before) > _LEAD:
        before = "…" + before[-(_LEAD - 1) :]
    room = MAX_WIDTH - len(before)
    if len(middle) > room:
        return before, middle[: room - 1] + "…", ""
    room -= len(middle)
    if len(after) > room:
        after = after[: max(0, room - 1)] + "…"
    return before, middle, after


def _clean(text: str) -> str:
    """Text that is safe on a terminal: tabs as spaces, control characters as marks."""
    return "".join(
        " " * _TAB if ch == "\t" else "�" if unicodedata.category(ch) in {"Cc", "Cf"} else ch
        for ch in text
    )


def _width(text: str) -> int:
    """Columns of a terminal that a text takes; accents take none, East Asian letters two."""
    return sum(
        0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1
        for ch in text
    )
