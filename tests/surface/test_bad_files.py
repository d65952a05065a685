"""Files that can not be read, or would grow without bounds when they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from beloteql.core.build import build
from beloteql.errors import Diagnostic, RulesetError, UsageError
from beloteql.surface.load import load, load_text
from tests.surface.test_bad_input import NAMED, findings, place

# --- files -------------------------------------------------------------------------------


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / f"{name}.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def file_findings(path: Path) -> list[Diagnostic]:
    with pytest.raises(RulesetError) as caught:
        build(load(path))
    return caught.value.diagnostics


def test_extends_in_a_circle(tmp_path: Path) -> None:
    for own, other in (("a", "b"), ("b", "c"), ("c", "a")):
        text = f"beloteql: 1\nid: {own}\nextends: {other}\nname: {{en: A}}\n"
        write(tmp_path, own, text)
    (found,) = file_findings(tmp_path / "a.yaml")
    assert (found.code, *place(found)) == ("BQ0402", 3, 10)
    assert found.span
    assert found.span.source.name.endswith("c.yaml")
    assert "a → b → c → a" in found.message
    assert found.hint


def test_extends_itself(tmp_path: Path) -> None:
    text = "beloteql: 1\nid: belote\nextends: belote\nname: {en: A}\n"
    for found in (findings(text), file_findings(write(tmp_path, "belote", text))):
        assert [(d.code, *place(d)) for d in found] == [("BQ0402", 3, 10)]
        assert "another id" in found[0].hint


@pytest.mark.parametrize(
    "base", ["../x", "/etc/passwd", "x.yaml", "~/x", "a/b", "..", "''", "[a]", "{a: b}", "C:\\x"]
)
def test_extends_takes_an_id_only(tmp_path: Path, base: str) -> None:
    write(tmp_path, "x", "beloteql: 1\nid: x\nextends: belote\nname: {en: X}\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    text = f"beloteql: 1\nid: mine\nextends: {base}\nname: {{en: A}}\n"
    (found,) = file_findings(write(inner, "mine", text))
    assert (found.code, *place(found)) == ("BQ0401", 3, 10)
    assert "extends: belote" in found.expected


def test_extends_an_unknown_ruleset(tmp_path: Path) -> None:
    write(tmp_path, "home-game", "beloteql: 1\nid: home-game\nextends: belote\nname: {en: X}\n")
    text = "beloteql: 1\nid: mine\nextends: home-gam\nname: {en: A}\n"
    (found,) = file_findings(write(tmp_path, "mine", text))
    assert (found.code, *place(found)) == ("BQ0405", 3, 10)
    assert found.hint == 'did you mean "home-game"?'


def test_id_is_the_name_of_the_file(tmp_path: Path) -> None:
    (found,) = file_findings(write(tmp_path, "other", NAMED))
    assert (found.code, *place(found)) == ("BQ0406", 2, 5)
    assert "the same name" in found.hint


def test_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    (found,) = file_findings(path)
    assert found.code == "BQ0102"
    assert "1,000,000 bytes" in found.message
    with pytest.raises(RulesetError, match="BQ0102"):
        load_text("a" * 1_000_001)


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    content = "beloteql: 1\nid: l\nname: {en: Règle}\n".encode("latin-1")
    (found,) = file_findings(write(tmp_path, "l", content))
    assert found.code == "BQ0103"
    assert "byte 31 (line 3)" in found.message
    assert "UTF-8" in found.hint


@pytest.mark.parametrize("content", ["", " \n\n", "# nothing but a remark\n", "\ufeff"])
def test_empty_file(tmp_path: Path, content: str) -> None:
    (found,) = file_findings(write(tmp_path, "empty", content))
    assert (found.code, *place(found)) == ("BQ0104", 1, 1)
    assert "beloteql: 1" in found.hint


def test_folder(tmp_path: Path) -> None:
    (found,) = file_findings(tmp_path)
    assert found.code == "BQ0101"
    assert "is a folder" in found.message


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("klaverjas-amsterdm", 'did you mean "klaverjas-amsterdam"'),
        ("zzz", "beloteql list"),
        ("", "beloteql list"),
        ("a" * 5000, "beloteql list"),
        ("a\0b", "beloteql list"),
        ("nowhere/belot.yaml", 'there is a ruleset "belote"'),
        ("nowhere/zzz.yaml", "check the path"),
    ],
)
def test_no_such_ruleset(name: str, phrase: str) -> None:
    with pytest.raises(UsageError) as caught:
        load(name)
    assert caught.value.diagnostic.code == "BQ0405"
    assert phrase in caught.value.diagnostic.hint


def test_id_goes_before_a_folder_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "belote").mkdir()
    monkeypatch.chdir(tmp_path)
    assert load("belote").ruleset.id == "belote"


# --- texts that would grow ---------------------------------------------------------------


def test_anchors_do_not_multiply() -> None:
    lines = ["words:", "  a0: &a0 {is: 1}"]
    lines += [f"  a{i}: &a{i} {{x: *a{i - 1}, y: *a{i - 1}}}" for i in range(1, 60)]
    found = [d for d in findings(NAMED + "\n".join(lines)) if d.code == "BQ0106"]
    assert len(found) == 60 + 2 * 59
    assert place(found[0]) == (6, 7)
    assert "write the value out" in found[0].hint


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_ten_thousand_nested_collections(opening: str) -> None:
    (found,) = findings(opening * 10_000)
    assert found.code == "BQ0105"
    assert "at most 24 levels" in found.expected
    assert place(found)[0] == 1


def test_words_that_need_words() -> None:
    lines = ["words:", *(f"  w{i}: {{is: w{i - 1} + 1}}" for i in range(600, 0, -1))]
    found = findings(NAMED + "\n".join([*lines, "  w0: {is: 1}", ""]))
    assert {d.code for d in found} == {"BQ0204"}
    assert "at most 120 levels" in found[0].expected
    assert len(found) == 1


def test_words_at_the_bound_are_read() -> None:
    chain = [f"  w{i}: {{is: '{'1 + (' * 28}w{i - 1}{')' * 28}'}}" for i in range(4, 0, -1)]
    text = NAMED + "\n".join(["words:", *chain, "  w0: {is: 1}", "play: {last-trick: w4}", ""])
    assert findings(text) == []


def test_words_in_a_long_circle() -> None:
    lines = [f"  w{i}: {{is: w{(i + 1) % 600}}}" for i in range(600)]
    found = findings(NAMED + "\n".join(["words:", *lines, ""]))
    assert {d.code for d in found} <= {"BQ0204", "BQ0506"}


def test_too_many_entries() -> None:
    (found,) = findings("[" + "a," * 60_001 + "]")
    assert found.code == "BQ0105"
    assert "60,000 entries" in found.expected
