"""What is published works by itself: no checkout beside it, no network to complete it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ("grammar", "rulesets")

pytestmark = pytest.mark.xdist_group("wheel")  # so that one worker builds, and only once

LOAD_ALL = """
import json, beloteql, beloteql.resources
ids = list(beloteql.bundled())
for each in ids:
    beloteql.load(each)
places = [beloteql.__file__, str(beloteql.resources.rulesets_root())]
print(json.dumps({"ids": ids, "places": places}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that sees nothing of our Python settings and must succeed."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_"))}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def inside(home: Path, what: str) -> Path:
    """A folder of the environment at `home`: its "scripts" or "purelib"."""
    return Path(sysconfig.get_path(what, "venv", {"base": str(home), "platbase": str(home)}))


def checkout_data() -> Iterator[tuple[str, bytes]]:
    for folder in DATA:
        for file in (ROOT / folder).rglob("*"):
            if file.is_file():
                yield file.relative_to(ROOT).as_posix(), file.read_bytes()


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    [file] = dist.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with the wheel in it.

    The dependencies are lent by the environment that runs the tests. Its own .pth files are
    not followed from there, so a checkout that is installed in it stays out of sight.
    """
    home = tmp_path_factory.mktemp("home").resolve()
    venv.create(home, with_pip=True, symlinks=os.name != "nt")
    python = inside(home, "scripts") / "python"
    run(python, "-I", "-m", "pip", "install", "--no-index", "--no-deps", wheel, cwd=home)
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (inside(home, "purelib") / "lent.pth").write_text("\n".join(sorted(lent)), encoding="utf-8")
    return home


def test_wheel_holds_the_package_and_nothing_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"beloteql"}
    assert "beloteql/py.typed" in names
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names)


def test_wheel_holds_every_grammar_and_ruleset(wheel: Path) -> None:
    prefix = "beloteql/_data/"
    with zipfile.ZipFile(wheel) as archive:
        shipped = {
            name.removeprefix(prefix): archive.read(name)
            for name in archive.namelist()
            if name.startswith(prefix)
        }
    expected = dict(checkout_data())
    assert {name.split("/")[0] for name in expected} == set(DATA)
    assert shipped == expected


def test_sdist_holds_what_it_takes_to_test(dist: Path) -> None:
    [file] = dist.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    own = Path(__file__).relative_to(ROOT).as_posix()
    assert {own, "Makefile", "LICENSE", "CHANGELOG.md", "pyproject.toml"} <= names
    assert {name for name, _ in checkout_data()} <= names
    assert any(name.startswith("docs/") for name in names)


def test_installed_wheel_loads_every_ruleset(home: Path) -> None:
    answer = json.loads(run(inside(home, "scripts") / "python", "-I", "-c", LOAD_ALL, cwd=home))
    for place in answer["places"]:
        assert Path(place).resolve().is_relative_to(home), "read from elsewhere than the wheel"
    files = {file.name for file in (ROOT / "rulesets").rglob("*.yaml")}
    expected = {name.removesuffix(".yaml") for name in files if not name.endswith(".cases.yaml")}
    assert expected
    assert set(answer["ids"]) == expected


def test_installed_wheel_has_the_command(home: Path) -> None:
    assert "verify" in run(inside(home, "scripts") / "beloteql", "--help", cwd=home)
