"""The steps of the deal and what is said in its talks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beloteql.documents.book import Block, Chapter, Paragraph
from beloteql.documents.writer import Writer
from beloteql.surface import ast, schema
from beloteql.wording.shapes import is_clause


def deal(w: Writer) -> Chapter:
    """The steps, in order."""
    rules = w.rules(
        (str(n), w.title(n), w.own(s) or _step(w, s), (), w.tag(s))
        for n, s in w.ruleset.deal.items()
    )
    return Chapter(w.say("chapter-deal"), "deal", (w.paragraph("deal-intro"), rules))


def _step(w: Writer, s: schema.Step) -> str:
    if s.give is not None:
        text = _give(w, s.give)
    elif s.draw is not None:
        text = w.say("step-draw", **_drawn(w, s.draw))
    elif s.talk is not None:
        several = len(w.ruleset.talks) > 1
        text = w.say("step-talk", talk=w.title(s.talk)) if several else w.say("step-only-talk")
    else:
        text = w.say(f"step-{s.do}")
    if s.when is not None:
        text = w.say("step-when", when=w.phrase(s.when), step=text)
    return w.texts.sentence(text)


def _drawn(w: Writer, d: schema.Draw) -> dict[str, str]:
    return {"field": w.phrase(ast.Name(d.span, str(d.field))), "what": w.phrase(d.from_)}


def _zone(w: Writer, name: str | None, default: str) -> str:
    if name is None:
        return w.say(default)
    zones: Mapping[Any, schema.Zone] = w.ruleset.zones
    if name in zones:
        text = w.texts.translated(zones[name].name)
        if text or name == "hand":
            return text or w.say("hands")
    return w.say("zone", name=name.replace("-", " "))


def _count(w: Writer, e: ast.Expression | None) -> str:
    if e is None:
        return w.say("all-cards")
    if isinstance(e, ast.Number):
        return w.say("count-cards", count=e.value)
    if isinstance(e, ast.Choose):
        bound = {"seat": w.say("local-seat")}
        return w.say("choose", when=w.phrase(e.condition, bound), a=_count(w, e.first),
                     b=_count(w, e.second))  # fmt: skip
    return w.say("count-cards-depends", count=w.phrase(e, {"seat": w.say("local-seat")}))


def _give(w: Writer, g: schema.Give, bound: Mapping[str, str] | None = None) -> str:
    if g.cards is not None:
        zones = {"from": _zone(w, g.from_, "stock"), "zone": _zone(w, g.to, "hands")}
        mover = {"seat": w.say("local-seat"), **(bound or {})}
        cards = w.phrase(g.cards, mover)
        if g.seat is None:
            return w.say("give-cards-each", cards=cards, **zones)
        return w.say("give-cards", who=w.phrase(g.seat, bound), cards=cards, **zones)
    count = _count(w, g.each if g.each is not None else g.count)
    source = _zone(w, g.from_, "stock")
    target = g.to if g.to and g.to != "hand" else None
    seat = w.phrase(g.seat, bound) if g.seat is not None else ""
    if seat and target:
        text = w.say("give-seat-to", seat=seat, count=count, zone=_zone(w, target, "hands"),
                     **{"from": _zone(w, g.from_, "stock")})  # fmt: skip
    elif seat and g.from_ and g.count is None:
        text = w.say("give-seat-all", seat=seat, zone=source)
    elif seat and g.from_:
        text = w.say("give-seat", seat=seat, count=count, zone=source)
    elif seat:
        text = w.say("give-seat-stock", seat=seat, count=count)
    elif target:
        zone = w.ruleset.zones[target]
        seen = "open" if zone.seen_by in {"all", "top"} else "closed"
        message = "give-each-to" if zone.of == "seat" else f"give-zone-{seen}"
        text = w.say(message, count=count, zone=_zone(w, target, "hands"))
    elif g.from_:
        text = w.say("give-each-from", count=count, zone=source)
    else:
        text = w.say("give-each", count=count)
    return w.say("give-one-by-one", step=text) if g.one_by_one else text


def talks(w: Writer) -> Chapter | None:
    """Each talk with its stages; None where nothing is said."""
    r = w.ruleset
    if not r.talks:
        return None
    blocks: list[Block] = []
    around = {r.play.before_card, r.play.after_card, r.play.after_trick} if r.play else set()
    for talk, stages in r.talks.items():
        if len(r.talks) > 1:
            blocks.append(w.heading(w.title(talk)))
        for name, stage in stages.items():
            blocks.append(w.heading(w.title(name, stage)))
            blocks += _stage(w, stages, stage, talk in around)
    return Chapter(w.say("chapter-talks"), "auction", tuple(blocks))


def _stage(
    w: Writer, stages: Mapping[Any, schema.Stage], stage: schema.Stage, around: bool
) -> Iterator[Block]:
    """One stage; `around` says that it belongs to a talk around a card or a trick."""
    if w.own(stage):
        yield Paragraph(w.own(stage))
    speaker = {"me": w.say("speaker")}
    if stage.speaks == "together":
        yield w.paragraph("stage-together")
    elif stage.from_ is not None:
        yield w.paragraph("stage-from", who=w.phrase(stage.from_))
    elif around:
        yield w.paragraph("stage-from-player")
    else:
        yield w.paragraph("stage-from", who=w.say("term-eldest"))
    if stage.asks is not None:
        yield w.paragraph("stage-asks", condition=w.phrase(stage.asks, speaker))
    if stage.speaks == "anyone":
        yield w.paragraph("stage-anyone")
    yield w.paragraph("calls-intro")
    rules = [
        (str(n), w.title(n, c), w.own(c), list(_call(w, stages, c, speaker)), w.tag(c))
        for n, c in stage.calls.items()
    ]
    yield w.rules(rules)
    if stage.ends:
        # The ends go on counting, so that a number is found once in a stage.
        ends = (
            (str(n), w.title(n), w.own(e) or _end(w, stages, e), (), w.tag(e))
            for n, e in stage.ends.items()
        )
        yield w.rules(ends, after=len(rules))


def _target(w: Writer, stages: Mapping[Any, schema.Stage], name: str) -> str:
    if name in {"done", "redeal"}:
        return w.say(f"target-{name}")
    entry = stages.get(name)
    return w.say("target-stage", stage=w.title(name, entry))


def _end(w: Writer, stages: Mapping[Any, schema.Stage], e: schema.End) -> str:
    target = _target(w, stages, e.then)
    if e.when is None:
        text = w.sentence("end-always", target=target)
    else:
        text = w.sentence("end-when", when=w.phrase(e.when), target=target)
    drawn = [] if e.draw is None else [w.sentence("end-draws", **_drawn(w, e.draw))]
    return " ".join([text, *_sets(w, e, {}), *drawn])


def _sets(w: Writer, e: schema.LegalCall | schema.End, bound: Mapping[str, str]) -> Iterator[str]:
    for field, value in (e.set_ or {}).items():
        name = w.phrase(ast.Name(e.span, str(field)))
        per = w.ruleset.contract[field].for_ if field in w.ruleset.contract else None
        if per is not None:
            each = {**bound, per: w.say(f"local-{per}")}
            yield w.sentence(f"call-sets-of-{per}", field=name, value=w.phrase(value, each))
            continue
        plain = isinstance(value, ast.Name) and value.name in {"yes", "no"}
        whether = is_clause(value, w.ruleset) and not plain
        message = "call-sets-whether" if whether else "call-sets"
        yield w.sentence(message, field=name, value=w.phrase(value, bound))


def _call(
    w: Writer,
    stages: Mapping[Any, schema.Stage],
    c: schema.LegalCall,
    speaker: Mapping[str, str],
) -> Iterator[str]:
    bound = dict(speaker)
    for parameter, domain in (c.with_ or {}).items():
        kind = domain.name if isinstance(domain, ast.Name) else ""
        known = kind in {"suits", "strains"}
        what = w.say(f"one-of-{kind}") if known else w.say("one-of", what=w.phrase(domain, bound))
        yield w.sentence("call-with", what=what)
        named = w.say("chosen", name=w.say(f"noun-{kind}" if known else "noun-number"))
        bound[str(parameter)] = named
    if c.when is not None:
        yield w.sentence("call-when", when=w.phrase(c.when, bound))
    yield from _sets(w, c, bound)
    for give in [c.give] if c.give is not None else c.moves.values():
        yield w.texts.sentence(_give(w, give, bound))
    if isinstance(c.then, ast.Name):
        yield w.sentence("call-then", target=_target(w, stages, c.then.name))
    elif c.then is not None:
        targets = {str(s): _target(w, stages, s) for s in (*stages, "done", "redeal")}
        yield w.sentence("call-then", target=w.phrase(c.then, {**bound, **targets}))
