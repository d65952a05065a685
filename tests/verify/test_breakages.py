"""Rulesets that were broken by hand: each is caught, located, and shown on cards."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from beloteql.batch.lines import answer
from beloteql.errors import RulesetError
from beloteql.game.record import replay
from beloteql.report.verdicts import as_json, draw
from beloteql.semantics.rules import Rules
from beloteql.verify import Result, Verdict, verify
from tests.conftest import text_program

HEAD = "beloteql: 1\nid: broken\nname: {{en: Broken}}\nextends: {base}\n"


@dataclass(frozen=True)
class Broken:
    """A broken ruleset: what it extends, the change, and what must be found where."""

    base: str
    change: str
    code: str
    line: str
    detail: str


BROKEN = {
    "the nine is worth 15": Broken(
        "klaverjas-rotterdam", "roles: {strong: {points: {9: 15}}}",
        "points.total", "points", "163"),
    "the last rule of legal play is gone": Broken(
        "klaverjas-rotterdam", "play: {legal: {any: remove}}",
        "play.legal-card", "trump:", "no rule of legal play leaves a card"),
    "the settlement forgets the tie": Broken(
        "belote",
        "score:\n  outcomes:\n    litige: remove\n"
        "    failed: {when: total(takers) < total(defenders)}\n"
        "    made: {when: total(takers) > total(defenders)}\n"
        "  worth: remove\n  also: {pot: remove}\nclaims: {nothing-is-lost: remove}",
        "settle.covered", "made:", "no outcome"),
    "a deal of 3+3+3": Broken(
        "klaverjas-rotterdam", "deal: {second-packet: {give: {each: 3}}}",
        "deal.complete", "third-packet", "cards are to be given"),
    "a deal that gives one player fewer": Broken(
        "klaverjas-rotterdam",
        "deal: {second-packet: {give: {each: if seat = dealer then 1 else 2}}}",
        "deal.complete", "tricks", "8, 8, 8, 7"),
    "nobody need ever call in the second round": Broken(
        "belote",
        "talks:\n  auction:\n    second-round:\n      ends: {nobody: {then: second-round}}",
        "auction.ends", "second-round", "for ever"),
    "an auction that counts passes for ever": Broken(
        "belote",
        "talks:\n  auction:\n    second-round:\n      ends: {nobody: {when: no}}",
        "auction.ends", "second-round", "more than 500 calls"),
    "nobody may call": Broken(
        "klaverjas-rotterdam",
        "talks:\n  choosing:\n    must:\n      calls: {choose: {when: me != me}}",
        "auction.offers", "must", "no call"),
    "the auction ends without a contract": Broken(
        "belote", "talks:\n  auction:\n    second-round:\n      ends: {nobody: {then: done}}",
        "auction.contract", "auction", "no taker"),
    "a call that nobody can ever make": Broken(
        "belot-bulgarian",
        "talks: {auction: {ladder: {calls: {third: {when: stakes = 3, set: {stakes: 8}}}}}}",
        "auction.no-dead-call", "third", "can never be called"),
    "a bid may go below the last one": Broken(
        "belot-bulgarian",
        "talks:\n  auction:\n    ladder:\n      calls:\n"
        "        bid:\n"
        "          when: bid-made implies s != strain and not said(me, ladder, bid)",
        "auction.raises", "bid:", "could be made again"),
    "the taker's partner may double": Broken(
        "belot-bulgarian",
        "talks: {auction: {ladder: {calls: {contra: {when: bid-made and stakes = 1}}}}}",
        "auction.doubles", "contra", "the own side"),
    "a rule of play after the one that always applies": Broken(
        "klaverjas-rotterdam",
        "play: {legal: {late: {when: partner-winning, cards: trumps}}}",
        "play.no-dead-rule", "late", "never decides"),
    "a rule of play whose condition never holds": Broken(
        "belote",
        "play: {legal: {odd: {before: lead, when: leading and trump-led, cards: trumps}}}",
        "play.no-dead-rule", "odd", "never decides"),
    "an outcome behind the one that always applies": Broken(
        "klaverjas-rotterdam", "score: {outcomes: {late: {winner: takers}}}\n",
        "settle.no-dead-outcome", "late", "never happens"),
    "two cards are equally good": Broken(
        "klaverjas-rotterdam", "play: {best: highest c in trick by points(c)}",
        "play.one-winner", "points(c)", "equally high"),
    "points get lost": Broken(
        "klaverjas-rotterdam",
        "score: {outcomes: {made: {pay: {each: {cards: cards(side) div 10 * 10}}}}}",
        "settle.conserved", "made", "handed out"),
    "a litige that is not carried": Broken(
        "belote", "score: {outcomes: {litige: {set: {pot: pot}}}}",
        "settle.conserved", "litige", "handed out"),
    "a hundred points are written as none": Broken(
        "klaverjas-rotterdam",
        "score: {outcomes: {made: {pay: {each: {cards: cards(side) mod 100}}}}}",
        "settle.monotone", "made", "is paid"),
    "a line that falls below nothing": Broken(
        "klaverjas-rotterdam",
        "score: {outcomes: {made: {pay: {takers: {over: cards(side) - 82}}}}}",
        "settle.not-negative", "over", "the line over pays side 0 -"),
    "ten points are taken off what is written": Broken(
        "belote", "score: {final: paid(side) - 10}",
        "settle.not-negative", "final", "-10 is written for 0"),
    "both sides are rounded down": Broken(
        "belote", "score: {final: paid(side) div 10 * 10}",
        "settle.written", "final", "points written down"),
    "nobody writes more than a hundred": Broken(
        "belote", 'score: {final: "smaller(paid(side), 100)"}',
        "settle.written", "final", "points written down"),
    "a drawn deal that counts for nobody": Broken(
        "klaverjas-rotterdam",
        "score:\n  outcomes:\n    draw: {before: nat, when: total(takers) = total(defenders)}",
        "match.ends", "draw", "nobody gets points"),
    "an end of the match that never comes": Broken(
        "klaverjas-rotterdam",
        "match: {over: {never: {when: score(takers) > 5 and score(takers) < 3}}}",
        "match.ends", "never", "never ends by"),
    "two sides win at once": Broken(
        "klaverjas-rotterdam", "match: {wins: {far: {at: settle, when: score(side) >= 100}}}",
        "match.decided", "far", "both win"),
    "takers who are behind win the tie of the others": Broken(
        "belote-three", "match: {tie: takers}",
        "match.decided", "tie", "side 0 wins the tie of sides 1 and 2"),
    "a claim that is false": Broken(
        "klaverjas-rotterdam",
        "claims: {bold: {at: settle, assuming: outcome = made, holds: paid(takers) >= 90}}",
        "claim", "bold", "outcome made"),
    "a false claim about play": Broken(
        "belote",
        "claims: {bold: {at: play, holds: following != no-cards implies legal = following}}",
        "claim", "bold", ""),
}  # fmt: skip


def results(broken: Broken) -> list[Result]:
    """What the verifier says of a broken ruleset."""
    program = text_program(HEAD.format(base=broken.base) + broken.change + "\n")
    return list(verify(program, [broken.code]))


@pytest.mark.parametrize("what", BROKEN)
def test_the_breakage_is_found_and_located(what: str) -> None:
    broken = BROKEN[what]
    refuted = [r for r in results(broken) if r.verdict == Verdict.REFUTED]
    (found,) = [r for r in refuted if r.code == broken.code]
    assert broken.detail in found.detail
    assert found.span is not None
    assert broken.line in found.span.source.line_text(found.span.line)
    assert as_json(found)["line"] == found.span.line
    if found.witness is not None:
        assert draw(found.witness).strip()


def test_a_position_without_a_legal_card_replays() -> None:
    broken = BROKEN["the last rule of legal play is gone"]
    program = text_program(HEAD.format(base=broken.base) + broken.change + "\n")
    (found,) = verify(program, ["play.legal-card"])
    assert found.witness is not None
    with pytest.raises(RulesetError) as error:
        answer(Rules(program), "legal", found.witness.data)
    assert error.value.diagnostics[0].code == "BQ0704"
    # A whole deal leads there: the engine takes every call and card of it, and then is stuck.
    record = found.witness.record
    assert record is not None
    rules = Rules(program, record[0]["options"])
    match = replay(rules, record[0], record[1:])
    with pytest.raises(RulesetError) as error:
        match.legal_moves()
    assert error.value.diagnostics[0].code == "BQ0704"


def test_an_expected_refutation_is_green_and_an_unexpected_proof_is_not() -> None:
    text = HEAD.format(base="klaverjas-rotterdam") + (
        "claims:\n"
        "  as-said: {at: settle, expect: refuted, holds: paid(takers) > 0}\n"
        "  wrongly: {at: settle, expect: refuted, holds: paid(takers) >= 0}\n"
        "  empty: {at: settle, assuming: tricks(takers) > 99, holds: no}\n"
    )
    found = {r.subject: r for r in verify(text_program(text), ["claim"])}
    assert found["as-said"].verdict == Verdict.EXPECTED
    assert found["wrongly"].verdict == Verdict.REFUTED
    assert found["empty"].verdict == Verdict.VACUOUS
    assert not found["empty"].verdict.green
