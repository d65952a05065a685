"""What the fact sheets state as true or false comes out so: asked of the bundled rulesets.

Sources: the invariants that the rules of each game name, computed on all splits of the tricks.
"""

from __future__ import annotations

import pytest

from beloteql.surface.load import load
from beloteql.verify.ask import ask

BELOW = (
    "not trump-led and partner-winning has undertrumps != no-cards and legal = undertrumps "
    "and legal != any-card"
)
LIMIT = "(cards(takers) counted-in 10 up-from 6) + (cards(defenders) counted-in 10 up-from 6)"
PAID, SIXTEEN = "(sum s in sides of paid(s))", "16 * stakes"
STATED: list[tuple[str, dict[str, str], str, bool]] = [
    # French belote: made, failed and litige part all splits; the scores add up but for a litige.
    (
        "belote", {"declarations": "no", "rounding": "no"},
        ("every sheet where outcome != litige and not sweep(takers) and not sweep(defenders) "
        f"and pot = 0 has {PAID} = 162 + (sum s in sides of belote(s))"), True,
    ),
    ("belote", {}, "every sheet where outcome = litige has total(takers) = total(defenders)", True),
    (
        "belote", {"tie": "litige"},
        "every sheet where outcome = made has total(takers) > total(defenders)", True,
    ),
    ("belote", {}, "some sheet has outcome = litige", True),
    # Madagascar: a suit contract is worth 16 times the stakes, or nothing at 81 to 81. Clubs that
    # were accepted count as doubled.
    (
        "belote-malagasy", {},
        (f"every sheet where kind = suit and strain != C and not swept has {PAID} = {SIXTEEN} "
        f"or {PAID} = 0"), True,
    ),
    # The jack of trump is never overtrumped, so that its holder gets a trick in a suit contract.
    (
        "belote", {},
        ("every trick where (count c in trick with is-trump(suit(c)) and rank(c) = J) = 1 "
        "has rank(best) = J and is-trump(suit(best))"), True,
    ),
    # A made contract can score no more than the defence, and in the ladder games never less.
    (
        "belot-bulgarian", {},
        ("some sheet has outcome = made and not swept and hanging = 0 and "
        "paid(takers) <= paid(defenders)"), True,
    ),
    (
        "belot-bulgarian", {},
        ("some sheet has outcome = made and not swept and hanging = 0 and "
        "units(takers) < units(defenders)"), False,
    ),
    # Rounding each side by itself from 6 up does not keep 16 tens.
    ("pilotta", {}, f"every sheet where not swept has {LIMIT} = 16", False),
    ("pilotta", {}, f"some sheet where not swept has {LIMIT} = 17", True),
    # Who must trump, and may not go below the partner's trump, in Rotterdam and Amsterdam.
    ("klaverjas-rotterdam", {}, f"some position where {BELOW}", True),
    ("klaverjas-amsterdam", {}, f"some position where {BELOW}", False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "sentence", "answer"),
    STATED,
    ids=[f"{row[0]}-{i}" for i, row in enumerate(STATED)],
)
def test_it_is_as_stated(game: str, options: dict[str, str], sentence: str, answer: bool) -> None:
    found = ask(load(game), sentence, options)
    assert found.answer is answer
    assert (found.result.witness is not None) == (answer is sentence.startswith("some"))
