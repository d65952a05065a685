"""From what an author wrote to what it means: resolves names and types a rule text.

Codes: BQ0501 unknown word, BQ0502 wrong type, BQ0503 wrong number of arguments, BQ0504 not
in this deck, BQ0505 no meaning here, BQ0506 defined through itself, BQ0508 table keys,
BQ0509 divisor, BQ0510 operands, BQ0511 unknown type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from beloteql.core import ir, types
from beloteql.core.names import Names, Own
from beloteql.core.terms import SCOPES, TERMS, scope_of
from beloteql.core.types import ANY, BOOL, CARDS, INT, Type, fits
from beloteql.errors import Collector, nearest
from beloteql.source import Span
from beloteql.surface import ast
from beloteql.surface.node import Text

Locals = Mapping[str, Type]

COMPARISONS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
ARITHMETIC = {"*": "multiply", "div": "quotient", "mod": "remainder", "minus": "minus",
              "counted-in": "counted_in", "rounded-to": "rounded_to", "scaled-to": "scaled_to"}  # fmt: skip
_BINDERS = {
    "some": BOOL, "every": BOOL, "count": INT, "sum": INT, "most": INT, "least": INT,
    "those": None, "the": None, "highest": None, "lowest": None,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """What a rule text may speak of where it stands: scopes of facts, and bound names."""

    scopes: frozenset[str]
    local: Locals = field(default_factory=dict)

    def bind(self, **local: Type) -> Place:
        """The same place with more names bound."""
        return Place(self.scopes, {**self.local, **local})


EVERYWHERE = frozenset(SCOPES)


class Elaborator:
    """Elaborates the rule texts of one ruleset; words are worked out when first used."""

    def __init__(self, names: Names, best: ast.Expression | None, errors: Collector) -> None:
        self.names = names
        self.world = names.world
        self.errors = errors
        self.definitions: dict[str, ir.Definition] = {}
        self._best = best
        self._open: list[str] = []

    def value(
        self, expression: ast.Expression, place: Place, wanted: Type | None = None
    ) -> ir.Node:
        """The meaning of an expression, table or cases; of the wanted type if one is given."""
        node = self._infer(expression, place, wanted)
        if wanted is not None and not fits(node.type, wanted):
            self._wrong_type(expression, node.type, wanted)
            return ir.Const(ANY, expression.span, 0)
        return node

    # --- words -------------------------------------------------------------------------

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

    def _letter(self, e: ast.Letter) -> ir.Node:
        if e.text in "JQKA":
            return self._rank(e.text, e.span)
        if e.text not in self.world.suits:
            self._not_in_deck("suit", e.text, e.span)
            return ir.Const(ANY, e.span, 0)
        return ir.Const(types.SUIT, e.span, self.world.suits.index(e.text))

    def _rank(self, text: str, span: Span) -> ir.Node:
        if text not in self.world.ranks:
            self._not_in_deck("rank", text, span)
            return ir.Const(ANY, span, 0)
        return ir.Const(types.RANK, span, self.world.ranks.index(text))

    def _not_in_deck(self, what: str, text: str, span: Span) -> None:
        shown = {"suit": self.world.suits, "rank": self.world.ranks}.get(what, self.world.ranks)
        self.errors.add("BQ0504", f"the deck has no {what} {text}", span, expected=" ".join(shown))

    # --- names -------------------------------------------------------------------------

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
            needed = ", ".join(str(t) for t in wanted) or "no arguments"
            self.errors.add(
                "BQ0503",
                f'"{name}" takes {len(wanted)} argument{"s" * (len(wanted) != 1)}, not {len(given)}',
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
            self.errors.add("BQ0501", f'the contract has no field "{own}"', span)
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
        if scope in place.scopes or scope == "always":
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
            names = [a.name for a in arguments if isinstance(a, ast.Name)]
            own = self.names.own.get(names[0]) if len(names) == len(arguments) == 1 else None
            if own is None or own.kind != "field":
                self.errors.add(
                    "BQ0503", '"known" asks for a field of the contract', e.span,
                    expected=", ".join(n for n, o in self.names.own.items() if o.kind == "field"),
                )  # fmt: skip
                return ir.Const(BOOL, e.span, False)
            return ir.Read(BOOL, e.span, f"known.{names[0]}")
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

    def _operation(self, e: ast.Operation, place: Place) -> ir.Node:
        operator, operands = e.operator, e.operands
        if operator in COMPARISONS:
            return self._comparison(e, place)
        if operator == "in":
            domain = self.value(operands[1], place)
            element = self._element(domain, operands[1])
            return ir.Apply(
                BOOL, e.span, "member", (self.value(operands[0], place, element), domain)
            )
        if operator in {"not", "implies"}:
            nodes = tuple(self.value(o, place, BOOL) for o in operands)
            return ir.Apply(BOOL, e.span, operator, nodes)
        if operator in {"and", "or"}:
            return self._connective(e, place)
        if operator == "except":
            nodes = tuple(self.value(o, place, CARDS) for o in operands)
            return ir.Apply(CARDS, e.span, "difference", nodes)
        nodes = tuple(self.value(o, place, INT) for o in operands)
        name = {"+": "add", "-": "subtract"}.get(operator) or ARITHMETIC[operator]
        if operator in {"div", "mod", "counted-in", "rounded-to", "scaled-to"}:
            for divisor in nodes[1:2] if operator != "scaled-to" else nodes[1:]:
                if not (isinstance(divisor, ir.Const) and int(divisor.value) > 0):  # type: ignore[arg-type]
                    self.errors.add(
                        "BQ0509",
                        f'"{operator}" needs a plain number above 0 here',
                        divisor.span or e.span,
                    )
        return ir.Apply(INT, e.span, name, nodes)

    def _connective(self, e: ast.Operation, place: Place) -> ir.Node:
        first = self.value(e.operands[0], place)
        if first.type == CARDS:
            name = "union" if e.operator == "or" else "intersection"
            return ir.Apply(CARDS, e.span, name, (first, self.value(e.operands[1], place, CARDS)))
        if not fits(first.type, BOOL):
            self._wrong_type(e.operands[0], first.type, BOOL)
        return ir.Apply(BOOL, e.span, e.operator, (first, self.value(e.operands[1], place, BOOL)))

    def _comparison(self, e: ast.Operation, place: Place) -> ir.Node:
        left, right = e.operands
        if self._waits(left, place) and not self._waits(right, place):
            second = self.value(right, place)
            first = self._infer(left, place, second.type)
        else:
            first = self.value(left, place)
            second = self._infer(right, place, first.type)
        name = COMPARISONS[e.operator]
        if not (fits(first.type, second.type) or fits(second.type, first.type)):
            self.errors.add(
                "BQ0510", f"a {first.type} can't be compared with a {second.type}", e.span
            )
        elif name not in {"eq", "ne"} and not (
            first.type in types.ORDERED or ANY in (first.type, second.type)
        ):
            self.errors.add(
                "BQ0510",
                f'values of type {first.type} have no order; "{e.operator}" can\'t compare them',
                e.span,
                expected='"=" or "!="',
            )
        return ir.Apply(BOOL, e.span, name, (first, second))

    def _waits(self, e: ast.Expression, place: Place) -> bool:
        """Whether the type of an operand depends on what it is compared with."""
        if isinstance(e, ast.Number):
            return True
        return isinstance(e, ast.Name) and not (
            e.name in place.local or e.name in self.names.known()
        )

    def _element(self, domain: ir.Node, e: ast.Expression) -> Type:
        if domain.type.element is not None:
            return domain.type.element
        if domain.type != ANY:
            self.errors.add(
                "BQ0502", f"a set is expected here, not a {domain.type}", e.span,
                expected="for example trick, suits, sides, or 3..8",
            )  # fmt: skip
        return ANY

    def _range(self, e: ast.Range, place: Place) -> ir.Node:
        last = self.value(e.last, place, INT)
        if isinstance(last, ir.Const):
            last_value = int(last.value)  # type: ignore[arg-type]
            if (last_value - e.first) // max(1, e.step) > 1000:
                self.errors.add("BQ0204", "this range is too long", e.span,
                                expected="at most 1000 numbers")  # fmt: skip
                last_value = e.first
            return ir.Const(types.INTS, e.span, range(e.first, last_value + 1, max(1, e.step)))
        first = ir.Const(INT, e.span, e.first)
        step = ir.Const(INT, e.span, max(1, e.step))
        return ir.Read(types.INTS, e.span, "range", (first, last, step))

    def _binder(self, e: ast.Binder, place: Place) -> ir.Node:
        domain = self.value(e.domain, place)
        element = self._element(domain, e.domain)
        if (
            e.variable in place.local
            or e.variable in self.names.words
            or e.variable in self.names.own
        ):
            self.errors.add("BQ0507", f'"{e.variable}" hides another name', e.span,
                            hint="choose another letter")  # fmt: skip
        result = _BINDERS[e.kind]
        body_type = BOOL if e.kind in {"some", "every", "count", "those", "the"} else INT
        body = self.value(e.body, place.bind(**{e.variable: element}), body_type)
        if result is None:
            result = domain.type if e.kind == "those" else element
        return ir.Bind(result, e.span, e.kind, e.variable, domain, body)

    def _wrong_type(self, e: ast.Expression, found: Type, wanted: Type) -> None:
        self.errors.add(
            "BQ0502",
            f"{_a(wanted)} is expected here, and this is {_a(found)}",
            e.span,
            expected=_IN_WORDS.get(wanted.name, str(wanted)),
            hint=_type_hint(found, wanted),
        )


_IN_WORDS = {
    "Bool": "a condition, for example trump-led",
    "Int": "a number",
    "Card": "one card, for example best",
    "Cards": "a selection of cards, for example overtrumps",
    "Seat": "a player, for example dealer",
    "Side": "a side, for example takers",
    "Suit": "a suit, for example led",
    "Strain": "a suit or another thing that can be called",
    "Rank": "a rank, for example J",
}


def _a(type_: Type) -> str:
    return {"Cards": "a selection of cards", "Bool": "a condition", "Int": "a number"}.get(
        type_.name, f"a {type_}"
    )


def _type_hint(found: Type, wanted: Type) -> str:
    if found == CARDS and wanted == BOOL:
        return 'ask "… != no-cards" for whether there are such cards'
    if found == BOOL and wanted == CARDS:
        return 'a condition goes under "when"'
    if found == types.SEAT and wanted == types.SIDE:
        return "side(…) gives the side of a player"
    return ""
