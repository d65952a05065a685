"""Messages in a language, read from `.ftl` files; a new language is one more file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beloteql.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fluent.runtime import FluentBundle

_HERE = Path(__file__).resolve().parent
FALLBACK = "en"


def languages() -> tuple[str, ...]:
    """Languages that there are phrases for."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.ftl")))


class Texts:
    """The messages of one language; what it lacks is said in English."""

    def __init__(self, language: str, files: tuple[Path, ...]) -> None:
        self.language = language
        self._bundles = [_bundle(language, files)]
        if language != FALLBACK:
            spare = tuple(p.with_name(f"{FALLBACK}.ftl") for p in files)
            self._bundles.append(_bundle(FALLBACK, spare))

    def has(self, message: str) -> bool:
        """Whether a message exists."""
        return any(b.has_message(message) for b in self._bundles)

    def say(self, message: str, **values: str | int) -> str:
        """A message with its parts filled in."""
        for bundle in self._bundles:
            if not bundle.has_message(message):
                continue
            pattern = bundle.get_message(message).value
            assert pattern is not None
            text, errors = bundle.format_pattern(pattern, values)
            if errors:
                raise InternalError(f"message {message}: {errors}")
            return str(text)
        raise InternalError(f"there is no message {message}")

    def translated(self, texts: Mapping[Any, str] | None) -> str:
        """An author's text in this language, else in English, else in any."""
        if not texts:
            return ""
        text = texts.get(self.language) or texts.get(FALLBACK) or next(iter(texts.values()))
        return " ".join(str(text).split())

    def sentence(self, text: str) -> str:
        """A text as a sentence: with a capital and a full stop."""
        text = text.strip()
        if not text:
            return ""
        # A bracket may open a sentence; the letter behind it gets the capital.
        start = len(text) - len(text.lstrip("("))
        text = text[:start] + text[start : start + 1].upper() + text[start + 1 :]
        return text if text[-1] in ".!?:" else text + "."


def _bundle(language: str, files: tuple[Path, ...]) -> FluentBundle:
    # Late: the parser of messages and the plural rules take a while to import.
    from fluent.runtime import FluentBundle, FluentResource

    bundle = FluentBundle([language], use_isolating=False)
    for path in files:
        if path.is_file():
            bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle


@lru_cache(maxsize=8)
def texts_for(language: str = FALLBACK, *folders: Path) -> Texts:
    """The phrases of a language, with further messages from other folders."""
    files = tuple(folder / f"{language}.ftl" for folder in (_HERE, *folders))
    return Texts(language, files)
