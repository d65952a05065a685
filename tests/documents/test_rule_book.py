"""The rule books.

Golden files and the samples in docs/ are recorded with `BELOTEQL_RECORD=1 pytest
tests/documents`; read the difference before you keep it.
"""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.documents import rule_book, to_html, to_markdown, write
from beloteql.documents.book import Book, Rule, Rules
from beloteql.resources import rulesets_root
from beloteql.surface.load import load, load_text

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
SAMPLES = HERE.parents[1] / "docs" / "samples"
# "rich" is no game: it has one of everything that a ruleset can say.
BUNDLED = sorted(
    path.stem
    for path in rulesets_root().rglob("*.yaml")
    if ".cases" not in path.name and path.parent.name != "shared"
)
RULESETS = ("belote", "klaverjas-amsterdam", "klaverjas-rotterdam", "rich")


def program_of(name: str) -> Program:
    return build(load(HERE / "rich.yaml" if name == "rich" else name))


def chapter_rules(book: Book, anchor: str) -> Iterator[Rule]:
    for chapter in book.chapters:
        if chapter.anchor == anchor:
            for block in chapter.blocks:
                if isinstance(block, Rules):
                    yield from block.rules


@pytest.mark.parametrize("name", RULESETS)
def test_rule_book_reads_as_recorded(name: str) -> None:
    written = to_markdown(rule_book(program_of(name)))
    golden = GOLDEN / f"{name}.md"
    if os.environ.get("BELOTEQL_RECORD") == "1":
        golden.write_text(written, encoding="utf-8")
    assert written == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUNDLED)
def test_every_bundled_ruleset_has_a_book_without_slips(name: str) -> None:
    program = program_of(name)
    book = rule_book(program)
    text = to_markdown(book).replace("\\", "")
    assert not re.search(r"[{}]|,,|\(\)", text)
    # Each rule names a document that the ruleset knows, not the shared part that it stands in.
    tags = "|".join(re.escape(str(tag)) for tag in program.loaded.ruleset.sources)
    for anchor in ("options", "deal", "auction", "play", "score", "match", "fouls"):
        for rule in chapter_rules(book, anchor):
            assert re.search(rf"(?<![\w-])({tags})(?![\w-])", rule.source), (anchor, rule)
    for line in text.splitlines():
        assert not re.search(r"\b(?!that\b)([a-z]+) \1\b", line), line
        assert not re.search(r"\byou (is|has|sits)\b", line), line
        if re.match(r"\s*(- |\d+\. )", line):
            assert line.rstrip("_").endswith((".", ":", "]")), line


@pytest.mark.parametrize("name", RULESETS[:-1])
def test_sample_page_in_the_docs_is_up_to_date(name: str) -> None:
    page = to_html(rule_book(program_of(name)))
    sample = SAMPLES / f"{name}.html"
    if os.environ.get("BELOTEQL_RECORD") == "1":
        sample.write_text(page, encoding="utf-8")
    assert page == sample.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_is_in_the_book_in_order(name: str) -> None:
    program = program_of(name)
    r = program.loaded.ruleset
    book = rule_book(program)
    assert r.play is not None
    assert r.score is not None
    assert r.match is not None

    def names(anchor: str) -> list[str]:
        return [rule.name for rule in chapter_rules(book, anchor)]

    stages = [stage for talk in r.talks.values() for stage in talk.values()]
    assert names("options") == list(r.options)
    assert names("deal") == list(r.deal)
    assert names("auction") == [n for s in stages for n in (*s.calls, *s.ends)]
    assert names("play") == list(r.play.legal)
    assert names("score") == [*r.score.outcomes, *r.score.also]
    assert names("match") == [*r.match.over, *r.match.wins]
    assert names("fouls") == list(r.fouls)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("anchor", ["options", "deal", "play", "score", "match", "fouls"])
def test_number_is_found_once_in_its_chapter(name: str, anchor: str) -> None:
    numbers = [rule.number for rule in chapter_rules(rule_book(program_of(name)), anchor)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", RULESETS)
def test_every_meld_option_value_and_document_is_in_the_book(name: str) -> None:
    program = program_of(name)
    r = program.loaded.ruleset
    text = to_markdown(rule_book(program)).replace("\\", "").lower()
    for group in r.melds.values():
        for pattern in group.patterns.values():
            if pattern.name is not None:
                assert next(iter(pattern.name.values())).lower() in text
    for option in r.options.values():
        for value in option.values or ():
            assert value in text
    for tag, document in r.sources.items():
        assert tag.lower() in text
        assert document.title.lower().rstrip(".") in text


@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_says_where_it_comes_from(name: str) -> None:
    book = rule_book(program_of(name))
    for chapter in book.chapters:
        for rule in chapter_rules(book, chapter.anchor):
            assert rule.source, f"{chapter.title} {rule.number}"


@pytest.mark.parametrize("name", RULESETS)
def test_sentences_hold_no_symbols_of_the_language(name: str) -> None:
    for line in to_markdown(rule_book(program_of(name))).splitlines():
        if not line.startswith("|") and not line.startswith(("#", ">")):
            assert not re.search(r"[<>=*]=?\s|!=|:=|\bNone\b|\{|\}", line.replace("**", "")), line


@pytest.mark.parametrize("name", RULESETS)
def test_page_is_well_formed_and_needs_nothing_from_outside(name: str) -> None:
    page = to_html(rule_book(program_of(name)))
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - our own page
    assert root.tag == "html"
    for element in root.iter():
        assert element.tag not in {"script", "link", "img", "iframe", "object"}
        assert "src" not in element.attrib
        assert element.get("href", "#").startswith("#")
    assert "url(" not in page
    assert "@import" not in page


@pytest.mark.parametrize("name", RULESETS)
def test_links_of_the_contents_lead_somewhere(name: str) -> None:
    page = to_html(rule_book(program_of(name)))
    for anchor in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{anchor}"' in page


HOSTILE = """
beloteql: 1
id: hostile
extends: belote
name: {en: "<script>alert(1)</script> & friends"}
source: FFB-B16
text: {en: "**bold** [link](http://x.example) <b>"}
provenance: weak
play:
  legal:
    trump: {text: {en: "</p><script>alert(2)</script>"}}
"""


def test_texts_of_a_ruleset_are_escaped_in_the_page() -> None:
    page = to_html(rule_book(build(load_text(HOSTILE))))
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;alert(1)" in page
    ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - our own page


def test_texts_of_a_ruleset_are_escaped_in_markdown() -> None:
    text = to_markdown(rule_book(build(load_text(HOSTILE))))
    assert "<script" not in text
    assert r"\*\*bold\*\* \[link\]" in text


def test_weak_provenance_is_said_first() -> None:
    book = rule_book(build(load_text(HOSTILE)))
    assert book.lead[0].kind == "warning"


def test_text_of_the_author_replaces_the_generated_one() -> None:
    book = rule_book(build(load_text(HOSTILE)))
    [trump] = [r for r in chapter_rules(book, "play") if r.name == "trump"]
    assert trump.text == "</p><script>alert(2)</script>."


def test_book_is_written_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "book.html"
    text = write(program_of("belote"), out, "html")
    assert out.read_text(encoding="utf-8") == text
    assert text.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", RULESETS)
def test_same_ruleset_gives_the_same_bytes(name: str) -> None:
    first, second = (to_html(rule_book(program_of(name))) for _ in range(2))
    assert first == second
