"""Parses rule texts into `beloteql.surface.ast`.

Codes: BQ0201 not a word of the language, BQ0202 unexpected word, BQ0203 unfinished,
BQ0204 too long or nested too deeply.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from beloteql.errors import Collector
from beloteql.resources import grammar_file, parser_cache
from beloteql.surface import ast
from beloteql.surface.node import ScalarNode

MAX_LENGTH = 4_000
MAX_NESTING = 40

_OPERATORS = {
    "implies": "implies",
    "either": "or",
    "both": "and",
    "negate": "not",
    "contained": "in",
    "add_terms": "+",
    "subtract": "-",
    "without": "except",
    "multiply": "*",
    "quotient": "div",
    "remainder": "mod",
    "counted_in": "counted-in",
    "rounded_to": "rounded-to",
    "scaled_to": "scaled-to",
    "minus": "minus",
}


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser of `grammar/expression.lark`; built once."""
    return Lark(
        grammar_file("expression.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=False,
        cache=parser_cache() or False,
    )


def keywords() -> frozenset[str]:
    """Words of the grammar, which can't be names."""
    return frozenset(
        t.pattern.value
        for t in parser().terminals
        if re.fullmatch(r"[a-z][a-z-]*", t.pattern.value)
    )


def parse_expression(node: ScalarNode, errors: Collector) -> ast.Expression | None:
    """The tree of the rule text in a YAML scalar, or None with what is wrong recorded."""
    text = node.text
    if not _within_bounds(node, errors):
        return None
    try:
        tree = parser().parse(text)
    except UnexpectedToken as error:
        _record_token(error, node, errors)
        return None
    except UnexpectedCharacters as error:
        at = cast("int", error.pos_in_stream)
        word = re.match(r"\w+|.", text[at:], re.DOTALL)
        shown = word.group() if word else ""
        hint = _CHARACTER_HINTS.get(shown[:1], "")
        if shown.lower() in keywords():
            hint = f'write "{shown.lower()}" in small letters'
        elif re.fullmatch(r"[0-9]+[A-Za-z]\w*", shown):
            hint = 'a name begins with a letter, and a card is written like "10H"'
        elif re.fullmatch(r"[A-Za-z]\w*", shown):
            hint = "names are written in small letters with hyphens, suits C D H S, ranks J Q K A"
        errors.add(
            "BQ0201",
            f'"{shown}" is not a word of the language',
            node.part(at, at + max(1, len(shown))),
            hint=hint,
        )
        return None
    if _depth(tree) > MAX_NESTING + 20:
        _record_bounds(node, errors)
        return None
    return _Builder(node, errors).build(tree)


def _depth(tree: Any) -> int:
    """Levels of a tree, without recursion; chains of operators count as well."""
    deepest, left = 0, [(tree, 1)]
    while left:
        node, level = left.pop()
        deepest = max(deepest, level)
        left += [(child, level + 1) for child in node.children if isinstance(child, Tree)]
    return deepest


_CHARACTER_HINTS = {
    "&": 'write "and"',
    "|": 'write "or"',
    "!": 'write "not", or "!=" for "differs from"',
    "/": 'write "div" for whole division, or "counted-in … up-from …" to round',
    "%": 'write "mod"',
    "_": "names have hyphens, not underscores",
    '"': "rule texts hold no quotes",
    "'": "rule texts hold no quotes",
    "{": "rule texts hold no braces",
    ":": "rule texts hold no colons; write a number in digits",
    "≤": 'write "<="',
    "≥": 'write ">="',
    "≠": 'write "!="',
    "−": 'write "-"',
    "×": 'write "*"',
    ".": 'a range is written with two dots, "3..8"',
}


def _within_bounds(node: ScalarNode, errors: Collector) -> bool:
    text = node.text
    depth = deepest = 0
    for ch in text:
        depth += (ch == "(") - (ch == ")")
        deepest = max(deepest, depth)
    if len(text) <= MAX_LENGTH and deepest <= MAX_NESTING:
        return True
    _record_bounds(node, errors)
    return False


def _record_bounds(node: ScalarNode, errors: Collector) -> None:
    errors.add(
        "BQ0204",
        "this rule text is too long or nested too deeply",
        node.span,
        expected=f"at most {MAX_LENGTH} characters and {MAX_NESTING} brackets inside one another",
        hint='give parts of it names under "words"',
    )


def _record_token(error: UnexpectedToken, node: ScalarNode, errors: Collector) -> None:
    token = error.token
    expected = expected_words(error.accepts or error.expected)
    if token.type == "$END":
        errors.add(
            "BQ0203",
            "the rule text ends too early" if node.text.strip() else "a rule text is missing here",
            node.part(max(0, len(node.text) - 1), len(node.text)),
            expected=expected,
            hint=_end_hint(node.text),
        )
        return
    start = token.start_pos or 0
    errors.add(
        "BQ0202",
        f'"{token}" can\'t stand here',
        node.part(start, start + len(token)),
        expected=expected,
        hint=_token_hint(token, node.text),
    )


def _end_hint(text: str) -> str:
    if text.count("(") > text.count(")"):
        return (
            "a bracket is not closed; inside {…} YAML cuts a text at a comma, "
            'so put the whole text in quotes: "units(x, 6)"'
        )
    if re.search(r"\bif\b", text) and not re.search(r"\belse\b", text):
        return 'every "if" needs a "then" and an "else"'
    return ""


_BINDERS = frozenset({
    "some", "every", "count", "the", "those", "highest", "lowest", "sum", "most", "least", "if",
})  # fmt: skip


def _token_hint(token: Token, text: str) -> str:
    if token == "=" and token.start_pos and text[token.start_pos - 1] in "=<>!":
        return 'equality is written "="'
    if token.type == "COMPARE" and re.search(r"[<>=]\s*[^<>=]+$", text[: token.start_pos]):
        return 'of two comparisons write each, joined by "and": "80 <= x and x <= 160"'
    if token.type in {"NAME", "NUMBER", "CARD", "LETTER"} and token.start_pos:
        return "two words stand side by side; an operator or a bracket may be missing"
    if token in _BINDERS and token.start_pos:
        return f'put brackets round what begins with "{token}": "a and (every c in trick with …)"'
    if token in keywords():
        return f'"{token}" is a word of the language and can\'t be a name'
    return ""


_GROUPS = (
    (frozenset({"NUMBER", "NAME", "CARD", "LETTER", "LPAR"}), "a value"),
    (frozenset({"PLUS", "TIMES", "COMPARE"}), "an operator"),
)


def expected_words(terminals: set[str]) -> str:
    """Says in words what the parser would have taken.

    >>> expected_words({"RPAR"})
    '")"'
    """
    left = set(terminals)
    words: list[str] = []
    for group, name in _GROUPS:
        if group <= left:
            words.append(name)
            return " or ".join(words) if name == "a value" else name + " or the end of the text"
    patterns = {t.name: t.pattern.value for t in parser().terminals}
    shown = {"NAME": "a name", "NUMBER": "a number", "$END": "the end of the text"}
    words += [shown.get(t) or f'"{patterns.get(t, t)}"' for t in sorted(left)]
    return " or ".join(w.replace("\\", "") for w in words[:6])


class _Builder:
    """Turns Lark's tree into ours, with spans of the file."""

    def __init__(self, node: ScalarNode, errors: Collector) -> None:
        self.node = node
        self.errors = errors

    def build(self, tree: Any) -> ast.Expression:
        if isinstance(tree, Token):  # pragma: no cover - every alternative is named
            raise AssertionError(f"a bare token {tree!r} in the tree")
        handler: Callable[[Tree[Token]], ast.Expression] | None = getattr(
            self, f"_{tree.data}", None
        )
        if handler is not None:
            return handler(tree)
        operands = tuple(self.build(c) for c in tree.children if isinstance(c, Tree))
        return ast.Operation(self._span(tree), _OPERATORS[tree.data], operands)

    def _span(self, tree: Tree[Token]) -> Any:
        return self.node.part(tree.meta.start_pos, tree.meta.end_pos)

    def _compare(self, tree: Tree[Token]) -> ast.Expression:
        left, operator, right = tree.children
        return ast.Operation(self._span(tree), str(operator), (self.build(left), self.build(right)))

    def _number(self, tree: Tree[Token]) -> ast.Expression:
        return ast.Number(self._span(tree), self._digits(tree.children[0]))

    def _digits(self, token: Any) -> int:
        text = str(token)
        if re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
            return int(text)
        hint = "a number has at most 9 digits"
        if re.fullmatch(r"0[0-9]{1,9}", text):
            hint = f'write "{int(text)}"; a number has no leading zero'
        self.errors.add(
            "BQ0307",
            f'"{text[:20]}" is not a whole number',
            self.node.part(token.start_pos, token.end_pos),
            expected="for example 8",
            hint=hint,
        )
        return 0

    def _card(self, tree: Tree[Token]) -> ast.Expression:
        return ast.CardLiteral(self._span(tree), str(tree.children[0]))

    def _letter(self, tree: Tree[Token]) -> ast.Expression:
        return ast.Letter(self._span(tree), str(tree.children[0]))

    def _name(self, tree: Tree[Token]) -> ast.Expression:
        return ast.Name(self._span(tree), str(tree.children[0]))

    def _call(self, tree: Tree[Token]) -> ast.Expression:
        name, *arguments = tree.children
        built = tuple(self.build(a) for a in arguments)
        return ast.Call(self._span(tree), str(name), built)

    def _range(self, tree: Tree[Token]) -> ast.Expression:
        first, last, *step = tree.children
        width = self._digits(step[0]) if step else 1
        if width < 1:
            self.errors.add(
                "BQ0307",
                "a step is at least 1",
                self._span(tree),
                hint="leave it out to count by one",
            )
        return ast.Range(self._span(tree), self.build(first), self.build(last), width)

    def _choose(self, tree: Tree[Token]) -> ast.Expression:
        condition, first, second = (self.build(c) for c in tree.children)
        return ast.Choose(self._span(tree), condition, first, second)

    def _binder(self, tree: Tree[Token]) -> ast.Expression:
        kind, variable, domain, body = tree.children
        assert isinstance(kind, Tree)
        return ast.Binder(
            self._span(tree),
            str(kind.children[0]),
            str(variable),
            self.build(domain),
            self.build(body),
        )

    _find = _pick = _add = _binder
