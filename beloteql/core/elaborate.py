"""From what an author wrote to what it means: resolves names and types a rule text.

Codes: BQ0501 unknown word, BQ0502 wrong type, BQ0503 wrong number of arguments, BQ0504 not
in this deck, BQ0505 no meaning here, BQ0506 defined through itself, BQ0508 table keys,
BQ0509 divisor, BQ0510 operands, BQ0511 unknown type.
"""

from __future__ import annotations

from beloteql.core import ir, types
from beloteql.core.elaborate_base import EVERYWHERE, Place
from beloteql.core.elaborate_names import NameElaborator
from beloteql.core.elaborate_operators import OperatorElaborator
from beloteql.core.types import ANY, BOOL, INT, Type, fits
from beloteql.errors import nearest
from beloteql.source import Span
from beloteql.surface import ast
from beloteql.surface.node import Text

__all__ = ["EVERYWHERE", "Elaborator", "Place"]


class Elaborator(NameElaborator, OperatorElaborator):
    """Elaborates the rule texts of one ruleset; words are worked out when first used."""

    def define(self, name: str) -> ir.Definition | None:
        """The definition of a word; None while it is being worked out or broken."""
        if name in self.definitions:
            return self.definitions[name]
        if name in self._open:
            circle = " → ".join([*self._open[self._open.index(name) :], name])
            span = self._best.span if name == "best" and self._best else self._word_span(name)
            self.errors.add("BQ0506", f"defined through itself: {circle}", span)
            return None
        self._open.append(name)
        try:
            definition = self._best_card() if name == "best" else self._define(name)
        finally:
            self._open.pop()
        self.definitions[name] = definition
        return definition

    def _word_span(self, name: str) -> Span:
        return self.names.words[name].span

    def _define(self, name: str) -> ir.Definition:
        word = self.names.words[name]
        parameters = tuple((str(p), self.type_named(t)) for p, t in (word.given or {}).items())
        body = self.value(word.is_, Place(EVERYWHERE, dict(parameters)))
        return ir.Definition(name, parameters, body, self.reads(body))

    def _best_card(self) -> ir.Definition:
        assert self._best is not None
        body = self.value(self._best, Place(EVERYWHERE), types.CARD)
        return ir.Definition("best", (), body, self.reads(body))

    def type_named(self, text: Text) -> Type:
        """The type that an author names."""
        found = types.NAMED.get(text)
        if found is None:
            self.errors.add(
                "BQ0511",
                f'"{text}" is not a type',
                text.span,
                expected=", ".join(types.NAMED),
                hint=nearest(text, types.NAMED),
            )
            return ANY
        return found

    def reads(self, node: ir.Node) -> frozenset[str]:
        """Names of all facts that an expression reads, through words too."""
        found: set[str] = set()
        for part in ir.walk(node):
            if isinstance(part, ir.Read):
                found.add(part.name)
            elif isinstance(part, ir.Word) and part.name in self.definitions:
                found |= self.definitions[part.name].reads
        return frozenset(found)

    # --- expressions -------------------------------------------------------------------

    def _infer(self, e: ast.Expression, place: Place, wanted: Type | None) -> ir.Node:
        match e:
            case ast.Broken():
                return ir.Const(ANY, e.span, 0)
            case ast.Number():
                if wanted == types.RANK:
                    return self._rank(str(e.value), e.span)
                return ir.Const(INT, e.span, e.value)
            case ast.Letter():
                return self._letter(e)
            case ast.CardLiteral():
                index = self.world.card_index.get(e.text)
                if index is None:
                    self._not_in_deck("card", e.text, e.span)
                return ir.Const(types.CARD, e.span, index or 0)
            case ast.Name():
                return self._name(e, place, wanted)
            case ast.Call():
                return self._call(e, place)
            case ast.Range():
                return self._range(e, place)
            case ast.Operation():
                return self._operation(e, place)
            case ast.Choose():
                condition = self.value(e.condition, place, BOOL)
                first = self._infer(e.first, place, wanted)
                second = self._infer(e.second, place, wanted or first.type)
                return self._choose(e, condition, first, second)
            case ast.Binder():
                return self._binder(e, place)
            case ast.Table():
                from beloteql.core.tables import table

                return table(self, e, place, wanted)
            case ast.Cases():
                return self._cases(e, place, wanted)
        raise AssertionError(f"no meaning for {e!r}")

    def _choose(
        self, e: ast.Expression, condition: ir.Node, first: ir.Node, second: ir.Node
    ) -> ir.Node:
        if fits(second.type, first.type):
            type_ = second.type if first.type == ANY else first.type
        elif fits(first.type, second.type):
            type_ = second.type
        else:
            self.errors.add(
                "BQ0510",
                f"the two branches differ: {first.type} and {second.type}",
                e.span,
                expected="the same type in both",
            )
            type_ = ANY
        return ir.Choose(type_, e.span, condition, first, second)

    def _cases(self, e: ast.Cases, place: Place, wanted: Type | None) -> ir.Node:
        *guarded, last = e.cases
        if last.when is not None:
            self.errors.add(
                "BQ0508",
                "the last case must hold always, so that there is a value",
                last.when.span,
                hint='end the list with "{is: …}" without "when"',
            )
        node = self._infer(last.value, place, wanted)
        for case in reversed(guarded):
            if case.when is None:
                self.errors.add("BQ0508", "the cases after this one are never reached",
                                case.value.span)  # fmt: skip
                continue
            condition = self.value(case.when, place, BOOL)
            node = self._choose(
                e, condition, self._infer(case.value, place, wanted or node.type), node
            )
        return node
