"""Where the rules of a ruleset come from: its files, and the documents they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from beloteql.errors import Collector
from beloteql.source import Source
from beloteql.surface import schema
from beloteql.surface.node import MappingNode, ScalarNode
from beloteql.surface.yamltext import parse_yaml


class Origins:
    """The files that a ruleset is made of, from itself to the last that it extends.

    A file's own `source:` covers all rules that stand in it, in rulesets that extend it, too.
    A game without one takes its rules from where the game that it extends has them. The rules
    of a shared part without one are taken from the document of the game that extends it; where
    there is none, the part is named itself.
    """

    def __init__(self, lineage: Sequence[Source], ruleset: schema.Ruleset) -> None:
        self._own = lineage[0].name if lineage else ""
        self._documents = ruleset.sources
        self._tags: dict[str, str] = {}
        self._shared: set[str] = set()
        self._games: list[dict[str, str]] = []
        inherited = ""
        lent: list[tuple[Source, str]] = []
        for source in reversed(lineage):
            head = _head(source)
            named = head.get("source", "")
            if head.get("abstract") == "yes":
                if not named:
                    lent.append((source, head.get("id", "")))
                    continue
            else:
                self._games.insert(0, head)
            inherited = self._tags[source.name] = named or inherited
            if inherited and head.get("abstract") != "yes":
                # What the shared parts before it say, the game takes from its own document.
                self._tags.update((part.name, inherited) for part, _ in lent)
                lent = []
        for part, tag in lent:
            self._tags[part.name] = tag
            self._shared.add(tag)

    @property
    def builds_on(self) -> str:
        """The id of the next game that this one builds on; empty if there is none."""
        return self._games[1].get("id", "") if len(self._games) > 1 else ""

    def name_of_base(self, language: str) -> str:
        """The name of that game."""
        head = self._games[1]
        return head.get(f"name {language}") or head.get("name en") or head.get("id", "")

    def tag(self, file: str) -> str:
        """The document that a file names for its rules."""
        return self._tags.get(file, "")

    def shared(self, used: str) -> list[str]:
        """Shared parts that the tags of a book name."""
        return sorted(tag for tag in self._shared if _names(used, tag))

    def documents(self, used: str) -> Iterable[tuple[str, schema.Document]]:
        """Documents of the ruleset itself, and those of its bases that the book's tags name."""
        for tag, document in self._documents.items():
            if document.span.source.name == self._own or _names(used, str(tag)):
                yield str(tag), document


def _names(used: str, tag: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(tag)}(?![\w-])", used) is not None


def _head(source: Source) -> dict[str, str]:
    """The plain keys of a file, and its names by language."""
    node = parse_yaml(source, Collector())
    if not isinstance(node, MappingNode):
        return {}
    head = {}
    for key in ("id", "source", "abstract"):
        value = node.get(key)
        if isinstance(value, ScalarNode):
            head[key] = value.text
    names = node.get("name")
    if isinstance(names, MappingNode):
        for language in names.index:
            text = names.get(language)
            if isinstance(text, ScalarNode):
                head[f"name {language}"] = text.text
    return head
