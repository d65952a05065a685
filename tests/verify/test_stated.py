"""What sheets of facts say of these games, true or false, asked as sentences.

The sources: FN is the sheet on France, the Netherlands and Madagascar (§8.1, checked there with
random positions and all splits of the points), BL the sheet on the Balkans, the Caucasus and the
Levant (§7.5, checked there over all splits).
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from beloteql.surface.load import load
from beloteql.verify.ask import ask
from beloteql.verify.verdict import Verdict

TRUE, FALSE = Verdict.PROVED, Verdict.REFUTED


class Stated(NamedTuple):
    """A sentence about a ruleset, whether it is so, and who says it."""

    ruleset: str
    sentence: str
    verdict: Verdict
    source: str
    options: str = ""


ALL = "(sum s in sides of cards(s))"
PAID = "(sum s in sides of paid(s))"
LEGAL = "every position has legal != no-cards and legal except any-card = no-cards"
ROUNDED = "(sum s in sides of (cards(s) counted-in 10 up-from 6))"
BELOW = (
    "not trump-led and partner-winning has undertrumps != no-cards and legal = undertrumps "
    "and legal != any-card"
)
MADE = "outcome = made and not swept and hanging = 0"

STATED = [
    Stated("belote", LEGAL, TRUE, "FN: the legal set is never empty and in the hand"),
    Stated("klaverjas-rotterdam", LEGAL, TRUE, "FN: the same"),
    Stated("belote", f"every sheet has {ALL} = 162", TRUE, "FN: cards and last trick are 162"),
    Stated("belote-bga", f"every sheet has {ALL} = 162", TRUE, "FN: 162 with both tables of BGA"),
    Stated("belot-bulgarian", f"every sheet where kind = all-trump has {ALL} = 258", TRUE,
           "FN: 258"),
    Stated("belot-bulgarian", f"every sheet where kind = no-trump has {ALL} = 130", TRUE,
           "FN: 130"),
    Stated("belote",
           "every sheet where not swept has (outcome = made) = (total(takers) > total(defenders)) "
           "and (outcome = litige) = (total(takers) = total(defenders)) "
           "and (outcome = failed) = (total(takers) < total(defenders))",
           TRUE, "FN: made, failed and litige share out all splits, whatever is rounded",
           "tie=litige"),
    Stated("belote",
           "every sheet where outcome != litige and pot = 0 and not swept "
           f"has {PAID} = 162 + (sum s in sides of belote(s))",
           TRUE, "FN: outside litige the scores are 162 and the belote",
           "rounding=no declarations=no"),
    Stated("belote",
           "every sheet where outcome != litige and pot = 0 and swept "
           f"has {PAID} = 252 + (sum s in sides of belote(s))",
           TRUE, "FN: capot shifts the sum to 252", "rounding=no declarations=no"),
    Stated("belote",
           "every sheet where outcome = made and pot = 0 and not swept "
           f"has {PAID} = 162 + (sum s in sides of belote(s) + declared(s))",
           TRUE, "FN: declarations shift it by what they are worth", "rounding=no"),
    Stated("klaverjas-rotterdam",
           f"every sheet has {PAID} = 162 + (sum s in sides of roem(s)) "
           "+ (if (some s in sides with tricks(s) = 8) then 100 else 0)",
           TRUE, "FN: 162, all roem, and 100 with pit", "pit=anyone"),
    Stated("belote-malagasy",
           "every sheet where kind = suit and trump != C and cards(takers) != 81 "
           f"has {PAID} = 16 * stakes",
           TRUE, "FN: a suit contract is worth 16 and its multiples"),
    Stated("belote-malagasy",
           "every sheet where kind = suit and cards(takers) = 81 has every s in sides with "
           "paid(s) = 0",
           TRUE, "FN: or 0 at 81 to 81"),
    Stated("belot-two",
           "every sheet where not level has (sum s in sides of units(s)) = all-units",
           FALSE, "BL: limits keep the total, but not with dead cards"),
    Stated("belot-bulgarian", f"every sheet where kind = suit has {ROUNDED} = 16", FALSE,
           "BL: six and more up, each side by itself, in a suit contract"),
    Stated("bazar-blot", f"every sheet where kind = suit has {ROUNDED} = 16", FALSE,
           "BL: half down, in bazar"),
    Stated("belot-bulgarian",
           "no sheet where outcome = inside and stakes = 1 has paid(takers) > 0",
           TRUE, "BL: inside, one side has nothing"),
    Stated("belot-bulgarian",
           f"some sheet where outcome = tie and hanging = 0 has {PAID} < all-units",
           TRUE, "BL: hanging, a part waits"),
    Stated("belot-bulgarian",
           "every sheet where stakes = 8 and not level has some s in sides with paid(s) >= 151",
           FALSE, "BL: sur-contra does not decide the match"),
    Stated("belot-bulgarian",
           "some sheet where stakes = 8 and not level has paid(defenders) = 128 and "
           "paid(takers) = 0", TRUE, "BL: it may be 128"),
    Stated("belot-bulgarian",
           "every trick where trump-named and (some c in trick with rank(c) = J and "
           "suit(c) = trump) has rank(best) = J and suit(best) = trump",
           TRUE, "BL: the jack of trumps wins its trick, so its holder is not without one"),
    *(Stated("belot-bulgarian",
             f"some sheet where {MADE} and kind = {kind} has paid(takers) <= paid(defenders)",
             TRUE, "BL: made, and no more than the defence")
      for kind in ("suit", "all-trump", "no-trump")),
    Stated("belot-bulgarian", f"no sheet where {MADE} has paid(takers) < paid(defenders)", TRUE,
           "BL: made, and strictly less, is never with limits"),
    Stated("baloot",
           "some sheet where kind = suit and outcome = won and total(takers) > total(defenders) "
           "has paid(takers) = paid(defenders)",
           TRUE, "BL: in hokum, too"),
    Stated("baloot",
           "some sheet where kind = sun and outcome = won and total(takers) > total(defenders) "
           "has paid(takers) <= paid(defenders)",
           TRUE, "BL: in sun"),
    Stated("baloot",
           "no sheet where kind = sun and outcome = won and total(takers) > total(defenders) "
           "and (every s in sides with projects(s) = 0) has paid(takers) <= paid(defenders)",
           TRUE, "BL: in sun only with a project"),
    Stated("baloot",
           "no sheet where outcome = won and total(takers) > total(defenders) and baloot-saves "
           "has paid(takers) < paid(defenders)",
           TRUE, "BL: strictly less is not, but on ties"),
    *(Stated(name, f"some position where {BELOW}", verdict,
             "FN: ROT and AMS differ in trumps below the partner's")
      for name, verdict in (("klaverjas-rotterdam", TRUE), ("klaverjas-amsterdam", FALSE))),
]  # fmt: skip

LONG = [
    Stated("belot-bulgarian",
           "every sheet where not level has (sum s in sides of units(s)) = all-units",
           TRUE, "BL: limits keep the total of a full pack"),
    Stated("belot-bulgarian",
           "every sheet where level has units(defenders) + hanging-half = all-units",
           TRUE, "BL: at a tie, too"),
    Stated("pilotta", f"every sheet has tens(takers) + tens(defenders) = {PAID} div 10", TRUE,
           "BL: the rule of 6 keeps it"),
    *(Stated(name, LEGAL, TRUE, "FN and BL: never empty, whatever the house rules")
      for name in ("klaverjas-amsterdam", "contree", "belot-bulgarian", "bela", "pilotta",
                   "baloot", "belote-gasy")),
]  # fmt: skip


def check(stated: Stated) -> None:
    options = dict(o.split("=") for o in stated.options.split())
    found = ask(load(stated.ruleset), stated.sentence, options).result
    assert found.verdict == stated.verdict, (stated.source, found.detail, found.witness)
    shown = stated.sentence.startswith("some") == (stated.verdict == TRUE)
    assert (found.witness is not None) == shown


@pytest.mark.parametrize("stated", STATED, ids=lambda s: f"{s.ruleset}-{s.source}")
def test_it_is_as_stated(stated: Stated) -> None:
    check(stated)


@pytest.mark.sweep
@pytest.mark.parametrize("stated", LONG, ids=lambda s: f"{s.ruleset}-{s.source}")
def test_it_is_as_stated_when_the_proof_takes_long(stated: Stated) -> None:
    check(stated)
