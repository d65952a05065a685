"""The catalogue of codes: for each a title, what it means, and a bad and a good example.

The texts are data (`catalogue.yaml`), so that examples can name rulesets.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from beloteql.errors.diagnostic import Diagnostic, UsageError


@dataclass(frozen=True, slots=True)
class Entry:
    """What is said about a code. Codes that no text can show have no examples."""

    code: str
    title: str
    why: str
    bad: str = ""
    good: str = ""


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Entry]:
    """All codes, in order."""
    path = Path(__file__).with_name("catalogue.yaml")
    # The base loader builds texts, lists and mappings only.
    data: Any = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    return {code: _entry(code, parts, data["head"]) for code, parts in data["codes"].items()}


def _entry(code: str, parts: dict[str, str], head: str) -> Entry:
    # Codes of positions are shown by JSON, all others by a ruleset below the common head.
    before = "" if code.startswith("BQ09") else head
    bad, good = (before + parts[k] if k in parts else "" for k in ("bad", "good"))
    return Entry(code, parts["title"], parts["why"], bad, good)


def page(code: str) -> str:
    """The page of a code. Raises `UsageError` (BQ0804) with near codes if there is none."""
    entry = catalogue().get(code.upper())
    if entry is None:
        near = get_close_matches(code.upper(), catalogue(), n=3, cutoff=0.6)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        raise UsageError(Diagnostic("BQ0804", f'there is no code "{code}"', hint=hint))
    lines = [f"{entry.code}: {entry.title}", "", entry.why]
    for label, text in (("Not so:", entry.bad), ("But so:", entry.good)):
        if text:
            lines += ["", label, "", *(f"    {line}".rstrip() for line in text.splitlines())]
    return "\n".join(lines)
