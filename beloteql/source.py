"""Texts that users wrote, and places in them.

A `Span` is a half-open range of offsets in a `Source`. Lines and columns are worked out
only when somebody asks, so carrying spans costs nothing while all goes well.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text with the name under which messages mention it (a path, or `<text>`)."""

    name: str
    text: str
    _starts: list[int] = field(default_factory=list, repr=False)

    def line_starts(self) -> list[int]:
        """Offsets at which the lines begin; worked out once."""
        if not self._starts:
            self._starts.append(0)
            self._starts.extend(i + 1 for i, ch in enumerate(self.text) if ch == "\n")
        return self._starts

    def line_text(self, line: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        starts = self.line_starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to but not including `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, counted from 1."""
        return bisect_right(self.source.line_starts(), self.start)

    @property
    def column(self) -> int:
        """Column of the first character, counted from 1."""
        return self.start - self.source.line_starts()[self.line - 1] + 1

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
