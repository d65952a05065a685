"""What an expression is, as far as its wording depends on it: a clause, cards, or a thing.

The surface tree has no types; a few words on each kind of name are all that phrases need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beloteql.core import types
from beloteql.core.terms import LOCAL, TERMS
from beloteql.core.types import Type
from beloteql.surface import ast, schema

_CLAUSES = {"not", "implies", "=", "!=", "<", "<=", ">", ">=", "in"}


def _definition(name: str, ruleset: schema.Ruleset) -> ast.Value | None:
    words: Mapping[Any, schema.WordDefinition] = ruleset.words
    return words[name].is_ if name in words else None


def _declared(name: str, ruleset: schema.Ruleset) -> str:
    """The type that an option, a field or a state is declared with; empty for other names."""
    facts: Mapping[Any, schema.Option | schema.ContractField | schema.State] = {
        **ruleset.options, **ruleset.contract, **ruleset.state,
    }  # fmt: skip
    return str(facts[name].type or "") if name in facts else ""


def is_clause(e: ast.Expression, ruleset: schema.Ruleset) -> bool:
    """Whether an expression says that something is so."""
    match e:
        case ast.Name(name=name) | ast.Call(name=name):
            if name in {"known", "said"}:
                return True
            word = _definition(name, ruleset)
            if word is not None:
                return is_clause(word, ruleset)
            declared = _declared(name, ruleset)
            if declared:
                return declared == "Bool"
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
        case ast.Operation(operator="except", operands=(first, *_)):
            return is_cards(first, ruleset)
        case ast.Operation(operator="and" | "or", operands=operands):
            return is_cards(operands[0], ruleset)
        case ast.Binder(kind="those", domain=domain):
            return is_cards(domain, ruleset)
        case ast.Choose(first=first):
            return is_cards(first, ruleset)
        case ast.Cases(cases=cases):
            return is_cards(cases[0].value, ruleset)
    return False


def sort_of(e: ast.Expression, ruleset: schema.Ruleset, kinds: Mapping[str, str]) -> str:
    """What an expression stands for, or a set of what, such as card, seat or strain.

    `kinds` tells it of bound names. Everything that is counted is a number.
    """
    match e:
        case ast.Name(name=name) | ast.Call(name=name):
            return _sort_of_name(name, ruleset, kinds)
        case ast.Letter(text=text):
            return "suit" if text in {"C", "D", "H", "S"} else "rank"
        case ast.CardLiteral():
            return "card"
        case ast.Operation(operator="and" | "or" | "except", operands=(first, *_)):
            return sort_of(first, ruleset, kinds)
        case ast.Operation(operator=operator):
            return "bool" if operator in _CLAUSES else "number"
        case ast.Binder(kind="those" | "the" | "highest" | "lowest", domain=domain):
            return sort_of(domain, ruleset, kinds)
        case ast.Binder(kind="some" | "every"):
            return "bool"
    parts = _alternatives(e)
    return sort_of(parts[0], ruleset, kinds) if parts else "number"


def _sort_of_name(name: str, ruleset: schema.Ruleset, kinds: Mapping[str, str]) -> str:
    if name in kinds:
        return kinds[name]
    words: Mapping[Any, schema.WordDefinition] = ruleset.words
    declared = _declared(name, ruleset)
    if name in words:
        given = {str(p): sort_named(str(t)) for p, t in (words[name].given or {}).items()}
        return sort_of(words[name].is_, ruleset, {**kinds, **given})
    if declared:
        return sort_named(declared)
    if name in {"known", "said"}:
        return "bool"
    local = LOCAL[name][0] if name in LOCAL else None
    result = TERMS[name].result if name in TERMS else local
    # What is left are words: values of options, kinds of contract, outcomes.
    known = name in ruleset.melds or name in ruleset.roles
    return sort_named(result.name) if isinstance(result, Type) else "number" if known else "word"


def sort_named(type_: str) -> str:
    """What values of a type stand for, by the name of the type."""
    sort = type_.removesuffix("s").lower()
    return "number" if sort == "int" else sort


def is_many(e: ast.Expression, ruleset: schema.Ruleset, sides: int) -> bool:
    """Whether an expression is a set of sides, so that each of them is paid by itself."""
    match e:
        case ast.Name(name="sides"):
            return True
        case ast.Name(name="defenders" | "opponents"):
            return sides > 2
        case ast.Name(name=name) | ast.Call(name=name):
            word = _definition(name, ruleset)
            return word is not None and is_many(word, ruleset, sides)
        case ast.Binder(kind=kind):
            return kind == "those"
        case ast.Operation(operator="and" | "or" | "except", operands=(first, *_)):
            return is_many(first, ruleset, sides)
    return any(is_many(part, ruleset, sides) for part in _alternatives(e))


def _alternatives(e: ast.Expression) -> list[ast.Expression]:
    match e:
        case ast.Choose(first=first, second=second):
            return [first, second]
        case ast.Cases(cases=cases):
            return [case.value for case in cases]
        case ast.Table(rows=rows, otherwise=otherwise):
            return [row.value for row in rows] + ([otherwise] if otherwise else [])
    return []


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


def holder(e: ast.Expression, ruleset: schema.Ruleset) -> ast.Expression | None:
    """The player in whose hand cards are looked for: `those c in hand(dealer) with …`."""
    match e:
        case ast.Call(name="hand", arguments=(seat,)):
            return seat
        case ast.Name(name=name):
            word = _definition(name, ruleset)
            return None if word is None else holder(word, ruleset)
        case ast.Binder(kind="those", domain=domain):
            return holder(domain, ruleset)
        case ast.Operation(operator="except" | "and", operands=(first, *_)):
            return holder(first, ruleset)
    return None


def parts_of(e: ast.Expression) -> Iterator[ast.Expression]:
    """The expressions that an expression is made of."""
    match e:
        case ast.Call(arguments=parts) | ast.Operation(operands=parts):
            yield from parts
        case ast.Choose():
            yield from (e.condition, e.first, e.second)
        case ast.Binder():
            yield from (e.domain, e.body)
        case ast.Range(first=first, last=last):
            yield from (first, last)
        case ast.Table():
            yield from (e.by, *(row.value for row in e.rows))
            if e.otherwise is not None:
                yield e.otherwise
        case ast.Cases():
            for case in e.cases:
                yield case.value
                if case.when is not None:
                    yield case.when


def uses(e: ast.Expression, name: str) -> int:
    """How often a name occurs in an expression."""
    own = int(isinstance(e, ast.Name) and e.name == name)
    return own + sum(uses(part, name) for part in parts_of(e))


def operator_of(e: ast.Expression) -> str:
    """The operator of an operation; empty for anything else."""
    return e.operator if isinstance(e, ast.Operation) else ""


def flat(e: ast.Expression, operator: str) -> list[ast.Expression]:
    """What an operator joins, brackets aside: `a and b and c` is three."""
    if isinstance(e, ast.Operation) and e.operator == operator:
        return [part for o in e.operands for part in flat(o, operator)]
    return [e]


def is_name(e: ast.Expression, name: str) -> bool:
    """Whether an expression is just this name."""
    return isinstance(e, ast.Name) and e.name == name
