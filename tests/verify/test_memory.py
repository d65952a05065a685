"""Proofs that are kept: by the content of what they depend on, and never more than that."""

from __future__ import annotations

from pathlib import Path

import pytest

from beloteql.core.program import Program
from beloteql.errors import InternalError
from beloteql.verify import Inquiry, Result, Verdict, check
from beloteql.verify.memory import LARGEST, Memory, content, proofs_file
from beloteql.verify.solve import Solver
from tests.conftest import text_program

HEAD = "beloteql: 1\nid: mine\nname: {en: Mine}\nextends: klaverjas-rotterdam\n"
KEY = "0" * 64


def prove(program: Program, memory: Memory | None, name: str) -> tuple[list[Result], int]:
    """The results of a property, and how many questions had to be solved."""
    solved = 0

    def kept(*parts: bytes | str) -> str | None:
        nonlocal solved
        found = None if memory is None else Memory.recall(memory, *parts)
        solved += found is None
        return found

    if memory is not None:
        memory.recall = kept  # type: ignore[method-assign]
    return check(Inquiry(program, Solver(memory=memory)), name), solved


def program(change: str = "", before: str = "") -> Program:
    return text_program(before + HEAD + change)


def plain(results: list[Result]) -> list[tuple[str, str, Verdict, str]]:
    return [(r.code, r.subject, r.verdict, r.detail) for r in results]


@pytest.mark.parametrize("name", ["auction", "play.legal-card", "points.total", "claim"])
def test_a_proof_is_not_made_twice(tmp_path: Path, name: str) -> None:
    first, solved = prove(program(), Memory(tmp_path / "proofs"), name)
    assert solved
    again, left = prove(program(before="# moved down\n\n"), Memory(tmp_path / "proofs"), name)
    assert plain(again) == plain(first)
    assert left == 0
    assert plain(prove(program(), None, name)[0]) == plain(first)


@pytest.mark.parametrize(
    ("name", "change", "code"),
    [
        ("points.total", "roles: {strong: {points: {9: 15}}}\n", "points.total"),
        ("play.legal-card", "play: {legal: {any: remove}}\n", "play.legal-card"),
        ("auction", "talks: {choosing: {must: {calls: {choose: {when: me != me}}}}}\n",
         "auction.offers"),
    ],
)  # fmt: skip
def test_a_change_is_noticed(tmp_path: Path, name: str, change: str, code: str) -> None:
    good, _ = prove(program(), Memory(tmp_path / "proofs"), name)
    assert all(r.verdict == Verdict.PROVED for r in good)
    broken, _ = prove(program(change), Memory(tmp_path / "proofs"), name)
    assert code in {r.code for r in broken if r.verdict == Verdict.REFUTED}
    # What was refuted is not kept: it is found, and shown, again.
    again, _ = prove(program(change), Memory(tmp_path / "proofs"), name)
    assert plain(again) == plain(broken)
    assert [r.witness for r in again] == [r.witness for r in broken]


def test_a_change_elsewhere_costs_nothing(tmp_path: Path) -> None:
    for name in ("play.legal-card", "auction"):
        prove(program(), Memory(tmp_path / name), name)
        changed = program("play: {last-trick: 12}\nmatch: {over: {target: {when: deals >= 3}}}\n")
        _, solved = prove(changed, Memory(tmp_path / name), name)
        assert solved == 0, name


@pytest.mark.parametrize("spoilt", [b"\xff\xfe", b"nonsense\n", KEY.encode(), b"0" * (LARGEST + 1)])
def test_a_spoilt_file_does_no_harm(tmp_path: Path, spoilt: bytes) -> None:
    path = tmp_path / "proofs"
    path.write_bytes(spoilt)
    memory = Memory(path)
    assert memory.recall("a") is None
    memory.keep("text", "\n", "a")
    assert memory.recall("\n", "a") == "text"
    assert memory.recall("\na") is None


def test_a_folder_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "gone" / "proofs")
    memory.keep("text", "a")
    assert memory.recall("a") == "text"


def test_proofs_are_kept_by_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("BELOTEQL_NO_CACHE", raising=False)
    assert proofs_file("one") == proofs_file("one") != proofs_file("two")
    monkeypatch.setenv("BELOTEQL_NO_CACHE", "1")
    assert proofs_file("one") is None


def test_the_content_of_a_program_shows_all_of_it() -> None:
    one, same, other = (
        content(program(c).talks)
        for c in ("", "country: NL\n", "talks: {choosing: {must: {from: dealer}}}\n")
    )
    assert one == same != other
    assert content(frozenset("ab")) == content(frozenset("ba"))
    assert content({"a": 1}) != content({"a": "1"})
    with pytest.raises(InternalError):
        content(object())
