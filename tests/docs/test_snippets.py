"""Every ruleset that the documents print is a ruleset: it builds, and it can be played."""

import random
import re
from pathlib import Path

import pytest

from beloteql.core.build import build
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md"])
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def rulesets() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            if "beloteql: 1" in block:
                name = re.search(r"^id: (\S+)", block, re.MULTILINE)
                assert name, f"a ruleset without an id in {page.name}"
                found.append((name[1], block))
    return found


SNIPPETS = rulesets()


def test_the_documents_print_rulesets() -> None:
    assert len(SNIPPETS) > 20


@pytest.mark.parametrize("text", [t for _, t in SNIPPETS], ids=[n for n, _ in SNIPPETS])
def test_a_printed_ruleset_builds_and_plays(text: str) -> None:
    program = build(load_text(text))
    if program.abstract:
        return
    match = Match(Rules(program), seed=1)
    choose = random.Random(1)
    while not match.over and match.deals < 3:
        match.apply(choose.choice(match.legal_moves()))
    assert match.deals > 0 or match.over


@pytest.mark.parametrize("page", PAGES, ids=[str(p.relative_to(ROOT)) for p in PAGES])
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    local = [t for t in targets if "://" not in t]
    assert [t for t in local if not (page.parent / t).exists()] == []
