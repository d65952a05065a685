"""The catalogue of properties: by its code what each says, and what to do when it fails.

The texts are data (`catalogue.yaml`). Examples are changes to the small game, a ruleset that stands
beside it (`small-game.yaml`) and is extended by them.
"""

from __future__ import annotations

import textwrap
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from beloteql.errors import Diagnostic, UsageError

SMALL_GAME = "small-game"
"""The id of the ruleset that the examples extend."""


class Entry(NamedTuple):
    """What is said about a property: in a few words, and what to look for when it fails.

    `sentence` says it to those who play, `assumes` what is left open and what is taken for
    granted. `fails` and `passes` are changes to the small game, for which it is refuted and
    proved. All four may be empty.
    """

    title: str
    help: str
    sentence: str = ""
    assumes: str = ""
    fails: str = ""
    passes: str = ""

    @property
    def says(self) -> str:
        """The property as a sentence."""
        return self.sentence or f"{self.title[:1].upper()}{self.title[1:]}."


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Entry]:
    """All properties by code, in the order in which they are proved."""
    # The base loader builds texts, lists and mappings only.
    data: Any = yaml.load(_text("catalogue.yaml"), Loader=yaml.BaseLoader)  # noqa: S506
    return {
        code: Entry(
            parts["title"], parts["help"], parts.get("says", ""), parts.get("assumes", ""),
            parts.get("fails", ""), parts.get("passes", ""),
        )
        for code, parts in data.items()
    }  # fmt: skip


def small_game() -> str:
    """The ruleset that the examples extend, as text."""
    return _text(f"{SMALL_GAME}.yaml")


def changed(change: str) -> str:
    """The ruleset that an example makes of the small game, to be read from a file beside it."""
    head = f"beloteql: 1\nid: changed\nextends: {SMALL_GAME}\nname: {{en: The changed game}}\n"
    return head + change


def page(code: str) -> str:
    """The page of a property, or of the small game.

    Raises `UsageError` (BQ0804) with near codes if there is none.
    """
    if code == SMALL_GAME:
        return small_game().rstrip()
    entry = catalogue().get(code.lower())
    if entry is None:
        near = get_close_matches(code.lower(), catalogue(), n=3, cutoff=0.6)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        raise UsageError(Diagnostic("BQ0804", f'there is no code "{code}"', hint=hint))
    lines = [f"{code.lower()}: {entry.title}", "", _wrapped(entry.says)]
    for label, text in (
        ("What is open, and what is taken for granted:", entry.assumes),
        ("When it does not hold:", entry.help),
    ):
        if text:
            lines += ["", label, _wrapped(text)]
    for label, text in (
        ("Refuted, if the small game is changed so:", entry.fails),
        ("Proved, if it is changed so:", entry.passes),
    ):
        if text:
            lines += ["", label, "", *(f"    {line}".rstrip() for line in text.splitlines())]
    if entry.fails:
        lines += ["", f'"beloteql explain {SMALL_GAME}" prints the small game.']
    return "\n".join(lines)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 98, break_long_words=False, break_on_hyphens=False)


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
