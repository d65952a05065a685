"""Records replay, survive a cut last line, and go on where they stopped."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beloteql.errors import UsageError
from beloteql.game import record as records
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from tests.conftest import rules


def record_of(game: Rules, path: Path, moves: int = 10**6) -> Match:
    """Play at random and record; stop after so many moves."""
    with path.open("w", encoding="utf-8") as file:
        recorder = records.Recorder(file)
        recorder(records.header(game, 7, game.world.seats - 1))
        match = Match(game, 7, listener=recorder)
        chance = random.Random(7)
        while not match.over and moves:
            match.apply(chance.choice(match.legal_moves()))
            moves -= 1
    return match


def test_a_record_replays_to_the_same_end(game: Rules, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = record_of(game, path)
    first, events, _ = records.read(path)
    again = records.replay(game, first, events)
    assert (again.scores, again.winners, again.reason) == (
        match.scores, match.winners, match.reason,
    )  # fmt: skip


@pytest.mark.parametrize("cut", [1, 9, 40, 200])
def test_a_cut_record_of_the_sample_resumes(sample: Rules, tmp_path: Path, cut: int) -> None:
    resumes(sample, tmp_path, cut)


def test_a_cut_record_resumes(game: Rules, tmp_path: Path) -> None:
    resumes(game, tmp_path, 40)


def resumes(game: Rules, tmp_path: Path, cut: int) -> None:
    path = tmp_path / "match.jsonl"
    record_of(game, path, moves=60)
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    match, file = records.resume(game, path)
    chance = random.Random(1)
    with file:
        for _ in range(30):
            if match.over:
                break
            match.apply(chance.choice(match.legal_moves()))
    first, events, _ = records.read(path)
    again = records.replay(game, first, events)
    assert again.scores == match.scores
    assert again.to_move == match.to_move
    assert again.legal_moves() == match.legal_moves()


def test_a_record_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    game = rules("belote")
    path = tmp_path / "match.jsonl"
    record_of(game, path, moves=40)
    lines = path.read_text(encoding="utf-8").splitlines()
    plays = [i for i, line in enumerate(lines) if '"play"' in line]
    event = json.loads(lines[plays[3]])
    other = json.loads(lines[plays[2]])
    event["card"] = other["card"]
    lines[plays[3]] = json.dumps(event)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    first, events, _ = records.read(path)
    with pytest.raises(UsageError) as error:
        records.replay(game, first, events, "match.jsonl")
    assert error.value.diagnostic.code == "BQ0912"
    assert f"line {plays[3] + 1}" in error.value.diagnostic.message


@pytest.mark.parametrize("text", ["", "{}\n", "nonsense\n", '["a"]\n', '{"beloteql-record": 1}\n'])
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as error:
        records.read(path)
    assert error.value.diagnostic.code == "BQ0912"


def test_a_killed_process_leaves_a_record_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    code = (
        "import random, sys, time\n"
        "from tests.game.test_records import *\n"
        "game = rules('belote')\n"
        f"file = open({str(path)!r}, 'w', encoding='utf-8')\n"
        "recorder = records.Recorder(file)\n"
        "recorder(records.header(game, 7, 3))\n"
        "match = Match(game, 7, listener=recorder)\n"
        "chance = random.Random(7)\n"
        "while not match.over:\n"
        "    match.apply(chance.choice(match.legal_moves()))\n"
        "    time.sleep(0.005)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], env=os.environ)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") > 30:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    match, file = records.resume(rules("belote"), path)
    file.close()
    assert match.legal_moves()
    assert not match.over
