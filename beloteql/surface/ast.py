"""What an author wrote in a rule text, before any name is looked up.

Documents and `diff` read these trees, so they keep the author's words. Two trees are equal
when they say the same thing; places do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from beloteql.source import Span


@dataclass(frozen=True, slots=True)
class Expression:
    """Any expression; `span` is its place in the file."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Broken(Expression):
    """Stands where a text could not be read; the reason has been recorded already."""


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A whole number, `162`; also a rank where a rank is compared (`rank(c) = 10`)."""

    value: int


@dataclass(frozen=True, slots=True)
class CardLiteral(Expression):
    """A card, `10H`."""

    text: str


@dataclass(frozen=True, slots=True)
class Letter(Expression):
    """A rank (`J Q K A`) or a suit (`C D H S`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """A word: a binder, an author's own word, a field, an option or a built-in name."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A name with arguments, `side(me)`."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Range(Expression):
    """Numbers from `first` to `last`, both included, `80..160 step 10`."""

    first: Expression
    last: Expression
    step: int


@dataclass(frozen=True, slots=True)
class Operation(Expression):
    """An operator with its operands; `operator` is its spelling (`and`, `+`, `div`, …)."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choose(Expression):
    """`if condition then first else second`."""

    condition: Expression
    first: Expression
    second: Expression


@dataclass(frozen=True, slots=True)
class Binder(Expression):
    """`some c in trick with …`, `highest c in trick by …`, `sum s in sides of …`.

    `kind` is one of `some every count the those highest lowest sum most least`.
    """

    kind: str
    variable: str
    domain: Expression
    body: Expression


@dataclass(frozen=True, slots=True)
class Row:
    """One `key: value` of a table."""

    key: str
    value: Value
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table(Expression):
    """`{by: e, key: value, …, else: value}`: a table where a value may stand."""

    by: Expression
    rows: tuple[Row, ...]
    otherwise: Value | None


@dataclass(frozen=True, slots=True)
class Case:
    """One `{when: …, is: …}`; without `when` it always holds."""

    when: Expression | None
    value: Value


@dataclass(frozen=True, slots=True)
class Cases(Expression):
    """A list of cases; the first that holds gives the value."""

    cases: tuple[Case, ...]


Value = Expression
