"""The programs and questions in the how-to pages do what the pages say."""

import json
import re
import runpy
from pathlib import Path

import pytest

import beloteql
from beloteql.core.build import build
from beloteql.surface.load import load, load_text
from beloteql.verify import verify
from beloteql.verify.ask import ask

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
    from beloteql.semantics.rules import Rules

    tutorial = (FOLDER.parent / "tutorial.md").read_text(encoding="utf-8")
    club = re.findall(r"^```yaml\n(.*?)^```", tutorial, re.MULTILINE | re.DOTALL)[-1]
    page = (FOLDER / "write-cases.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```\n(beloteql-cases.*?)^```", page, re.MULTILINE | re.DOTALL)
    path = tmp_path / "our-club.cases.yaml"
    path.write_text(block, encoding="utf-8")
    outcomes = list(run(Rules(build(load_text(club))), read_cases(path)))
    assert len(outcomes) == 2
    assert [o.differences for o in outcomes if o.differences] == []


ASKED = re.findall(
    r'^beloteql ask ([\w-]+) "(.*?)"(?: --option (\S+)=(\S+))?$',
    (FOLDER / "ask-a-question.md").read_text(encoding="utf-8"), re.MULTILINE,
)  # fmt: skip
ANSWERS = [True, True, False, False, True]


# The deal with six tricks takes long to find; it stands in tests/verify/test_sentences.py.
@pytest.mark.parametrize(
    ("game", "question", "option", "value", "answer"),
    [
        (*row, answer)
        for row, answer in zip(ASKED, ANSWERS, strict=True)
        if "some deal" not in row[1]
    ],
)
def test_the_page_on_questions_tells_the_answers(
    game: str, question: str, option: str, value: str, answer: bool
) -> None:
    found = ask(load(game), question, {option: value} if option else {})
    assert found.answer is answer


@pytest.mark.parametrize("page", ["howto/ask-a-question.md", "design/language.md"])
def test_claims_that_are_sentences_hold(page: str) -> None:
    text = (FOLDER.parent / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for block in (b for b in blocks if "says:" in b):
        results = list(verify(build(load_text(block)), ["claim"]))
        assert len(results) > 2
        assert all(r.verdict.green for r in results)
