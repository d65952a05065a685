"""Takes entries out that can't be read, so that the rest of a file still is.

A file's mistakes are to come at once. Where the schema can't read an entry, the entry is
reported and taken out, and its name remembered: what else speaks of it raises no alarm.
"""

from __future__ import annotations

from collections.abc import Iterable

from beloteql.surface.node import Entry, MappingNode, Node, SequenceNode

Path = tuple[int | str, ...]


def without(root: MappingNode, paths: Iterable[Path]) -> tuple[MappingNode, set[Path]] | None:
    """The nodes without the entries at some paths, and the paths that were really taken.

    Of a path that is not there (a missing key), the nearest entry around it goes. None when
    a key of the file itself would have to go: nothing sensible is left then.
    """
    taken: set[Path] = set()
    for path in paths:
        there = _existing(root, path)
        if not there:
            return None
        taken.add(there)
    pruned = _without(root, (), taken)
    assert isinstance(pruned, MappingNode)
    return pruned, taken


def _existing(root: Node, path: Path) -> Path:
    """The part of a path that leads to an entry that exists; alternatives are passed over."""
    node, found = root, []
    for part in path:
        if isinstance(node, MappingNode) and isinstance(part, str) and part in node.index:
            node = node.index[part].value
            found.append(part)
        elif isinstance(node, SequenceNode) and isinstance(part, int) and part < len(node.items):
            # An item alone can't go without shifting the others: the list goes.
            break
    return tuple(found)


def _without(node: Node, here: Path, taken: set[Path]) -> Node:
    if not isinstance(node, MappingNode):
        return node
    entries = [
        Entry(e.key, _without(e.value, (*here, e.key.text), taken))
        for e in node.entries
        if (*here, e.key.text) not in taken
    ]
    return MappingNode(entries, node.span)
