"""Writes docs/reference/properties.md anew: `python -m tests.docs.renew_properties`."""

from pathlib import Path

from beloteql.documents.properties import properties_reference

if __name__ == "__main__":
    page = Path(__file__).parents[2] / "docs" / "reference" / "properties.md"
    page.write_text(properties_reference(), encoding="utf-8")
