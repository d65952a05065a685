"""The page of the properties is printed from the catalogue, and is current."""

from pathlib import Path

from beloteql.documents.properties import properties_reference
from beloteql.verify.catalogue import catalogue

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "properties.md"
TEXT = properties_reference()


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == TEXT, "run python -m tests.docs.renew_properties"


def test_every_property_is_on_the_page() -> None:
    for code, entry in catalogue().items():
        assert f"\n## {code}\n" in TEXT
        assert f"[`{code}`](#" in TEXT
        assert entry.title in TEXT
