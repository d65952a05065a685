"""The rule book of a ruleset and the reference of the language."""

from beloteql.documents.render import to_html, to_markdown
from beloteql.documents.write import rule_book, write

__all__ = ["rule_book", "to_html", "to_markdown", "write"]
