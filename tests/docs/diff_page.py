"""The page on `beloteql diff` holds what the command prints.

`python -m tests.docs.diff_page` writes it anew.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "compare-two-variants.md"
BLOCK = re.compile(r"^```\n\$ (beloteql diff [^\n]+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def printed(command: str) -> str:
    """What a command writes."""
    from beloteql.cli import main

    out, code = io.StringIO(), None
    with redirect_stdout(out):
        try:
            main(shlex.split(command)[1:])
        except SystemExit as ended:
            code = ended.code
    if code not in {0, 1}:
        raise AssertionError(f"{command} ends with {code}")
    return out.getvalue()


def renewed(page: str) -> str:
    """The page with the output of all its commands."""
    return BLOCK.sub(lambda m: f"```\n$ {m[1]}\n{printed(m[1])}```", page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{PAGE} is written\n")
