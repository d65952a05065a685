from __future__ import annotations

import re
from pathlib import Path

import pytest

from beloteql.core.build import build
from beloteql.errors import RulesetError, UsageError
from beloteql.errors.catalogue import catalogue, page
from beloteql.semantics.checks import check
from beloteql.surface.load import load_text

SOURCES = Path(__file__).resolve().parents[2] / "beloteql"
SHOWN = [c for c, e in catalogue().items() if e.bad and not c.startswith("BQ09")]


def codes(text: str) -> list[str]:
    try:
        return [d.code for d in check(build(load_text(text)))]
    except RulesetError as error:
        return [d.code for d in error.diagnostics]


def mentioned(pattern: str) -> set[str]:
    texts = (path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    return {code for text in texts for code in re.findall(pattern, text)}


def test_catalogue_has_every_code_of_the_sources() -> None:
    assert mentioned(r"BQ\d{4}") <= set(catalogue())


def test_every_code_of_the_catalogue_is_used() -> None:
    # As a value, not only in a docstring.
    assert set(catalogue()) <= mentioned(r'"(BQ\d{4})"')


def test_every_code_is_explained() -> None:
    for code, entry in catalogue().items():
        assert entry.title
        assert entry.why
        assert bool(entry.bad) == bool(entry.good)
        assert page(code.lower()).startswith(f"{code}: {entry.title}")


@pytest.mark.parametrize("code", SHOWN)
def test_examples(code: str) -> None:
    entry = catalogue()[code]
    # One mistake, one message: what follows from it is not reported as well.
    assert codes(entry.bad) == [code]
    assert codes(entry.good) == []


def test_unknown_code_names_near_ones() -> None:
    with pytest.raises(UsageError, match="BQ0804"):
        page("BQ0599")
