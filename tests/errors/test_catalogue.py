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


def codes(text: str) -> set[str]:
    try:
        return {d.code for d in check(build(load_text(text)))}
    except RulesetError as error:
        return {d.code for d in error.diagnostics}


def test_catalogue_has_every_code_of_the_sources() -> None:
    used = {c for f in SOURCES.rglob("*.py") for c in re.findall(r"BQ\d{4}", f.read_text("utf-8"))}
    assert used - {"BQ0123"} <= set(catalogue())


@pytest.mark.parametrize("code", SHOWN)
def test_examples(code: str) -> None:
    entry = catalogue()[code]
    assert code in codes(entry.bad)
    assert not codes(entry.good)


def test_unknown_code_names_near_ones() -> None:
    with pytest.raises(UsageError, match="BQ0804"):
        page("BQ0599")
