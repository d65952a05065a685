"""What no file of the repository may depend on, and what every module owes its reader."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pathspec
import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "beloteql").rglob("*.py"))
RULESETS = sorted(
    file for file in (ROOT / "rulesets").rglob("*.yaml") if not file.name.endswith(".cases.yaml")
)
MAX_LINES = 400

# Ids that are also words of the domain: a meld in score sheets is `"belote": [2]`.
VOCABULARY = {"belote"}

# Places that exist on one machine only.
MACHINE = re.compile(
    r"(?<![\w.])/(?:home|Users|root|work|workspace|tmp|mnt)/|\.\./shared\b|\b[A-Z]:\\\\?Users\b"
)


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"), filename=str(module))


def kept_files() -> Iterator[Path]:
    """Every file that .gitignore does not leave out."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = pathspec.GitIgnoreSpec.from_lines([*lines, ".git"])
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder)
        folders[:] = [f for f in folders if not ignored.match_file(f"{shown(here / f)}/")]
        yield from (here / n for n in names if not ignored.match_file(shown(here / n)))


def imported(module: Path) -> Iterator[str]:
    """The modules that a module imports, wherever in it the import stands."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))


def named_rulesets(module: Path, ids: set[str]) -> Iterator[str]:
    """The places where a module knows a ruleset, or a folder of rulesets, by name.

    A hyphenated id may stand nowhere, in no spelling, not even in a comment. One that is a
    plain word may occur in sentences, but not be a string of the code.
    """
    compound = [re.escape(i).replace(r"\-", "[-_ ]?") for i in ids if "-" in i]
    anywhere = re.compile("|".join(compound) or r"\Z.", re.IGNORECASE)
    for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), start=1):
        if anywhere.search(line):
            yield f"{shown(module)}:{number}: {line.strip()}"
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Constant) and node.value in ids - VOCABULARY:
            yield f"{shown(module)}:{node.lineno}: {node.value!r}"
        if isinstance(node, ast.Compare):
            # A word of the domain is none any more where it is compared with an id.
            text = ast.unparse(node)
            if re.search(r"\bid\b", text) and any(f"'{word}'" in text for word in VOCABULARY):
                yield f"{shown(module)}:{node.lineno}: {text}"


def test_there_is_something_to_look_at() -> None:
    assert ROOT / "beloteql" / "__init__.py" in MODULES
    assert RULESETS
    kept = set(kept_files())
    assert {Path(__file__), ROOT / ".ci" / "run", *MODULES, *RULESETS} <= kept


def test_no_module_knows_a_ruleset() -> None:
    ids = {file.stem for file in RULESETS}
    assert ids >= VOCABULARY, "an exception that is needed no longer"
    ids |= {file.parent.name for file in RULESETS} - {"shared"}
    assert [place for module in MODULES for place in named_rulesets(module, ids)] == []


def test_no_file_names_a_place_on_some_machine() -> None:
    found = []
    for file in kept_files():
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{shown(file)}:{i}: {t}" for i, t in enumerate(lines, 1) if MACHINE.search(t)]
    assert found == []


def test_only_the_solver_carrier_and_the_back_end_import_z3() -> None:
    allowed = re.compile(r"beloteql/(?:verify/(?:solve|smtlib)\.py|semantics/symbolic)")
    users = [shown(m) for m in MODULES if any(i.split(".")[0] == "z3" for i in imported(m))]
    assert [user for user in users if not allowed.match(user)] == []


def test_the_solver_is_imported_late() -> None:
    script = "import sys, beloteql, beloteql.cli; print('z3' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_a_module_is_about_one_thing(module: Path) -> None:
    lines = len(module.read_text(encoding="utf-8").splitlines())
    assert lines < MAX_LINES


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_a_public_module_says_what_it_is_for(module: Path) -> None:
    private = module.name.startswith("_") and module.name not in {"__init__.py", "__main__.py"}
    assert private or ast.get_docstring(tree(module))
