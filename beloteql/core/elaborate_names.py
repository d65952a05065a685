"""How a name in a rule text is understood: binders, words, the ruleset's own, the language's."""

from __future__ import annotations

from beloteql.core import ir, types
from beloteql.core.elaborate_base import Base, Place
from beloteql.core.names import Own
from beloteql.core.terms import SCOPES, TERMS, scope_of
from beloteql.core.types import ANY, BOOL, INT, Type
from beloteql.errors import nearest
from beloteql.source import Span
from beloteql.surface import ast


class NameElaborator(Base):
    """Names, with and without arguments."""

    def _name(self, e: ast.Name, place: Place, wanted: Type | None) -> ir.Node:
        if wanted is not None and wanted.is_words and e.name in wanted.values:
            return ir.Const(wanted, e.span, wanted.values.index(e.name))
        if e.name in place.local:
            return ir.Variable(place.local[e.name], e.span, e.name)
        if wanted == types.STRAIN and e.name in self.world.strains:
            return ir.Const(types.STRAIN, e.span, self.world.strains.index(e.name))
        if self.names.words.get(e.name) is not None:
            return self._use_word(e.name, e.span, (), place)
        if e.name in self.names.own:
            return self._use_own(self.names.own[e.name], e.name, e.span, (), place)
        if e.name in TERMS:
            return self._use_term(e.name, e.span, (), place)
        self._unknown(e.name, e.span, place, wanted)
        return ir.Const(ANY, e.span, 0)

    def _call(self, e: ast.Call, place: Place) -> ir.Node:
        if e.name in {"known", "said"}:
            return self._special(e, place)
        if e.name in self.names.words:
            return self._use_word(e.name, e.span, e.arguments, place)
        if e.name in self.names.own:
            return self._use_own(self.names.own[e.name], e.name, e.span, e.arguments, place)
        if e.name in TERMS:
            return self._use_term(e.name, e.span, e.arguments, place)
        if e.name in place.local:
            self.errors.add("BQ0503", f'"{e.name}" takes no arguments', e.span)
        else:
            self._unknown(e.name, e.span, place, None)
        return ir.Const(ANY, e.span, 0)

    def _unknown(self, name: str, span: Span, place: Place, wanted: Type | None) -> None:
        if name in self.names.broken:
            return
        known = [*place.local, *self.names.known()]
        expected = ""
        if wanted is not None and wanted.is_words:
            known = [*wanted.values, *known]
            expected = " or ".join(wanted.values)
        self.errors.add(
            "BQ0501",
            f'"{name}" is not known here',
            span,
            expected=expected,
            hint=nearest(name, known),
        )

    def _arguments(
        self, name: str, span: Span, given: tuple[ast.Expression, ...],
        wanted: tuple[Type, ...], place: Place,
    ) -> tuple[ir.Node, ...] | None:  # fmt: skip
        if len(given) != len(wanted):
            plural = "s" * (len(wanted) != 1)
            needed = ", ".join(str(t) for t in wanted) or "no arguments"
            self.errors.add(
                "BQ0503",
                f'"{name}" takes {len(wanted)} argument{plural}, not {len(given)}',
                span,
                expected=f"{name}({needed})" if wanted else name,
            )
            return None
        return tuple(self.value(a, place, t) for a, t in zip(given, wanted, strict=True))

    def _use_word(
        self, name: str, span: Span, given: tuple[ast.Expression, ...], place: Place
    ) -> ir.Node:
        definition = self.define(name)
        if definition is None:
            return ir.Const(ANY, span, 0)
        wanted = tuple(t for _, t in definition.parameters)
        arguments = self._arguments(name, span, given, wanted, place)
        if arguments is None:
            return ir.Const(ANY, span, 0)
        for read in sorted(definition.reads):
            if not self._check_scope(name, read, span, place):
                break
        return ir.Word(definition.body.type, span, name, arguments)

    def _use_own(
        self, own: Own, name: str, span: Span, given: tuple[ast.Expression, ...], place: Place
    ) -> ir.Node:
        arguments = self._arguments(name, span, given, own.parameters, place)
        if arguments is None:
            return ir.Const(ANY, span, 0)
        if own.kind == "role":
            role = self.world.role_type.values.index(name)
            which = ir.Const(self.world.role_type, span, role)
            return ir.Apply(INT, span, "in_role", (which, *arguments))
        read = f"{own.kind}.{name}"
        self._check_scope(name, read, span, place)
        return ir.Read(own.type, span, read, arguments)

    def _use_term(
        self, name: str, span: Span, given: tuple[ast.Expression, ...], place: Place
    ) -> ir.Node:
        term = TERMS[name]
        arguments = self._arguments(name, span, given, term.parameters, place)
        if arguments is None:
            return ir.Const(ANY, span, 0)
        result = term.result_in(self.world)
        if term.constant is not None:
            return ir.Const(result, span, term.constant(self.world))
        self._check_scope(name, name, span, place)
        if name in {"best", "winning"}:
            return self._trick_term(name, span)
        if name == "defenders":
            return self._defenders(span, place)
        if term.operator is not None:
            implied = tuple(self._implied(read, span, place) for read in term.implied)
            return ir.Apply(result, span, term.operator, (*arguments, *implied))
        return ir.Read(result, span, name, arguments)

    def _implied(self, read: str, span: Span, place: Place) -> ir.Node:
        prefix, _, own = read.rpartition(".")
        if not prefix:
            return ir.Read(TERMS[read].result_in(self.world), span, read)
        if own not in self.names.own:
            if own not in self._missing:  # said once; every word of the cards' strength needs it
                self._missing.add(own)
                kind = {"taker": "Seat", "strain": "Strain"}.get(own, "Int")
                self.errors.add(
                    "BQ0501", f'the contract has no field "{own}", which this needs', span,
                    hint=f'"contract: {{{own}: {{type: {kind}}}}}", or "extends: family", '
                    "which has it",
                )  # fmt: skip
            return ir.Const(ANY, span, 0)
        return ir.Read(self.names.own[own].type, span, read)

    def _trick_term(self, name: str, span: Span) -> ir.Node:
        if self._best is None:
            self.errors.add(
                "BQ0514", f'"{name}" needs "best" under "play"', span,
                hint='"best: highest c in trick by power(c)", say',
            )  # fmt: skip
            return ir.Const(ANY, span, 0)
        if self.define("best") is None:
            return ir.Const(ANY, span, 0)
        best = ir.Word(types.CARD, span, "best")
        return best if name == "best" else ir.Read(types.SEAT, span, "player", (best,))

    def _defenders(self, span: Span, place: Place) -> ir.Node:
        taker = self._implied("field.taker", span, place)
        takers = ir.Apply(types.SIDE, span, "side", (taker,))
        if self.world.sides == 2:
            return ir.Apply(types.SIDE, span, "opponent", (takers,))
        every = ir.Const(types.SIDES, span, (1 << self.world.sides) - 1)
        other = ir.Apply(BOOL, span, "ne", (ir.Variable(types.SIDE, span, "one"), takers))
        return ir.Bind(types.SIDES, span, "those", "one", every, other)

    def _check_scope(self, name: str, read: str, span: Span, place: Place) -> bool:
        scope = scope_of(read)
        if scope in place.scopes or scope == "fixed":
            return True
        through = (
            "" if read.rpartition(".")[2] == name else f' (through "{read.rpartition(".")[2]}")'
        )
        self.errors.add(
            "BQ0505", f'"{name}"{through} has no meaning here', span,
            expected=f"it has one {SCOPES[scope]}",
        )  # fmt: skip
        return False

    def _special(self, e: ast.Call, place: Place) -> ir.Node:
        self._check_scope(e.name, e.name, e.span, place)
        arguments = e.arguments
        if e.name == "known":
            first = arguments[0] if arguments else None
            name = first.name if isinstance(first, ast.Name) else ""
            own = self.names.own.get(name)
            if own is None or own.kind != "field" or len(arguments) != 1 + len(own.parameters):
                self.errors.add(
                    "BQ0503", '"known" asks for a field of the contract', e.span,
                    expected=", ".join(n for n, o in self.names.own.items() if o.kind == "field"),
                )  # fmt: skip
                return ir.Const(BOOL, e.span, False)
            given = zip(arguments[1:], own.parameters, strict=True)
            whose = tuple(self.value(a, place, t) for a, t in given)
            return ir.Read(BOOL, e.span, f"known.{name}", whose)
        if len(arguments) != 3 or not all(isinstance(a, ast.Name) for a in arguments[1:]):
            self.errors.add("BQ0503", '"said" takes a player, a stage and a call', e.span,
                            expected="said(me, round, pass)")  # fmt: skip
            return ir.Const(BOOL, e.span, False)
        seat = self.value(arguments[0], place, types.SEAT)
        stage, call = arguments[1], arguments[2]
        assert isinstance(stage, ast.Name)
        assert isinstance(call, ast.Name)
        if call.name not in self.names.calls.get(stage.name, ()):
            known = self.names.calls.get(stage.name) or tuple(self.names.calls)
            self.errors.add(
                "BQ0501", f'there is no call "{call.name}" in a stage "{stage.name}"', e.span,
                expected=", ".join(known),
            )  # fmt: skip
        return ir.Read(BOOL, e.span, f"said.{stage.name}.{call.name}", (seat,))

    # --- operators ---------------------------------------------------------------------
