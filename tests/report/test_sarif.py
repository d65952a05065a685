"""SARIF: the parts of the schema that readers rely on, and what the kinds and levels mean."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from beloteql.report.proofs import Proofs
from beloteql.report.sarif import sarif, uri
from beloteql.source import Source, Span
from beloteql.verify import PROPERTIES as PROVED_PROPERTIES
from beloteql.verify.catalogue import catalogue
from beloteql.verify.verdict import Verdict
from tests.report.fakes import CLUB, OPEN, OTHER, PROVED, REFUTED


def written(*proofs: Proofs, stopped: str = "") -> Any:
    """The log as a reader gets it."""
    return json.loads(json.dumps(sarif(proofs, "1.2.3", stopped)))


def results(*proofs: Proofs) -> list[Any]:
    found = written(*proofs)["runs"][0]["results"]
    assert isinstance(found, list)
    return found


def check_message(message: Any) -> None:
    assert isinstance(message["text"], str)
    assert message["text"]
    assert set(message) <= {"text", "markdown"}


def check_log(log: Any) -> None:
    """The requirements of SARIF 2.1.0 on what this log uses."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert isinstance(driver["name"], str)
    assert driver["version"] == "1.2.3"
    for rule in driver["rules"]:
        assert isinstance(rule["id"], str)
        for part in ("shortDescription", "fullDescription", "help"):
            check_message(rule[part])
        assert rule["defaultConfiguration"]["level"] in {"none", "note", "warning", "error"}
    ids = [r["id"] for r in driver["rules"]]
    assert len(ids) == len(set(ids))
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    for invocation in run["invocations"]:
        assert isinstance(invocation["executionSuccessful"], bool)
        for note in invocation.get("toolExecutionNotifications", []):
            check_message(note["message"])
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["kind"] in {"pass", "fail"}
        # "If kind has any value other than fail, level SHALL be none."
        assert (result["kind"] == "pass") == (result["level"] == "none")
        assert result["level"] in {"none", "note", "warning", "error"}
        check_message(result["message"])
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert isinstance(place["artifactLocation"]["uri"], str)
        assert " " not in place["artifactLocation"]["uri"]
        assert all(isinstance(n, int) and n >= 1 for n in place["region"].values())
        assert "startLine" in place["region"]
        assert isinstance(result["properties"], dict)


def test_the_log_has_what_the_schema_asks_for() -> None:
    check_log(written(CLUB, OTHER))
    check_log(written())
    check_log(written(CLUB, stopped="stopped; 3 of 20 checks were made"))


def test_a_refuted_property_is_an_error_at_its_place_with_its_witness() -> None:
    found = next(r for r in results(CLUB) if r["ruleId"] == "settle.conserved")
    assert (found["kind"], found["level"]) == ("fail", "error")
    place = found["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "rules/club.yaml"}
    assert place["region"] == {"startLine": 4, "startColumn": 5, "endLine": 4, "endColumn": 9}
    assert found["message"]["text"].splitlines()[0] == (
        "club, settle.conserved: the settlement hands out exactly what was won: refuted "
        "(162 handed out, 152 won)"
    )
    assert "card points: 82 80" in found["message"]["text"]
    witness = found["properties"]["witness"]
    assert witness["kind"] == "score"
    assert witness["data"]["card_points"] == [82, 80]
    assert witness["found"] == {"outcome": "made", "paid": [82, 80]}


def test_proved_and_refuted_as_expected_pass() -> None:
    shown = {r["properties"]["verdict"]: r for r in results(CLUB)}
    for verdict in ("proved", "refuted, as expected"):
        assert (shown[verdict]["kind"], shown[verdict]["level"]) == ("pass", "none")
    assert "witness" in shown["refuted, as expected"]["properties"]


@pytest.mark.parametrize("verdict", OPEN)
def test_what_is_not_proved_is_a_warning(verdict: Verdict) -> None:
    (found,) = results(Proofs("club", 4, "club.yaml", [OPEN[verdict]]))
    assert (found["kind"], found["level"]) == ("fail", "warning")


def test_a_result_without_a_place_is_at_the_beginning_of_its_ruleset() -> None:
    (found,) = results(OTHER)
    place = found["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "rules/other.yaml"},
        "region": {"startLine": 1},
    }


def test_a_span_over_lines_and_characters_beyond_16_bits() -> None:
    source = Source("c.yaml", "🂡: {a: 1,\n  b: 2}\n")
    (found,) = results(Proofs("c", 4, "c.yaml", [replace(REFUTED, span=Span(source, 3, 17))]))
    region = found["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 4, "endLine": 2, "endColumn": 8}


def test_braces_are_no_placeholders() -> None:
    (found,) = results(Proofs("c", 4, "c.yaml", [replace(PROVED, detail="{0}")]))
    assert found["message"]["text"].endswith("({{0}})")
    assert found["properties"]["detail"] == "{0}"


def test_a_stopped_run_is_no_success() -> None:
    note = "stopped; 3 of 20 checks were made"
    (run,) = written(CLUB, stopped=note)["runs"]
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == note
    assert written(CLUB)["runs"][0]["invocations"] == [{"executionSuccessful": True}]


def test_names_of_files_become_references(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    inside = tmp_path / "build"
    inside.mkdir()
    monkeypatch.chdir(inside)
    assert uri("rules/my club.yaml") == "rules/my%20club.yaml"
    assert uri("./rules/club#1.yaml") == "rules/club%231.yaml"
    assert uri(str(inside / "rules" / "é.yaml")) == "rules/%C3%A9.yaml"
    assert uri("../club.yaml") == (tmp_path / "club.yaml").as_uri()
    assert uri(str(tmp_path / "a b.yaml")) == (tmp_path / "a b.yaml").as_uri()


def test_every_property_is_explained() -> None:
    for name in PROVED_PROPERTIES:
        assert any(code.startswith(name) for code in catalogue()), name
    for code in catalogue():
        assert any(code.startswith(name) for name in PROVED_PROPERTIES), code


def test_a_property_that_is_not_explained_is_shown_by_its_title() -> None:
    log = written(Proofs("c", 4, "c.yaml", [replace(PROVED, code="new.thing")]))
    check_log(log)
    (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == "The deal hands out each card once."
