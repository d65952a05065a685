"""Whatever is done to a ruleset's text, it is read or refused; nothing else ever happens."""

from __future__ import annotations

from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beloteql.core.build import build
from beloteql.errors import RulesetError
from beloteql.report.diagnostics import as_json, render
from beloteql.semantics.checks import check
from beloteql.surface.load import bundled, load_text

TOKENS = (
    *("{", "}", "[", "]", "(", ")", ",", ":", ": ", "\n", "\n  ", "\t", "- ", "? ", "# ", "\0"),
    *('"', "'", "|\n", ">-\n", "&a ", "*a", "!!x ", "---\n", "%", "@", "`", "\ufeff", "\x85", "\\"),
    *("0", "010", "10", "-1", "10H", "1:30", "99999999999", "A", "h", "é", "🂡", "\u2028"),
    *(" and ", " not ", " if ", " then ", " else ", " in ", " some c in ", " div 0", " = ", "<"),
    *("..", " step ", " + ", "()", "dealer", "hand", "trick", "known(", "best", "me", "yes", "on"),
    *("remove", "before: any", "replace: yes", "extends: family", "by: kind", "is", "when", "set"),
)


@cache
def texts() -> tuple[str, ...]:
    """The bundled rulesets, and one written in full that others extend."""
    return tuple(path.read_text("utf-8") for path in bundled().values())


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(texts()))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 1, 2, 5, 17, 60, 400))))
        chunk = text[start:end]
        change = draw(st.sampled_from(("delete", "double", "swap", "replace", "insert", "lines")))
        if change == "delete":
            text = text[:start] + text[end:]
        elif change == "double":
            text = text[:end] + chunk + text[end:]
        elif change == "swap":
            middle = (start + end) // 2
            text = text[:start] + text[middle:end] + text[start:middle] + text[end:]
        elif change == "replace":
            other = draw(st.integers(0, len(text)))
            text = text[:start] + text[other : other + len(chunk)] + text[end:]
        elif change == "lines":
            lines = text.splitlines(keepends=True)
            first, second = (draw(st.integers(0, max(0, len(lines) - 1))) for _ in range(2))
            if lines:
                lines[first], lines[second] = lines[second], lines[first]
            text = "".join(lines)
        else:
            text = text[:start] + draw(st.sampled_from(TOKENS)) + text[start:]
    return text


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(mutated())
def test_mutated_rulesets_are_read_or_refused(text: str) -> None:
    try:
        found = check(build(load_text(text)))
    except RulesetError as error:
        found = error.diagnostics
        assert any(d.severity == "error" for d in found)
    for diagnostic in found:
        assert diagnostic.code.startswith("BQ")
        assert render(diagnostic, colour=False)
        assert as_json(diagnostic)["message"]
        if diagnostic.span is not None:
            assert 0 <= diagnostic.span.start <= diagnostic.span.end
            assert diagnostic.span.end <= len(diagnostic.span.source.text)
