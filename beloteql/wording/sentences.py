"""Whole sentences on rules of legal play, for the rule book and for explanations."""

from __future__ import annotations

from beloteql.surface import ast, schema
from beloteql.wording.names import spaced
from beloteql.wording.phrase import Phraser
from beloteql.wording.texts import texts_for


def sentence_for_legal(
    name: str, entry: schema.Legal, ruleset: schema.Ruleset, language: str = "en"
) -> str:
    """A rule of legal play as a sentence; the author's own wording comes first."""
    del name  # part of the signature that all kinds of entry share
    texts = texts_for(language)
    own = texts.translated(entry.text)
    if own:
        return texts.sentence(own)
    say = Phraser(ruleset, texts).phrase
    cards = say(entry.cards)
    if entry.when is None:
        return texts.sentence(texts.say("legal-always", cards=cards))
    return texts.sentence(texts.say("legal-when", when=say(entry.when), cards=cards))


def reason(name: str, ruleset: schema.Ruleset, language: str = "en") -> str:
    """Why a card may not be played: the rule of legal play that decides, and what it asks.

    The number is the rule's position in its section, as the rule book prints it.
    """
    texts = texts_for(language)
    assert ruleset.play is not None
    legal = {str(n): entry for n, entry in ruleset.play.legal.items()}
    entry = legal[name]
    head = {"number": str(list(legal).index(name) + 1), "name": spaced(name)}
    own = texts.translated(entry.text)
    if own:
        return texts.sentence(texts.say("reason-author", text=own, **head))
    if isinstance(entry.cards, ast.Name) and entry.cards.name == "any-card":
        return texts.say("reason-any", **head)
    return texts.say("reason-must", cards=Phraser(ruleset, texts).phrase(entry.cards), **head)
