"""The table of operators: every operator of the intermediate form, once.

A carrier is anything that computes expressions: the evaluator, the solver, printed code.
Each carrier has an entry for every name here and checks that when it is imported. The
`evaluate` column is the meaning; the laws that the others must keep to are tested against it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from beloteql.core.world import World

Concrete = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: how it is written, its types, what it means, and its value."""

    name: str
    spelling: str
    types: str
    meaning: str
    example: str
    evaluate: Concrete
    of_world: bool = False
    """Whether `evaluate` takes the `World` as its first argument; such operators are tables
    over finite types, and carriers may treat them as such."""


def quotient(x: int, y: int) -> int:
    """Whole division, rounding down; by nothing it is nothing.

    >>> quotient(-7, 2), quotient(7, 2), quotient(7, 0)
    (-4, 3, 0)
    """
    return x // y if y > 0 else 0


def remainder(x: int, y: int) -> int:
    """What `quotient` leaves, never negative; 0 for a divisor that is not positive.

    >>> remainder(-7, 2), remainder(7, 2)
    (1, 1)
    """
    return x % y if y > 0 else 0


def counted_in(x: int, unit: int, up_from: int) -> int:
    """Number of whole units in `x`; a rest of `up_from` or more counts as one more.

    >>> counted_in(86, 10, 6), counted_in(85, 10, 6), counted_in(85, 10, 5)
    (9, 8, 9)
    """
    return quotient(x, unit) + (1 if unit > 0 and remainder(x, unit) >= up_from else 0)


def scaled_to(x: int, new: int, old: int) -> int:
    """`x` parts of `old` as parts of `new`, to the nearest whole, halves up.

    >>> scaled_to(198, 162, 258)
    124
    """
    return (2 * x * new + old) // (2 * old) if old > 0 else 0


def _table() -> dict[str, Operator]:
    b, i = "Bool", "Int"
    rows = [
        Operator("not", "not a", f"{b} → {b}", "holds when a does not", "not leading",
                 lambda a: not a),
        Operator("and", "a and b", f"{b}, {b} → {b}", "holds when both hold",
                 "leading and trump-named", lambda a, c: a and c),
        Operator("or", "a or b", f"{b}, {b} → {b}", "holds when one of them holds, or both",
                 "leading or trump-named", lambda a, c: a or c),
        Operator("implies", "a implies b", f"{b}, {b} → {b}",
                 "holds unless a holds and b does not", "leading implies any-card != no-cards",
                 lambda a, c: not a or c),
        Operator("eq", "a = b", f"T, T → {b}", "the two are the same", "kind = suit",
                 lambda a, c: a == c),
        Operator("ne", "a != b", f"T, T → {b}", "the two differ", "any-card != no-cards",
                 lambda a, c: a != c),
        Operator("lt", "a < b", f"T, T → {b}",
                 "less, of numbers; lower, of ranks in natural order and of strains",
                 "stakes < 2", lambda a, c: a < c),
        Operator("le", "a <= b", f"T, T → {b}", "less or the same", "stakes <= 2",
                 lambda a, c: a <= c),
        Operator("gt", "a > b", f"T, T → {b}", "more, or higher", "stakes > 1",
                 lambda a, c: a > c),
        Operator("ge", "a >= b", f"T, T → {b}", "more or the same", "stakes >= 1",
                 lambda a, c: a >= c),
        Operator("add", "a + b", f"{i}, {i} → {i}", "the sum", "stakes + 1",
                 lambda a, c: a + c),
        Operator("subtract", "a - b", f"{i}, {i} → {i}", "the difference", "stakes - 1",
                 lambda a, c: a - c),
        Operator("multiply", "a * b", f"{i}, {i} → {i}", "the product", "16 * stakes",
                 lambda a, c: a * c),
        Operator("minus", "-a", f"{i} → {i}", "the negative", "-stakes", lambda a: -a),
        Operator("quotient", "a div b", f"{i}, {i} → {i}",
                 "whole division, rounded down; b is a number above 0", "stakes div 2", quotient),
        Operator("remainder", "a mod b", f"{i}, {i} → {i}",
                 "what whole division leaves; b is a number above 0", "stakes mod 2", remainder),
        Operator("larger", "larger(a, b)", f"{i}, {i} → {i}", "the larger of two numbers",
                 "larger(stakes, 2)", max),
        Operator("smaller", "smaller(a, b)", f"{i}, {i} → {i}", "the smaller of two numbers",
                 "smaller(stakes, 2)", min),
        Operator("counted_in", "a counted-in u up-from r", f"{i}, {i}, {i} → {i}",
                 "how many units u are in a; a rest of r or more counts as one more",
                 "86 counted-in 10 up-from 6", counted_in),
        Operator("rounded_to", "a rounded-to u up-from r", f"{i}, {i}, {i} → {i}",
                 "a rounded to a multiple of u; a rest of r or more goes up",
                 "85 rounded-to 10 up-from 5", lambda x, u, r: u * counted_in(x, u, r)),
        Operator("scaled_to", "a scaled-to n of m", f"{i}, {i}, {i} → {i}",
                 "a out of m, as a number out of n, to the nearest whole, halves up",
                 "198 scaled-to 162 of 258", scaled_to),
        Operator("union", "a or b", "Ts, Ts → Ts", "what is in one of the two sets or in both",
                 "any-card or trick", lambda a, c: a | c),
        Operator("intersection", "a and b", "Ts, Ts → Ts", "what is in both sets",
                 "any-card and trick", lambda a, c: a & c),
        Operator("difference", "a except b", "Ts, Ts → Ts", "what is in a and not in b",
                 "any-card except trick", lambda a, c: a & ~c),
        Operator("member", "a in b", f"T, Ts → {b}", "a is one of b", "led in suits",
                 lambda a, c: a in c if isinstance(c, range) else bool(c >> a & 1)),
    ]  # fmt: skip
    rows += [
        Operator("suit", "suit(c)", "Card → Suit", "the suit of a card", "suit(best)",
                 lambda w, c: w.suit_of(c), True),
        Operator("rank", "rank(c)", "Card → Rank", "the rank of a card", "rank(best)",
                 lambda w, c: w.rank_of(c), True),
        Operator("points", "points(c)", "Card → Int",
                 "what a card is worth under the contract", "points(best)",
                 lambda w, c, strain: w.points[strain][c], True),
        Operator("strength", "strength(c)", "Card → Int",
                 "how strong a card is within its suit under the contract; 1 is the weakest",
                 "strength(best)", lambda w, c, strain: w.strength[strain][c], True),
        Operator("is_trump", "is-trump(s)", "Suit → Bool",
                 "whether a suit is trump under the contract", "is-trump(led)",
                 lambda w, s, strain: w.is_trump(s, strain), True),
        Operator("trump_named", "trump-named", "Bool",
                 "whether the contract names one suit as trump", "trump-named",
                 lambda w, strain: w.kinds[w.kind_of(strain)].trumps == "named", True),
        Operator("kind", "kind", "Kind", "the kind of the contract", "kind = suit",
                 lambda w, strain: w.kind_of(strain), True),
        Operator("trump", "trump", "Suit",
                 "the suit that was named as trump; only where one was", "suit(best) = trump",
                 lambda w, strain: strain if strain < len(w.suits) else -1, True),
        Operator("natural", "natural(r)", "Rank → Int",
                 "the position of a rank in natural order; 1 is the lowest", "natural(rank(best))",
                 lambda w, r: r + 1, True),
        Operator("in_role", "strong(r), weak(r), …", "Rank → Int",
                 "the strength of a rank in a role; each role's name is such a function",
                 "weak(rank(best))", lambda w, role, r: w.roles[role].strength[r], True),
        Operator("next", "next(p)", "Seat → Seat", "the player who comes after p", "next(dealer)",
                 lambda w, p: (p + 1) % w.seats, True),
        Operator("partner", "partner(p)", "Seat → Seat", "the partner of p; p himself if alone",
                 "partner(me)",
                 lambda w, p: (p + w.seats // 2) % w.seats if w.partners else p, True),
        Operator("side", "side(p)", "Seat → Side", "the side that p belongs to", "side(me)",
                 lambda w, p: w.side_of(p), True),
        Operator("opponent", "opponent(s)", "Side → Side", "the other side, where there are two",
                 "opponent(side(me))", lambda w, s: (s + 1) % w.sides, True),
        Operator("place", "place(p)", "Seat → Int",
                 "how many places after the dealer p sits; the eldest hand is 1, the dealer last",
                 "place(me)", lambda w, p, dealer: (p - dealer - 1) % w.seats + 1, True),
    ]  # fmt: skip
    return {row.name: row for row in rows}


OPERATORS = _table()
"""Every operator by its name in the intermediate form."""


def apply(world: World, name: str, *operands: Any) -> Any:
    """The value of an operator on concrete operands."""
    operator = OPERATORS[name]
    return (
        operator.evaluate(world, *operands) if operator.of_world else operator.evaluate(*operands)
    )


def check_carrier(carrier: str, defined: set[str]) -> None:
    """Fail at import when a carrier lacks an operator or has one that does not exist."""
    missing, extra = set(OPERATORS) - defined, defined - set(OPERATORS)
    if missing or extra:
        raise AssertionError(f"carrier {carrier}: missing {missing}, unknown {extra}")
