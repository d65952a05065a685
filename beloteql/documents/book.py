"""The model of a rule book: chapters of paragraphs, numbered rules and tables.

It holds plain text only; how it looks is a matter of the templates.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. `kind` is text, warning, heading or subheading."""

    text: str
    kind: str = "text"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule: its title, sentences, further lines, and the document that says so."""

    number: int
    title: str
    text: str = ""
    lines: tuple[str, ...] = ()
    source: str = ""
    name: str = ""
    """The name of the entry in the ruleset, for explanations that cite it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of one section, numbered from 1."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. The first cell of each row is its heading."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list of sentences without numbers."""

    lines: tuple[str, ...]


Block = Paragraph | Rules | Grid | Items


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; `anchor` is what links point to."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rule book."""

    title: str
    language: str
    facts: tuple[str, ...]
    """Short facts under the title: the country, what the ruleset builds on."""
    lead: tuple[Paragraph, ...]
    contents: str
    """The heading of the table of contents."""
    chapters: tuple[Chapter, ...]
