"""The settlement of a deal, the match, and what a breach of the rules costs."""

from __future__ import annotations

from collections.abc import Iterator

from beloteql.documents.book import Block, Chapter, Paragraph
from beloteql.documents.writer import Writer
from beloteql.errors import Collector
from beloteql.surface import ast, schema
from beloteql.surface.expression import parse_expression


def score(w: Writer) -> Chapter | None:
    """Outcomes, further lines, what is carried on, and the rounding."""
    return Chapter(w.say("chapter-score"), "score", tuple(_score(w))) if w.ruleset.score else None


def _score(w: Writer) -> Iterator[Block]:
    s = w.ruleset.score
    assert s is not None
    yield w.paragraph("score-intro")
    yield w.rules(_outcome(w, n, o, "outcome-otherwise") for n, o in s.outcomes.items())
    if s.also:
        yield w.paragraph("also-intro")
        further = (_outcome(w, n, o, "also-always") for n, o in s.also.items())
        yield w.rules(further, after=len(s.outcomes))
    if s.final is not None:
        yield w.paragraph("final", what=w.phrase(s.final, {"side": w.say("that-side")}))
    if s.worth is not None:
        yield w.paragraph("worth", what=w.phrase(s.worth))
    if w.ruleset.state:
        items = [
            w.say("carried", what=w.phrase(ast.Name(e.span, str(n))), start=w.phrase(e.start))
            for n, e in w.ruleset.state.items()
        ]
        yield w.paragraph("carried-intro")
        yield Paragraph(" ".join(w.texts.sentence(i) for i in items))


def _outcome(
    w: Writer, name: str, o: schema.Outcome, always: str
) -> tuple[str, str, str, list[str], str]:
    own = w.own(o)
    if own:
        text = own
    elif o.when is None:
        text = w.say(always) + ":"
    else:
        text = w.texts.sentence(w.say("outcome-when", when=w.phrase(o.when)) + ":")
    return str(name), w.title(name, o), text, list(_consequences(w, o)), w.tag(o)


def _consequences(w: Writer, o: schema.Outcome) -> Iterator[str]:
    if o.winner is not None:
        yield w.sentence("outcome-winner", who=w.phrase(o.winner))
    yield from lines(w, o.pay)
    yield from _carried(w, o)


def _carried(w: Writer, entry: schema.Outcome | schema.Foul) -> Iterator[str]:
    """What an entry leaves for the deals to come."""
    for name, value in (entry.set_ or {}).items():
        per_side = w.ruleset.state[name].for_ == "side" if name in w.ruleset.state else False
        message = "set-side" if per_side else "set"
        what = w.phraser.phrase(ast.Name(entry.span, str(name)))
        yield w.sentence(message, what=what, value=w.phrase(value, {"side": w.say("that-side")}))


def lines(w: Writer, pay: schema.Pay) -> Iterator[str]:
    """The paying lines of an entry."""
    for who, amounts in pay.items():
        recipient, side = w.say("line-each"), w.say("that-side")
        if who != "each":
            e = parse_expression(who.node, Collector())
            recipient = w.phrase(e) if e is not None else str(who)
            side = recipient
        for name, amount in amounts.items():
            points = w.phrase(amount, {"side": side})
            yield w.sentence("line", who=recipient, points=points, name=w.title(name))


def match(w: Writer) -> Chapter | None:
    """When the match is over, who has won it, who deals next."""
    m = w.ruleset.match
    if m is None:
        return None
    blocks: list[Block] = []
    if m.over:
        blocks.append(w.paragraph("over-intro"))
        blocks.append(
            w.rules(
                (str(n), w.title(n), w.own(o) or _when(w, o.when), (), w.tag(o))
                for n, o in m.over.items()
            )
        )
    if m.wins:
        side = {"side": w.say("that-side")}
        wins = (
            (str(n), w.title(n), w.own(o) or w.sentence("wins", when=w.phrase(o.when, side)), (),
             w.tag(o))
            for n, o in m.wins.items()
        )  # fmt: skip
        blocks.append(w.rules(wins, after=len(m.over)))
    if m.winner:
        blocks.append(w.paragraph(f"winner-{m.winner}"))
    if m.tie:
        blocks.append(w.paragraph(f"tie-{m.tie}"))
    if m.pack is not None:
        blocks.append(w.paragraph(f"pack-{m.pack.shuffle}"))
        if m.pack.cut is not None:
            blocks.append(w.paragraph("pack-cut", least=m.pack.cut))
    if m.next_dealer is not None:
        blocks.append(w.paragraph("next-dealer", who=w.phrase(m.next_dealer)))
    return Chapter(w.say("chapter-match"), "match", tuple(blocks))


def _when(w: Writer, when: ast.Expression | None) -> str:
    if when is None:
        return w.sentence("over-always")
    return w.sentence("over", when=w.phrase(when))


def fouls(w: Writer) -> Chapter | None:
    """Breaches of the rules and what they cost."""
    if not w.ruleset.fouls:
        return None
    rules = w.rules(
        (str(n), w.title(n, f), w.own(f), list(_foul(w, f)), w.tag(f))
        for n, f in w.ruleset.fouls.items()
    )
    return Chapter(w.say("chapter-fouls"), "fouls", (w.paragraph("fouls-intro"), rules))


def _foul(w: Writer, f: schema.Foul) -> Iterator[str]:
    yield from lines(w, f.pay)
    yield from _carried(w, f)
    if f.then != "next":
        yield w.sentence(f"foul-{f.then}")
