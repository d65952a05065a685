"""What all chapters need: the texts of the language, phrases, titles and source tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from beloteql.core.program import Program
from beloteql.documents.book import Paragraph, Rule, Rules
from beloteql.errors import Collector
from beloteql.surface import ast
from beloteql.surface.node import MappingNode, ScalarNode
from beloteql.surface.part import Entry, Part
from beloteql.surface.yamltext import parse_yaml
from beloteql.wording.names import spaced
from beloteql.wording.phrase import Phraser
from beloteql.wording.texts import texts_for

TEXTS = Path(__file__).resolve().parent


class Writer:
    """Writes the sentences of one rule book."""

    def __init__(self, program: Program, language: str) -> None:
        self.program = program
        self.ruleset = program.loaded.ruleset
        self.texts = texts_for(language, TEXTS)
        self.phraser = Phraser(self.ruleset, self.texts)
        # A file's own `source:` covers all rules that stand in it, in rulesets that extend it, too.
        self._origins = {s.name: _origin(s) for s in program.loaded.lineage}

    def say(self, message: str, **values: str | int) -> str:
        """A message of the book."""
        return self.texts.say(message, **values)

    def sentence(self, message: str, **values: str | int) -> str:
        """A message as a sentence."""
        return self.texts.sentence(self.texts.say(message, **values))

    def phrase(self, e: ast.Expression, bound: Mapping[str, str] | None = None) -> str:
        """The phrase for an expression."""
        return self.phraser.bind(bound or {}).phrase(e)

    def own(self, entry: Entry) -> str:
        """The author's own wording of an entry, as a sentence; empty if there is none."""
        return self.texts.sentence(self.texts.translated(entry.text))

    def title(self, name: str, entry: Part | None = None) -> str:
        """What an entry is called: its `name:`, else its key in words."""
        text = self.texts.translated(getattr(entry, "name", None)) or spaced(name)
        return text[0].upper() + text[1:]

    def tag(self, part: Part) -> str:
        """Which document says so: the entry's own source, or that of the file it stands in."""
        own = getattr(part, "source", None)
        return str(own) if own else self._origins.get(part.span.source.name, "")

    def shared_tags(self) -> list[str]:
        """Tags of files of the lineage that name no document: they are marked with their id."""
        own = {str(tag) for tag in self.ruleset.sources}
        return sorted({tag for tag in self._origins.values() if tag and tag not in own})

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

    def heading(self, text: str) -> Paragraph:
        """A heading within a chapter."""
        return Paragraph(text[0].upper() + text[1:], "heading")

    def listed(self, words: Iterable[str], joint: str = "list-and-of-words") -> str:
        """Words as an enumeration, "a, b and c"."""
        *most, last = words
        return self.say(joint, a=", ".join(most), b=last) if most else last


def _origin(source: object) -> str:
    from beloteql.source import Source

    assert isinstance(source, Source)
    node = parse_yaml(source, Collector())
    if not isinstance(node, MappingNode):
        return ""
    for key in ("source", "id"):
        value = node.get(key)
        if isinstance(value, ScalarNode):
            return value.text
    return ""
