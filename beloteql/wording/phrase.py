"""Turns rule texts into what a player would say.

A word, option, field or meld is called by the author's own `text:`; where the text of a word
with parameters holds `{name}`, the argument stands there. All else is put together from the
templates of the language. A condition becomes a clause, anything else a noun.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from beloteql.core import types
from beloteql.core.terms import TERMS
from beloteql.surface import ast, schema
from beloteql.wording.names import Namer, spaced
from beloteql.wording.shapes import in_hand, is_cards, is_clause, is_rank, uses
from beloteql.wording.texts import texts_for

_COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ORDER = {"<": "lower", "<=": "lower-or-same", ">": "higher", ">=": "higher-or-same"}
_ARITHMETIC = {
    "+": "add", "-": "subtract", "*": "multiply", "div": "quotient", "mod": "remainder",
    "minus": "minus", "counted-in": "counted_in", "rounded-to": "rounded_to",
    "scaled-to": "scaled_to", "except": "difference", "in": "member", "implies": "implies",
    "not": "not",
}  # fmt: skip
_SUMS = {"+", "-"}
_OWN_SCOPE = {"not", "implies", "or", "and", "!="}
"""Where "some side …" in the middle of a clause could be taken for something else."""


def phrase(
    expression: ast.Expression,
    ruleset: schema.Ruleset,
    language: str = "en",
    bound: Mapping[str, str] | None = None,
) -> str:
    """What a rule text says. `bound` gives the phrases of names that the entry binds."""
    return Phraser(ruleset, texts_for(language), bound).phrase(expression)


class Phraser(Namer):
    """Phrases in one language for one ruleset."""

    def binding(self, **bound: str) -> Phraser:
        """The same with phrases for more names."""
        return self.bind(bound)

    def bind(self, bound: Mapping[str, str]) -> Phraser:
        """The same with phrases for more names, given as a mapping."""
        return Phraser(self.ruleset, self.texts, {**self.bound, **bound})

    def phrase(self, e: ast.Expression) -> str:
        """The phrase for an expression, a table or cases."""
        say = self.texts.say
        match e:
            case ast.Number(value=value):
                return str(value)
            case ast.Letter(text=text):
                return self.letter(text)
            case ast.CardLiteral(text=text):
                return f"{self.rank(text[:-1])}{self.symbol(text[-1])}"
            case ast.Name(name=name):
                return self._name(name)
            case ast.Call(name=name, arguments=arguments):
                return self._call(name, arguments)
            case ast.Range(first=first, last=last, step=step):
                parts = {"a": str(first), "b": self.phrase(last)}
                return say("range-step", step=str(step), **parts) if step > 1 else say(
                    "range", **parts
                )  # fmt: skip
            case ast.Operation():
                return self._operation(e)
            case ast.Choose():
                return self._choose(e)
            case ast.Binder():
                return self._binder(e)
            case ast.Table():
                return self._table(e)
            case ast.Cases():
                return self._cases(e)
        return e.span.text

    # --- operators -----------------------------------------------------------------------

    def _operation(self, e: ast.Operation) -> str:
        say = self.texts.say
        first = e.operands[0]
        if e.operator in {"and", "or"}:
            return self._joined(e)
        if e.operator == "not":
            return self.negated(first)
        if e.operator in _COMPARE:
            return self._compared(e.operator, first, e.operands[1])
        if e.operator == "in" and is_cards(e.operands[1], self.ruleset):
            # Words on cards read as kinds of card, "is a trump"; the rest as lists.
            own = isinstance(e.operands[1], ast.Name) and e.operands[1].name in self.words
            message = "is-among" if own else "op-member"
            return say(message, a=self.phrase(first), b=self.phrase(e.operands[1]))
        parts = [self._operand(e, o) for o in e.operands]
        return say(f"op-{_ARITHMETIC[e.operator]}", **dict(zip("abc", parts, strict=False)))

    def _operand(self, e: ast.Operation, operand: ast.Expression) -> str:
        text = self.phrase(operand)
        sum_in_product = isinstance(operand, ast.Operation) and (
            operand.operator in _SUMS and (e.operator not in _SUMS or operand is not e.operands[0])
        )
        compound = isinstance(operand, ast.Choose | ast.Cases | ast.Table)
        loose = isinstance(operand, ast.Binder) and not is_cards(operand, self.ruleset)
        return self.texts.say("bracket", a=text) if sum_in_product or compound or loose else text

    def _joined(self, e: ast.Operation) -> str:
        say = self.texts.say
        operands = _flat(e, e.operator)
        cards = is_cards(e, self.ruleset)
        if cards:
            word = "op-union" if e.operator == "or" else "op-intersection"
        else:
            # A comma sets "a, or b and c" apart from "a or b, and c".
            mixed = any(_operator(o) in {"and", "or", "implies"} for o in operands)
            word = f"list-{e.operator}" if mixed else f"op-{e.operator}"
        parts = []
        for o in operands:
            text = self.phrase(o)
            if e.operator == "and" and _operator(o) == "or" and not cards:
                inner = [self.phrase(p) for p in _flat(o, "or")]
                text = say("either", a=inner[0], b=f" {say('word-or')} ".join(inner[1:]))
            parts.append(text)
        text = parts[0]
        for part in parts[1:]:
            text = say(word, a=text, b=part)
        return text

    def _compared(self, operator: str, a: ast.Expression, b: ast.Expression) -> str:
        say = self.texts.say
        if isinstance(a, ast.Name) and a.name in self.options and operator in {"=", "!="}:
            option = self.options[a.name]
            if option.type is None and isinstance(b, ast.Name):
                return say("rule-on" if operator == "=" else "rule-off",
                           rule=self.choice(a.name, b.name),
                           number=self.rule_number(a.name))  # fmt: skip
        if _is_name(a, "passes") and _is_name(b, "players") and operator == "=":
            return say("all-passed")
        if _is_name(b, "no-cards") and operator in {"=", "!="}:
            lacking = operator == "="
            if in_hand(a, self.ruleset):
                return say("you-lack" if lacking else "you-have", a=self.phrase(a))
            return say("none-cards" if lacking else "some-cards", a=self.phrase(a))
        left, right = self._operand_of_comparison(a), self._operand_of_comparison(b)
        ordered = is_rank(a) or is_rank(b)
        if ordered and operator in _ORDER:
            return say(_ORDER[operator], a=left, b=right)
        plain = not (self._is_number(a) and not isinstance(b, ast.Number))
        if operator in {"=", "!="} and plain:
            return say("eq-plain" if operator == "=" else "ne-plain", a=left, b=right)
        return say(f"op-{_COMPARE[operator]}", a=left, b=right)

    def _is_number(self, e: ast.Expression) -> bool:
        """Whether two of a kind are equal rather than the same; sums and what terms count."""
        if isinstance(e, ast.Name | ast.Call):
            if e.name in self.words:
                return self._is_number(self.words[e.name].is_)
            if e.name in self.melds or e.name in self.ruleset.roles:
                return True
            return e.name in TERMS and TERMS[e.name].result == types.INT
        return isinstance(e, ast.Operation) and e.operator in {"+", "-", "*"}

    def _operand_of_comparison(self, e: ast.Expression) -> str:
        text = self.phrase(e)
        return self.texts.say("bracket", a=text) if isinstance(e, ast.Choose) else text

    def negated(self, e: ast.Expression) -> str:
        """The opposite of a condition; inside the clause where the language allows it."""
        if isinstance(e, ast.Operation) and e.operator == "not":
            return self.phrase(e.operands[0])
        say = self.texts.say
        if isinstance(e, ast.Name) and self.texts.has(f"not-{e.name}"):
            return say(f"not-{e.name}")
        if isinstance(e, ast.Call) and e.name in {"known", "said"}:
            return self._call(e.name, e.arguments, negated=True)
        if isinstance(e, ast.Name) and e.name in self.options:
            text = self.texts.translated(self.options[e.name].text) or spaced(e.name)
            return say("rule-no", a=text, number=self.rule_number(e.name))
        if isinstance(e, ast.Operation) and e.operator in {"=", "!="}:
            turned = "!=" if e.operator == "=" else "="
            return self._compared(turned, *e.operands)
        if _operator(e) in {"and", "or"} and isinstance(e, ast.Operation):
            message = "not-both" if e.operator == "and" else "not-either"
            rest = ast.Operation(e.span, e.operator, e.operands[1:]) if len(
                e.operands) > 2 else e.operands[1]  # fmt: skip
            return say(message, a=self.phrase(e.operands[0]), b=self.phrase(rest))
        text = self.phrase(e)
        verb = re.search(rf"\b({say('negatable-verbs')})\b", text)
        start = re.match(rf"({say('negatable-starts')})\b", text)
        safe = not re.search(rf"\b({say('negatable-never')})\b|,", text)
        if verb and start and safe and isinstance(e, ast.Name | ast.Call):
            return f"{text[: verb.end()]} {say('negation')}{text[verb.end() :]}"
        return say("op-not", a=text)

    # --- choosing and counting -----------------------------------------------------------

    def _choose(self, e: ast.Choose) -> str:
        say = self.texts.say
        when = self.phrase(e.condition)
        if is_clause(e.first, self.ruleset):
            return say("choose-clause", when=when, a=self.phrase(e.first), b=self.phrase(e.second))
        if isinstance(e.second, ast.Number) and e.second.value == 0:
            return say("choose-nothing", when=when, a=self.phrase(e.first))
        return say("choose", when=when, a=self.phrase(e.first), b=self.phrase(e.second))

    def _binder(self, e: ast.Binder) -> str:
        say = self.texts.say
        kind = e.domain.name if isinstance(e.domain, ast.Name) else ""
        noun = say(f"noun-{kind}") if self.texts.has(f"noun-{kind}") else say("noun-number")
        if is_cards(e.domain, self.ruleset):
            noun = say("noun-cards")
        that = say("that-noun", noun=noun)
        if that in self.bound.values():
            that = say("other-that-noun", noun=noun)
        once = uses(e.body, e.variable) == 1 and _operator(e.body) not in _OWN_SCOPE
        if e.kind in {"some", "every"} and once and kind:
            # "some side has all tricks" rather than "there is a side for which …".
            there = self._among(say(f"{e.kind}-noun", noun=noun), e.domain)
            return self.bind({e.variable: there}).phrase(e.body)
        if e.kind == "sum" and kind == "sides":
            if once:
                sides = say("both-sides" if self.ruleset.table.partners else "all-sides")
                return self.bind({e.variable: sides}).phrase(e.body)
            each = self.bind({e.variable: say("every-noun", noun=noun)}).phrase(e.body)
            return say("sum-sides", body=each)
        body = self.bind({e.variable: that}).phrase(e.body)
        if e.kind in {"highest", "lowest"} and isinstance(e.body, ast.Call):
            # The author's sentence on a measure stands by itself: "… by this measure: …".
            measure = self.words.get(e.body.name)
            body = self.texts.translated(measure.text if measure else None) or body
        kind_ = e.kind
        if e.kind == "those" and not is_cards(e.domain, self.ruleset):
            kind_ = "those-others"
        return say(kind_, noun=self._among(noun, e.domain), body=body)

    def _among(self, noun: str, domain: ast.Expression) -> str:
        if isinstance(domain, ast.Name) and self.texts.has(f"noun-{domain.name}"):
            return noun
        if isinstance(domain, ast.Name) and self.texts.has(f"among-{domain.name}"):
            return self.texts.say(f"among-{domain.name}", noun=noun)
        return self.texts.say("among", noun=noun, domain=self.phrase(domain))

    def _table(self, e: ast.Table) -> str:
        say = self.texts.say
        name = e.by.name if isinstance(e.by, ast.Name) else ""
        option = name if name in self.options else ""
        label: Callable[[str], str]
        if option:
            message, label = "row-rule", lambda key: self.choice(option, key)
        elif is_rank(e.by):
            message, label = "row-rank", self.rank
        elif name == "length":
            message, label = "row-length", str
        elif all(row.key.isdigit() for row in e.rows):
            message, label = "row-number", str
        else:
            message, label = "row-word", self._key
        number = self.rule_number(option) if option else ""
        parts = [
            say(message, key=label(row.key), value=self.phrase(row.value), number=number)
            for row in e.rows
        ]
        if e.otherwise is not None:
            parts.append(say("case-else", a=self.phrase(e.otherwise)))
        return ("; " if option else ", ").join(parts)

    def _key(self, key: str) -> str:
        return self.letter(key) if len(key) == 1 else self.title(key)

    def _cases(self, e: ast.Cases) -> str:
        say = self.texts.say
        parts = []
        for case in e.cases:
            value = self.phrase(case.value)
            if case.when is not None:
                parts.append(say("case", a=value, when=self.phrase(case.when)))
            else:
                parts.append(say("case-else", a=value) if parts else value)
        return "; ".join(parts)


def _operator(e: ast.Expression) -> str:
    return e.operator if isinstance(e, ast.Operation) else ""


def _flat(e: ast.Expression, operator: str) -> list[ast.Expression]:
    if isinstance(e, ast.Operation) and e.operator == operator:
        return [part for o in e.operands for part in _flat(o, operator)]
    return [e]


def _is_name(e: ast.Expression, name: str) -> bool:
    return isinstance(e, ast.Name) and e.name == name
