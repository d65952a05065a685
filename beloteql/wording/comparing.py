"""Phrases for comparisons, as players say them: "everybody has passed"."""

from __future__ import annotations

from beloteql.surface import ast
from beloteql.wording.choices import open_text
from beloteql.wording.counting import Counter
from beloteql.wording.shapes import holder, in_hand, is_cards, is_name, is_rank, sort_of

COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_ORDER = {"<": "lower", "<=": "lower-or-same", ">": "higher", ">=": "higher-or-same"}
_TRICKS = {"=": "tricks-none", "<=": "tricks-none", ">": "tricks-some", "!=": "tricks-some"}


class Comparer(Counter):
    """Says how two things compare."""

    def compared(self, operator: str, a: ast.Expression, b: ast.Expression) -> str:
        """The clause for a comparison."""
        special = self._idiom(operator, a, b)
        if special:
            return special
        say = self.say
        left, right = self._compared_part(a), self._compared_part(b)
        sort = sort_of(a, self.ruleset, self.kinds)
        verb = {"n": self.count_of(left)}
        if operator in _ORDER and (is_rank(a) or is_rank(b) or sort in {"rank", "suit", "strain"}):
            return say(_ORDER[operator], a=left, b=right, **verb)
        # Two sums are equal rather than the same; "the bid is 250".
        counted = sort == "number" and not isinstance(b, ast.Number)
        if operator in {"=", "!="} and not counted:
            return self._same(operator, left, right)
        return say(f"op-{COMPARE[operator]}", a=left, b=right, **verb)

    def _same(self, operator: str, left: str, right: str) -> str:
        message = "eq-plain" if operator == "=" else "ne-plain"
        return self.say(message, a=left, b=right, n=self.count_of(left))

    def _idiom(self, operator: str, a: ast.Expression, b: ast.Expression) -> str:
        say, equal = self.say, operator in {"=", "!="}
        if equal and isinstance(a, ast.Name) and isinstance(b, ast.Name):
            option = self.options.get(a.name)
            if option is not None and option.type is None:
                return say("rule-on" if operator == "=" else "rule-off",
                           rule=self.choice(a.name, b.name),
                           number=self.rule_number(a.name))  # fmt: skip
            word = self.value_of(a, b.name)
            if word:
                return self._same(operator, self.phrase(a), f"“{word}”")
        if is_name(b, "no-cards") and equal:
            lacking = operator == "="
            if in_hand(a, self.ruleset):
                return say("you-lack" if lacking else "you-have", a=self.phrase(a))
            owner = holder(a, self.ruleset)
            if owner is not None and isinstance(a, ast.Name):
                who = self.phrase(owner)
                message = "holds-none" if lacking else "holds-cards"
                return say(message, who=who, a=self.phrase(a), n=self.count_of(who))
            return say("none-cards" if lacking else "some-cards", a=self.phrase(a))
        if is_name(a, "passes") and operator == "=":
            return self._passes(b)
        if isinstance(a, ast.Call) and a.name == "place":
            return self._places(operator, a.arguments[0], b)
        if isinstance(a, ast.Call) and a.name in {"tricks", "tricks-of"}:
            return self._tricks(operator, a.arguments[0], b)
        if equal and isinstance(a, ast.Call) and a.name == "rank":
            return self._rank(operator, a.arguments[0], b)
        return ""

    def _rank(self, operator: str, card: ast.Expression, b: ast.Expression) -> str:
        if not isinstance(b, ast.Letter | ast.Number):
            return ""
        own = f"a-rank-{b.text if isinstance(b, ast.Letter) else b.value}"
        rank = self.say(own) if self.texts.has(own) else self.say("a-rank", rank=self.phrase(b))
        return self._same(operator, self.phrase(card), rank)

    def _passes(self, number: ast.Expression) -> str:
        if is_name(number, "players"):
            return self.say("all-passed")
        one_less = isinstance(number, ast.Operation) and number.operator == "-"
        if one_less and isinstance(number, ast.Operation):
            first, second = number.operands
            if isinstance(second, ast.Number) and second.value == 1:
                if is_name(first, "players"):
                    return self.say("others-passed")
                if isinstance(first, ast.Call) and first.name == "place":
                    return self.say("passed-before", a=self.phrase(first.arguments[0]))
        if isinstance(number, ast.Number):
            return self.say("passes-are", count=number.value)
        return self.say("passes-number", a=self.phrase(number))

    def _places(self, operator: str, seat: ast.Expression, b: ast.Expression) -> str:
        who = self.phrase(seat)
        if isinstance(b, ast.Number):
            if b.value == 1 and operator in {"=", "!=", ">"}:
                return self._same("=" if operator == "=" else "!=", who, self.say("term-eldest"))
            message = f"place-{COMPARE[operator]}"
            return self.say(message, a=who, b=str(b.value), n=self.count_of(who))
        if isinstance(b, ast.Call) and b.name == "place":
            other = self.phrase(b.arguments[0])
            return self.say(f"turn-{COMPARE[operator]}", a=who, b=other, n=self.count_of(who))
        return ""

    def _tricks(self, operator: str, side: ast.Expression, b: ast.Expression) -> str:
        message = ""
        if isinstance(b, ast.Number) and b.value == 0:
            message = _TRICKS.get(operator, "")
        elif is_name(b, "trick-count"):
            message = {"=": "tricks-all", "!=": "tricks-not-all"}.get(operator, "")
        who = self.phrase(side)
        return self.say(message, a=who, n=self.count_of(who)) if message else ""

    def _compared_part(self, e: ast.Expression) -> str:
        text, e = self.phrase(e), self.unfolded(e)
        loose = isinstance(e, ast.Choose | ast.Table | ast.Cases) or (
            "," in open_text(text)
            and isinstance(e, ast.Operation)
            and not is_cards(e, self.ruleset)
        )
        return self.say("bracket", a=text) if loose else text
