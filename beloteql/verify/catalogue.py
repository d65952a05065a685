"""The catalogue of properties: by its code what each says, and what to do when it fails.

The texts are data (`catalogue.yaml`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml


class Entry(NamedTuple):
    """What is said about a property: in a few words, and what to look for when it fails."""

    title: str
    help: str

    @property
    def says(self) -> str:
        """The property as a sentence."""
        return f"{self.title[:1].upper()}{self.title[1:]}."


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Entry]:
    """All properties by code, in the order in which they are proved."""
    path = Path(__file__).with_name("catalogue.yaml")
    # The base loader builds texts, lists and mappings only.
    data: Any = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    return {code: Entry(parts["title"], parts["help"]) for code, parts in data.items()}
