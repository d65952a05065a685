"""How a finding looks to a person, character by character, and to a program."""

from __future__ import annotations

import json

from beloteql.errors import Diagnostic
from beloteql.report.diagnostics import MAX_WIDTH, as_json, render
from beloteql.source import Source, Span


def at(text: str, part: str, name: str = "game.yaml") -> Span:
    """The first place of a part in a text."""
    start = text.index(part)
    return Span(Source(name, text), start, start + len(part))


def lines(found: Diagnostic) -> list[str]:
    return render(found, colour=False).splitlines()


def test_caret_under_the_part_that_is_meant() -> None:
    text = "id: x\nplay:\n  leader: deler\n"
    found = Diagnostic(
        "BQ0501",
        '"deler" is not known here',
        at(text, "deler"),
        expected="a player",
        hint='did you mean "dealer"?',
    )
    assert lines(found) == [
        'error[BQ0501]: "deler" is not known here',
        " --> game.yaml:3:11",
        "  |",
        "3 |   leader: deler",
        "  |           ^^^^^",
        "  = expected: a player",
        '  = hint: did you mean "dealer"?',
    ]


def test_warning_without_a_place() -> None:
    found = Diagnostic("BQ0801", "no such option", severity="warning", hint="look")
    assert lines(found) == ["warning[BQ0801]: no such option", "  = hint: look"]


def test_tab_before_the_caret() -> None:
    text = "play:\n\tleader:\tdeler\n"
    assert lines(Diagnostic("BQ0501", "x", at(text, "deler")))[2:] == [
        "  |",
        "2 |     leader:    deler",
        "  |                ^^^^^",
    ]


def test_tab_under_the_caret() -> None:
    text = "play:\n\tleader: dealer\n"
    assert lines(Diagnostic("BQ0111", "a tab", at(text, "\t")))[1:] == [
        " --> game.yaml:2:1",
        "  |",
        "2 |     leader: dealer",
        "  | ^^^^",
    ]


def test_empty_place_at_the_end_of_a_line() -> None:
    text = "play: {leader: }\nid: x\n"
    for start in (14, 15, 16):
        span = Span(Source("game.yaml", text), start, start)
        shown = lines(Diagnostic("BQ0203", "x", span))
        assert shown[3] == "1 | play: {leader: }"
        assert shown[4] == "  | " + " " * start + "^"


def test_place_at_the_end_of_the_file() -> None:
    text = "id: x\n"
    assert lines(Diagnostic("BQ0112", "x", Span(Source("game.yaml", text), 6, 6)))[1:] == [
        " --> game.yaml:2:1",
        "  |",
        "2 |",
        "  | ^",
    ]


def test_place_over_several_lines_is_marked_on_its_first() -> None:
    text = "play:\n  legal:   \n    any: x\n"
    assert lines(Diagnostic("BQ0303", "x", at(text, "legal:   \n    any: x")))[3:] == [
        "2 |   legal:",
        "  |   ^^^^^^",
    ]


def test_letters_of_other_widths() -> None:
    text = "name: {en: 骨牌 e\u0301te\u0301, x: y}\n"
    shown = lines(Diagnostic("BQ0301", "x", at(text, "x")))
    assert shown[3] == "1 | name: {en: 骨牌 e\u0301te\u0301, x: y}"
    assert shown[4] == "  | " + " " * (len("name: {en: ") + 4 + 1 + 3 + 2) + "^"


def test_very_long_line_is_cut_around_the_place() -> None:
    text = "a" * 500 + " deler " + "b" * 500
    shown = lines(Diagnostic("BQ0501", "x", at(text, "deler")))
    assert shown[1] == " --> game.yaml:1:502"
    assert shown[3] == "1 | …" + "a" * 28 + " deler " + "b" * 59 + "…"
    assert shown[4] == "  | " + " " * 30 + "^^^^^"
    assert len(shown[3]) == len("1 | ") + MAX_WIDTH


def test_very_long_part_is_cut() -> None:
    text = "play: '" + "(" * 10_000 + "'"
    shown = lines(Diagnostic("BQ0204", "x", at(text, text[6:])))
    assert shown[3] == "1 | play: '" + "(" * (MAX_WIDTH - 8) + "…"
    assert shown[4] == "  | " + " " * 6 + "^" * (MAX_WIDTH - 6)


def test_long_line_with_a_place_near_its_start_and_end() -> None:
    start, end = "deler" + "b" * 200, "a" * 200 + "deler"
    first = lines(Diagnostic("BQ0501", "x", at(start, "deler")))
    last = lines(Diagnostic("BQ0501", "x", at(end, "deler")))
    assert first[3:] == ["1 | deler" + "b" * (MAX_WIDTH - 6) + "…", "  | ^^^^^"]
    assert last[3:] == ["1 | …" + "a" * 29 + "deler", "  | " + " " * 30 + "^^^^^"]


def test_related_place_in_another_file() -> None:
    text, base = "words: {target: {is: 1}}\n", "\n" * 11 + "options:\n  target: {type: Int}\n"
    found = Diagnostic(
        "BQ0507",
        '"target" hides the option',
        at(text, "target"),
        hint="another name",
        related=(("the option", at(base, "target", "base.yaml")),),
    )
    assert lines(found) == [
        'error[BQ0507]: "target" hides the option',
        "  --> game.yaml:1:9",
        "   |",
        " 1 | words: {target: {is: 1}}",
        "   |         ^^^^^^",
        "   = hint: another name",
        "   = see: the option",
        "  ::: base.yaml:13:3",
        "   |",
        "13 |   target: {type: Int}",
        "   |   ------",
    ]


def test_colours_only_where_they_are_wanted() -> None:
    text = "play: deler\n"
    span = at(text, "deler")
    found = Diagnostic("BQ0501", "x", span, "e", "h", related=(("see", span),))
    plain, painted = render(found, colour=False), render(found, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31m^^^^^\x1b[0m" in painted
    for code in ("\x1b[1;31m", "\x1b[34m", "\x1b[1m", "\x1b[0m"):
        assert code in painted
        painted = painted.replace(code, "")
    assert painted == plain


def test_a_text_can_not_steer_the_terminal() -> None:
    text = "play: \x1b[31mred\u202e\ud800\n"
    found = Diagnostic("BQ0501", "\x1b]0;title\x07", at(text, "red"), hint="a\nb", expected="\x9b")
    shown = render(found, colour=False)
    assert not any(ch in shown for ch in "\x1b\x07\x9b\u202e\ud800")
    assert shown.encode()
    assert len(shown.splitlines()) == 7
    assert lines(found)[3:5] == ["1 | play: �[31mred��", "  |            ^^^"]


def test_json() -> None:
    text = "a: b\nplay: deler\nend: x\n"
    span = at(text, "deler\nend")
    found = Diagnostic("BQ0501", "m", span, "e", "h", related=(("r", at(text, "b")),))
    assert as_json(found) == {
        "code": "BQ0501",
        "message": "m",
        "severity": "error",
        "file": "game.yaml",
        "line": 2,
        "column": 7,
        "end_line": 3,
        "end_column": 4,
        "expected": "e",
        "hint": "h",
        "related": [
            {
                "message": "r",
                "file": "game.yaml",
                "line": 1,
                "column": 4,
                "end_line": 1,
                "end_column": 5,
            }
        ],
    }
    assert json.loads(json.dumps(as_json(found))) == as_json(found)


def test_json_without_a_place_has_the_same_keys() -> None:
    text = "play: deler\n"
    placed = as_json(Diagnostic("BQ0501", "m", at(text, "deler")))
    bare = as_json(Diagnostic("BQ0405", "m", severity="warning"))
    assert list(bare) == list(placed)
    assert bare["line"] is None
    assert bare["severity"] == "warning"
    assert bare["related"] == []
