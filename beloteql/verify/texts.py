"""Every rule text by which something is decided, and what is left of one under a house rule."""

from __future__ import annotations

from collections.abc import Iterator

from beloteql.core import ir
from beloteql.core.operators import apply
from beloteql.core.program import Give, Line, Program

_LAZY = {"and": False, "or": True}


def deciding(program: Program) -> list[ir.Node]:
    """The rule texts of a ruleset that decide how it is played and what is paid.

    Words are in them as far as they are used. Not among them are requirements between house
    rules, claims, and the totals that are only there to be proved.
    """
    return [node for node in _texts(program) if node is not None]


def _texts(program: Program) -> Iterator[ir.Node | None]:
    for field in program.fields.values():
        yield field.start
    for state in program.state.values():
        yield state.start
    for step in program.deal:
        yield step.when
    for draw in program.draws():
        yield draw.source
    for give in program.gives():
        yield from _moved(give)
    yield from _said(program)
    for group in program.melds.values():
        yield from (group.when, group.share, group.tie, group.kept, *(group.best or ()))
        for pattern in group.patterns:
            yield from (pattern.when, pattern.points)
    yield from (program.leader, program.last_trick)
    yield None if program.best is None else program.best.body
    for rule in program.legal:
        yield from (rule.when, rule.cards)
    for entry in (*program.outcomes, *program.also):
        yield from (entry.when, entry.winner, *(node for _, node in entry.sets))
        yield from _paid(entry.pay)
    for foul in program.fouls.values():
        yield from (node for _, node in foul.sets)
        yield from _paid(foul.pay)
    for condition in (*program.over, *program.wins):
        yield condition.when
    yield from (program.final, program.tie, program.next_dealer)


def _moved(give: Give) -> Iterator[ir.Node | None]:
    yield from (give.each, give.count, give.cards, give.seat)


def _paid(lines: tuple[Line, ...]) -> Iterator[ir.Node | None]:
    for line in lines:
        yield from (line.recipient, line.points)


def _said(program: Program) -> Iterator[ir.Node | None]:
    for talk in program.talks.values():
        for stage in talk.stages:
            yield from (stage.first, stage.asks)
            for call in stage.calls:
                yield from (call.when, call.then, *(domain for _, _, domain in call.parameters))
                yield from (node for _, node in call.sets)
            for end in stage.ends:
                yield from (end.when, *(node for _, node in end.sets))


class Folded:
    """What is left of rule texts when one fact has a certain value.

    Two texts with equal rests mean the same. Texts that mean the same may have different rests.
    """

    def __init__(self, program: Program, fact: str, value: int) -> None:
        self.program, self.fact, self._value = program, fact, value
        self._words: dict[str, ir.Node] = {}

    def rest(self, node: ir.Node) -> ir.Node:
        """The rest of a text; it is for comparison only."""
        match node:
            case ir.Read(name=name):
                if name == self.fact:
                    return ir.Const(node.type, None, self._value)
                return ir.Read(node.type, None, name, self._all(node.arguments))
            case ir.Word():
                return self._word(node)
            case ir.Apply():
                return self._apply(node)
            case ir.Choose():
                condition = self.rest(node.condition)
                if isinstance(condition, ir.Const):
                    return self.rest(node.first if condition.value else node.second)
                first, second = self.rest(node.first), self.rest(node.second)
                if first == second:
                    return first
                return ir.Choose(node.type, None, condition, first, second)
            case ir.Bind():
                domain, body = self.rest(node.domain), self.rest(node.body)
                return ir.Bind(node.type, None, node.kind, node.variable, domain, body)
        return node

    def _all(self, nodes: tuple[ir.Node, ...]) -> tuple[ir.Node, ...]:
        return tuple(self.rest(n) for n in nodes)

    def _word(self, node: ir.Word) -> ir.Node:
        """A word is opened where it reads the fact. Its arguments stay beside it."""
        arguments = self._all(node.arguments)
        definition = self.program.words[node.name]
        if self.fact not in definition.reads:
            return ir.Word(node.type, None, node.name, arguments)
        if node.name not in self._words:
            self._words[node.name] = self.rest(definition.body)
        body = self._words[node.name]
        if isinstance(body, ir.Const):
            return body
        # Words of one name with another body must not look alike, so the body goes with it.
        return ir.Word(node.type, None, node.name, (body, *arguments))

    def _apply(self, node: ir.Apply) -> ir.Node:
        operands = self._all(node.operands)
        values = [o.value for o in operands if isinstance(o, ir.Const)]
        if len(values) == len(operands) and not any(isinstance(v, range) for v in values):
            return ir.Const(node.type, None, apply(self.program.world, node.operator, *values))
        if node.operator in _LAZY:
            decides = _LAZY[node.operator]
            if any(isinstance(o, ir.Const) and bool(o.value) == decides for o in operands):
                return ir.Const(node.type, None, decides)
            open_ = [o for o in operands if not isinstance(o, ir.Const)]
            if len(open_) == 1:
                return open_[0]
        if node.operator == "implies" and isinstance(operands[0], ir.Const):
            return operands[1] if operands[0].value else ir.Const(node.type, None, True)
        return ir.Apply(node.type, None, node.operator, operands)
