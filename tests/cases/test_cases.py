"""Every fact in the cases files beside the rulesets holds."""

from __future__ import annotations

import pytest

from beloteql.batch.cases import Case, cases_path, read_cases, run
from beloteql.errors import RulesetError
from tests.conftest import GAMES, program, rules


def _all() -> list[tuple[str, Case]]:
    found = []
    for name in GAMES:
        path = program(name).loaded.path
        assert path is not None
        found += [(name, case) for case in read_cases(cases_path(path))]
    return found


ALL = _all()


@pytest.mark.parametrize(("name", "case"), ALL, ids=[f"{n}-{c.section}-{c.name}" for n, c in ALL])
def test_case(name: str, case: Case) -> None:
    (outcome,) = run(rules(name), [case])
    assert not outcome.differences, f"{case.span}: {outcome.differences}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_facts_of_each_kind(name: str) -> None:
    sections = {case.section for game, case in ALL if game == name}
    assert {"legal", "score", "auction"} <= sections


@pytest.mark.parametrize("name", ["belote", "klaverjas-rotterdam", "klaverjas-amsterdam"])
def test_the_games_that_others_extend_have_tricks_and_whole_deals_too(name: str) -> None:
    sections = {case.section for game, case in ALL if game == name}
    assert {"winner", "deals"} <= sections


@pytest.mark.parametrize("name", GAMES)
def test_every_case_names_its_source(name: str) -> None:
    for game, case in ALL:
        if game == name:
            text = case.span.source.text[case.span.start :].split("expect:")[0]
            assert "source:" in text, f"{case.span} has no source"


def test_a_wrong_fact_is_reported() -> None:
    case = ALL[0][1]
    wrong = Case(case.section, case.name, case.span, case.position, {"legal": ["7C"]})
    (outcome,) = run(rules(ALL[0][0]), [wrong])
    assert outcome.differences
    assert "expected ['7C']" in outcome.differences[0]


def test_a_case_without_position_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "x.cases.yaml"
    path.write_text("legal:\n  a: {expect: {legal: []}}\nlegl:\n  b: {}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as error:
        read_cases(path)
    assert [(d.code, d.span.line if d.span else 0) for d in error.value.diagnostics] == [
        ("BQ0302", 2), ("BQ0301", 3),
    ]  # fmt: skip
