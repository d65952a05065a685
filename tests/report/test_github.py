"""GitHub's workflow commands: one line each, escaped as the runner reads them back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from beloteql.report.github import escape, escape_property, github
from beloteql.report.proofs import Proofs
from beloteql.verify.verdict import Verdict
from tests.report.fakes import CLUB, OPEN, OTHER, REFUTED

COMMAND = re.compile(r"::(\w+) ((?:\w+=[^,:\r\n]*,?)+)::([^\r\n]*)")


def read_back(line: str) -> tuple[str, dict[str, str], str]:
    """Command, properties and message, as the runner makes them of a line."""
    found = COMMAND.fullmatch(line)
    assert found, line
    pairs = [part.split("=", 1) for part in found[2].split(",")]

    def plain(text: str) -> str:
        for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")):
            text = text.replace(code, character)
        return text.replace("%25", "%")

    return found[1], {n: plain(v) for n, v in pairs}, plain(found[3])


@pytest.mark.parametrize(
    ("text", "message", "in_property"),
    [
        ("plain", "plain", "plain"),
        ("100%", "100%25", "100%25"),
        ("%0A", "%250A", "%250A"),
        ("a\nb", "a%0Ab", "a%0Ab"),
        ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
        ("a: b, c", "a: b, c", "a%3A b%2C c"),
        ("a::error::b", "a::error::b", "a%3A%3Aerror%3A%3Ab"),
    ],
)
def test_escapes(text: str, message: str, in_property: str) -> None:
    assert escape(text) == message
    assert escape_property(text) == in_property


def test_a_refuted_property_is_an_error_on_its_line() -> None:
    line = next(github([CLUB]))
    assert line.startswith(
        "::error file=rules/club.yaml,line=4,col=5,title=club%3A settle.conserved::"
        "the settlement hands out exactly what was won: refuted (162 handed out, 152 won)%0A"
        "taker: 0%0A"
    )
    command, parts, message = read_back(line)
    assert command == "error"
    assert parts["title"] == "club: settle.conserved"
    assert message.splitlines()[-1] == "house rules: tie = kept"


def test_the_rest_that_is_not_green_are_warnings() -> None:
    _, *rest = github([CLUB])
    assert len(rest) == len(OPEN)
    assert {read_back(line)[0] for line in rest} == {"warning"}


def test_what_is_as_it_should_be_says_nothing() -> None:
    assert list(github([OTHER])) == []


def test_a_name_can_not_start_another_command() -> None:
    nasty = "x,line=9::boo\n::error::owned 50%"
    result = replace(REFUTED, subject=nasty, detail=nasty, span=None)
    (line,) = github([Proofs("a,b:c", 4, "a,b.yaml", [result])])
    _, parts, message = read_back(line)
    assert parts["file"] == "a,b.yaml"
    assert parts["line"] == "1"
    assert "col" not in parts
    assert parts["title"] == f"a,b:c: settle.conserved {nasty}"
    assert nasty in message


def test_a_stopped_run_is_an_error() -> None:
    assert list(github([OTHER], "stopped; 1 of 20 checks were made")) == [
        "::error title=beloteql::stopped; 1 of 20 checks were made"
    ]
    assert Verdict.UNDECIDED in OPEN
