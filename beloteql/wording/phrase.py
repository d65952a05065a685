"""Turns rule texts into what a player would say.

A word, option, field or meld is called by the author's own `text:`; where the text of a word
with parameters holds `{name}`, the argument stands there. All else is put together from the
templates of the language. A condition becomes a clause, anything else a noun.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from beloteql.surface import ast, schema
from beloteql.wording.choices import open_text
from beloteql.wording.comparing import COMPARE, OPPOSITE, Comparer
from beloteql.wording.shapes import flat, is_cards, operator_of
from beloteql.wording.texts import texts_for

_ARITHMETIC = {
    "+": "add", "-": "subtract", "*": "multiply", "div": "quotient", "mod": "remainder",
    "minus": "minus", "counted-in": "counted_in", "rounded-to": "rounded_to",
    "scaled-to": "scaled_to", "except": "difference", "in": "member", "implies": "implies",
    "not": "not",
}  # fmt: skip
_SUMS = {"+", "-"}
_CLAUSAL = {"in", "implies", "not"}


def phrase(
    expression: ast.Expression,
    ruleset: schema.Ruleset,
    language: str = "en",
    bound: Mapping[str, str] | None = None,
) -> str:
    """What a rule text says. `bound` gives the phrases of names that the entry binds."""
    return Phraser(ruleset, texts_for(language), bound).phrase(expression)


class Phraser(Comparer):
    """Phrases in one language for one ruleset."""

    def binding(self, **bound: str) -> Self:
        """The same with phrases for more names."""
        return self.bind(bound)

    def bind(self, bound: Mapping[str, str], kinds: Mapping[str, str] | None = None) -> Self:
        """The same with phrases for more names, given as a mapping."""
        return type(self)(
            self.ruleset, self.texts, {**self.bound, **bound}, {**self.kinds, **(kinds or {})}
        )

    def phrase(self, e: ast.Expression) -> str:
        """The phrase for an expression, a table or cases."""
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
                message = "range-step" if step > 1 else "range"
                return self.say(message, a=self.phrase(first), b=self.phrase(last), step=str(step))
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
        first = e.operands[0]
        if e.operator in {"and", "or"}:
            return self._joined(e)
        if e.operator == "not":
            return self.negated(first)
        if e.operator in COMPARE:
            return self.compared(e.operator, first, e.operands[1])
        if e.operator == "in" and is_cards(e.operands[1], self.ruleset):
            # Words on cards read as kinds of card, "is a trump"; the rest as lists.
            own = isinstance(e.operands[1], ast.Name) and e.operands[1].name in self.words
            message = "is-among" if own else "op-member"
            card = self.phrase(first)
            return self.say(message, a=card, b=self.phrase(e.operands[1]), n=self.count_of(card))
        parts = [self._operand(e, o) for o in e.operands]
        values = dict(zip("abc", parts, strict=False))
        return self.say(f"op-{_ARITHMETIC[e.operator]}", n=self.count_of(parts[0]), **values)

    def _operand(self, e: ast.Operation, operand: ast.Expression) -> str:
        if is_cards(operand, self.ruleset) or e.operator in _CLAUSAL:
            return self.closed(operand)
        text = self.closed(operand)
        first, operand = operand is e.operands[0], self.unfolded(operand)
        sum_in_product = operator_of(operand) in _SUMS and (e.operator not in _SUMS or not first)
        # "10 divided by 3, rounded down plus 1": where the operand ends must be seen.
        clear = not isinstance(operand, ast.Binder) or operand.kind in {"sum", "the"}
        loose = "," in open_text(text) or not clear
        return self.say("bracket", a=text) if sum_in_product or loose else text

    def _joined(self, e: ast.Operation) -> str:
        say = self.say
        operands = flat(e, e.operator)
        if is_cards(e, self.ruleset):
            word = "op-union" if e.operator == "or" else "op-intersection"
            parts = [self.phrase(o) for o in operands]
        else:
            # A comma sets "a, or b and c" apart from "a or b, and c".
            mixed = any(operator_of(o) in {"and", "or", "implies"} for o in operands)
            word = f"list-{e.operator}" if mixed else f"op-{e.operator}"
            parts = [self._conjunct(e, o) for o in operands]
            # "It is not so that" would seem to go for all that follows it.
            clumsy = re.compile(say("clumsy-starts"))
            parts.sort(key=lambda part: bool(clumsy.match(part)))
        text = parts[0]
        for part in parts[1:]:
            text = say(word, a=text, b=part)
        return text

    def _conjunct(self, e: ast.Operation, operand: ast.Expression) -> str:
        if e.operator == "and" and operator_of(operand) == "or":
            inner = [self.phrase(p) for p in flat(operand, "or")]
            rest = f" {self.say('word-or')} ".join(inner[1:])
            return self.say("either", a=inner[0], b=rest)
        return self.closed(operand)

    def negated(self, e: ast.Expression) -> str:
        """The opposite of a condition; inside the clause where the language allows it."""
        if isinstance(e, ast.Operation) and e.operator == "not":
            return self.phrase(e.operands[0])
        say = self.say
        if isinstance(e, ast.Name) and e.name not in self.words and self.texts.has(f"not-{e.name}"):
            return say(f"not-{e.name}")
        if isinstance(e, ast.Call) and e.name in {"known", "said"}:
            return self._call(e.name, e.arguments, negated=True)
        if isinstance(e, ast.Name) and e.name in self.options:
            return say("rule-no", a=self._option(e.name), number=self.rule_number(e.name))
        if isinstance(e, ast.Operation) and e.operator in COMPARE:
            text = self.compared(e.operator, *e.operands)
            for message in ("all-passed", "others-passed"):
                if text == say(message):
                    return say(f"not-{message}")
            return self.compared(OPPOSITE[e.operator], *e.operands)
        if isinstance(e, ast.Operation) and e.operator in {"and", "or"}:
            return self._not_all(e)
        text = self.phrase(e)
        if isinstance(e, ast.Name | ast.Call):
            return self._turned(text) or say("op-not", a=text)
        return say("op-not", a=text)

    def _not_all(self, e: ast.Operation) -> str:
        message = "not-both" if e.operator == "and" else "not-either"
        several = len(e.operands) > 2
        rest = ast.Operation(e.span, e.operator, e.operands[1:]) if several else e.operands[1]
        return self.say(message, a=self.phrase(e.operands[0]), b=self.phrase(rest))

    def _turned(self, text: str) -> str:
        """The opposite of an author's clause; empty if it can't be put into the clause."""
        if re.search(rf"\b({self.say('negatable-joins')})\b|,", text):
            return ""
        # "somebody has bid" turns into "nobody has bid".
        for pair in self.say("negatable-pairs").split(";"):
            some, none = pair.strip().split("=")
            if re.match(rf"{some}\b", text):
                return none + text[len(some) :]
        if not re.match(rf"({self.say('negatable-starts')})\b", text):
            return ""
        has = re.search(rf"\b{self.say('negatable-has')}", text)
        if has and not re.search(rf"\b({self.say('relatives')})\b", text[: has.start()]):
            return text[: has.start()] + self.say("negated-has") + text[has.end() :]
        verb = re.search(rf"\b({self.say('negatable-verbs')})\b", text)
        if verb is None:
            return ""
        if re.search(rf"\b({self.say('negatable-never')})\b", text):
            return ""
        return f"{text[: verb.end()]} {self.say('negation')}{text[verb.end() :]}"
