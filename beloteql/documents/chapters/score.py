"""The settlement of a deal, the match, and what a breach of the rules costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beloteql.core.program import MATCH_TIES
from beloteql.documents.book import Block, Chapter, Items
from beloteql.documents.chapters.talks import whether
from beloteql.documents.writer import Writer
from beloteql.errors import Collector
from beloteql.surface import ast, schema
from beloteql.surface.expression import parse_expression
from beloteql.wording.phrase import Phraser
from beloteql.wording.shapes import flat, is_many, is_name


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
        yield from _value(w, "final", s.final, {"side": w.say("that-side")})
    if s.worth is not None:
        yield from _value(w, "worth", s.worth, {})
    if w.ruleset.state:
        yield w.paragraph("carried-intro")
        yield Items(tuple(_remembered(w)))


def _value(w: Writer, message: str, e: ast.Expression, bound: Mapping[str, str]) -> Iterator[Block]:
    cases = w.alternatives(e, bound)
    if cases:
        yield w.paragraph(f"{message}-depends")
        yield Items(tuple(cases))
    else:
        yield w.paragraph(message, what=w.phrase(e, bound))


def _remembered(w: Writer) -> Iterator[str]:
    for name, state in w.ruleset.state.items():
        what = w.phraser.fact(str(name))
        if state.type == "Bool":
            yield w.sentence("carried-whether", what=what, start=w.phrase(state.start))
        else:
            message = "carried-of-side" if state.for_ == "side" else "carried"
            yield w.sentence(message, what=what, start=w.phrase(state.start))


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
    if o.winner is None and not o.pay and not o.set_ and not w.own(o):
        yield w.sentence("outcome-nothing")


def _carried(w: Writer, entry: schema.Outcome | schema.Foul) -> Iterator[str]:
    """What an entry leaves for the deals to come."""
    states: Mapping[Any, schema.State] = w.ruleset.state
    for key, value in (entry.set_ or {}).items():
        name = str(key)
        state = states.get(name)
        bound = {"side": w.say("that-side")}
        of_side = state is not None and state.for_ == "side"
        if state is not None and state.type == "Bool":
            text = whether(w, name, value, bound)
            yield w.sentence("for-each-side" if of_side else "plainly", sentence=text)
        else:
            start = state.start if state is not None else None
            yield _set(w, name, value, start, bound if of_side else None)


def _set(
    w: Writer,
    name: str,
    value: ast.Expression,
    start: ast.Expression | None,
    bound: Mapping[str, str] | None,
) -> str:
    """How a number changes; what is added to it is told as such.

    `bound` names the side if each has such a number.
    """
    what = w.phraser.fact(name)
    if bound is None:
        return w.texts.sentence(_change(w, w.phraser, (name, what), value, start))
    phraser = w.phraser.bind(bound)
    sentence = _change(w, phraser, (name, w.say("set-of-side", what=what)), value, start)
    return w.sentence("for-each-side", sentence=sentence)


def _change(
    w: Writer,
    phraser: Phraser,
    state: tuple[str, str],
    value: ast.Expression,
    start: ast.Expression | None,
) -> str:
    """The clause for a change; `state` are the name and the phrase for what changes."""
    name, what = state
    if isinstance(value, ast.Choose):
        for condition, new, old in (
            (phraser.phrase(value.condition), value.first, value.second),
            (phraser.negated(value.condition), value.second, value.first),
        ):
            if not _is_itself(old, name):
                continue
            added = _added(new, name)
            if added is not None:
                more = phraser.closed(added)
                return w.say("set-adds-if", what=what, more=more, when=condition)
            return w.say("set-if", what=what, value=phraser.whole(new), when=condition)
    added = _added(value, name)
    if isinstance(added, ast.Choose) and added.second == ast.Number(value.span, 0):
        more, when = phraser.closed(added.first), phraser.phrase(added.condition)
        return w.say("set-adds-if", what=what, more=more, when=when)
    if added is not None:
        return w.say("set-adds", what=what, more=phraser.closed(added))
    return w.say("set-back" if start == value else "set", what=what, value=phraser.whole(value))


def _is_itself(e: ast.Expression, name: str) -> bool:
    """Whether an expression is a state as it was, that of the side where each has one."""
    if isinstance(e, ast.Call):
        return e.name == name and is_name(e.arguments[0], "side")
    return is_name(e, name)


def _added(e: ast.Expression, name: str) -> ast.Expression | None:
    """What a sum adds to a state; None if it is no such sum."""
    parts = flat(e, "+")
    others = [part for part in parts if not _is_itself(part, name)]
    if len(parts) != len(others) + 1 or not others:
        return None
    rest = others[0]
    for part in others[1:]:
        rest = ast.Operation(e.span, "+", (rest, part))
    return rest


def lines(w: Writer, pay: schema.Pay) -> Iterator[str]:
    """The paying lines of an entry."""
    for who, amounts in pay.items():
        recipient, side = w.say("line-each"), w.say("that-side")
        if who != "each":
            e = parse_expression(who.node, Collector())
            recipient = w.phrase(e) if e is not None else str(who)
            if e is not None and is_many(e, w.ruleset, w.phraser.sides):
                recipient = _each_of(w, e, recipient)
            elif isinstance(e, ast.Choose | ast.Table | ast.Cases):
                recipient = w.phraser.closed(e)
            else:
                side = recipient
        for name, amount in amounts.items():
            points = w.phrase(amount, {"side": side})
            yield w.sentence("line", who=recipient, points=points, name=w.line_title(name))


def _each_of(w: Writer, e: ast.Expression, recipient: str) -> str:
    """Several sides as those who are paid; the author's own words say it themselves."""
    if is_name(e, "sides"):
        return w.say("line-each")
    plain = isinstance(e, ast.Name) and e.name in {"defenders", "opponents"}
    return w.say("line-each-of", who=recipient) if plain else recipient


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
    blocks.append(w.choice(m.tie, "tie", "play-on", MATCH_TIES))
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
