"""`beloteql verify` as build servers meet it: formats, several at a time, Ctrl-C."""

from __future__ import annotations

import gc
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from beloteql.cli.proving import Manner, Task, prove
from beloteql.errors import InternalError, RulesetError, UsageError
from beloteql.report.verdicts import as_json
from beloteql.verify import PROPERTIES
from tests.cli.test_commands import run
from tests.report.fakes import REFUTED

RULESET = """beloteql: 1
id: {id}
extends: {base}
name: {{en: Mine}}
{change}
"""
CHECKS = 2 * len(PROPERTIES)
"""How many there are of two rulesets."""
DEAD = "play: {legal: {late: {when: partner-winning, cards: trumps}}}"


def ruleset(folder: Path, name: str, base: str, change: str = "") -> str:
    path = folder / f"{name}.yaml"
    path.write_text(RULESET.format(id=name, base=base, change=change), encoding="utf-8")
    return str(path)


@pytest.fixture
def two(tmp_path: Path) -> list[str]:
    """A ruleset with a dead rule, and one without a fault; the second is proved sooner."""
    return [
        ruleset(tmp_path, "first", "klaverjas-rotterdam", DEAD),
        ruleset(tmp_path, "second", "klaverjas-amsterdam"),
    ]


def test_the_output_does_not_depend_on_the_jobs(two: list[str]) -> None:
    one = run("verify", *two, "--only", "play", "--jobs", "1")
    both = run("verify", *two, "--only", "play", "--jobs", "2")
    assert one.returncode == both.returncode == 1
    assert one.stdout == both.stdout
    assert one.stderr == both.stderr == ""
    lines = one.stdout.splitlines()
    assert lines[0] == "first"
    assert "second" in lines
    counted = re.fullmatch(r"(\d+) properties: (\d+) proved, 1 refuted", lines[-1])
    assert counted is not None
    rows = [line for line in lines if line.startswith("  ") and " play." in line]
    assert int(counted[1]) == int(counted[2]) + 1 == len(rows)
    assert f"{two[0]}:5:" in one.stdout


def test_sarif(two: list[str]) -> None:
    done = run("verify", *two, "--only", "play.no-dead-rule", "--format", "sarif")
    assert done.returncode == 1
    assert done.stderr == "2 properties: 1 proved, 1 refuted\n"
    results = json.loads(done.stdout)["runs"][0]["results"]
    assert [(r["properties"]["ruleset"], r["kind"]) for r in results] == [
        ("first", "fail"),
        ("second", "pass"),
    ]


def test_junit(two: list[str]) -> None:
    done = run("verify", *two, "--only", "deal", "--format", "junit")
    assert done.returncode == 0
    root = ET.fromstring(done.stdout.encode())  # noqa: S314 - we wrote it ourselves
    assert [c.get("classname") for c in root.iter("testcase")] == ["first", "second"]


def test_github_names_files_from_the_top_of_the_checkout(tmp_path: Path) -> None:
    path = ruleset(tmp_path, "first", "klaverjas-rotterdam", DEAD)
    done = subprocess.run(
        [sys.executable, "-m", "beloteql", "verify", path, "--only", "play.no-dead-rule",
         "--format", "github"],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    assert line.startswith("::error file=first.yaml,line=5,col=")


def test_a_mistake_in_the_last_ruleset_shows_before_anything_is_proved(two: list[str]) -> None:
    done = run("verify", *two, "belotte")
    assert done.returncode == 2
    assert done.stdout == ""
    assert 'did you mean "belote"' in done.stderr


@pytest.mark.parametrize("wrong", [("--jobs", "0"), ("--format", "xml"), ("--only", "nothing")])
def test_requests_that_make_no_sense(wrong: tuple[str, str]) -> None:
    done = run("verify", "belote", *wrong)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


# Started with the usual meaning of Ctrl-C, which a process in the background would not have.
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from beloteql.cli import main
main(["verify", *sys.argv[1:]])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="terminals and process groups of POSIX")
@pytest.mark.parametrize("shape", ["text", "sarif", "junit", "json"])
def test_ctrl_c_closes_what_was_begun(shape: str, two: list[str]) -> None:
    """Watches the progress line, and interrupts the whole group as a terminal does."""
    terminal, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *two, "--format", shape, "--jobs", "1"],
        stdout=subprocess.PIPE, stderr=theirs, start_new_session=True,
        env={**os.environ, "PYTHONUTF8": "1", "TERM": "xterm", "COLUMNS": "80"},
    ) as process:  # fmt: skip
        os.close(theirs)
        talk = b""
        limit = time.monotonic() + 60
        while b"\r\x1b[2K1 of %d done, proving " % CHECKS not in talk and time.monotonic() < limit:
            talk += os.read(terminal, 4096)
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    try:
        while more := os.read(terminal, 4096):
            talk += more
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    assert process.returncode == 130
    note = talk.decode().rpartition("\r\x1b[2K")[2].splitlines()[-1]  # the line is cleared
    assert note.startswith("stopped; ")
    assert note.endswith(f" of {CHECKS} checks were made")
    assert b"Traceback" not in talk
    text = out.decode()
    if shape == "text":
        assert text.splitlines()[0] == "first"
        assert "deal.complete" in text
        assert "undecided" not in text
    elif shape == "junit":
        root = ET.fromstring(out)  # noqa: S314 - we wrote it ourselves
        names = [c.get("name") for c in root.iter("testcase")]
        assert names[0] == "deal.complete"
        assert [e.get("message") for e in root.iter("error")] == [note]
    else:
        data = json.loads(text)
        rows = data if shape == "json" else data["runs"][0]["results"]
        assert (rows[0].get("code") or rows[0]["ruleId"]) == "deal.complete"


class Pipe:
    """Keeps what is sent, as it is after crossing to another process."""

    def __init__(self, *messages: Any) -> None:
        self.messages = list(messages)

    def send(self, message: Any) -> None:
        self.messages.append(pickle.loads(pickle.dumps(message)))  # noqa: S301 - our own

    def recv(self) -> Any:
        if not self.messages:
            raise EOFError
        return self.messages.pop(0)

    def close(self) -> None:
        pass


class Process:
    """One that has ended by itself."""

    exitcode = -9

    def join(self, timeout: float | None = None) -> None:
        pass

    def is_alive(self) -> bool:
        return False


def received(pipe: Pipe) -> Task:
    """What the command makes of messages."""
    task = Task("x", process=Process(), pipe=pipe)
    while not task.ended:
        task.receive()
    return task


def sent(name: str, *only: str) -> Pipe:
    pipe = Pipe()
    prove(pipe, name, Manner(only), gc.get_threshold())
    return pipe


def test_results_cross_between_processes() -> None:
    pipe = Pipe()
    pipe.send(("done", [REFUTED]))
    pipe.send(("end",))
    (result,) = received(pipe).results
    assert as_json(result) == as_json(REFUTED)
    assert str(result.span) == str(REFUTED.span)


def test_mistakes_cross_between_processes(tmp_path: Path) -> None:
    error = received(sent("belotte")).error
    assert isinstance(error, UsageError)
    assert error.diagnostic.code == "BQ0405"
    path = ruleset(tmp_path, "broken", "belote", "options: {target: {default: 999}}\nplay: {x: 1}")
    error = received(sent(path)).error
    assert isinstance(error, RulesetError)
    assert len(error.diagnostics) > 1
    assert all(d.span is not None for d in error.diagnostics)


def test_faults_cross_between_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: Any) -> Any:
        raise ValueError("no such luck")

    monkeypatch.setattr("beloteql.verify.check", wrong)
    error = received(sent("belote", "deal")).error
    assert isinstance(error, InternalError)
    assert str(error) == "ValueError: no such luck"
    assert "Traceback" in error.__notes__[0]


def test_a_process_that_was_killed_is_a_fault() -> None:
    task = received(Pipe(("begin", "deal")))
    assert isinstance(task.error, InternalError)
    assert str(task.error) == "the process that proves x ended with -9"


def test_a_deal_that_refutes_can_be_replayed(tmp_path: Path) -> None:
    path = ruleset(tmp_path, "stuck", "klaverjas-rotterdam", "play: {legal: {any: remove}}")
    record = tmp_path / "deal.jsonl"
    done = run("verify", path, "--only", "play.legal", "--witness", str(record))
    assert done.returncode == 1
    assert "in a deal:" in done.stdout
    done = run("replay", str(record), "--ruleset", path)
    assert done.returncode == 0
    stands = json.loads(done.stdout)
    assert (stands["over"], stands["deals"]) == (False, 0)
    assert stands["to_move"] is not None
    done = run("verify", "klaverjas-rotterdam", "--only", "deal", "--witness", str(record))
    assert "no refuted property" in done.stderr
