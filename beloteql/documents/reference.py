"""The reference page of the language, printed from the tables that the language is made of."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from beloteql.core import types
from beloteql.core.operators import OPERATORS, Operator
from beloteql.core.terms import LOCAL, SCOPES, SPECIAL, TERMS, Term
from beloteql.core.types import Type
from beloteql.surface import schema
from beloteql.surface.jsonschema import attribute_sentences
from beloteql.surface.part import Part

TYPES = {
    "Bool": "yes or no",
    "Int": "a whole number, also below zero",
    "Suit": "a suit of the deck: `C D H S`",
    "Rank": "a rank of the deck: `7` … `10`, `J Q K A`; in natural order",
    "Card": "a card: `10H`",
    "Seat": "a player, by place: seat 0 is the first",
    "Side": "a side: two partners, or a player alone",
    "Strain": "what can be called: a suit, or a kind of contract that names none",
}
"""A sentence on each plain type."""

BINDERS = {
    "some x in A with c": ("Bool", "c holds for one element of A, or for more"),
    "every x in A with c": ("Bool", "c holds for all elements of A; also when A is empty"),
    "count x in A with c": ("Int", "for how many elements of A c holds"),
    "those x in A with c": ("as A", "the elements of A for which c holds"),
    "the x in A with c": ("element", "the first element for which c holds; there must be one"),
    "highest x in A by n": ("element", "the element with the largest n; a tie is a fault"),
    "lowest x in A by n": ("element", "the element with the smallest n; a tie is a fault"),
    "sum x in A of n": ("Int", "the sum of n over A; nothing is 0"),
    "most x in A of n": ("Int", "the largest n over A; 0 when A is empty"),
    "least x in A of n": ("Int", "the smallest n over A; 0 when A is empty"),
}
"""The forms that bind a name, with the type of their value and a sentence."""

SENTENCES = {
    "name": "What it is called, by language.",
    "when": "Whether it holds; left out, it always does.",
    "source": "Which document the rules are taken from: a key of `sources`.",
    "country": "Where it is played, as a two-letter code.",
    "title": "The title of the document.",
    "author": "Who wrote it.",
    "year": "When it appeared.",
    "url": "Where it can be read.",
    "note": "A remark.",
    "default": "The value that holds when nobody chooses.",
    "give": "Cards that move.",
    "talk": "The talk that is held.",
    "calls": "What may be said.",
    "ends": "Where the talk goes on; asked after each call that has no `then`, first things first.",
    "set": "What is stored: fields of the contract in a talk, state in the score.",
    "patterns": "What makes a meld.",
    "announce": "How melds are announced and shown.",
    "legal": "Which cards may be played; the first rule that holds and leaves a card decides.",
    "cards": "The cards that the rule leaves.",
    "points": "What it is worth.",
    "winner": "The side that has won.",
    "pay": "Who is paid, in which lines, and how much; `each` is every side.",
    "outcomes": "How the deal has ended; the first that holds decides.",
    "assuming": "What is taken for granted; left out, nothing.",
    "holds": "What is always so.",
    "expect": "`refuted` for a falsehood that is worth remembering.",
    "over": "When the match is over.",
    "wins": "What wins the match at once.",
    "State.type": "Whether it is a number, or yes or no.",
    "ContractField.type": "What the field holds.",
    "Match.winner": "Whether the highest or the lowest score wins.",
    "Win.at": "When it is asked: as melds are declared, or after the settlement.",
    "Win.when": "Whether the `side` wins.",
    "Claim.at": "When it is so: at each play, after each trick, or at the settlement.",
    "Announce.at": "When it is said; `playing`: with the cards themselves.",
    "tells": "How much is said at first.",
    "shown": "When the cards are shown.",
    "optional": "Whether the player may keep it to himself.",
    "Announce.words": "How many words have to be said, such as two for belote and rebelote.",
    "bluff": "Whether more may be said than is held.",
    "unshown": "Whether a meld that is not shown is kept or lapses.",
    "following-or-ruffing": "Whether it counts only when following suit or ruffing.",
}
"""Sentences for keys that mean the same everywhere, and for `Model.key`. A docstring under the
key comes before them; a section's own is the last resort."""

_BY_NAME = {
    "Word": "text", "Name": "name", "Whole": "number", "YesNo": "yes/no", "Rule": "rule text",
    "Value": "value", "SuitWord": "suit", "RankWord": "rank", "TypeWord": "type",
    "Translations": "text by language", "Pay": "recipient → line → value", "bool": "yes/no",
}  # fmt: skip


def language_reference() -> str:
    """The whole page, in Markdown."""
    parts = [_HEAD, _sections(), _types(), _operators(), _binders(), _names(), _values()]
    return "\n".join(part.strip() + "\n" for part in parts)


_HEAD = """
# Reference of the language, version 1

This page is generated from the tables of the program. For the reasons behind it, see
[the design](../design/language.md); to begin, see [the tutorial](../tutorial.md).

* [Sections and keys](#sections-and-keys)
* [Types](#types)
* [Operators](#operators)
* [Binders](#binders)
* [Built-in names](#built-in-names)
* [Values](#values)
"""


def models() -> list[type[Part]]:
    """The mappings of a ruleset file, the file itself first, each once."""
    found: list[type[Part]] = []

    def visit(model: type[Part]) -> None:
        if model in found:
            return
        found.append(model)
        for field in model.model_fields.values():
            for inner in _models_in(field.annotation):
                visit(inner)

    visit(schema.Ruleset)
    return found


def _models_in(annotation: Any) -> Iterator[type[Part]]:
    if inspect.isclass(annotation) and issubclass(annotation, Part):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _written_types(model: type) -> dict[str, ast.expr]:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    assert isinstance(tree, ast.ClassDef)
    return {
        s.target.id: s.annotation
        for s in tree.body
        if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)
    }


def _kind(written: ast.expr) -> str:
    """The type of a key in words, from how the schema writes it."""
    match written:
        case ast.BinOp(left=left, op=ast.BitOr()):
            return _kind(left)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            words = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return " · ".join(
                f"`{w.value}`"
                for w in words
                if isinstance(w, ast.Constant) and isinstance(w.value, str)
            )
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return f"list of: {_kind(inner)}"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"{_kind(key)} → {_kind(value)}"
        case ast.Name(id=name):
            return _BY_NAME.get(name) or f"[{title(name)}](#{_anchor(name)})"
    return ast.unparse(written)


def title(model_name: str) -> str:
    """The heading of a mapping: its class name in words.

    >>> title("LegalCall"), title("ContractField")
    ('Legal call', 'Field')
    """
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in model_name.rstrip("_"))
    return words.strip().capitalize()


def _anchor(model_name: str) -> str:
    return title(model_name).lower().replace(" ", "-")


def _sections() -> str:
    out = ["## Sections and keys", "",
           "A key that is printed **bold** must be there. Every entry may carry `text`, the",
           "author's own wording by language, and `source`, the document that says so.",
           ""]  # fmt: skip
    for model in models():
        out += [f"### {title(model.__name__)}", "", _sentence(model), ""]
        out += ["| key | what stands there | meaning |", "|---|---|---|"]
        sentences, written = attribute_sentences(model), _written_types(model)
        for name, field in model.model_fields.items():
            if name not in written:
                continue
            key = f"`{field.alias or name}`"
            key = f"**{key}**" if field.is_required() else key
            sentence = sentences.get(name) or key_sentence(model, field.alias or name)
            out.append(_row(key, _kind(written[name]), sentence))
        out.append("")
    return "\n".join(out)


def key_sentence(model: type[Part], key: str) -> str:
    """A sentence on a key that has no docstring of its own."""
    found = SENTENCES.get(f"{model.__name__}.{key}") or SENTENCES.get(key)
    field = next(f for n, f in model.model_fields.items() if key in {n, f.alias})
    inner = next(_models_in(field.annotation), None)
    return _sentence(inner) if inner is not None and model is schema.Ruleset else found or ""


def _sentence(model: type) -> str:
    return " ".join((inspect.getdoc(model) or "").split())


def _types() -> str:
    out = ["## Types", "", "| type | what its values are |", "|---|---|"]
    out += [_row(f"`{n}`", s) for n, s in TYPES.items()]
    sets = [t for t in types.NAMED.values() if t.is_set]
    names = ", ".join(f"`{t.name}`" for t in sets)
    out += [_row(names, "sets of cards, of players, and so on"), ""]
    ordered = ", ".join(f"`{t.name}`" for t in types.ORDERED)
    out += [
        f"`<` and its kin compare {ordered}. A suit may stand where a strain is wanted.",
        "An option with words as values, the kinds of contract, the outcomes and the patterns of",
        "melds each make a type of words; such a word means itself where it is compared",
        "(`kind = suit`).",
        "",
    ]
    return "\n".join(out)


def _operators() -> str:
    out = ["## Operators", "", "Those that are written between their operands, loosest first.",
           "Operators that look like functions stand under [built-in names](#built-in-names).", "",
           "| written | types | meaning | example |", "|---|---|---|---|"]  # fmt: skip
    for row in operators():
        cells = (f"`{row.spelling}`", row.types, row.meaning, f"`{row.example}`")
        out.append(_row(*cells))
    out += [
        _row("`if c then a else b`", "Bool, T, T → T", "a when c holds, otherwise b",
             "`if leading then 1 else 0`"),
        _row("`a..b step n`", "Int, Int → Ints", "numbers from a to b, both included",
             "`80..160 step 10`"),
        "",
    ]  # fmt: skip
    return "\n".join(out)


def operators() -> list[Operator]:
    """Operators that are not built-in names."""
    named = {t.operator for t in TERMS.values()}
    return [row for row in OPERATORS.values() if row.name not in named]


def _binders() -> str:
    out = ["## Binders", "", "A is a set, or a range of numbers; the name stands for one element",
           "after the other. To ask about a whole sum, put the binder in brackets.", "",
           "| written | type | meaning |", "|---|---|---|"]  # fmt: skip
    out += [_row(f"`{form}`", type_, meaning) for form, (type_, meaning) in BINDERS.items()]
    return "\n".join([*out, ""])


def _names() -> str:
    out = ["## Built-in names", ""]
    for scope, where in SCOPES.items():
        rows = [t for t in TERMS.values() if t.scope == scope]
        if not rows:
            continue
        out += [f"### {where[0].upper()}{where[1:]}", "",
                "| name | type | meaning | example |", "|---|---|---|---|"]  # fmt: skip
        out += [_row(f"`{t.signature}`", _result(t), t.meaning, f"`{t.example}`") for t in rows]
        out.append("")
    out += ["### Only in some entries", "", "| name | type | meaning |", "|---|---|---|"]
    for name, (type_, meaning) in _local().items():
        out.append(_row(f"`{name}`", type_.name if type_ else "Pattern", meaning))
    out += ["", "### With names for arguments", "", "| name | meaning |", "|---|---|"]
    out += [_row(f"`{name}`", meaning) for name, meaning in SPECIAL.items()]
    out += ["", "A ruleset adds names of its own: its words, options, state, fields of the",
            "contract, groups of melds (`roem(side)`) and roles (`strong(rank)`).", ""]  # fmt: skip
    return "\n".join(out)


def _local() -> Mapping[str, tuple[Type | None, str]]:
    return LOCAL


def _result(term: Term) -> str:
    if isinstance(term.result, Type):
        return term.result.name
    return term.name.capitalize()


def _values() -> str:
    return """
## Values

Where a value may stand, so may a table or a list of cases.

    points: {by: rank, J: 200, 9: 150, else: 100}
    worth:
      - {when: outcome = litige, is: total(defenders)}
      - {is: 162}

A table gives the value whose key is the value of `by`; a key may be a number, a rank, a suit,
`yes` or `no`, or a word. A table by a number needs an `else`; another one needs it unless
every value has its key. Of a list the first case that holds gives the value, and the last
case has no `when`. Tables and lists nest.

In a difference file three words steer what is inherited: `remove` as a value takes an entry
out, `before: other` puts the entry before another one, `replace: yes` lets a mapping replace
the inherited one whole. A table with `by` is always replaced whole.
"""


def _row(*cells: str) -> str:
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"
