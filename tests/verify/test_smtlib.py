"""Questions written down: plain SMT-LIB 2, and other solvers decide them alike."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import z3

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load
from beloteql.verify import Inquiry, check, selected
from beloteql.verify.inquiry import Question
from beloteql.verify.smtlib import SmtLib
from tests.cli.test_commands import run

STEPS = 100_000
"""What cvc5 may do on one question: some seconds."""


def questions(program: Program, *names: str) -> list[Question]:
    """All that the solver is asked about a ruleset."""
    asked: list[Question] = []
    inquiry = Inquiry(program, listener=asked.append)
    for name in selected(names):
        check(inquiry, name)
    return asked


def status(question: Question) -> str:
    return "sat" if question.answer.yes else "unsat" if question.answer.no else "unknown"


def test_written_questions_are_plain_and_say_what_they_said() -> None:
    shown, program = SmtLib(), build(load("klaverjas-amsterdam"))
    asked = questions(program, "play.no-dead", "points", "settle.covered")
    assert {status(q) for q in asked} >= {"sat", "unsat"}
    for question in asked:
        text = shown.text(question)
        assert f"(set-info :status {status(question)})" in text
        assert not any(word in text for word in ("at-most", "pbeq", "pble"))
        solver = z3.Solver()
        solver.from_string(text)
        assert str(solver.check()) == status(question)
        truths = shown.truths(question)
        if truths is not None:
            assert "Int" not in truths
            part = z3.Solver()
            part.from_string(truths)
            # A part may be possible where the whole is not, never the other way round.
            assert status(question) == "unsat" or str(part.check()) == "sat"


def test_the_command_writes_them(tmp_path: Path) -> None:
    done = run("verify", "klaverjas-rotterdam", "--only", "points", "--smt-lib", str(tmp_path))
    assert done.returncode == 0
    (file,) = (tmp_path / "klaverjas-rotterdam").iterdir()
    assert file.name == "0001-points.total.smt2"
    assert file.read_text(encoding="utf-8").startswith("; points.total: suit\n")
    (tmp_path / "blocked").write_text("in the way")
    there = str(tmp_path / "blocked" / "below")
    done = run("verify", "klaverjas-rotterdam", "--only", "points", "--smt-lib", there)
    assert done.returncode == 2
    assert "BQ0805" in done.stderr


@pytest.mark.sweep
def test_other_solvers_decide_alike(
    game: Rules, record_property: Callable[[str, object], None]
) -> None:
    cvc5 = pytest.importorskip("cvc5", reason="pip install .[second-opinion]")
    bitwuzla = pytest.importorskip("bitwuzla", reason="pip install .[second-opinion]")

    def by_cvc5(text: str) -> str:
        solver = cvc5.Solver(cvc5.TermManager())
        solver.setOption("rlimit-per", str(STEPS))
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
        symbols, said = parser.getSymbolManager(), ""
        while not (command := parser.nextCommand()).isNull():
            said += command.invoke(solver, symbols)
        return said.split()[0]

    def by_bitwuzla(text: str) -> str:
        parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
        parser.parse(text, True, False)
        return str(parser.bitwuzla().check_sat())

    shown, counts = SmtLib(), Counter[str]()
    for question in questions(game.program):
        if any(c is False for c in question.conditions):
            continue  # impossible without any solver
        found = status(question)
        counts["asked"] += 1
        second = by_cvc5(shown.text(question))
        assert second in {found, "unknown"} or found == "unknown", question.about
        counts["cvc5"] += second == found
        truths = shown.truths(question) if found == "unsat" else None
        third = "sat" if truths is None else by_bitwuzla(truths)
        counts["bitwuzla"] += third == "unsat"
        counts["confirmed"] += found in {second, third}
    share = ", ".join(f"{n} {counts[n]}" for n in ("asked", "confirmed", "cvc5", "bitwuzla"))
    record_property("second opinion", share)
    sys.stderr.write(f"{game.program.id}: {share}\n")
    assert counts["confirmed"] > counts["asked"] * 0.9
