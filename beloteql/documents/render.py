"""Rule books as Markdown and as a self-contained HTML page."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from beloteql.documents.book import Book, Grid, Items, Paragraph, Rules

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).resolve().parent / "templates"


def to_html(book: Book) -> str:
    """One page that needs nothing from outside and prints well."""
    return _environment().get_template("book.html.j2").render(book=book)


def to_markdown(book: Book) -> str:
    """Markdown; texts of the ruleset can't break out of their place in it."""
    text = _environment().get_template("book.md.j2").render(book=book)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def markdown_text(text: str) -> str:
    r"""A text with the characters escaped that mean something in Markdown.

    >>> markdown_text("a*b <i>")
    'a\\*b &lt;i>'
    """
    escaped = re.sub(r"([\\`*_\[\]|#])", r"\\\1", text)
    return escaped.replace("&", "&amp;").replace("<", "&lt;")


def _kind(block: object) -> str:
    if isinstance(block, Paragraph):
        return block.kind
    kinds = {Rules: "rules", Grid: "grid", Items: "items"}
    return next((name for kind, name in kinds.items() if isinstance(block, kind)), "")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    # Late: only those who write a book need the templates.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["md"] = markdown_text
    environment.filters["kind"] = _kind
    return environment
