"""What the names in rule texts are called: by the author, or by the language."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from beloteql.core.terms import LOCAL, TERMS
from beloteql.surface import ast, schema
from beloteql.wording.shapes import is_clause
from beloteql.wording.texts import Texts


def spaced(name: str) -> str:
    """A name of the ruleset as words."""
    return str(name).replace("-", " ")


class Namer(ABC):
    """Says names and calls; `phrase` of the class that builds on it says everything else."""

    def __init__(
        self, ruleset: schema.Ruleset, texts: Texts, bound: Mapping[str, str] | None = None
    ) -> None:
        self.ruleset = ruleset
        self.texts = texts
        self.bound = dict(bound or {})
        # Keys of a ruleset are texts with a place; names in expressions are plain.
        self.words: Mapping[Any, schema.WordDefinition] = ruleset.words
        self.options: Mapping[Any, schema.Option] = ruleset.options
        self.melds: Mapping[Any, schema.Melds] = ruleset.melds
        self.facts: Mapping[Any, schema.ContractField | schema.State] = {
            **ruleset.contract, **ruleset.state,
        }  # fmt: skip

    @abstractmethod
    def phrase(self, e: ast.Expression) -> str:
        """The phrase for an expression."""

    @abstractmethod
    def bind(self, bound: Mapping[str, str]) -> Namer:
        """The same with phrases for more names."""

    def letter(self, text: str) -> str:
        """A rank or a suit by its letter."""
        message = f"suit-{text}" if text in {"C", "D", "H", "S"} else f"rank-{text}"
        return self.texts.say(message) if self.texts.has(message) else text

    def rank(self, text: str) -> str:
        """A rank in words where it has one; a number otherwise."""
        return self.texts.say(f"rank-{text}") if self.texts.has(f"rank-{text}") else str(text)

    @staticmethod
    def symbol(suit: str) -> str:
        """The symbol of a suit."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}.get(suit, suit)

    def _name(self, name: str) -> str:
        texts = self.texts
        if name in self.bound:
            return self.bound[name]
        if name in self.words:
            return texts.translated(self.words[name].text) or self._spelled_out(name)
        if name in self.options:
            text = texts.translated(self.options[name].text) or spaced(name)
            message = "rule-yes" if self.options[name].type == "Bool" else "rule-number"
            return texts.say(message, a=text, number=self.rule_number(name))
        if name in self.facts:
            return texts.translated(self.facts[name].text) or spaced(name)
        # A term with parameters that stands alone is the name that a meld or a line binds.
        if name in TERMS and not TERMS[name].parameters:
            return texts.say(f"term-{name}")
        if name in LOCAL:
            return texts.say(f"local-{name}")
        return f"“{self.title(name)}”"

    def _spelled_out(self, name: str) -> str:
        # Words can't be defined through themselves, so this comes to an end.
        body = self.phrase(self.words[name].is_)
        return body if len(body) < 160 else f"“{spaced(name)}”"

    def title(self, name: str) -> str:
        """The name of an outcome, pattern, kind of contract, stage or meld."""
        r = self.ruleset
        score = r.score
        places: list[Mapping[Any, object]] = [
            *(g.patterns for g in r.melds.values()), r.contracts, r.roles,
            score.outcomes if score else {}, r.melds, *r.talks.values(),
        ]  # fmt: skip
        for entries in places:
            entry = entries.get(name)
            text = self.texts.translated(getattr(entry, "name", None))
            if text:
                return text
        return spaced(name)

    def _call(
        self, name: str, arguments: tuple[ast.Expression, ...], *, negated: bool = False
    ) -> str:
        r, say = self.ruleset, self.texts.say
        if name == "said":
            who, stage, call = (*arguments, *arguments)[:3]
            message = "special-not-said" if negated else "special-said"
            return say(message, who=self.phrase(who), stage=self._bare(stage),
                       call=self._bare(call))  # fmt: skip
        given = [self.phrase(a) for a in arguments]
        if name == "known":
            message = "special-not-known" if negated else "special-known"
            parts = dict(zip("ab", given, strict=False))
            return say(f"{message}-of" if len(given) > 1 else message, **parts)
        if name in self.words:
            return self._word(name, given)
        if name in r.melds:
            title = self.texts.translated(self.melds[name].name) or spaced(name)
            return say("meld-points", a=given[0], name=title)
        if name in r.roles:
            return say("op-in_role", a=given[0], role=self.title(name))
        if name in TERMS:
            if name == "side" and given == [say("term-me")]:
                return say("own-side")
            return say(f"term-{name}", **dict(zip("ab", given, strict=False)))
        return say("of", a=self._name(name), b=", ".join(given))

    def _word(self, name: str, given: list[str]) -> str:
        word = self.words[name]
        bound = dict(zip(map(str, word.given or {}), given, strict=False))
        text = self.texts.translated(word.text)
        if not text:
            return self.bind(bound).phrase(word.is_)
        filled = re.sub(r"\{([a-z0-9-]+)\}", lambda m: bound.get(m[1], m[0]), text)
        if filled != text or not given or is_clause(word.is_, self.ruleset):
            return filled
        return self.texts.say("of", a=text, b=", ".join(given))

    def _bare(self, e: ast.Expression) -> str:
        return self.title(e.name) if isinstance(e, ast.Name) else self.phrase(e)

    def rule_number(self, option: str) -> str:
        """The number of a house rule: its position among the options."""
        return str(list(map(str, self.options)).index(option) + 1)

    def choice(self, option: str, value: str) -> str:
        """What a value of an option means; its name if the meaning is long or missing."""
        meaning: Mapping[Any, Mapping[Any, str]] = self.options[option].meaning or {}
        text = self.texts.translated(meaning.get(value))
        return text if text and len(text) <= 80 and ";" not in text else value
