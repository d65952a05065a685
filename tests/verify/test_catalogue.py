"""The catalogue of properties: every example does what its page says, and quickly."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from beloteql.errors import UsageError
from beloteql.report.verdicts import draw
from beloteql.surface.load import bundled
from beloteql.verify import PROPERTIES, Result, Verdict, verify
from beloteql.verify.catalogue import SMALL_GAME, catalogue, page, small_game
from tests.conftest import text_program
from tests.verify.small import changed_game

EXAMPLES = [code for code, entry in catalogue().items() if entry.fails]


@cache
def of_the_small_game() -> tuple[Result, ...]:
    return tuple(verify(text_program(small_game())))


def test_the_pages_of_these_properties_are_whole() -> None:
    assert set(EXAMPLES) >= set(catalogue())
    for code, entry in catalogue().items():
        parts = (entry.sentence, entry.assumes, entry.fails, entry.passes)
        assert all(parts) or not any(parts), code


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_failing_example_fails(code: str, tmp_path: Path) -> None:
    results = [
        r for r in verify(changed_game(catalogue()[code].fails, tmp_path), [code]) if r.code == code
    ]
    (found,) = [r for r in results if not r.verdict.green]
    assert found.verdict == Verdict.REFUTED
    # The place is a line of the change, or of the small game where the change is to blame.
    assert found.span is not None
    assert Path(found.span.source.name).parent == tmp_path
    assert found.span.source.line_text(found.span.line).strip()
    if found.witness is not None:
        assert draw(found.witness).strip()


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_passing_example_passes(code: str, tmp_path: Path) -> None:
    results = [
        r
        for r in verify(changed_game(catalogue()[code].passes, tmp_path), [code])
        if r.code == code
    ]
    assert results
    assert {r.verdict for r in results} == {Verdict.PROVED}


def test_everything_else_holds_of_the_small_game() -> None:
    assert {r.verdict for r in of_the_small_game()} == {Verdict.PROVED}
    assert {r.code for r in of_the_small_game()} >= {"play.legal-card", "settle.conserved"}


def test_every_family_of_properties_has_its_pages() -> None:
    for name in PROPERTIES:
        assert any(code.startswith(name) for code in catalogue()), name


def test_a_page_says_what_is_proved_and_shows_both_examples() -> None:
    entry = catalogue()["play.legal-card"]
    text = " ".join(page("Play.legal-card").split())
    assert text.startswith(f"play.legal-card: {entry.title} {entry.says}")
    for part in (entry.says, entry.assumes, entry.help):
        assert part in text
    for change in (entry.fails, entry.passes):
        assert change.splitlines()[-1].strip() in text
    assert page(SMALL_GAME) == small_game().rstrip()


def test_an_unknown_code_names_near_ones() -> None:
    with pytest.raises(UsageError, match="BQ0804") as error:
        page("play.legal-cards")
    assert "play.legal-card" in error.value.diagnostic.hint


def test_examples_name_no_game_that_there_is() -> None:
    assert SMALL_GAME not in bundled()
