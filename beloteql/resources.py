"""Where the files that ship with the package lie.

In a checkout `grammar/` and `rulesets/` stand beside the package; in an installed
wheel they are inside it, under `_data/`.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent


def grammar_file(name: str) -> Path:
    """The path of one grammar, for example `grammar_file("expression.lark")`."""
    return _ROOT / "grammar" / name


def rulesets_root() -> Path:
    """The folder of the rulesets that ship with beloteql."""
    return _ROOT / "rulesets"
