"""The words that rules are made of, spelled out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from beloteql.documents.book import Chapter
from beloteql.documents.writer import Writer
from beloteql.surface import ast
from beloteql.surface.fields import NAME_PATTERN
from beloteql.surface.part import Part
from beloteql.wording.shapes import is_clause, sort_named


def words(w: Writer) -> Chapter | None:
    """What the author's words of the score and the auction stand for, spelled out.

    A word without a text is spelled out wherever it is used.
    """
    rules: list[tuple[str, str, str, list[str], str]] = []
    used = _used_words(w)
    in_play = _words_in(w, w.ruleset.play)
    of_play = _words_of_play(w, in_play) - used
    for name, word in w.ruleset.words.items():
        given = {str(p): _parameter(w, str(t)) for p, t in (word.given or {}).items()}
        unspelled = w.phraser.only_named(str(name)) and str(name) in used | in_play
        if not unspelled and (not word.text or str(name) not in used | of_play):
            continue
        # The rules of play speak to the player, those of the auction of the speaker.
        speaker = {} if str(name) in in_play - used else {"me": w.say("speaker")}
        if isinstance(word.is_, ast.Binder) and isinstance(word.is_.body, ast.Call):
            continue  # "one side has all tricks" says no more than the word on a side
        head = ast.Call(word.span, name, tuple(ast.Name(word.span, p) for p in given))
        title = w.phrase(head if given else ast.Name(word.span, name), given)
        kinds = {str(p): sort_named(str(t)) for p, t in (word.given or {}).items()}
        meaning = w.phrase(word.is_, {**speaker, **given}, kinds)
        if meaning == title:
            continue  # the sentence of the language is the author's
        listed = isinstance(word.is_, ast.Choose | ast.Table | ast.Cases)
        if is_clause(word.is_, w.ruleset) and not listed:
            meaning = w.condition("word-holds", meaning)
        cases = w.alternatives(word.is_, {**speaker, **given}, kinds)
        text = w.say("word-depends") if cases else w.texts.sentence(meaning)
        rules.append((str(name), title[0].upper() + title[1:], text, cases, w.tag(word)))
    if not rules:
        return None
    return Chapter(w.say("chapter-words"), "words", (w.paragraph("words-intro"), w.rules(rules)))


def _parameter(w: Writer, type_: str) -> str:
    return w.say("the-noun", noun=w.say(f"noun-{sort_named(type_)}s"))


def rule_texts(part: object) -> Iterator[str]:
    """All rule texts in a part of a ruleset, as written; keys that are rule texts, too."""
    if isinstance(part, ast.Table | ast.Cases):
        values = [part.by, *(r.value for r in part.rows), part.otherwise] if isinstance(
            part, ast.Table) else [x for c in part.cases for x in (c.when, c.value)]  # fmt: skip
        for value in values:
            yield from rule_texts(value)
    elif isinstance(part, ast.Expression):
        yield part.span.text
    elif isinstance(part, Part):
        for field in type(part).model_fields:
            yield from rule_texts(getattr(part, field))
    elif isinstance(part, Mapping):
        for key, value in part.items():
            if isinstance(value, Mapping):
                yield str(key)
            yield from rule_texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from rule_texts(value)


def _used_words(w: Writer) -> set[str]:
    """Words that the chapters use but that of the play."""
    r = w.ruleset
    used: set[str] = set()
    for part in (r.deal, r.talks, r.melds, r.score, r.match, r.fouls):
        for text in rule_texts(part):
            _collect(w, text, used)
    return used


def _words_in(w: Writer, part: object) -> set[str]:
    """Words that a part of the ruleset uses, through others too."""
    found: set[str] = set()
    for text in rule_texts(part):
        _collect(w, text, found)
    return found


def _words_of_play(w: Writer, found: set[str]) -> set[str]:
    """Words of the play that depend on house rules; the others say all by their own texts."""
    options = {str(name) for name in w.ruleset.options}
    return {name for name in found if options & _names_in(w, name)}


def _names_in(w: Writer, word: str) -> set[str]:
    texts = rule_texts(w.phraser.words[word].is_)
    return {found[0] for text in texts for found in re.finditer(NAME_PATTERN, text)}


def _collect(w: Writer, text: str, used: set[str]) -> None:
    for name in (found[0] for found in re.finditer(NAME_PATTERN, text)):
        if name in w.ruleset.words and name not in used:
            used.add(name)
            for inner in rule_texts(w.phraser.words[name].is_):
                _collect(w, inner, used)
