"""Puts a rule book together from its chapters."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from beloteql.core.program import Program
from beloteql.documents.book import Book, Paragraph
from beloteql.documents.chapters.cards import cards, options
from beloteql.documents.chapters.deal import deal
from beloteql.documents.chapters.melds import melds
from beloteql.documents.chapters.play import play, sources
from beloteql.documents.chapters.score import fouls, match, score
from beloteql.documents.chapters.talks import talks
from beloteql.documents.chapters.words import words
from beloteql.documents.render import to_html, to_markdown
from beloteql.documents.writer import Writer


def rule_book(program: Program, language: str = "en") -> Book:
    """The rule book of a ruleset, written from what its author said."""
    w = Writer(program, language)
    r = w.ruleset
    facts = [w.say("fact-id", id=str(r.id))]
    if r.country:
        known = w.texts.has(f"country-{r.country}")
        country = w.say(f"country-{r.country}") if known else str(r.country)
        facts.insert(0, w.say("fact-country", country=country))
    if w.origins.builds_on:
        base = w.origins.name_of_base(w.texts.language)
        facts.append(w.say("fact-extends", name=base))
    lead = []
    if r.provenance == "weak":
        lead.append(Paragraph(w.say("weak"), "warning"))
    if r.text:
        lead.append(Paragraph(w.texts.sentence(w.texts.translated(r.text))))
    written = (cards(w), options(w), deal(w), talks(w), melds(w), play(w), words(w), score(w),
               match(w), fouls(w))  # fmt: skip
    chapters = [c for c in written if c is not None]
    named = sources(w, chapters)
    return Book(
        title=w.texts.translated(r.name),
        language=w.texts.language,
        facts=tuple(facts),
        lead=tuple(lead),
        contents=w.say("contents"),
        chapters=(*chapters, *([named] if named is not None else [])),
    )


def write(program: Program, out: Path | None, shape: Literal["md", "html"] = "md") -> str:
    """The rule book as Markdown or as an HTML page; written to `out` if that is given."""
    book = rule_book(program)
    text = to_html(book) if shape == "html" else to_markdown(book)
    if out is not None:
        out.write_text(text, encoding="utf-8")
    return text
