"""Results that nobody had to prove."""

from __future__ import annotations

from beloteql.report.proofs import Proofs
from beloteql.source import Source, Span
from beloteql.verify.verdict import Result, Verdict, Witness

TEXT = "id: club\nscore:\n  outcomes:\n    made: {pay: much}\n"
SOURCE = Source("rules/club.yaml", TEXT)
START = TEXT.index("made")
MADE = Span(SOURCE, START, START + len("made"))  # line 4, columns 5 to 8

SHEET = Witness(
    "score",
    {"taker": 0, "card_points": [82, 80], "options": {"tie": "kept"}},
    {"outcome": "made", "paid": [82, 80]},
    {"tie": "kept"},
)

REFUTED = Result(
    "settle.conserved", Verdict.REFUTED, "162 handed out, 152 won", "", MADE, SHEET,
    "the settlement hands out exactly what was won",
)  # fmt: skip
PROVED = Result(
    "deal.complete", Verdict.PROVED, "8 each", title="the deal hands out each card once"
)
EXPECTED = Result(
    "claim", Verdict.EXPECTED, "", "bold", MADE, SHEET, "the author's claim at settle"
)
OPEN = {
    verdict: Result(
        "claim", verdict, "", verdict.name.lower(), MADE, title="the author's claim at play"
    )
    for verdict in (Verdict.UNDECIDED, Verdict.BOUNDED, Verdict.UNSUPPORTED, Verdict.VACUOUS)
}

CLUB = Proofs("club", 4, SOURCE.name, [PROVED, REFUTED, EXPECTED, *OPEN.values()])
OTHER = Proofs("other", 3, "rules/other.yaml", [PROVED])
