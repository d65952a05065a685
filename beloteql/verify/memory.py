"""Proofs that were made before.

A proof is kept by the content of what it depends on, never by a name or a date: for the solver
that is the question itself. So after a rule has changed, what hangs on it is proved again, and
nothing else. Only proofs are kept. A witness is found, and confirmed, every time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from beloteql.errors import InternalError
from beloteql.resources import user_cache
from beloteql.source import Span

LARGEST = 16_000_000
_MONTH = 30 * 24 * 3600


class Memory:
    """Some proofs, by a digest of what each depends on, with a text about each.

    They are read from a file and added to it; without a path they are kept for this run alone.
    Lines that can't be read count for nothing: whatever they said is proved again.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path, self._known = path, dict[str, str]()
        if path is None or not path.is_file():
            return
        with contextlib.suppress(OSError):
            if path.stat().st_size > LARGEST:
                path.unlink()
                return
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                key, mark, text = line.partition("\t")
                if len(key) == 64 and mark:
                    self._known[key] = text

    def recall(self, *parts: bytes | str) -> str | None:
        """What was kept for something that depends on these parts; None if nothing was."""
        return self._known.get(_digest(parts))

    def keep(self, text: str, *parts: bytes | str) -> None:
        """Keep a text, in one line, for something that depends on these parts."""
        key = _digest(parts)
        self._known[key] = text
        if self._path is not None:
            # Several processes may add at the same time: a short line goes out in one piece.
            with contextlib.suppress(OSError), self._path.open("a", encoding="utf-8") as file:
                file.write(f"{key}\t{text}\n")


def _digest(parts: tuple[bytes | str, ...]) -> str:
    found = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()


def proofs_file(solver: str) -> Path | None:
    """Where proofs are kept between runs, by one version of the solver and of our own code.

    None where nothing may be kept. Files that nobody has used for a month are removed.
    """
    folder = user_cache()
    if folder is None:
        return None
    code = sha256(solver.encode())
    for source in sorted(Path(__file__).parents[1].rglob("*.py")):
        code.update(source.read_bytes())
    for old in folder.glob("proofs-*.txt"):
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < time.time() - _MONTH:
                old.unlink()
    return folder / f"proofs-{code.hexdigest()[:16]}.txt"


def content(value: Any) -> str:
    """A text that is equal for equal values of a program, in whatever run.

    Places in files are left out. A value of an unknown type is an error: it might not show
    what it holds.
    """
    if isinstance(value, Span):
        return ""
    if value is None or isinstance(value, bool | int | str | range):
        return repr(value)
    if isinstance(value, tuple | list):
        return f"[{' '.join(map(content, value))}]"
    if isinstance(value, frozenset | set):
        return f"{{{' '.join(sorted(map(content, value)))}}}"
    if isinstance(value, Mapping):
        return f"<{' '.join(f'{content(k)}={content(v)}' for k, v in value.items())}>"
    if is_dataclass(value):
        parts = (content(getattr(value, f.name)) for f in fields(value))
        return f"{type(value).__name__}({' '.join(parts)})"
    raise InternalError(f"no content of {value!r}")


class Digests:
    """Digests of the terms of the solver, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, bytes]] = {}

    def of(self, term: Any) -> bytes:
        """The digest of a term: equal for equal terms, in whatever run."""
        number = term.get_id()
        if number not in self._known:
            # The term is kept along: its number may be given to another once it is gone.
            self._known[number] = (term, sha256(term.sexpr().encode()).digest())
        return self._known[number][1]
