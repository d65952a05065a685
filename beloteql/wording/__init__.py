"""Sentences for players, made from what an author wrote."""

from beloteql.wording.phrase import Phraser, phrase
from beloteql.wording.sentences import reason, sentence_for_legal
from beloteql.wording.texts import languages

__all__ = ["Phraser", "languages", "phrase", "reason", "sentence_for_legal"]
