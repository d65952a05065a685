"""The rulesets that the page on the design prints, and what is wrong with others."""

from __future__ import annotations

import pytest

from beloteql.core.build import build
from beloteql.errors import RulesetError
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load_text
from tests.docs.test_snippets import SNIPPETS

PRINTED = dict(SNIPPETS)


def printed(name: str) -> Rules:
    return Rules(build(load_text(PRINTED[name])))


def broken(text: str) -> list[tuple[str, int]]:
    with pytest.raises(RulesetError) as error:
        build(load_text(text))
    return [(d.code, d.span.line if d.span else 0) for d in error.value.diagnostics]
