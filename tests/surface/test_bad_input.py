"""What a user can write wrongly, and the message that it must give: code, place and cure."""

from __future__ import annotations

import pytest

from beloteql.core.build import build
from beloteql.errors import Diagnostic, RulesetError
from beloteql.semantics.checks import check
from beloteql.surface.load import Loaded, load_text

HEAD = "beloteql: 1\nid: example\nextends: belote\n"
NAMED = HEAD + "name: {en: Example}\n"
FIRST = 5
"""The line on which a snippet below the head begins."""


def findings(loaded: Loaded | str) -> list[Diagnostic]:
    """All that is wrong with a text; any other exception than `RulesetError` fails the test."""
    try:
        if isinstance(loaded, str):
            loaded = load_text(loaded)
        return check(build(loaded))
    except RulesetError as error:
        return error.diagnostics


def words(found: Diagnostic) -> str:
    return f"{found.message} / {found.expected} / {found.hint}"


def place(found: Diagnostic) -> tuple[int, int]:
    assert found.span is not None
    return found.span.line, found.span.column


# name of the case: snippet below the head, code, line and column, phrase
CASES: dict[str, tuple[str, str, tuple[int, int], str]] = {
    "tab": ("play:\n\tleader: dealer\n", "BQ0111", (6, 1), "replace the tab by two spaces"),
    "tab-after-spaces": (
        "play:\n  leader: dealer\n  \tbest: x\n", "BQ0111", (7, 3), "replace the tab",
    ),
    "duplicate-key": ("country: FR\ncountry: NL\n", "BQ0109", (6, 1), "remove one of the two"),
    "duplicate-rule": (
        "play:\n  legal:\n    any: {cards: any-card}\n    any: {cards: trumps}\n",
        "BQ0109", (8, 5), "give this one another name",
    ),
    "no-for-number": ("table: {seats: no}\n", "BQ0307", (5, 16), "write it in digits"),
    "on-for-yes": ("table: {partners: on}\n", "BQ0308", (5, 19), 'write "yes"'),
    "false-for-no": ("table: {partners: FALSE}\n", "BQ0308", (5, 19), 'write "no"'),
    "no-for-player": ("play: {leader: no}\n", "BQ0502", (5, 16), "a player, for example dealer"),
    "octal": ("table: {seats: 04}\n", "BQ0307", (5, 16), 'write "4"'),
    "octal-in-rule": ("play: {last-trick: 010}\n", "BQ0307", (5, 20), 'write "10"'),
    "octal-in-formula": (
        "play: {last-trick: 10 + 2 * 010}\n", "BQ0307", (5, 29), 'write "10"',
    ),
    "sexagesimal": ("table: {seats: 1:30}\n", "BQ0307", (5, 16), "with a colon is not a number"),
    "sexagesimal-in-rule": (
        "play: {last-trick: 1:30}\n", "BQ0201", (5, 21), "write a number in digits",
    ),
    "number-too-large": ("play: {last-trick: 1000000000}\n", "BQ0307", (5, 20), "9 digits"),
    "step-of-nothing": (
        "play: {last-trick: sum i in 0..9 step 0 of i}\n", "BQ0307", (5, 29), "at least 1",
    ),
    "ten-twice": (
        'roles: {weak: {points: {10: 10, "10": 10}}}\n', "BQ0109", (5, 33), '"10" is there twice',
    ),
    "ten-with-zero": ("roles: {weak: {points: {010: 10}}}\n", "BQ0309", (5, 25), 'write "10"'),
    "rank-in-small": ("deck: {ranks: [7, 8, 9, 10, j]}\n", "BQ0309", (5, 29), 'write "J"'),
    "suit-in-small": ("deck: {suits: [C, D, h, S]}\n", "BQ0309", (5, 22), 'write "H"'),
    "unknown-key": ("play: {leaders: dealer}\n", "BQ0301", (5, 8), 'did you mean "leader"?'),
    "unknown-section": ("talk: {a: {}}\n", "BQ0301", (5, 1), 'did you mean "talks"'),
    "unknown-word": ("play: {leader: deler}\n", "BQ0501", (5, 16), 'did you mean "dealer"?'),
    "unfinished-bracket": ("play: {leader: next(dealer}\n", "BQ0203", (5, 26), "not closed"),
    "unfinished-sum": ("play: {last-trick: 3 +}\n", "BQ0203", (5, 22), "a value"),
    "unfinished-if": (
        "play: {last-trick: if leading then 3}\n", "BQ0203", (5, 36), 'a "then" and an "else"',
    ),
    "nothing": ("play: {leader: }\n", "BQ0203", (5, 15), "a rule text is missing here"),
    "two-comparisons": (
        "words: {x: {is: 80 <= pot <= 160}}\n", "BQ0202", (5, 27), '"80 <= x and x <= 160"',
    ),
    "double-equals": ("words: {x: {is: pot == 3}}\n", "BQ0202", (5, 22), 'is written "="'),
    "ampersand": ("words: {x: {is: pot > 3 && pot < 5}}\n", "BQ0201", (5, 25), 'write "and"'),
    "large-and": ("words: {x: {is: pot > 3 AND pot < 5}}\n", "BQ0201", (5, 25), 'write "and"'),
    "no-operator": ("play: {leader: next dealer}\n", "BQ0202", (5, 21), "may be missing"),
    "two-numbers": ("play: {last-trick: 3 4}\n", "BQ0202", (5, 22), "may be missing"),
    "open-quote": ('country: "FR\n', "BQ0112", (5, 10), "close the quote"),
    "comma": (
        "play: {last-trick: larger(10, 20)}\n", "BQ0312", (5, 20), '"larger(10, 20)"',
    ),
    "two-commas": (
        "play: {last-trick: larger(10, larger(20, 3))}\n",
        "BQ0312", (5, 20), 'put it in quotes: last-trick: "larger(10, larger(20, 3))"',
    ),
    "two-commas-inside": (
        "play: {legal: {x: {when: larger(10, larger(1, 2)) > 3, cards: any-card}}}\n",
        "BQ0312", (5, 26), 'when: "larger(10, larger(1, 2)) > 3"',
    ),
    "comma-in-case": (
        "play: {last-trick: [{when: larger(1, 2) = 2, is: 3}, {is: 4}]}\n",
        "BQ0312", (5, 28), 'when: "larger(1, 2) = 2"',
    ),
    "comma-in-pay": (
        "fouls: {revoke: {pay: {opponents: {cards: larger(1, 2)}}}}\n",
        "BQ0312", (5, 43), 'cards: "larger(1, 2)"',
    ),
    "comma-in-text": ("text: {en: a, b}\n", "BQ0312", (5, 12), 'en: "a, b"'),
    "commas-in-text": (
        "words: {w: {is: 1, text: {en: one, two, three}}}\n",
        "BQ0312", (5, 31), 'en: "one, two, three"',
    ),
    "comma-in-title": ("sources: {a: {title: one, two}}\n", "BQ0312", (5, 22), '"one, two"'),
    "number-for-condition": (
        "match: {over: {target: {when: 3}}}\n", "BQ0502", (5, 31), "a condition",
    ),
    "cards-for-condition": (
        "play: {legal: {x: {when: trumps, cards: any-card}}}\n",
        "BQ0502", (5, 26), "a condition is expected here",
    ),
    "hides-built-in": ("words: {offender: {is: 1}}\n", "BQ0507", (5, 9), "another name"),
    "hides-option": ("words: {target: {is: 1}}\n", "BQ0507", (5, 9), "the option of the same"),
    "hides-role": ("words: {strong: {is: 1}}\n", "BQ0507", (5, 9), "the role of the same name"),
    "hides-state": (
        "state: {target: {type: Int, start: 0}}\n", "BQ0507", (5, 9), "the option of the same",
    ),
    "hides-by-letter": (
        "words: {x: {is: some target in sides with yes}}\n", "BQ0507", (5, 17), "another",
    ),
    "keyword-as-name": ("words: {highest: {is: 1}}\n", "BQ0306", (5, 9), "for example"),
    "not-a-name": ("words: {My_Word: {is: 1}}\n", "BQ0305", (5, 9), '"my-word"'),
    "remove-nothing": ("fouls: {revok: remove}\n", "BQ0403", (5, 9), 'did you mean "revoke"?'),
    "before-nothing": (
        "play: {legal: {mine: {before: anny, cards: any-card}}}\n",
        "BQ0404", (5, 31), 'did you mean "any"?',
    ),
    "override-of-nothing": (
        "play: {legal: {overtrmp: {when: leading}}}\n",
        "BQ0302", (5, 26), '"overtrmp" is a new entry here; did you mean "overtrump"?',
    ),
    "rank-left-out": (
        "roles: {weak: {order: [A, 10, K, Q, J, 9, 8]}}\n",
        "BQ0601", (5, 16), "leaves out 7 / each of 7 8 9 10 J Q K A once",
    ),
    "rank-twice": (
        "roles: {weak: {order: [A, 10, K, Q, J, 9, 8, 7, 8]}}\n",
        "BQ0601", (5, 49), "the rank 8 is twice in the order of weak",
    ),
    "points-for-no-rank": (
        "roles: {weak: {points: {2: 5}}}\n", "BQ0602", (5, 25), "7 8 9 10 J Q K A",
    ),
    "too-many-cards": (
        "deal: {first-packet: {give: {each: 9}}}\n",
        "BQ0612", (5, 29), "36 cards, and 32 of 32 are left / at most 32",
    ),
    "too-many-cards-later": (
        "deal: {second-packet: {give: {each: 6}}}\n", "BQ0612", (5, 30), "20 of 32 are left",
    ),
    "default-of-wrong-type": (
        "options: {pace: {type: Int, default: slow}}\n", "BQ0606", (5, 38), "a whole number",
    ),
    "default-neither-yes-nor-no": (
        "options: {pace: {type: Bool, default: maybe}}\n", "BQ0606", (5, 39), '"yes" or "no"',
    ),
    "default-outside-values": (
        "options: {pace: {values: [slow, fast], default: sloww}}\n",
        "BQ0606", (5, 49), 'slow, fast / did you mean "slow"?',
    ),
    "default-outside-inherited-values": (
        "options: {target: {default: 7}}\n", "BQ0606", (5, 29), "501, 701, 1000, 1001",
    ),
    "tag": ("country: !!python/object:os.system x\n", "BQ0107", (5, 10), "plain texts"),
    "key-of-keys": ("? {a: b}\n: c\n", "BQ0108", (5, 3), "a plain word"),
    "second-document": ("---\nid: another\n", "BQ0110", (5, 1), "one file holds one ruleset"),
    "control-character": ("country: a\0b\n", "BQ0113", (5, 11), "remove it"),
    "escaped-control-character": ('country: "a\\ud800b"\n', "BQ0113", (5, 10), "remove it"),
    "text-with-colon": ("country: a: b\n", "BQ0112", (5, 11), "quote the text"),
    "open-brace": ("play: {leader: dealer\n", "BQ0112", (6, 1), "a bracket or quote"),
    "list-for-mapping": ("play: [leader]\n", "BQ0303", (5, 7), "not a list"),
    "mapping-for-text": ("country: {a: b}\n", "BQ0303", (5, 10), "not a mapping"),
    "nested-brackets": (
        "play: {leader: '" + "(" * 1500 + "dealer" + ")" * 1500 + "'}\n",
        "BQ0204", (5, 16), 'names under "words"',
    ),
    "very-many-nested-brackets": (
        "play: {leader: '" + "(" * 10_000 + "'}\n", "BQ0204", (5, 16), 'names under "words"',
    ),
    "long-chain": (
        "play: {last-trick: '" + "1+" * 1900 + "1'}\n", "BQ0204", (5, 20), 'names under "words"',
    ),
    "many-negations": (
        "words: {x: {is: '" + "not " * 900 + "leading'}}\n", "BQ0204", (5, 17), "nested too",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_one_mistake_one_message(name: str) -> None:
    snippet, code, at, phrase = CASES[name]
    head = NAMED if not snippet.startswith("name:") else HEAD
    found = findings(head + snippet)
    assert [(d.code, *place(d)) for d in found] == [(code, *at)]
    assert phrase in words(found[0])
    assert found[0].hint or found[0].expected or found[0].code in {"BQ0108", "BQ0303", "BQ0601"}


def test_rank_ten_is_one_rank_as_number_and_as_text() -> None:
    for ten in ("10", '"10"', "'10'"):
        text = f"roles: {{weak: {{order: [A, {ten}, K, Q, J, 9, 8, 7], points: {{{ten}: 9}}}}}}\n"
        world = build(load_text(NAMED + text)).world
        weak = next(r for r in world.roles if r.name == "weak")
        assert weak.points[world.ranks.index("10")] == 9


def test_comma_in_name() -> None:
    found = findings(HEAD + "name: {en: Salt, pepper}\n")
    assert [(d.code, *place(d)) for d in found] == [("BQ0312", 4, 12)]
    assert 'en: "Salt, pepper"' in found[0].hint


def test_forgotten_value_is_no_comma() -> None:
    found = findings(NAMED + "play: {leader: dealer, best: }\n")
    assert [d.code for d in found] == ["BQ0203"]


def test_several_mistakes_in_file_order_and_no_more() -> None:
    text = NAMED + (
        "table: {seats: 04}\n"
        "roles:\n"
        "  weak: {points: {2: 5}}\n"
        "options:\n"
        "  pace: {values: [slow, fast], default: quick}\n"
        "words:\n"
        "  twice: {is: base(takers) = trumps}\n"
        "  target: {is: 1}\n"
        "  half: {is: dealr}\n"
        "  open: {is: (1 + 2}\n"
        "  user: {is: half + open}\n"
        "play:\n"
        "  last-trick: larger(1, 2\n"
        "  legal:\n"
        "    overtrmp: {when: leading}\n"
    )
    surface = [("BQ0307", 5), ("BQ0203", 14), ("BQ0203", 17), ("BQ0302", 19)]
    assert [(d.code, place(d)[0]) for d in findings(text)] == surface
    # Once the shapes are right, all the mistakes of meaning come together.
    cured = (
        text.replace("04", "4").replace("(1 + 2}", "1 + 2}").replace("(1, 2\n", "(1, 2)\n")
        .replace("when: leading}", "when: leading, cards: any-card}")
    )  # fmt: skip
    meaning = [("BQ0602", 7), ("BQ0606", 9), ("BQ0510", 11), ("BQ0507", 12), ("BQ0501", 13)]
    assert [(d.code, place(d)[0]) for d in findings(cured)] == meaning


def test_mistakes_of_shape_and_of_meaning_come_together() -> None:
    text = NAMED + (
        "options:\n"
        "  pace: {values: [slow, fast], default: quick}\n"
        "  tempo: {valeus: [slow, fast], default: slow}\n"
        "words:\n"
        "  twice: {is: base(takers) = trumps}\n"
        "  half: {is: dealr}\n"
        "  open: {is: (1 + 2}\n"
        "  user: {is: half + open}\n"
        "play:\n"
        "  last-trick: larger(1, 2\n"
        "  legal:\n"
        "    overtrmp: {when: leading}\n"
        "    odd: {when: leading, cards: trumsp}\n"
    )
    wanted = [
        *(("BQ0606", 6), ("BQ0301", 7), ("BQ0510", 9), ("BQ0501", 10)),
        *(("BQ0203", 11), ("BQ0203", 14), ("BQ0302", 16), ("BQ0501", 17)),
    ]
    assert [(d.code, place(d)[0]) for d in findings(text)] == wanted


def test_six_mistakes_of_shape_in_one_run() -> None:
    text = (
        "beloteql: 1\n"
        "id: Example\n"
        "extends: belote\n"
        "name: {en: Salt, pepper}\n"
        "contry: FR\n"
        "table: {seats: four, partners: on}\n"
        "deck: {suits: [C, D, H, spades]}\n"
        "play:\n"
        "  leader: next(dealer\n"
        "  last-trick: larger(1 2)\n"
        "  leader: dealer\n"
    )
    wanted = [
        *(("BQ0305", 2), ("BQ0312", 4), ("BQ0301", 5), ("BQ0307", 6), ("BQ0308", 6)),
        *(("BQ0309", 7), ("BQ0203", 9), ("BQ0202", 10), ("BQ0109", 11)),
    ]
    assert [(d.code, place(d)[0]) for d in findings(text)] == wanted
