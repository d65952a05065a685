"""The auction: what is said in the talks of a deal, and where they lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beloteql.documents.book import Block, Chapter, Paragraph
from beloteql.documents.chapters.deal import drawn, give
from beloteql.documents.writer import Writer
from beloteql.surface import ast, schema
from beloteql.wording.shapes import flat, is_clause, is_name, sort_of, uses


def talks(w: Writer) -> Chapter | None:
    """Each talk with its stages; None where nothing is said."""
    r = w.ruleset
    if not r.talks:
        return None
    blocks: list[Block] = []
    around = {r.play.before_card, r.play.after_card, r.play.after_trick} if r.play else set()
    held = {talk for talk in r.talks if talk in around | {s.talk for s in r.deal.values()}}
    several = len(held) > 1
    for talk, stages in r.talks.items():
        if talk not in held:
            continue  # inherited, but no step of the deal comes to it
        if several:
            blocks.append(w.heading(w.title(talk)))
        for name, stage in stages.items():
            blocks.append(w.heading(w.title(name, stage), within=several))
            blocks += _stage(w, stages, stage, talk in around)
    return Chapter(w.say("chapter-talks"), "auction", tuple(blocks))


def _stage(
    w: Writer, stages: Mapping[Any, schema.Stage], stage: schema.Stage, around: bool
) -> Iterator[Block]:
    """One stage; `around` says that it belongs to a talk around a card or a trick."""
    if w.own(stage):
        yield Paragraph(w.own(stage), source=w.tag(stage))
    speaker = {"me": w.say("speaker")}
    yield Paragraph(" ".join(_asked(w, stage, around)))
    yield w.paragraph("calls-intro" if len(stage.calls) > 1 else "call-intro")
    rules = [
        (str(n), w.title(n, c), w.own(c), list(_call(w, stages, c, speaker)), w.tag(c, stage))
        for n, c in stage.calls.items()
    ]
    yield w.rules(rules)
    if stage.ends:
        # The ends go on counting, so that a number is found once in a stage.
        ends = (
            (str(n), w.title(n), w.own(e) or _end(w, stages, e), (), w.tag(e, stage))
            for n, e in stage.ends.items()
        )
        yield w.rules(ends, after=len(rules))


def _asked(w: Writer, stage: schema.Stage, around: bool) -> Iterator[str]:
    """Who is asked, and from whom on."""
    conditions = flat(stage.asks, "and") if stage.asks is not None else []
    only = next((s for s in map(_the_only_one, conditions) if s is not None), None)
    if only is not None:
        rest = [c for c in conditions if _the_only_one(c) != only]
        who = w.phrase(only)
        if not rest:
            yield w.sentence("stage-only", who=who)
        else:
            bound = {"me": w.say("that-one")}
            when = " ".join(w.say("list-and", a="", b=w.phrase(c, bound)) for c in rest[1:])
            when = (w.phrase(rest[0], bound) + when).strip()
            yield w.sentence("stage-only-if", who=who, condition=when)
        return
    barred = _not_asked(stage.asks)
    if barred is not None and w.ruleset.table.seats == 2 and stage.speaks != "together":
        yield w.sentence("stage-only", who=w.say("opponent-of", a=w.phrase(barred)))
        return
    if stage.speaks == "together":
        yield w.sentence("stage-together")
    else:
        yield _asked_first(w, stage, around)
    if barred is not None:
        yield w.sentence("stage-not", who=w.phrase(barred))
    elif stage.asks is not None:
        condition = w.phrase(stage.asks, {"me": w.say("that-one-asked")})
        yield w.sentence("stage-asks", condition=condition)
    if stage.speaks == "anyone":
        yield w.sentence("stage-anyone")


def _asked_first(w: Writer, stage: schema.Stage, around: bool) -> str:
    if isinstance(stage.from_, ast.Choose):
        choice = stage.from_
        when = w.phrase(choice.condition)
        return w.sentence("stage-from-one", when=when, a=w.phrase(choice.first),
                          b=w.phrase(choice.second))  # fmt: skip
    first = w.say("whose-card" if around else "term-eldest")
    if stage.from_ is not None:
        first = w.phrase(stage.from_)
    return w.sentence("stage-from", who=first)


def _compared_with_me(e: ast.Expression | None, operator: str) -> ast.Expression | None:
    if not isinstance(e, ast.Operation) or e.operator != operator:
        return None
    for one, other in (e.operands, e.operands[::-1]):
        if is_name(one, "me") and not uses(other, "me"):
            return other
    return None


def _the_only_one(e: ast.Expression) -> ast.Expression | None:
    """The player for whom alone a condition can hold: `me = dealer`."""
    return _compared_with_me(e, "=")


def _not_asked(e: ast.Expression | None) -> ast.Expression | None:
    """The player who alone is not asked: `me != taker`."""
    return _compared_with_me(e, "!=")


def _target(w: Writer, stages: Mapping[Any, schema.Stage], name: str) -> str:
    if name == "redeal":
        return w.say("target-redeal")
    if name == "done":
        return w.say("target-done-several" if len(w.ruleset.talks) > 1 else "target-done")
    return w.say("target-stage", stage=w.title(name, stages.get(name)))


def _end(w: Writer, stages: Mapping[Any, schema.Stage], e: schema.End) -> str:
    target = _target(w, stages, e.then)
    if e.when is None:
        text = w.sentence("end-always", target=target)
    else:
        text = w.sentence("end-when", when=w.phrase(e.when), target=target)
    draws = [] if e.draw is None else [w.sentence("end-draws", **drawn(w, e.draw))]
    return " ".join([text, *_sets(w, e, {}, {}), *draws])


def _call(
    w: Writer,
    stages: Mapping[Any, schema.Stage],
    c: schema.LegalCall,
    speaker: Mapping[str, str],
) -> Iterator[str]:
    bound = dict(speaker)
    kinds: dict[str, str] = {}
    for parameter, domain in (c.with_ or {}).items():
        sort = sort_of(domain, w.ruleset, kinds)
        name = domain.name if isinstance(domain, ast.Name) else ""
        if name in {"suits", "strains"}:
            what = w.say(f"one-of-{name}")
        elif isinstance(domain, ast.Range):
            what = w.say("one-of-numbers", what=w.phrase(domain, bound, kinds))
        else:
            what = w.say("one-of", what=w.phrase(domain, bound, kinds))
        yield w.sentence("call-with", what=what)
        bound[str(parameter)] = w.say("chosen", name=w.say(f"noun-{sort}s"))
        kinds[str(parameter)] = sort
    if c.when is not None:
        yield w.condition("call-when", w.phrase(c.when, bound, kinds))
    yield from _sets(w, c, bound, kinds)
    for moved in [c.give] if c.give is not None else c.moves.values():
        yield w.texts.sentence(give(w, moved, bound))
    if isinstance(c.then, ast.Name):
        yield w.sentence("call-then", target=_target(w, stages, c.then.name))
    elif c.then is not None:
        targets = {str(s): _target(w, stages, s) for s in (*stages, "done", "redeal")}
        yield w.sentence("call-then", target=w.phrase(c.then, {**bound, **targets}, kinds))


def _sets(
    w: Writer,
    e: schema.LegalCall | schema.End,
    bound: Mapping[str, str],
    kinds: Mapping[str, str],
) -> Iterator[str]:
    fields: Mapping[Any, schema.ContractField] = w.ruleset.contract
    for key, value in (e.set_ or {}).items():
        field = str(key)
        name = w.phraser.fact(field)
        per = fields[field].for_
        each = {**bound, per: w.say(f"local-{per}")} if per is not None else dict(bound)
        if is_clause(value, w.ruleset):
            message = "plainly" if per is None else f"for-each-{per}"
            yield w.sentence(message, sentence=whether(w, field, value, each))
        elif per is not None:
            yield w.sentence(f"call-sets-of-{per}", field=name, value=w.phrase(value, each, kinds))
        elif is_name(value, "me"):
            yield w.sentence("call-sets-me", field=name, value=each.get("me", w.say("term-me")))
        else:
            told = w.phraser.bind(each, kinds).whole(value)
            yield w.sentence("call-sets", field=name, value=told, n=w.phraser.count_of(name))


def whether(w: Writer, name: str, value: ast.Expression, bound: Mapping[str, str]) -> str:
    """The clause by which something holds from now on, or no longer does."""
    what = w.phraser.fact(name)
    if isinstance(value, ast.Name) and value.name in {"yes", "no"}:
        return w.say(f"holds-{value.name}", what=what)
    parts = flat(value, "or")
    others = [part for part in parts if not is_name(part, name)]
    if len(others) < len(parts) and others:
        # `x or c` lets x be where it was so before.
        rest = others[0]
        for part in others[1:]:
            rest = ast.Operation(value.span, "or", (rest, part))
        return w.say("holds-if", what=what, when=w.phrase(rest, bound))
    return w.say("holds-whether", what=what, when=w.phrase(value, bound))
