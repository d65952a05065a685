"""The small game with a change, as in the examples of the catalogue."""

from __future__ import annotations

import tempfile
from pathlib import Path

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.surface.load import load
from beloteql.verify import Result, verify
from beloteql.verify.catalogue import SMALL_GAME, changed, small_game


def changed_game(change: str, folder: Path | None = None) -> Program:
    """The small game with a change; both are written to a folder, as one does who tries it."""
    if folder is None:
        with tempfile.TemporaryDirectory() as name:
            return changed_game(change, Path(name))
    (folder / f"{SMALL_GAME}.yaml").write_text(small_game(), encoding="utf-8")
    path = folder / "changed.yaml"
    path.write_text(changed(change), encoding="utf-8")
    return build(load(path))


def results(change: str, code: str) -> list[Result]:
    """What comes of one property of the small game with a change."""
    return [r for r in verify(changed_game(change), [code]) if r.code == code]
