"""Phrases for values that depend on something: choices, tables and lists of cases."""

from __future__ import annotations

import re

from beloteql.surface import ast
from beloteql.wording.names import Namer
from beloteql.wording.shapes import is_clause, is_rank

_COMPOUND = (ast.Choose, ast.Table, ast.Cases)


def open_text(text: str) -> str:
    """A text without what stands in brackets and in quotes."""
    inner = re.compile(r"\([^()]*\)|“[^“”]*”")
    while inner.search(text):
        text = inner.sub("", text)
    return text


class Chooser(Namer):
    """Says which of several values holds."""

    def closed(self, e: ast.Expression) -> str:
        """A value as a part of a longer phrase: in brackets if its end could not be seen."""
        text = self.phrase(e)
        compound = isinstance(self.unfolded(e), _COMPOUND)
        return self.say("bracket", a=text) if compound else text

    def part(self, e: ast.Expression) -> str:
        """A value in front of its condition: in brackets, too, if a comma could end it."""
        text = self.phrase(e)
        loose = isinstance(self.unfolded(e), _COMPOUND) or "," in open_text(text)
        return self.say("bracket", a=text) if loose else text

    def whole(self, e: ast.Expression) -> str:
        """A value that also says when it is nothing."""
        return self._choose(e, whole=True) if isinstance(e, ast.Choose) else self.phrase(e)

    def _choose(self, e: ast.Choose, *, whole: bool = False) -> str:
        say = self.say
        if is_clause(e.first, self.ruleset):
            return say("choose-clause", when=self.phrase(e.condition),
                       a=self.phrase(e.first), b=self.phrase(e.second))  # fmt: skip
        if not whole and _is_nothing(e.second):
            return say("choose-nothing", when=self.phrase(e.condition), a=self.part(e.first))
        if not whole and _is_nothing(e.first):
            return say("choose-nothing", when=self.negated(e.condition), a=self.part(e.second))
        # "…, otherwise b if c, otherwise d" goes on without brackets.
        return say("choose", when=self.phrase(e.condition), a=self.part(e.first),
                   b=self.whole(e.second))  # fmt: skip

    def alternatives(self, e: ast.Expression) -> list[str]:
        """What a value can be, one phrase for each case; a plain value is a single one."""
        say = self.say
        if isinstance(e, ast.Choose):
            first = say("listed-case", when=self.phrase(e.condition), a=self.phrase(e.first))
            rest = self.alternatives(e.second)
            last = [say("listed-else", a=self.phrase(e.second))]
            return [first, *(rest if isinstance(e.second, ast.Choose) else last)]
        if isinstance(e, ast.Cases):
            parts = []
            for case in e.cases:
                value = self.phrase(case.value)
                if case.when is None:
                    parts.append(say("listed-else", a=value))
                else:
                    parts.append(say("listed-case", when=self.phrase(case.when), a=value))
            return parts
        if isinstance(e, ast.Table) and not is_clause(e.by, self.ruleset):
            parts = [self._listed_row(e, row, first=not i) for i, row in enumerate(e.rows)]
            if e.otherwise is not None:
                parts.append(say("listed-else", a=self.phrase(e.otherwise)))
            return parts
        return [self.phrase(e)]

    def _listed_row(self, e: ast.Table, row: ast.Row, *, first: bool) -> str:
        word = self.value_of(e.by, row.key)
        if word:
            return self.say("listed-word", key=word, a=self.phrase(row.value))
        return self._row(e, row, first=first)

    def _cases(self, e: ast.Cases) -> str:
        parts = []
        for case in e.cases:
            value = self.part(case.value)
            if case.when is not None:
                parts.append(self.say("case", a=value, when=self.phrase(case.when)))
            else:
                parts.append(self.say("case-else", a=value) if parts else value)
        return "; ".join(parts)

    def _table(self, e: ast.Table) -> str:
        if is_clause(e.by, self.ruleset):
            return self._yes_or_no(e)
        name = e.by.name if isinstance(e.by, ast.Name) else ""
        parts = [self._row(e, row, first=not i) for i, row in enumerate(e.rows)]
        if e.otherwise is not None:
            parts.append(self.say("case-else", a=self.part(e.otherwise)))
        plain = name not in self.options and not any("," in open_text(p) for p in parts)
        return (", " if plain else "; ").join(parts)

    def _row(self, e: ast.Table, row: ast.Row, *, first: bool) -> str:
        say, key = self.say, row.key
        name = e.by.name if isinstance(e.by, ast.Name) else ""
        value = self.part(row.value)
        if name in self.options:
            choice = {"key": self.choice(name, key), "number": self.rule_number(name)}
            return say("row-rule", value=self.phrase(row.value), **choice)
        if is_rank(e.by):
            return say("row-rank", key=self.rank(key), value=value)
        if name == "length":
            return say("row-length", key=key, value=value)
        word = self.value_of(e.by, key)
        if word:
            return say("row-word", key=word, value=value)
        # What it depends on is named with the first row.
        message = "row-first" if first else "row-next"
        return say(message, by=self.phrase(e.by), key=self._key(key), value=value)

    def _yes_or_no(self, e: ast.Table) -> str:
        rows = {row.key: row.value for row in e.rows}
        yes, no = rows.get("yes", e.otherwise), rows.get("no", e.otherwise)
        if yes is None or no is None:
            return e.span.text
        return self._choose(ast.Choose(e.span, e.by, yes, no))

    def _key(self, key: str) -> str:
        if key.isdigit():
            return key
        return self.letter(key) if len(key) == 1 else f"“{self.title(key)}”"


def _is_nothing(e: ast.Expression) -> bool:
    return isinstance(e, ast.Number) and e.value == 0
