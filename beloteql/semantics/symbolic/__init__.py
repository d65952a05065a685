"""The solver's carrier: computes the intermediate form on values that are partly unknown.

Whatever is known stays a plain value, so a formula holds only what is really open. What is
unknown has one of four shapes: a Bool or an Int of the solver; a `Choice` between the values
of a finite type, each under a condition; a set as a tuple of conditions, one an element.
The conditions of a `Choice` exclude each other and one of them holds.
"""

from beloteql.semantics.symbolic.expression import Symbolic, shaped
from beloteql.semantics.symbolic.operators import operate
from beloteql.semantics.symbolic.values import (
    Choice,
    as_set,
    at_most,
    choice,
    choices,
    conjoin,
    disjoin,
    either,
    exactly,
    exactly_one,
    implies,
    negate,
    open_number,
    open_truth,
    renamed,
    replaced,
    same,
    table,
    total,
)

__all__ = [
    "Choice",
    "Symbolic",
    "as_set",
    "at_most",
    "choice",
    "choices",
    "conjoin",
    "disjoin",
    "either",
    "exactly",
    "exactly_one",
    "implies",
    "negate",
    "open_number",
    "open_truth",
    "operate",
    "renamed",
    "replaced",
    "same",
    "shaped",
    "table",
    "total",
]
