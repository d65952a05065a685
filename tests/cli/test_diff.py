"""The command `diff` as its users meet it."""

from __future__ import annotations

import gc
import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from beloteql.cli import main

COPY = "beloteql: 1\nid: copy\nextends: klaverjas-rotterdam\nname: {en: A copy}\n"


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str) -> Done:
    """Run `beloteql` in this process: each start of another would cost a second."""
    out, err = io.StringIO(), io.StringIO()
    kept = gc.get_threshold()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(list(arguments))
    gc.unfreeze()
    gc.set_threshold(*kept)
    return Done(int(ended.value.code or 0), out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def both_ways() -> str:
    done = run("diff", "klaverjas-rotterdam", "klaverjas-amsterdam", "--deals", "20")
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


def test_it_shows_what_is_written_with_both_places(both_ways: str) -> None:
    lines = both_ways.splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith("~ legal.trump.cards"))
    assert lines[at + 1].split() == ["A", "trumps", "rulesets/shared/family.yaml:79"]
    assert lines[at + 2].strip().startswith("B any-card except trumps  rulesets/klaverjas/")


def test_it_shows_cases_with_the_rules_that_decide(both_ways: str) -> None:
    assert both_ways.count("a deal that leads here, every card so far legal in both") == 2
    assert both_ways.count("decides: ") == 4
    assert "each allows cards that the other does not" in both_ways
    assert "20 deals, seed 0" in both_ways
    assert "\x1b" not in both_ways


def test_a_copy_means_the_same(tmp_path: Path) -> None:
    path = tmp_path / "copy.yaml"
    path.write_text(COPY, encoding="utf-8")
    parts = [f"--only={p}" for p in ("points", "settlement", "auction", "random")]
    done = run("diff", "klaverjas-rotterdam", str(path), "--deals", "10", *parts)
    assert (done.returncode, done.stderr) == (0, "")
    assert "  different " not in done.stdout
    assert "0.0 % of the deals pay other points" in done.stdout


def test_json_repeats_byte_for_byte() -> None:
    asked = ("diff", "belote", "belote-seed", "--only", "settlement", "--only", "structure",
             "--only", "random", "--deals", "5", "--format", "json")  # fmt: skip
    one, two = run(*asked), run(*asked)
    assert one.stdout == two.stdout
    assert one.returncode == 1
    found = json.loads(one.stdout)
    assert (found["a"]["id"], found["b"]["id"]) == ("belote", "belote-seed")
    assert {r["name"] for r in found["structure"]["house_rules"]} >= {"tie", "capot"}
    (part,) = found["meaning"]
    assert (part["part"], part["kind"], part["relation"]) == ("settlement", "suit", "different")
    assert part["cases"][0]["a"]["breakdown"][0]["file"].startswith("rulesets/")
    assert found["random"]["deals"] == 5
    assert all(set(c["a"]["place"]) for c in found["structure"]["changes"] if c["a"])


def test_games_for_another_table() -> None:
    done = run("diff", "belote", "belote-three")
    assert done.returncode == 1
    assert "A has 4 players, B has 3" in done.stdout
    assert "What is written differently" in done.stdout
    assert "points of the cards, suit" in done.stdout


def test_the_structure_alone_decides_where_nothing_else_is_asked() -> None:
    assert run("diff", "belote", "belote", "--only", "structure").returncode == 0
    assert run("diff", "belote", "belote-bga", "--only", "structure").returncode == 1


def test_house_rules_are_chosen_for_both_or_for_one() -> None:
    same = run("diff", "belote", "belote", "--option", "tie=made", "--only", "settlement")
    assert same.returncode == 0
    assert "with tie = made" in same.stdout
    other = run("diff", "belote", "belote", "--option-b", "tie=made", "--only", "settlement")
    assert other.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("belote",), "Missing argument"), (("belote", "belotte"), "BQ0405"),
        (("belote", "family"), "BQ0407"), (("belote", "contree", "--only", "cards"), "no part"),
        (("belote", "contree", "--option", "tea=no"), "BQ0801"),
        (("belote", "contree", "--option-a", "tie=tea"), "BQ0802"),
        (("belote", "contree", "--deals", "-1"), "--deals"),
    ],
)  # fmt: skip
def test_a_request_that_can_not_be_met(arguments: tuple[str, ...], word: str) -> None:
    done = run("diff", *arguments)
    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_not_decided_has_a_code_of_its_own(tmp_path: Path) -> None:
    text = COPY + (
        "talks:\n  choosing:\n    round:\n      calls:\n"
        "        pass: {when: choice != forced and (hand(me) = no-cards or yes)}\n"
    )
    path = tmp_path / "copy.yaml"
    path.write_text(text, encoding="utf-8")
    done = run("diff", "klaverjas-rotterdam", str(path), "--only", "auction")
    assert done.returncode == 3
    assert "no difference found" in done.stdout
