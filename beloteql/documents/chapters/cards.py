"""Players, the pack, the order and points of the cards, and the house rules."""

from __future__ import annotations

from collections.abc import Iterator

from beloteql.documents.book import Block, Chapter, Grid, Paragraph
from beloteql.documents.writer import Writer
from beloteql.surface import schema


def cards(w: Writer) -> Chapter:
    """Who plays, with what, and what the cards are worth."""
    return Chapter(w.say("chapter-cards"), "cards", tuple(_cards(w)))


def _cards(w: Writer) -> Iterator[Block]:
    r = w.ruleset
    players = "players-partners" if r.table.partners else "players-alone"
    yield w.paragraph(players, seats=str(r.table.seats))
    if r.table.direction:
        yield w.paragraph(f"direction-{r.table.direction}")
    yield w.paragraph("eldest-hand")
    suits = [
        w.say("suits-of", symbol=w.phraser.symbol(s), name=w.say(f"suit-{s}")) for s in r.deck.suits
    ]
    number = len(r.deck.suits) * len(r.deck.ranks)
    ranks = w.listed([w.phraser.rank(x) for x in r.deck.ranks])
    yield w.paragraph("deck", cards=str(number), ranks=ranks, suits=w.listed(suits))
    yield w.paragraph("order-intro")
    for name, role in r.roles.items():
        yield w.heading(w.title(name, role))
        if w.own(role):
            yield Paragraph(w.own(role))
        points = {str(rank): value for rank, value in role.points.items()}
        worth = [points.get(str(rank), 0) for rank in role.order]
        yield Grid(
            (w.say("card"), *(str(x) for x in role.order), w.say("total-of-role")),
            ((w.say("points"), *(str(x) for x in worth), str(sum(worth))),),
        )
    for name, kind in r.contracts.items():
        yield _contract(w, name, kind)


def _contract(w: Writer, name: str, kind: schema.ContractKind) -> Paragraph:
    own = w.own(kind)
    text = own
    if not own:
        roles = {
            key: w.phraser.title(role or "")
            for key, role in (
                ("trump", kind.trump or kind.plain),
                ("plain", kind.plain or kind.trump),
            )
        }
        title = w.phraser.title(name)
        text = w.sentence(f"kind-{kind.trumps}", name=title, **roles)
    if kind.total is not None:
        text += " " + w.sentence("kind-total", total=w.phrase(kind.total))
    return Paragraph(text, source=w.tag(kind))


def options(w: Writer) -> Chapter:
    """The house rules with their values."""
    r = w.ruleset
    blocks: list[Block] = []
    if r.options:
        blocks.append(w.paragraph("options-intro"))
        blocks.append(
            w.rules(
                (str(n), w.title(n), w.own(o), list(_values(w, o)), w.tag(o))
                for n, o in r.options.items()
            )
        )
    else:
        blocks.append(w.paragraph("options-none"))
    blocks += [w.paragraph("require", condition=w.phrase(e)) for e in r.require.values()]
    return Chapter(w.say("chapter-options"), "options", tuple(blocks))


def _values(w: Writer, o: schema.Option) -> Iterator[str]:
    meaning = {str(k): w.texts.translated(t) for k, t in (o.meaning or {}).items()}
    values = [str(v) for v in o.values or ()]
    if o.type == "Bool" and not values:
        values = ["yes", "no"]
    if meaning:
        for value in values:
            # The value itself is what a table of the app or the command line asks for.
            told = meaning.get(value) or value.replace("-", " ")
            yield w.sentence("options-value", value=value, meaning=told)
        yield w.sentence("options-default", value=str(o.default))
    elif values:
        listed = w.listed(values, "list-or-of-words")
        yield w.sentence("options-choices", values=listed, default=str(o.default))
    else:
        yield w.sentence("options-any", default=str(o.default))
