"""Which parts of legal play look at a trick one card at a time.

`every t in trick with …` need not see the trick again when a card is added: what it gave for
the cards so far, combined with what it gives for the new card alone, is what it gives for
all. Where every look at the trick is of that shape, tricks that agree in these values (and in
the suit led and the best card) are one and the same to legal play, and few remain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from beloteql.core import ir
from beloteql.core.program import Program

FOLDS = {"some", "every", "those", "count", "sum"}


@dataclass(slots=True)
class Looks:
    """How a program looks at tricks.

    `whole` is true where only the trick itself will do; `folds` are the rest, by identity.
    """

    program: Program
    folds: dict[int, tuple[ir.Bind, str | None]] = field(default_factory=dict)
    best: ir.Bind | None = None
    whole: bool = False
    numbered: bool = False
    """Whether something depends on the number of the trick."""
    _seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        best = self.program.best
        assert best is not None
        bind = best.body
        if (
            isinstance(bind, ir.Bind)
            and bind.kind in {"highest", "lowest"}
            and self._card_alone(bind)
            and not _free(bind)
        ):
            self.best = bind
        else:
            self.whole = True
        self.numbered = "trick-number" in best.reads
        for rule in self.program.legal:
            for node in (rule.when, rule.cards):
                if node is not None:
                    self._scan(node)

    def _scan(self, node: ir.Node) -> None:
        if isinstance(node, ir.Bind) and node.kind in FOLDS and self._card_alone(node):
            free = _free(node)
            if len(free) < 2:
                self.folds[id(node)] = (node, next(iter(free), None))
                self.numbered |= self._reads_number(node.body)
                return
        if isinstance(node, ir.Read):
            if node.name == "trick-number":
                self.numbered = True
            of_best = node.name == "player" and _is_best(node.arguments[0])
            if node.name == "trick" or (node.name == "player" and not of_best):
                self.whole = True
        if isinstance(node, ir.Word) and node.name not in {"best", *self._seen}:
            self._seen.add(node.name)
            self._scan(self.program.words[node.name].body)
        for child in ir.children(node):
            self._scan(child)

    def _reads_number(self, node: ir.Node) -> bool:
        return any(
            (isinstance(n, ir.Read) and n.name == "trick-number")
            or (isinstance(n, ir.Word) and "trick-number" in self.program.words[n.name].reads)
            for n in ir.walk(node)
        )

    def _card_alone(self, bind: ir.Bind) -> bool:
        """Whether the body depends on the card, the suit led and what is fixed, only."""
        if not (isinstance(bind.domain, ir.Read) and bind.domain.name == "trick"):
            return False
        return all(self._fixed(node, bind.variable) for node in ir.walk(bind.body))

    def _fixed(self, node: ir.Node, variable: str) -> bool:
        moving = {"me", "trick", "any-card", "hand", "player"}
        if isinstance(node, ir.Read):
            if node.name == "player":
                by = node.arguments[0]
                return isinstance(by, ir.Variable) and by.name == variable
            return node.name not in moving
        if isinstance(node, ir.Word):
            return node.name != "best" and not moving & self.program.words[node.name].reads
        return True


def _is_best(node: ir.Node) -> bool:
    return isinstance(node, ir.Word) and node.name == "best"


def _free(bind: ir.Bind) -> set[str]:
    bound = {n.variable for n in ir.walk(bind) if isinstance(n, ir.Bind)}
    return {n.name for n in ir.walk(bind.body) if isinstance(n, ir.Variable)} - bound
