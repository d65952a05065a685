"""The steps of the deal, and the places where cards lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beloteql.documents.book import Block, Chapter, Paragraph
from beloteql.documents.writer import Writer
from beloteql.surface import ast, schema
from beloteql.wording.names import spaced
from beloteql.wording.shapes import is_name


def deal(w: Writer) -> Chapter:
    """The steps, in order, and where cards lie besides in the hands."""
    rules = w.rules(
        (str(n), w.title(n), _step(w, s), (), w.tag(s)) for n, s in w.ruleset.deal.items()
    )
    blocks: list[Block] = [w.paragraph("deal-intro"), rules]
    places = list(_places(w))
    if places:
        blocks += [w.heading(w.say("zones")), *places]
    return Chapter(w.say("chapter-deal"), "deal", tuple(blocks))


def _step(w: Writer, s: schema.Step) -> str:
    own = w.own(s)
    if own and s.when is None:
        return own
    if own:
        text = own[0].lower() + own[1:].rstrip(".")
    elif s.give is not None:
        text = give(w, s.give)
    elif s.draw is not None:
        text = w.say("step-draw", **drawn(w, s.draw))
    elif s.talk is not None:
        several = len(w.ruleset.talks) > 1
        text = w.say("step-talk", talk=w.title(s.talk)) if several else w.say("step-only-talk")
    else:
        text = w.say(f"step-{s.do}")
    if s.when is not None:
        text = w.say("step-when", when=w.phrase(s.when), step=text)
    return w.texts.sentence(text)


def drawn(w: Writer, d: schema.Draw) -> dict[str, str]:
    """What is drawn, and from what."""
    return {"field": w.phrase(ast.Name(d.span, str(d.field))), "what": w.phrase(d.from_)}


# --- places ----------------------------------------------------------------------------------


def _places(w: Writer) -> Iterator[Block]:
    filled = {str(s.give.to) for s in w.ruleset.deal.values() if s.give is not None and s.give.to}
    for name, zone in w.ruleset.zones.items():
        if w.own(zone):
            yield Paragraph(w.own(zone))
        elif not _is_plain(str(name), zone, filled):
            yield Paragraph(" ".join(_place(w, str(name), zone)))


def _is_plain(name: str, z: schema.Zone, filled: set[str]) -> bool:
    """A hand, or cards on the table of which the steps say all: face up or face down."""
    if z.columns is not None:
        return False
    if z.of == "seat":
        return name == "hand" and z.seen_by == "owner" and z.playable == "all"
    return name in filled and z.playable == "none" and z.seen_by in {"all", "nobody"}


def _place(w: Writer, name: str, z: schema.Zone) -> Iterator[str]:
    columns = {} if z.columns is None else {"count": int(z.columns)}
    lies = f"zone-of-{z.of}" + ("-columns" if columns else "")
    yield w.sentence(lies, zone=zone_name(w, name, "hands"), **columns)
    yield w.sentence(f"zone-seen-by-{z.seen_by}")
    yield w.sentence(f"zone-playable-{z.playable}")
    if z.seen_by == "top":
        yield w.sentence(f"zone-turned-{z.turned}")


def zone_name(w: Writer, name: str | None, default: str) -> str:
    """What a place is called; `default` is the message for the place that needs no name."""
    if name is None:
        return w.say(default)
    zones: Mapping[Any, schema.Zone] = w.ruleset.zones
    if name in zones:
        text = w.texts.translated(zones[name].name)
        if text or name == "hand":
            return text or w.say("hands")
    return w.say("zone", name=spaced(name))


# --- cards that move -------------------------------------------------------------------------


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


def give(w: Writer, g: schema.Give, bound: Mapping[str, str] | None = None) -> str:
    """A movement of cards; `bound` names what goes with the call that moves them."""
    if g.cards is not None:
        return _certain_cards(w, g, bound or {})
    text = _dealt_to_one(w, g, bound or {}) if g.seat is not None else _dealt_to_all(w, g)
    return w.say("give-one-by-one", step=text) if g.one_by_one else text


def _certain_cards(w: Writer, g: schema.Give, bound: Mapping[str, str]) -> str:
    zones = {"from": zone_name(w, g.from_, "stock"), "zone": zone_name(w, g.to, "hands")}
    cards = w.phrase(g.cards, {"seat": w.say("local-seat"), **bound}) if g.cards else ""
    if g.seat is None:
        return w.say("give-cards-each", cards=cards, **zones)
    return w.say("give-cards", who=w.phrase(g.seat, bound), cards=cards, **zones)


def _dealt_to_one(w: Writer, g: schema.Give, bound: Mapping[str, str]) -> str:
    count, source = _count(w, g.count), zone_name(w, g.from_, "stock")
    seat = w.phrase(g.seat, bound) if g.seat is not None else ""
    if g.to and g.to != "hand":
        zone = zone_name(w, g.to, "hands")
        return w.say("give-seat-to", seat=seat, count=count, zone=zone, **{"from": source})
    if g.from_ and g.count is None:
        return w.say("give-seat-all", seat=seat, zone=source)
    if g.from_:
        return w.say("give-seat", seat=seat, count=count, zone=source)
    return w.say("give-seat-stock", seat=seat, count=count)


def _dealt_to_all(w: Writer, g: schema.Give) -> str:
    number = g.each if g.each is not None else g.count
    source = zone_name(w, g.from_, "stock")
    if g.to and g.to != "hand":
        zone = w.ruleset.zones[g.to]
        seen = "open" if zone.seen_by in {"all", "top"} else "closed"
        message = f"give-each-{seen}" if zone.of == "seat" else f"give-zone-{seen}"
        if zone.columns is not None:
            # The cards under the uppermost are face down; what lies how, the places tell.
            message = f"give-{'each' if zone.of == 'seat' else 'zone'}-columns"
        return w.say(message, count=_count(w, number), zone=zone_name(w, g.to, "hands"))
    if g.from_ and number is None:
        return w.say("give-each-all", zone=source)
    one = _one_gets_other(number)
    if one is not None and not g.from_:
        seat, first, second = one
        return w.say("give-but", seat=w.phrase(seat), a=_count(w, first), b=_count(w, second))
    if g.from_:
        return w.say("give-each-from", count=_count(w, number), zone=source)
    return w.say("give-each", count=_count(w, number))


def _one_gets_other(
    e: ast.Expression | None,
) -> tuple[ast.Expression, ast.Expression, ast.Expression] | None:
    """`if seat = taker then 2 else 3`: who, and how many that player and the others get."""
    if not isinstance(e, ast.Choose) or not isinstance(e.condition, ast.Operation):
        return None
    if e.condition.operator != "=" or not all(
        isinstance(part, ast.Number) for part in (e.first, e.second)
    ):
        return None
    for seat, other in (e.condition.operands, e.condition.operands[::-1]):
        if is_name(seat, "seat"):
            return other, e.first, e.second
    return None
