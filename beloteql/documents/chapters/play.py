"""The play of the cards, and the sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beloteql.documents.book import Block, Chapter, Grid, Paragraph, Rules
from beloteql.documents.writer import Writer
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


def sources(w: Writer, chapters: Iterable[Chapter]) -> Chapter | None:
    """The documents that the rules are taken from, as far as the other chapters name them."""
    r = w.ruleset
    used = "; ".join([str(r.source or ""), *_tags(chapters)])
    blocks: list[Block] = []
    if r.source:
        named = w.listed([tag.strip() for tag in r.source.split(";")])
        blocks.append(w.paragraph("source-default", source=named))
    rows = []
    for tag, d in w.origins.documents(used):
        note = f" ({d.note.rstrip('.')})" if d.note else ""
        parts = [d.author, d.title.rstrip(".") + note, d.year, d.url]
        text = ". ".join(str(p).rstrip(".") for p in parts if p) + "."
        rows.append((tag, text[0].upper() + text[1:]))
    if rows:
        blocks.append(Grid((w.say("tag"), w.say("document")), tuple(rows)))
    shared = [w.say("quoted", text=tag) for tag in w.origins.shared(used)]
    if shared:
        blocks.append(w.paragraph("family-tag", tags=w.listed(shared)))
    return Chapter(w.say("chapter-sources"), "sources", tuple(blocks)) if blocks else None


def _tags(chapters: Iterable[Chapter]) -> Iterator[str]:
    for chapter in chapters:
        for block in chapter.blocks:
            match block:
                case Paragraph():
                    yield block.source
                case Rules():
                    yield from (rule.source for rule in block.rules)
                case Grid():
                    # A column of sources is the last one of its table.
                    yield from (row[-1] for row in block.rows if row[-1].startswith("["))
