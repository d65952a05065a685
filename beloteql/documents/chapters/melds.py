"""Melds: their patterns and points, how they are announced and compared."""

from __future__ import annotations

from collections.abc import Iterator

from beloteql.core.program import TIES
from beloteql.documents.book import Block, Chapter, Grid, Items, Paragraph
from beloteql.documents.writer import Writer
from beloteql.surface import ast, schema
from beloteql.wording.shapes import is_clause


def melds(w: Writer) -> Chapter | None:
    """Every group of melds; None in a game without."""
    if not w.ruleset.melds:
        return None
    blocks: list[Block] = []
    ordered = False
    for name, group in w.ruleset.melds.items():
        blocks.append(w.heading(w.title(name, group)))
        runs = not ordered and any(p.run for p in group.patterns.values())
        blocks += _group(w, group, runs=runs)
        ordered |= runs
    return Chapter(w.say("chapter-melds"), "melds", tuple(blocks))


def _group(w: Writer, g: schema.Melds, *, runs: bool) -> Iterator[Block]:
    """A group; `runs` says that it is the first one with runs, so that their order is told."""
    if w.own(g):
        yield Paragraph(w.own(g), source=w.tag(g))
    sentences = [] if w.own(g) else list(_sentences(w, g))
    if sentences:
        yield Paragraph(" ".join(sentences), source=w.tag(g))
    # Sources of their own get a column; the group's stands above the table.
    own = any(p.source for p in g.patterns.values())
    head = (w.say("meld"), w.say("meld-cards"), w.say("meld-points-column"))
    rows = [
        (w.title(n, p), _cards(w, p), _points(w, p), f"[{w.tag(p, g)}]")
        for n, p in g.patterns.items()
    ]
    if own:
        yield Grid((*head, w.say("source-column")), tuple(rows))
    else:
        yield Grid(head, tuple(row[:-1] for row in rows))
    if runs:
        ranks = ", ".join(w.phraser.rank(r) for r in w.ruleset.deck.ranks)
        yield w.paragraph("natural-order", ranks=ranks)
    yield from _compared(w, g)
    if g.announce is not None:
        announced = " ".join(_announced(w, g.announce))
        if announced:
            yield Paragraph(announced)


def _compared(w: Writer, g: schema.Melds) -> Iterator[Block]:
    if g.compare == "sum":
        yield w.paragraph("melds-sum")
        yield w.choice(g.tie, "melds-sum-tie", "nobody", TIES)
    elif g.best is not None:
        measures = [_measure(w, e) for e in g.best]
        yield w.paragraph("melds-best")
        yield Items(tuple(map(w.texts.sentence, measures)))
        yield w.choice(g.tie, "melds-tie", "nobody", TIES)
    else:
        yield w.paragraph("melds-all")


def _measure(w: Writer, e: ast.Expression) -> str:
    if isinstance(e, ast.Choose) and (_number(e.first), _number(e.second)) == (1, 0):
        e = e.condition
    text = w.phrase(e)
    return w.say("melds-best-condition", condition=text) if is_clause(e, w.ruleset) else text


def _number(e: ast.Expression) -> int | None:
    return e.value if isinstance(e, ast.Number) else None


def _sentences(w: Writer, g: schema.Melds) -> Iterator[str]:
    if g.when is not None:
        yield w.sentence("melds-when", when=w.phrase(g.when))
    yield w.sentence(f"melds-from-{g.from_}")
    if isinstance(g.share, ast.Name) and g.share.name in {"yes", "no"}:
        yield w.sentence(f"melds-share-{g.share.name}")
    elif g.share is not None:
        yield w.sentence("melds-share-when", when=w.phrase(g.share))
    if g.apart_from:
        others = w.listed([w.phraser.title(a) for a in g.apart_from])
        yield w.sentence("melds-apart", others=others)
    if g.kept is not None:
        yield w.sentence("melds-kept", when=w.phrase(g.kept))


def _cards(w: Writer, p: schema.Pattern) -> str:
    if w.own(p):
        return w.own(p)
    if p.run is not None:
        least, dots, most = p.run.partition("..")
        if not dots:
            text = w.say("pattern-run", length=least)
        elif most:
            text = w.say("pattern-run-from", least=least, most=most)
        else:
            text = w.say("pattern-run-up", least=least)
    elif p.same is not None:
        text = w.say("pattern-same", count=str(p.same))
    else:
        text = w.say("pattern-ranks", ranks=w.listed([w.phraser.rank(r) for r in p.ranks or ()]))
    if p.when is not None:
        text = w.say("pattern-when", cards=text, when=w.phrase(p.when, _bound(w, p)))
    return text


def _points(w: Writer, p: schema.Pattern) -> str:
    return w.phrase(p.points, _bound(w, p))


def _bound(w: Writer, p: schema.Pattern) -> dict[str, str]:
    """Four cards of one rank have no highest card to speak of."""
    return {"rank": w.say("same-rank")} if p.same is not None else {}


def _announced(w: Writer, a: schema.Announce) -> Iterator[str]:
    for key in ("at", "tells", "shown", "unshown"):
        value = getattr(a, key)
        if value is not None:
            yield w.sentence(f"announce-{key}-{value}")
    if a.words is not None:
        yield w.sentence("announce-words", count=int(a.words))
    for key in ("optional", "bluff", "following_or_ruffing"):
        if getattr(a, key):
            yield w.sentence(f"announce-{key.replace('_', '-')}")
