"""Where rule texts look at cards that the player in turn does not see.

The only name that leads to the cards of others is `hand`; what `any-card`, `exposed`, `trick` and
`turned` hold lies before the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.game.table import HAND


def seen_by_all(program: Program) -> bool:
    """Whether everybody sees the hands of everybody."""
    zone = program.zones.get(HAND)
    return zone is not None and zone.seen_by == "all"


@dataclass(slots=True)
class Look:
    """Finds where rule texts look at a hand that is not, for certain, the player's own.

    `own` are the names of the player: `me`, and in play `in-turn`.
    """

    program: Program
    own: frozenset[str]
    _known: dict[tuple[str, tuple[bool, ...]], list[ir.Read]] = field(default_factory=dict)

    def at_others(self, nodes: Iterable[ir.Node | None]) -> list[ir.Read]:
        """The places of some rule texts, and of the words that they use."""
        return [read for node in nodes if node is not None for read in self._look(node, {})]

    def _look(self, node: ir.Node, scope: Mapping[str, bool]) -> list[ir.Read]:
        found: list[ir.Read] = []
        if isinstance(node, ir.Word):
            found += self._word(node, tuple(self._is_own(a, scope) for a in node.arguments))
        if isinstance(node, ir.Read) and node.name == HAND:
            found += [] if self._is_own(node.arguments[0], scope) else [node]
        within = {**scope, node.variable: False} if isinstance(node, ir.Bind) else scope
        for child in ir.children(node):
            found += self._look(child, within)
        return found

    def _word(self, node: ir.Word, own: tuple[bool, ...]) -> list[ir.Read]:
        definition = self.program.words[node.name]
        if HAND not in definition.reads:
            return []
        key = (node.name, own)
        if key not in self._known:
            names = [name for name, _ in definition.parameters]
            self._known[key] = self._look(definition.body, dict(zip(names, own, strict=True)))
        return self._known[key]

    def _is_own(self, node: ir.Node, scope: Mapping[str, bool]) -> bool:
        if isinstance(node, ir.Variable):
            return scope.get(node.name, False)
        return isinstance(node, ir.Read) and node.name in self.own


def in_play(program: Program) -> list[ir.Read]:
    """Where the rules of play, and what is claimed about them, look at the hands of others."""
    nodes: list[ir.Node | None] = [n for r in program.legal for n in (r.when, r.cards)]
    nodes += [
        n for c in program.claims.values() if c.phase == "play" for n in (c.assuming, c.holds)
    ]
    return Look(program, frozenset({"me", "in-turn"})).at_others(nodes)
