"""The base of all schema models: a mapping of a ruleset file with known keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from beloteql.errors import nearest
from beloteql.source import Span
from beloteql.surface.fields import Translations, Word, collector, find_cut
from beloteql.surface.node import Mapping, MappingNode, Text


def _yaml_key(field: str) -> str:
    return field.rstrip("_").replace("_", "-")


class Part(BaseModel):
    """A mapping with known keys.

    An unknown key is recorded with a did-you-mean and left out, so that the rest is read.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        alias_generator=_yaml_key,
        arbitrary_types_allowed=True,
        # Only `Ruleset` is ever validated by itself; building the others too costs start-up time.
        defer_build=True,
    )

    _node: MappingNode = PrivateAttr()

    @property
    def span(self) -> Span:
        """Where the mapping stands."""
        return self._node.span

    @property
    def misspelt(self) -> bool:
        """Whether there was a key that is not known; something else may be missing for it."""
        return any(key not in self.keys() for key in self._node.index)

    def key_span(self, key: str) -> Span:
        """Where a key stands; the whole mapping if it is not there."""
        entry = self._node.index.get(key)
        return entry.key.span if entry else self._node.span

    @classmethod
    def keys(cls) -> list[str]:
        """The keys that the mapping may have, as written in YAML."""
        return [field.alias or name for name, field in cls.model_fields.items()]

    @model_validator(mode="wrap")
    @classmethod
    def _read(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        if not isinstance(data, Mapping):
            if isinstance(data, Text) and data == "":
                raise PydanticCustomError("BQ0304", "the entries are missing here", {})
            raise PydanticCustomError("BQ0303", "{what} is expected here, not {shown}",
                {"what": f"a mapping with {_some(cls.keys())}", "shown": _shape(data)})  # fmt: skip
        errors = collector(info)
        known = set(cls.keys())
        find_cut(data, errors, known)
        for key in data:
            if key not in known:
                errors.add(
                    "BQ0301",
                    f'unknown key "{key}"',
                    key.span,
                    expected=_some(cls.keys(), 12),
                    hint=nearest(key, known),
                )
        self = handler({k: v for k, v in data.items() if k in known})
        self._node = data.node
        return self


def _some(keys: Iterable[str], most: int = 4) -> str:
    words = [f'"{k}"' for k in keys]
    shown = words[:most]
    return ", ".join(shown) + (" …" if len(words) > most else "")


def _shape(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    return f'the text "{value}"'


class Entry(Part):
    """An entry that may carry the author's wording, its origin and a remark."""

    text: Translations | None = None
    """The author's own wording of the rule, by language; it replaces the generated one."""
    source: Word | None = None
    """Which document says so: a key of `sources`, with the place in it."""
