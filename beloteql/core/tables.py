"""`by` tables, lowered to a chain of comparisons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from beloteql.core import ir, types
from beloteql.core.types import ANY, BOOL, INT, Type, fits
from beloteql.errors import nearest
from beloteql.surface import ast

if TYPE_CHECKING:
    from beloteql.core.elaborate import Elaborator, Place


def table(to: Elaborator, e: ast.Table, place: Place, wanted: Type | None) -> ir.Node:
    """The meaning of a table. BQ0508: a key that does not fit, is there twice, or is missing."""
    subject = to.value(e.by, place)
    rows: list[tuple[ir.Const, ast.Row]] = []
    for row in e.rows:
        key = _key(to, row, subject.type)
        if key is None:
            continue
        if any(k.value == key.value for k, _ in rows):
            to.errors.add("BQ0508", f'the key "{row.key}" is in this table twice', row.span)
            continue
        rows.append((key, row))
    otherwise = _otherwise(to, e, place, wanted, subject, rows)
    if otherwise is None:
        return ir.Const(ANY, e.span, 0)
    node = otherwise
    for key, row in reversed(rows):
        value = to.value(row.value, place, wanted)
        if not (fits(value.type, node.type) or fits(node.type, value.type)):
            to.errors.add(
                "BQ0510", f"the values of this table differ: {value.type} and {node.type}",
                row.span,
            )  # fmt: skip
        same = ir.Apply(BOOL, row.span, "eq", (subject, key))
        node = ir.Choose(
            value.type if node.type == ANY else node.type, row.value.span, same, value, node
        )
    return node


def _otherwise(
    to: Elaborator, e: ast.Table, place: Place, wanted: Type | None, subject: ir.Node,
    rows: list[tuple[ir.Const, ast.Row]],
) -> ir.Node | None:  # fmt: skip
    if e.otherwise is not None:
        return to.value(e.otherwise, place, wanted)
    if subject.type == ANY or not rows:
        if not rows and subject.type != ANY:
            to.errors.add("BQ0508", "this table has no rows", e.span)
        return None
    if subject.type == INT:
        to.errors.add("BQ0508", 'a table by a number needs an "else"', e.span)
        return None
    seen = {int(k.value) for k, _ in rows if not isinstance(k.value, range)}
    missing = [v for v in to.world.universe(subject.type) if v not in seen]
    if missing:
        shown = ", ".join(to.world.show(v, subject.type) for v in missing)
        to.errors.add(
            "BQ0508", f"this table has no value for {shown}", e.span,
            hint='add the keys, or an "else"',
        )  # fmt: skip
        return None
    # Every value has its row, so the last one may stand for "else".
    return to.value(rows.pop()[1].value, place, wanted)


def _key(to: Elaborator, row: ast.Row, type_: Type) -> ir.Const | None:
    if type_ == ANY:
        return None
    value: int | None = None
    world = to.world
    known: tuple[str, ...] = ()
    if type_ == INT:
        value = int(row.key) if re.fullmatch(r"-?[0-9]+", row.key) else None
        known = ("a number",)
    elif type_ == BOOL:
        known = ("yes", "no")
        value = {"yes": 1, "no": 0}.get(row.key)
    elif type_ in {types.SEAT, types.SIDE}:
        known = tuple(str(v) for v in world.universe(type_))
        value = int(row.key) if row.key in known else None
    else:
        known = {
            types.SUIT: world.suits, types.RANK: world.ranks,
            types.STRAIN: world.strains, types.CARD: world.cards,
        }.get(type_, type_.values)  # fmt: skip
        value = known.index(row.key) if row.key in known else None
    if value is None:
        to.errors.add(
            "BQ0508", f'"{row.key}" is not a {type_}', row.span,
            expected=", ".join(known[:12]), hint=nearest(row.key, known),
        )  # fmt: skip
        return None
    return ir.Const(type_, row.span, bool(value) if type_ == BOOL else value)
