"""`extends`: lays the differences of one file over the ruleset that it extends.

Mappings merge key by key; texts, lists and `by` tables are replaced whole. Three words
steer it: the value `remove` takes an inherited entry out, `before: other` puts an entry
before another one, `replace: yes` lets a mapping replace the inherited one whole. Every
node keeps the place that it came from.
"""

from __future__ import annotations

from beloteql.errors import Collector, nearest
from beloteql.source import Span
from beloteql.surface.node import Entry, MappingNode, Node, ScalarNode

_STEERING = ("before", "replace")
# Facts about the file itself, which a difference does not inherit.
_OWN = ("id", "extends", "abstract", "source", "text")


def inherit(base: MappingNode, own: MappingNode, errors: Collector) -> MappingNode:
    """The whole ruleset that `own` describes over `base`.

    Codes: BQ0403 removes an entry that does not exist, BQ0404 `before` an entry that does
    not exist.
    """
    kept = [e for e in base.entries if e.key.text not in _OWN]
    return _merge(MappingNode(kept, base.span), own, errors)


def _merge(base: MappingNode, own: MappingNode, errors: Collector) -> MappingNode:
    order = list(base.entries)
    present = set(base.index)
    moves: list[tuple[Entry, ScalarNode]] = []
    for entry in own.entries:
        key = entry.key.text
        if key in _STEERING:
            continue
        at = _position(order, key) if key in present else None
        if _is(entry.value, "remove"):
            if at is None:
                _no_such_entry("BQ0403", "remove", entry.key, base, errors)
            else:
                del order[at]
                present.discard(key)
            continue
        inherited = order[at].value if at is not None else None
        if isinstance(inherited, MappingNode) and isinstance(entry.value, MappingNode):
            merged = Entry(entry.key, _combine(inherited, entry.value, errors))
        else:
            merged = Entry(entry.key, strip(entry.value, errors))
        present.add(key)
        before = _before(entry.value)
        if before is not None:
            if at is not None:
                del order[at]
            moves.append((merged, before))
        elif at is not None:
            order[at] = merged
        else:
            order.append(merged)
    while moves:
        # An entry goes to where its neighbour stands in the end, not where it stood in the base.
        moving = {entry.key.text for entry, _ in moves}
        next_move = next((m for m in moves if m[1].text not in moving), moves[0])
        moves.remove(next_move)
        merged, before = next_move
        at_before = _position(order, before.text)
        if at_before is None:
            _no_such_entry("BQ0404", "put an entry before", before, base, errors)
            at_before = len(order)
        order.insert(at_before, merged)
    return MappingNode(order, own.span)


def _position(order: list[Entry], key: str) -> int | None:
    return next((i for i, e in enumerate(order) if e.key.text == key), None)


def _combine(base: MappingNode, own: MappingNode, errors: Collector) -> Node:
    replace = own.get("replace")
    if _is(replace, "yes") or "by" in base.index or "by" in own.index:
        return strip(own, errors)
    return _merge(base, own, errors)


def strip(node: Node, errors: Collector) -> Node:
    """A node that inherits nothing, without the words that steer inheritance."""
    if not isinstance(node, MappingNode):
        return node
    entries: list[Entry] = []
    for entry in node.entries:
        if entry.key.text in _STEERING:
            continue
        if _is(entry.value, "remove"):
            _no_such_entry("BQ0403", "remove", entry.key, None, errors)
            continue
        entries.append(Entry(entry.key, strip(entry.value, errors)))
    return MappingNode(entries, node.span)


def _before(node: Node) -> ScalarNode | None:
    if not isinstance(node, MappingNode):
        return None
    value = node.get("before")
    return value if isinstance(value, ScalarNode) else None


def _is(node: Node | None, word: str) -> bool:
    return isinstance(node, ScalarNode) and node.plain and node.text == word


def _no_such_entry(
    code: str, doing: str, key: ScalarNode, base: MappingNode | None, errors: Collector
) -> None:
    names = [e.key.text for e in base.entries] if base else []
    span: Span = key.span
    errors.add(
        code,
        f'there is no entry "{key.text}" to {doing}',
        span,
        expected=", ".join(f'"{n}"' for n in names[:12]),
        hint=nearest(key.text, names),
    )
