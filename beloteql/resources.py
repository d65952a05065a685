"""Where the files that ship with the package lie.

In a checkout `grammar/` and `rulesets/` stand beside the package; in an installed
wheel they are inside it, under `_data/`.
"""

from __future__ import annotations

import os
import sys
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


def parser_cache() -> str | None:
    """Where the tables of the parser are kept between runs; None where nothing may be kept.

    Making them is an eighth of the start of a command. Lark makes them anew when the grammar,
    Lark or Python has changed, or the file can't be read.
    """
    folder = user_cache()
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return None if folder is None else str(folder / f"expression-{version}.tables")


def user_cache() -> Path | None:
    """A folder of the user's own for what can be made again; None where nothing may be kept.

    `BELOTEQL_NO_CACHE` turns it off.
    """
    if os.environ.get("BELOTEQL_NO_CACHE"):
        return None
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "beloteql"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    if not os.access(folder, os.W_OK):
        return None
    return folder
