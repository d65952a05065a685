"""The page on `beloteql diff` shows what the command prints."""

from __future__ import annotations

import re

import pytest

from tests.docs.diff_page import BLOCK, PAGE, printed

BLOCKS = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
QUICK = [b for b in BLOCKS if "legal" not in b[0]]
SLOW = [b for b in BLOCKS if "legal" in b[0]]


def without_cards(output: str) -> list[str]:
    """The lines without those of a hand or a table: another solver may find another case."""
    return [
        line for line in output.splitlines()
        if not re.search(r"[♣♦♥♠]|^ +\d: |^ +(taker|side) ", line)
    ]  # fmt: skip


def check(command: str, output: str) -> None:
    kept = without_cards(output)
    assert len(kept) > 5
    assert without_cards(printed(command)) == kept


def test_the_page_shows_output() -> None:
    assert len(QUICK) == len(SLOW) == 2


@pytest.mark.parametrize(("command", "output"), QUICK, ids=[c for c, _ in QUICK])
def test_the_output_is_that_of_the_command(command: str, output: str) -> None:
    check(command, output)


@pytest.mark.sweep
@pytest.mark.parametrize(("command", "output"), SLOW, ids=[c for c, _ in SLOW])
def test_the_slower_output_is_too(command: str, output: str) -> None:
    check(command, output)
