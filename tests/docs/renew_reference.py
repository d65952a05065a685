"""Writes docs/reference/language.md anew: `python -m tests.docs.renew_reference`."""

from pathlib import Path

from beloteql.documents.reference import language_reference

if __name__ == "__main__":
    page = Path(__file__).parents[2] / "docs" / "reference" / "language.md"
    page.write_text(language_reference(), encoding="utf-8")
