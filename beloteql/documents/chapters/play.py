"""The play of the cards, the words that rules are made of, and the sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from beloteql.documents.book import Block, Chapter, Grid, Paragraph
from beloteql.documents.writer import Writer
from beloteql.surface import ast
from beloteql.surface.fields import NAME_PATTERN
from beloteql.surface.part import Part
from beloteql.wording.sentences import sentence_for_legal


def play(w: Writer) -> Chapter | None:
    """Who leads, what may be played, who wins a trick."""
    return Chapter(w.say("chapter-play"), "play", tuple(_play(w))) if w.ruleset.play else None


def _play(w: Writer) -> Iterator[Block]:
    p = w.ruleset.play
    assert p is not None
    if p.leader is not None:
        yield w.paragraph("play-leader", who=w.phrase(p.leader))
    yield w.paragraph("play-legal")
    yield w.rules(
        (str(n), w.title(n), sentence_for_legal(str(n), e, w.ruleset, w.texts.language), (),
         w.tag(e))
        for n, e in p.legal.items()
    )  # fmt: skip
    for key in ("before_card", "after_card", "after_trick"):
        talk = getattr(p, key)
        if talk is not None:
            yield w.paragraph(f"play-{key.replace('_', '-')}", talk=w.title(talk))
    if p.best is not None:
        yield w.paragraph("play-best", what=w.phrase(p.best))
    if p.last_trick is not None:
        yield w.paragraph("play-last", points=w.phrase(p.last_trick))


def words(w: Writer) -> Chapter | None:
    """What the author's words of the score and the auction stand for, spelled out.

    A word without a text is spelled out wherever it is used.
    """
    rules = []
    used = _used_words(w)
    for name, word in w.ruleset.words.items():
        bound = {str(p): _parameter(w, str(t)) for p, t in (word.given or {}).items()}
        if not word.text or str(name) not in used:
            continue
        if isinstance(word.is_, ast.Binder) and isinstance(word.is_.body, ast.Call):
            continue  # "one side has all tricks" says no more than the word on a side
        head = ast.Call(word.span, name, tuple(ast.Name(word.span, p) for p in bound))
        title = w.phrase(head if bound else ast.Name(word.span, name), bound)
        meaning = w.texts.sentence(w.phrase(word.is_, bound))
        rules.append((str(name), title[0].upper() + title[1:], meaning, (), w.tag(word)))
    if not rules:
        return None
    return Chapter(w.say("chapter-words"), "words", (w.paragraph("words-intro"), w.rules(rules)))


def _parameter(w: Writer, type_: str) -> str:
    message = f"noun-{type_.lower()}s"
    return w.say("the-noun", noun=w.say(message if w.texts.has(message) else "noun-number"))


def rule_texts(part: object) -> Iterator[str]:
    """All rule texts in a part of a ruleset, as written; keys that are rule texts, too."""
    if isinstance(part, ast.Table | ast.Cases):
        values = [part.by, *(r.value for r in part.rows), part.otherwise] if isinstance(
            part, ast.Table) else [x for c in part.cases for x in (c.when, c.value)]  # fmt: skip
        for value in values:
            yield from rule_texts(value)
    elif isinstance(part, ast.Expression):
        yield part.span.text
    elif isinstance(part, Part):
        for field in type(part).model_fields:
            yield from rule_texts(getattr(part, field))
    elif isinstance(part, Mapping):
        for key, value in part.items():
            if isinstance(value, Mapping):
                yield str(key)
            yield from rule_texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from rule_texts(value)


def _used_words(w: Writer) -> set[str]:
    """Words that the other chapters use; those of the play say all by their own texts."""
    r = w.ruleset
    used: set[str] = set()
    for part in (r.deal, r.talks, r.melds, r.score, r.match, r.fouls):
        for text in rule_texts(part):
            _collect(w, text, used)
    return used


def _collect(w: Writer, text: str, used: set[str]) -> None:
    for name in (found[0] for found in re.finditer(NAME_PATTERN, text)):
        if name in w.ruleset.words and name not in used:
            used.add(name)
            for inner in rule_texts(w.phraser.words[name].is_):
                _collect(w, inner, used)


def sources(w: Writer) -> Chapter:
    """The documents that the rules are taken from."""
    r = w.ruleset
    blocks: list[Block] = []
    if r.source:
        blocks.append(w.paragraph("source-default", source=r.source))
    rows = []
    for tag, d in r.sources.items():
        parts = [d.author, d.title, d.year, d.note, d.url]
        rows.append((str(tag), ". ".join(str(p).rstrip(".") for p in parts if p) + "."))
    if rows:
        blocks.append(Grid((w.say("tag"), w.say("document")), tuple(rows)))
    shared = [str(s) for s in w.shared_tags() if s not in r.sources]
    blocks += [Paragraph(w.sentence("family-tag", tag=tag)) for tag in shared]
    return Chapter(w.say("chapter-sources"), "sources", tuple(blocks))
