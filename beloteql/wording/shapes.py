"""What an expression is, as far as its wording depends on it: a clause, cards, or a thing.

The surface tree has no types; a few words on each kind of name are all that phrases need.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beloteql.core import types
from beloteql.core.terms import TERMS
from beloteql.surface import ast, schema

_CLAUSES = {"not", "implies", "=", "!=", "<", "<=", ">", ">=", "in"}


def _definition(name: str, ruleset: schema.Ruleset) -> ast.Value | None:
    words: Mapping[Any, schema.WordDefinition] = ruleset.words
    return words[name].is_ if name in words else None


def is_clause(e: ast.Expression, ruleset: schema.Ruleset) -> bool:
    """Whether an expression says that something is so."""
    match e:
        case ast.Name(name=name) | ast.Call(name=name):
            if name in {"known", "said"}:
                return True
            word = _definition(name, ruleset)
            if word is not None:
                return is_clause(word, ruleset)
            facts: Mapping[Any, schema.Option | schema.ContractField | schema.State] = {
                **ruleset.options, **ruleset.contract, **ruleset.state,
            }  # fmt: skip
            if name in facts:
                return facts[name].type == "Bool"
            return name in TERMS and TERMS[name].result == types.BOOL
        case ast.Operation(operator="and" | "or", operands=operands):
            return is_clause(operands[0], ruleset)
        case ast.Operation(operator=operator):
            return operator in _CLAUSES
        case ast.Choose(first=first):
            return is_clause(first, ruleset)
        case ast.Cases(cases=cases):
            return is_clause(cases[0].value, ruleset)
        case ast.Table(rows=rows):
            return bool(rows) and is_clause(rows[0].value, ruleset)
        case ast.Binder(kind=kind):
            return kind in {"some", "every"}
    return False


def is_cards(e: ast.Expression, ruleset: schema.Ruleset) -> bool:
    """Whether an expression is a set of cards."""
    match e:
        case ast.Name(name=name) | ast.Call(name=name):
            word = _definition(name, ruleset)
            if word is not None:
                return is_cards(word, ruleset)
            return name in TERMS and TERMS[name].result == types.CARDS
        case ast.Operation(operator="except"):
            return True
        case ast.Operation(operator="and" | "or", operands=operands):
            return is_cards(operands[0], ruleset)
        case ast.Binder(kind="those", domain=domain):
            return is_cards(domain, ruleset)
        case ast.Choose(first=first):
            return is_cards(first, ruleset)
        case ast.Cases(cases=cases):
            return is_cards(cases[0].value, ruleset)
    return False


def is_rank(e: ast.Expression) -> bool:
    """Whether an expression is a rank, so that its numbers are ranks, too."""
    return isinstance(e, ast.Name | ast.Call) and e.name == "rank"


def in_hand(e: ast.Expression, ruleset: schema.Ruleset) -> bool:
    """Whether cards are chosen from those that the player could play."""
    match e:
        case ast.Name(name="any-card"):
            return True
        case ast.Name(name=name):
            word = _definition(name, ruleset)
            return word is not None and in_hand(word, ruleset)
        case ast.Binder(kind="those", domain=domain):
            return in_hand(domain, ruleset)
        case ast.Operation(operator="except" | "and", operands=(first, *_)):
            return in_hand(first, ruleset)
    return False


def uses(e: ast.Expression, name: str) -> int:
    """How often a name occurs in an expression."""
    match e:
        case ast.Name(name=n):
            return int(n == name)
        case ast.Call(arguments=parts) | ast.Operation(operands=parts):
            return sum(uses(p, name) for p in parts)
        case ast.Choose():
            return sum(uses(p, name) for p in (e.condition, e.first, e.second))
        case ast.Binder():
            return uses(e.domain, name) + uses(e.body, name)
        case ast.Table():
            rows = sum(uses(r.value, name) for r in e.rows)
            return uses(e.by, name) + rows + (uses(e.otherwise, name) if e.otherwise else 0)
        case ast.Cases():
            return sum(uses(c.value, name) + (uses(c.when, name) if c.when else 0) for c in e.cases)
    return 0
