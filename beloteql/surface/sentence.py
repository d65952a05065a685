"""Reads claims and questions that are one sentence.

    every sheet where swept has paid(defenders) = 0

A sentence has a quantifier (every, some, no), what it speaks of (position, trick, sheet, deal),
and one or both of `where` and `has`, each with a condition. Code: BQ0205.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from beloteql.errors import Collector, nearest
from beloteql.source import Span
from beloteql.surface import ast
from beloteql.surface.expression import parse_expression
from beloteql.surface.node import ScalarNode

QUANTIFIERS = ("every", "some", "no")
KINDS = ("position", "trick", "sheet", "deal")
FORM = "every, some or no; position, trick, sheet or deal; where a condition; has a condition"
_WORD = re.compile(r"\S+")
_PART = re.compile(r"(?<![\w-])(where|has)(?![\w-])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence; `has` of one that says only what there is stands in `where`'s place."""

    span: Span
    quantifier: str
    kind: str
    where: ast.Expression | None
    has: ast.Expression


def parse_sentence(node: ScalarNode, errors: Collector) -> Sentence | None:
    """The sentence in a text, or None with what is wrong recorded."""
    words = list(_WORD.finditer(node.text))
    head: list[str] = []
    for at, (allowed, what) in enumerate(((QUANTIFIERS, "begins with"), (KINDS, "speaks of a"))):
        if len(words) <= at or words[at].group() not in allowed:
            word = words[at] if len(words) > at else None
            place = node.span if word is None else node.part(word.start(), word.end())
            listed = ", ".join(allowed[:-1]) + f" or {allowed[-1]}"
            hint = nearest(word.group(), allowed) if word else ""
            errors.add("BQ0205", f"a sentence {what} {listed}", place, expected=FORM, hint=hint)
            return None
        head.append(words[at].group())
    marks = list(_PART.finditer(node.text, words[1].end()))
    names = [m.group() for m in marks]
    between = node.text[words[1].end() : marks[0].start() if marks else len(node.text)]
    if names not in (["where"], ["has"], ["where", "has"]) or between.strip():
        errors.add("BQ0205", 'here "where" or "has" is expected, each once and in this order',
                   node.part(words[1].end(), len(node.text)), expected=FORM)  # fmt: skip
        return None
    ends = [m.start() for m in marks[1:]] + [len(node.text)]
    parts = {
        mark.group(): parse_expression(_piece(node, mark.end(), end), errors)
        for mark, end in zip(marks, ends, strict=True)
    }
    quantifier, kind = head
    where, has = parts.get("where"), parts.get("has")
    if any(part is None for part in parts.values()):
        return None
    if has is None and quantifier == "every":
        errors.add("BQ0205", f'this says of which {kind}s, and not what "has" to be so of each',
                   node.span, expected=FORM)  # fmt: skip
        return None
    if has is None:
        assert where is not None
        return Sentence(node.span, quantifier, kind, None, where)
    return Sentence(node.span, quantifier, kind, where, has)


def _piece(node: ScalarNode, start: int, end: int) -> ScalarNode:
    """A part of a text as a text of its own, at its place."""
    text = node.text[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    return ScalarNode(node.text[start:end], node.part(start, max(start, end)), plain=True)
