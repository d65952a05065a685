"""What all chapters need: the texts of the language, phrases, titles and source tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from beloteql.core.program import Program
from beloteql.documents.book import Paragraph, Rule, Rules
from beloteql.documents.origins import Origins
from beloteql.surface import ast
from beloteql.surface.part import Entry, Part
from beloteql.wording.names import spaced
from beloteql.wording.phrase import Phraser
from beloteql.wording.texts import texts_for

LONG = 120
"""From how many characters on the cases of a value are listed."""
TEXTS = Path(__file__).resolve().parent


class Writer:
    """Writes the sentences of one rule book."""

    def __init__(self, program: Program, language: str) -> None:
        self.program = program
        self.ruleset = program.loaded.ruleset
        self.texts = texts_for(language, TEXTS)
        self.phraser = Phraser(self.ruleset, self.texts)
        self.origins = Origins(program.loaded.lineage, self.ruleset)

    def say(self, message: str, **values: str | int) -> str:
        """A message of the book."""
        return self.phraser.say(message, **values)

    def sentence(self, message: str, **values: str | int) -> str:
        """A message as a sentence."""
        return self.texts.sentence(self.say(message, **values))

    def condition(self, message: str, clause: str) -> str:
        """A sentence with a condition: "if …", or "unless …" for what must not be so."""
        negation = self.say("op-not", a="").rstrip() + " "
        rest = clause.removeprefix(negation)
        # Two opposites in a row would need one "unless" each.
        if rest != clause and not re.search(self.say("clumsy-starts"), rest):
            return self.sentence(f"{message}-unless", when=rest)
        return self.sentence(message, when=clause)

    def phrase(
        self,
        e: ast.Expression,
        bound: Mapping[str, str] | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> str:
        """The phrase for an expression."""
        return self.phraser.bind(bound or {}, kinds).phrase(e)

    def negated(self, e: ast.Expression, bound: Mapping[str, str] | None = None) -> str:
        """The phrase for the opposite of a condition."""
        return self.phraser.bind(bound or {}).negated(e)

    def alternatives(
        self,
        e: ast.Expression,
        bound: Mapping[str, str] | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> list[str]:
        """A sentence for each case of a value, where all in one would be too long to read."""
        phrases = self.phraser.bind(bound or {}, kinds).alternatives(e)
        if len(phrases) < 2 or sum(map(len, phrases)) < LONG:
            return []
        return [self.texts.sentence(phrase) for phrase in phrases]

    def own(self, entry: Entry) -> str:
        """The author's own wording of an entry, as a sentence; empty if there is none."""
        return self.texts.sentence(self.texts.translated(entry.text))

    def title(self, name: str, entry: Part | None = None) -> str:
        """What an entry is called: its `name:`, else its key in words."""
        text = self.texts.translated(getattr(entry, "name", None)) or spaced(name)
        return text[0].upper() + text[1:]

    def line_title(self, name: str) -> str:
        """What a line that pays is called: the meld or the word that it is named after."""
        melds: Mapping[Any, Part] = self.ruleset.melds
        return self.title(name, melds.get(name))

    def tag(self, part: Part, within: Entry | None = None) -> str:
        """Which document says so.

        That is the entry's own source, that of the entry it stands `within`, or its file's.
        """
        for entry in (part, within):
            own = getattr(entry, "source", None)
            if own:
                return str(own)
        return self.origins.tag(part.span.source.name)

    def rules(
        self, rules: Iterable[tuple[str, str, str, Iterable[str], str]], after: int = 0
    ) -> Rules:
        """Rules from (name, title, text, lines, source), numbered on after a number."""
        return Rules(
            tuple(
                Rule(number, title, text, tuple(lines), source, name)
                for number, (name, title, text, lines, source) in enumerate(rules, after + 1)
            )
        )

    def paragraph(self, message: str, **values: str | int) -> Paragraph:
        """A message as a paragraph."""
        return Paragraph(self.sentence(message, **values))

    def heading(self, text: str, *, within: bool = False) -> Paragraph:
        """A heading within a chapter; `within` another one if so."""
        return Paragraph(text[0].upper() + text[1:], "subheading" if within else "heading")

    def listed(self, words: Iterable[str], joint: str = "list-and-of-words") -> str:
        """Words as an enumeration, "a, b and c"."""
        *most, last = words
        return self.say(joint, a=", ".join(most), b=last) if most else last

    def choice(self, e: ast.Expression | None, message: str, default: str, values: Iterable[str],
               ) -> Paragraph:  # fmt: skip
        """A sentence for a value that is one of some words, such as what a tie comes to.

        There is a message `message-word` for each of them as a clause. Where a table chooses
        between the words, each clause stands for its word.
        """
        clauses = {value: self.say(f"{message}-{value}") for value in values}
        if e is None:
            return self.paragraph(message, then=clauses[default])
        return self.paragraph(message, then=self.phrase(e, clauses))
