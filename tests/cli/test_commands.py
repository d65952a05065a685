"""The command line as its users meet it: whole processes, output, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from beloteql import __version__
from tests.conftest import GAMES


def run(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run `beloteql` with arguments."""
    return subprocess.run(
        [sys.executable, "-m", "beloteql", *arguments],
        input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=120,
        env={**os.environ, "PYTHONUTF8": "1", **env}, check=False,
    )  # fmt: skip


def test_version() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert __version__ in done.stdout


def test_list_shows_the_games() -> None:
    done = run("list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == GAMES
    rows = json.loads(run("list", "--format", "json").stdout)
    assert [r["id"] for r in rows] == GAMES
    assert next(r for r in rows if r["id"] == "klaverjas-amsterdam")["lines"] < 25


def test_check_of_a_good_ruleset() -> None:
    done = run("check", "belote")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no mistakes" in done.stdout


def test_check_shows_all_mistakes_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "beloteql: 1\nid: mine\nextends: belote\nname: {en: Mine}\n"
        "play:\n  legal:\n    trump: {cards: overtrmps}\n"
        "options:\n  target: {default: 999}\n",
        encoding="utf-8",
    )
    done = run("check", str(path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert "BQ0501" in done.stderr
    assert "BQ0606" in done.stderr
    assert 'did you mean "overtrumps"' in done.stderr
    assert f"{path}:7:20" in done.stderr
    assert "Traceback" not in done.stderr
    found = json.loads(run("check", str(path), "--format", "json").stdout)
    assert {(d["code"], d["line"]) for d in found} == {("BQ0501", 7), ("BQ0606", 9)}


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "belotte"), ("check", "/no/such.yaml"), ("check",), ("nonsense",),
        ("play", "belote", "--option", "tie=maybe", "--auto"), ("play", "family", "--auto"),
        ("docs", "nothing"), ("replay", "/no/such.jsonl"), ("explain", "BQ9999"),
        ("explain", "play.nothing"),
    ],
)  # fmt: skip
def test_a_request_that_can_not_be_met(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_explain_knows_messages_and_properties() -> None:
    assert run("explain", "bq0501").stdout.startswith("BQ0501: ")
    assert run("explain", "play.legal-card").stdout.startswith("play.legal-card: ")
    listed = run("explain").stdout.splitlines()
    assert any(line.startswith("BQ0501 ") for line in listed)
    assert any(line.startswith("play.legal-card ") for line in listed)


def test_a_message_is_explained_without_the_solver() -> None:
    script = (
        "import sys\nfrom beloteql.cli import main\n"
        "try: main(['explain', 'BQ0501'])\n"
        "except SystemExit: print('z3' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_no_such_ruleset_names_a_near_one() -> None:
    assert 'did you mean "belote"' in run("check", "belotte").stderr


def test_play_auto_repeats(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    done = run("play", "klaverjas-amsterdam", "--auto", "--seed", "4", "--record", str(record))
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert result["deals"] == 16
    assert (
        result["scores"]
        == json.loads(run("play", "klaverjas-amsterdam", "--auto", "--seed", "4").stdout)["scores"]
    )
    replayed = json.loads(run("replay", str(record)).stdout)
    assert replayed["scores"] == result["scores"]
    assert replayed["over"]


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text("precious", encoding="utf-8")
    done = run("play", "belote", "--auto", "--seed", "1", "--record", str(record))
    assert done.returncode == 2
    assert record.read_text(encoding="utf-8") == "precious"


def test_play_at_the_table_explains_and_stops(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    done = run("play", "klaverjas-rotterdam", "--seed", "2", "--record", str(record),
               stdin="help\nchoose H\nnonsense\nwhy 7C\nquit\n")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "calls: choose ♣" in done.stdout
    assert "hand: " in done.stdout
    assert "not allowed here" in done.stdout
    resumed = run("play", "--resume", str(record), stdin="quit\n")
    assert resumed.returncode == 0
    assert "by you" in resumed.stdout


def test_no_colour_codes_without_a_terminal() -> None:
    done = run("play", "belote", "--seed", "1", stdin="quit\n")
    assert "\x1b" not in done.stdout + done.stderr


def test_questions_read_one_object_or_lines() -> None:
    position = {
        "id": "a", "contract": {"kind": "suit", "trump": "S", "by": 0},
        "trick": {"leader": 1, "cards": ["AH", "7S", "10H", "KH"]},
    }  # fmt: skip
    one = run("winner", "belote", stdin=json.dumps(position, indent=2))
    assert one.returncode == 0
    assert json.loads(one.stdout) == {"id": "a", "seat": 2, "card": "7S"}
    many = run("winner", "belote", stdin="\n".join([json.dumps(position)] * 2 + ["{"]))
    assert many.returncode == 1
    assert len(many.stdout.splitlines()) == 3


def test_a_closed_pipe_is_no_fault() -> None:
    done = subprocess.run(  # noqa: S602 - the pipe is what is tested; nothing of a user is in it
        f"{sys.executable} -m beloteql schema | head -n 1",
        shell=True, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
