"""How operators, comparisons, ranges and binders are understood."""

from __future__ import annotations

from beloteql.core import ir, types
from beloteql.core.elaborate_base import Base, Place
from beloteql.core.types import ANY, BOOL, BOOLS, CARDS, INT, INTS, MAX_RANGE, Type, fits, set_of
from beloteql.surface import ast

COMPARISONS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
ARITHMETIC = {
    "*": "multiply", "div": "quotient", "mod": "remainder", "minus": "minus",
    "counted-in": "counted_in", "rounded-to": "rounded_to", "scaled-to": "scaled_to",
}  # fmt: skip
SINGLE = "a single one"
"""Name of the variable that is bound when a single thing is made a set; no author can write it."""
_BINDERS = {
    "some": BOOL, "every": BOOL, "count": INT, "sum": INT, "most": INT, "least": INT,
    "those": None, "the": None, "highest": None, "lowest": None,
}  # fmt: skip


class OperatorElaborator(Base):
    """Operators and binders."""

    def _operation(self, e: ast.Operation, place: Place) -> ir.Node:
        operator, operands = e.operator, e.operands
        if operator in COMPARISONS:
            return self._comparison(e, place)
        if operator == "in":
            domain = self.value(operands[1], place)
            element = self._element(domain, operands[1])
            one = self._infer(operands[0], place, element)
            if not (fits(one.type, element) or fits(element, one.type)):
                self._wrong_type(operands[0], one.type, element)
            return ir.Apply(BOOL, e.span, "member", (one, domain))
        if operator in {"not", "implies"}:
            nodes = tuple(self.value(o, place, BOOL) for o in operands)
            return ir.Apply(BOOL, e.span, operator, nodes)
        if operator in {"and", "or"}:
            return self._connective(e, place)
        if operator == "except":
            first = self.value(operands[0], place)
            if not first.type.is_set:
                self._wrong_type(operands[0], first.type, CARDS)
                return ir.Const(ANY, e.span, 0)
            return self._sets(e, "difference", first, self._infer(operands[1], place, first.type))
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
        if first.type.is_set or first.type in types.ELEMENTS:
            name = "union" if e.operator == "or" else "intersection"
            return self._sets(e, name, first, self._infer(e.operands[1], place, first.type))
        if not fits(first.type, BOOL):
            self._wrong_type(e.operands[0], first.type, BOOL)
        return ir.Apply(BOOL, e.span, e.operator, (first, self.value(e.operands[1], place, BOOL)))

    def _sets(self, e: ast.Operation, name: str, first: ir.Node, second: ir.Node) -> ir.Node:
        """An operator on two sets; a single thing stands for the set that holds only it."""
        one, other = self.as_set(first), self.as_set(second)
        for node, operand in ((one, e.operands[0]), (other, e.operands[1])):
            if node.type != ANY and (not node.type.is_set or node.type in {INTS, BOOLS}):
                self._wrong_type(operand, node.type, CARDS)
                return ir.Const(ANY, e.span, 0)
        if not (fits(one.type, other.type) or fits(other.type, one.type)):
            self._wrong_type(e.operands[1], other.type, one.type)
            return ir.Const(ANY, e.span, 0)
        return ir.Apply(
            other.type if fits(one.type, other.type) else one.type, e.span, name, (one, other)
        )

    def as_set(self, node: ir.Node) -> ir.Node:
        """A set as it is, and a single suit, card, player, … as the set that holds only it."""
        if node.type not in types.ELEMENTS:
            return node
        every = (1 << self.world.size(node.type)) - 1
        same = ir.Apply(BOOL, node.span, "eq", (ir.Variable(node.type, node.span, SINGLE), node))
        domain = ir.Const(set_of(node.type), node.span, every)
        return ir.Bind(set_of(node.type), node.span, "those", SINGLE, domain, same)

    def set_value(self, e: ast.Expression, place: Place, wanted: Type) -> ir.Node:
        """The meaning of an expression where a set is wanted and a single thing will do."""
        node = self.as_set(self.value(e, place))
        if not fits(node.type, wanted):
            self._wrong_type(e, node.type, wanted)
            return ir.Const(ANY, e.span, 0)
        return node

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
        first, last = (
            _number(self.value(e.first, place, INT)),
            _number(self.value(e.last, place, INT)),
        )
        width = max(1, e.step)
        if isinstance(first, ir.Const) and isinstance(last, ir.Const):
            least, most = int(first.value), int(last.value)  # type: ignore[arg-type]
            if (most - least) // width > MAX_RANGE:
                self.errors.add("BQ0204", "this range is too long", e.span,
                                expected=f"at most {MAX_RANGE} numbers")  # fmt: skip
                most = least
            return ir.Const(types.INTS, e.span, range(least, most + 1, width))
        step = ir.Const(INT, e.span, width)
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


def _number(node: ir.Node) -> ir.Node:
    """A negative number that is written out is a number, too."""
    if isinstance(node, ir.Apply) and node.operator == "minus":
        (inner,) = node.operands
        if isinstance(inner, ir.Const):
            return ir.Const(INT, node.span, -int(inner.value))  # type: ignore[arg-type]
    return node
