"""What the names in rule texts are called: by the author, or by the language."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Self

from beloteql.core.terms import LOCAL, TERMS
from beloteql.core.world import SUIT_SYMBOLS
from beloteql.surface import ast, schema
from beloteql.wording.shapes import sort_named
from beloteql.wording.texts import Texts

SHORT = 80
"""How long the meaning of a house rule's value may be in the middle of a sentence."""


def spaced(name: str) -> str:
    """A name of the ruleset as words."""
    return str(name).replace("-", " ")


LONGEST_BODY = 160
"""Letters up to which a word without a text is spelled out in the middle of a sentence."""


class Namer(ABC):
    """Says names and calls; `phrase` of the class that builds on it says everything else.

    `kinds` tells of bound names what they stand for: card, seat, side, strain …
    """

    def __init__(
        self,
        ruleset: schema.Ruleset,
        texts: Texts,
        bound: Mapping[str, str] | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.texts = texts
        self.bound = dict(bound or {})
        self.kinds = dict(kinds or {})
        # A shared part may leave the table to the games that extend it.
        table: schema.Table | None = ruleset.table
        self.alone = table is not None and not table.partners
        seats = int(table.seats or 0) if table is not None else 0
        self.sides = seats if self.alone else 2
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
    def part(self, e: ast.Expression) -> str:
        """The phrase for an expression in front of something else, so that its end is seen."""

    @abstractmethod
    def negated(self, e: ast.Expression) -> str:
        """The opposite of a condition."""

    @abstractmethod
    def bind(self, bound: Mapping[str, str], kinds: Mapping[str, str] | None = None) -> Self:
        """The same with phrases for more names."""

    def say(self, message: str, **values: str | int) -> str:
        """A message; where everybody plays alone, a side is a player, and there may be three."""
        variants = (["-many"] if self.sides > 2 else []) + (["-alone"] if self.alone else [])
        for variant in variants:
            if self.texts.has(message + variant):
                return self.texts.say(message + variant, **values)
        return self.texts.say(message, **values)

    def count_of(self, subject: str) -> str:
        """Whether a verb behind a subject is that of many, "the points are", or of one."""
        say = self.texts.say
        head = re.match(
            rf"(?:[^\s(,]+ )*?([^\s(,]+)(?=$|,| \(| (?:{say('after-nouns')})\b)", subject
        )
        if re.fullmatch(say("always-many"), subject):
            return "many"
        if head is None or re.match(rf"({say('starts-of-one')})\b", subject):
            return "one"
        return "many" if re.search(rf"({say('ends-of-many')})$", head[1]) else "one"

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
        return SUIT_SYMBOLS.get(suit, suit)

    def fact(self, name: str) -> str:
        """What a field of the contract or a state is called.

        Where each side or seat has one, the text may have a place for its owner, as in
        "{side} has announced a suit".
        """
        per = self.facts[name].for_
        text = self._own_text(name)
        return text.replace(f"{{{per}}}", self.say(f"local-{per}")) if per else text

    def _own_text(self, name: str) -> str:
        return self.texts.translated(self.facts[name].text) or spaced(name)

    def _fact_of(self, name: str, whose: str) -> str:
        """What one side or seat has of a fact that each has."""
        text, place = self._own_text(name), f"{{{self.facts[name].for_}}}"
        if place in text:
            return text.replace(place, whose)
        return self.say("of", a=text, b=whose)

    def _name(self, name: str) -> str:
        texts = self.texts
        if name in self.bound:
            return self.bound[name]
        if name in self.words:
            return texts.translated(self.words[name].text) or self._spelled_out(name)
        if name in self.options:
            message = "rule-yes" if self.options[name].type == "Bool" else "rule-number"
            return self.say(message, a=self._option(name), number=self.rule_number(name))
        if name in self.facts:
            return self.fact(name)
        if name == "takers" and "taker" in self.facts:
            return self._takers()
        # A term with parameters that stands alone is the name that a meld or a line binds.
        if name in TERMS and not TERMS[name].parameters:
            return self.say(f"term-{name}")
        if name in LOCAL:
            return self.say(f"local-{name}")
        return f"“{self.title(name)}”"

    def _takers(self) -> str:
        """The taking side by the name that the ruleset gives to the taker."""
        taker = self.fact("taker")
        if self.alone:
            return taker
        usual = taker in {"taker", self.texts.say("usual-taker")}
        if usual:
            return self.say("term-takers")
        # "the buyer's side", but "the side of the player who has bought".
        message = "side-of-taker" if taker.count(" ") < 2 else "side-of-taker-long"
        return self.say(message, a=taker)

    def _option(self, name: str) -> str:
        text = self.texts.translated(self.options[name].text) or spaced(name)
        if self.options[name].type == "Bool":
            return text
        # The sentence puts an article of its own before a number, and goes on behind it.
        text = text.partition(";")[0]
        return re.sub(rf"^({self.texts.say('articles')})\s+", "", text, flags=re.IGNORECASE)

    def unfolded(self, e: ast.Expression) -> ast.Expression:
        """What is really said: a word without a text is spelled out by its definition."""
        while isinstance(e, ast.Name | ast.Call) and e.name in self.words:
            if e.name in self.bound or self.words[e.name].text:
                break
            e = self.words[e.name].is_
        return e

    def _spelled_out(self, name: str) -> str:
        # Words can't be defined through themselves, so this comes to an end.
        body = self.phrase(self.words[name].is_)
        return body if len(body) < LONGEST_BODY else f"“{spaced(name)}”"

    def only_named(self, name: str) -> bool:
        """Whether a word without a text is too long to be spelled out where it is used."""
        word = self.words[name]
        if word.text or word.given:
            return False
        return len(self.phrase(word.is_)) >= LONGEST_BODY

    def title(self, name: str) -> str:
        """The name of an outcome, pattern, kind of contract, stage or meld."""
        r = self.ruleset
        places: list[Mapping[Any, object]] = [
            *(g.patterns for g in r.melds.values()), r.contracts, r.roles,
            self._outcomes(), r.melds, *r.talks.values(),
        ]  # fmt: skip
        return self._title_in(places, name)

    def _outcomes(self) -> Mapping[Any, object]:
        return self.ruleset.score.outcomes if self.ruleset.score else {}

    def _title_in(self, places: list[Mapping[Any, object]], name: str) -> str:
        for entries in places:
            text = self.texts.translated(getattr(entries.get(name), "name", None))
            if text:
                return text
        return spaced(name)

    def value_of(self, subject: ast.Expression, name: str) -> str:
        """The title of a word that `kind`, `outcome` or `pattern` is compared with.

        Empty if it is none: `suit` is a name like others elsewhere.
        """
        if not isinstance(subject, ast.Name) or subject.name in self.bound:
            return ""
        r = self.ruleset
        places: dict[str, list[Mapping[Any, object]]] = {
            "kind": [r.contracts],
            "outcome": [self._outcomes()],
            "pattern": [g.patterns for g in r.melds.values()],
        }
        found = places.get(subject.name, [])
        return self._title_in(found, name) if any(name in entries for entries in found) else ""

    def _call(
        self, name: str, arguments: tuple[ast.Expression, ...], *, negated: bool = False
    ) -> str:
        r, say = self.ruleset, self.say
        if name == "said":
            return self._said(arguments, negated=negated)
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
            own = f"own-{name}"
            if given == [say("term-me")] and self.texts.has(own):
                return say(own)
            if len(arguments) > 1:
                given = [self.part(a) for a in arguments]
            return say(f"term-{name}", **dict(zip("ab", given, strict=False)))
        if name in self.facts and name not in self.bound:
            return self._fact_of(name, ", ".join(given))
        return say("of", a=self._name(name), b=", ".join(given))

    def _said(self, arguments: tuple[ast.Expression, ...], *, negated: bool) -> str:
        who, stage, call = (*arguments, *arguments)[:3]
        message = "special-not-said" if negated else "special-said"
        titles = {"stage": self._bare(stage), "call": self._call_title(stage, call)}
        capital = {key: text[:1].upper() + text[1:] for key, text in titles.items()}
        return self.say(message, who=self.phrase(who), **capital)

    def _call_title(self, stage: ast.Expression, call: ast.Expression) -> str:
        if not isinstance(stage, ast.Name) or not isinstance(call, ast.Name):
            return self._bare(call)
        stages: Iterator[Mapping[Any, schema.Stage]] = iter(self.ruleset.talks.values())
        calls: list[Mapping[Any, object]] = [
            talk[stage.name].calls for talk in stages if stage.name in talk
        ]
        return self._title_in(calls, call.name)

    def _word(self, name: str, given: list[str]) -> str:
        word = self.words[name]
        bound = dict(zip(map(str, word.given or {}), given, strict=False))
        text = self.texts.translated(word.text)
        if not text:
            kinds = {str(p): sort_named(str(t)) for p, t in (word.given or {}).items()}
            return self.bind(bound, kinds).phrase(word.is_)
        # A text that leaves its parameters out means to be complete without them.
        return re.sub(r"\{([a-z0-9-]+)\}", lambda m: bound.get(m[1], m[0]), text)

    def _bare(self, e: ast.Expression) -> str:
        return self.title(e.name) if isinstance(e, ast.Name) else self.phrase(e)

    def rule_number(self, option: str) -> str:
        """The number of a house rule: its position among the options."""
        return str(list(map(str, self.options)).index(option) + 1)

    def choice(self, option: str, value: str) -> str:
        """What a value of an option means; the beginning of a long meaning, its name if missing."""
        meanings: Mapping[Any, Mapping[Any, str]] = self.options[option].meaning or {}
        texts = {str(v): self.texts.translated(m) for v, m in meanings.items()}
        text = texts.get(value, "")
        if len(text) <= SHORT:
            return text or spaced(value)
        for end in (m.start() for m in re.finditer(r"[,;:]\s", text)):
            start = text[:end]
            others = (t for v, t in texts.items() if v != value)
            if len(start) >= SHORT // 4 and not any(t.startswith(start) for t in others):
                return start + " …"
        return text
