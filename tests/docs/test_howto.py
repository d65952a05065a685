"""The programs and questions in the how-to pages do what the pages say."""

import json
import re
import runpy
from pathlib import Path

import pytest

import beloteql

FOLDER = Path(__file__).parents[2] / "docs" / "howto"
QUESTION = re.compile(r"echo '(\{.*?\})' \|\s+beloteql (\w+) ([\w-]+)", re.DOTALL)
QUESTIONS = [
    found
    for page in sorted(FOLDER.glob("*.md"))
    for found in QUESTION.findall(page.read_text(encoding="utf-8"))
]


def test_the_python_of_a_page_runs(tmp_path: Path) -> None:
    page = (FOLDER / "embed-the-engine.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 1
    program = tmp_path / "program.py"
    program.write_text("\n".join(blocks), encoding="utf-8")
    names = runpy.run_path(str(program))
    assert names["match"].over


@pytest.mark.parametrize(("position", "question", "ruleset"), QUESTIONS)
def test_a_question_of_a_page_has_an_answer(position: str, question: str, ruleset: str) -> None:
    answer = beloteql.load(ruleset).ask(question, json.loads(position))
    assert "error" not in answer


def test_the_pages_ask_questions() -> None:
    assert {question for _, question, _ in QUESTIONS} >= {"legal", "winner", "score"}


def test_the_cases_of_the_page_hold(tmp_path: Path) -> None:
    from beloteql.batch.cases import read_cases, run
    from beloteql.core.build import build
    from beloteql.semantics.rules import Rules
    from beloteql.surface.load import load_text

    tutorial = (FOLDER.parent / "tutorial.md").read_text(encoding="utf-8")
    club = re.findall(r"^```yaml\n(.*?)^```", tutorial, re.MULTILINE | re.DOTALL)[-1]
    page = (FOLDER / "write-cases.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```\n(beloteql-cases.*?)^```", page, re.MULTILINE | re.DOTALL)
    path = tmp_path / "our-club.cases.yaml"
    path.write_text(block, encoding="utf-8")
    outcomes = list(run(Rules(build(load_text(club))), read_cases(path)))
    assert len(outcomes) == 2
    assert [o.differences for o in outcomes if o.differences] == []
