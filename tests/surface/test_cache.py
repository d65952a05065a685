"""The kept tables of the parser never decide what a ruleset means."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECK = [sys.executable, "-m", "beloteql", "check", "belote"]


def check(cache: Path | None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run `beloteql check` with a cache folder of its own."""
    own = {**os.environ, **env}
    if cache is not None:
        own["XDG_CACHE_HOME"] = str(cache)
    return subprocess.run(CHECK, capture_output=True, text=True, env=own, timeout=60, check=False)


def test_tables_are_kept_and_used(tmp_path: Path) -> None:
    for _ in range(2):
        done = check(tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    (kept,) = (tmp_path / "beloteql").iterdir()
    assert kept.stat().st_size > 1_000


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x80\x04N."])
def test_a_spoilt_file_does_no_harm(tmp_path: Path, content: bytes) -> None:
    assert check(tmp_path).returncode == 0
    (kept,) = (tmp_path / "beloteql").iterdir()
    kept.write_bytes(content)
    done = check(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_can_be_turned_off(tmp_path: Path) -> None:
    done = check(tmp_path, BELOTEQL_NO_CACHE="1")
    assert done.returncode == 0
    assert not list(tmp_path.iterdir())


def test_a_folder_that_can_not_be_made_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    assert check(blocked).returncode == 0
