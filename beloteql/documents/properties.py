"""The reference page of the properties that are proved."""

from __future__ import annotations

import textwrap

from beloteql.verify.catalogue import Entry, catalogue, small_game
from beloteql.verify.verdict import Verdict

_INTRO = """
# The properties

What `beloteql verify` proves of a ruleset, property by property. The command `beloteql explain`
with a code, such as `play.legal-card`, prints the entry. `--only play` proves those whose code
begins so.

A property is proved for every case at once: every hand, every trick, every score sheet, all house
rules that go together. The cases are all that could be, and some of them never come up in play.
What holds for all of them holds for those that do. A case that refutes a property may be one that
play never leads to; it is still one for which the rules say nothing sensible. Every such case is
worked out by the interpreter before it is shown.

What can come out:
"""

_CLOSE = """
The rules of one game that no other game has are [claims](language.md) of its ruleset.
"""


def properties_reference() -> str:
    """The whole page, as Markdown."""
    parts = [_INTRO.strip(), _verdicts(), _index(), _game()]
    parts += [_entry(code, entry) for code, entry in catalogue().items()]
    return "\n\n".join([*parts, _CLOSE.strip()]) + "\n"


def _verdicts() -> str:
    names = {Verdict.EXPECTED: "refuted, as expected"}
    rows = [f"| {names.get(v, v.name.lower())} | {v.sentence} |" for v in Verdict]
    return "\n".join(["| verdict | what it says |", "|---|---|", *rows])


def _index() -> str:
    rows = [f"| [`{code}`](#{_anchor(code)}) | {e.title} |" for code, e in catalogue().items()]
    return "\n".join(["| code | title |", "|---|---|", *rows])


def _anchor(code: str) -> str:
    """How renderers of Markdown name the heading of a code."""
    return code.replace(".", "")


def _game() -> str:
    return (
        "## The small game\n\n"
        "The examples below are changes to this game, as a file that extends it has them. Save it "
        "as\n`small-game.yaml` to try them.\n\n"
        f"```yaml\n{small_game().rstrip()}\n```"
    )


def _entry(code: str, entry: Entry) -> str:
    parts = [f"## {code}", _wrapped(entry.says)]
    if entry.assumes:
        parts.append(_wrapped(f"**Open, and taken for granted.** {entry.assumes}"))
    parts.append(_wrapped(f"**When it does not hold.** {entry.help}"))
    for label, text in (("Refuted:", entry.fails), ("Proved:", entry.passes)):
        if text:
            parts.append(f"{label}\n\n```yaml\n{text.rstrip()}\n```")
    return "\n\n".join(parts)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 98, break_long_words=False, break_on_hyphens=False)
