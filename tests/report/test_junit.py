"""JUnit XML: suites, cases, and that nothing turns green that is not."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from beloteql.report.junit import junit
from beloteql.report.proofs import Proofs
from beloteql.verify.verdict import Verdict
from tests.report.fakes import CLUB, OPEN, OTHER, REFUTED


def parsed(*proofs: Proofs, stopped: str = "") -> ET.Element:
    return ET.fromstring(junit(proofs, stopped).encode())  # noqa: S314 - we wrote it ourselves


def case(root: ET.Element, name: str) -> ET.Element:
    (found,) = [c for c in root.iter("testcase") if c.get("name") == name]
    return found


def test_a_suite_a_ruleset_and_a_case_a_property() -> None:
    root = parsed(CLUB, OTHER)
    assert root.tag == "testsuites"
    assert [(s.tag, s.get("name")) for s in root] == [("testsuite", "club"), ("testsuite", "other")]
    assert len(root[0]) == len(CLUB.results)
    assert {c.get("classname") for c in root[0]} == {"club"}


def test_the_counts_are_right() -> None:
    root = parsed(CLUB, OTHER)
    counts = ("tests", "failures", "errors", "skipped")
    assert [[e.get(c) for c in counts] for e in (root, *root)] == [
        ["8", "1", "4", "0"],
        ["7", "1", "4", "0"],
        ["1", "0", "0", "0"],
    ]


def test_a_refuted_property_fails_with_its_place_and_witness() -> None:
    found = case(parsed(CLUB), "settle.conserved")
    assert (found.get("file"), found.get("line")) == ("rules/club.yaml", "4")
    (failure,) = found
    assert failure.tag == "failure"
    assert failure.get("type") == "refuted"
    assert "162 handed out, 152 won" in (failure.get("message") or "")
    assert (failure.text or "").splitlines() == [
        "rules/club.yaml:4",
        "| made: {pay: much}",
        "taker: 0",
        "card points: 82 80",
        "→ outcome: made",
        "→ paid: 82 80",
        "house rules: tie = kept",
    ]


@pytest.mark.parametrize("verdict", OPEN)
def test_what_is_not_proved_is_an_error(verdict: Verdict) -> None:
    (found,) = case(parsed(CLUB), f"claim {verdict.name.lower()}")
    assert found.tag == "error"
    assert found.get("type") == verdict.name.lower()


def test_proved_and_refuted_as_expected_pass() -> None:
    root = parsed(CLUB)
    assert len(case(root, "deal.complete")) == 0
    assert len(case(root, "claim bold")) == 0


def test_no_character_breaks_the_document() -> None:
    nasty = "<&>\"'\x07\x00 \udc80 ]]> line\nbreak 🂡"
    root = parsed(Proofs(nasty, 4, "c.yaml", [replace(REFUTED, detail=nasty, subject=nasty)]))
    (failure,) = root.iter("failure")
    shown = "<&>\"'\ufffd\ufffd \ufffd ]]> line\nbreak 🂡"
    assert (failure.get("message") or "").endswith(f"({shown})")
    assert root[0].get("name") == shown


def test_a_stopped_run_is_not_green() -> None:
    root = parsed(OTHER, stopped="stopped; 1 of 20 checks were made")
    assert (root.get("tests"), root.get("errors")) == ("2", "1")
    (error,) = root.iter("error")
    assert (error.get("type"), error.get("message")) == (
        "stopped",
        "stopped; 1 of 20 checks were made",
    )


def test_nothing_is_a_document_too() -> None:
    assert parsed().get("tests") == "0"
