"""Claims and questions that are one sentence, and expectations of the verifier's properties."""

from __future__ import annotations

import json

import pytest

from beloteql.core.build import build
from beloteql.errors import RulesetError, UsageError
from beloteql.game.match import Match
from beloteql.semantics.rules import Rules
from beloteql.surface.load import load, load_text
from beloteql.verify import Inquiry, Verdict, check, verify
from beloteql.verify.ask import Reply, ask
from tests.cli.test_commands import run
from tests.conftest import text_program

HEAD = "beloteql: 1\nid: mine\nname: {en: Mine}\nextends: klaverjas-rotterdam\n"


def reply(game: str, question: str, **options: str) -> Reply:
    return ask(load(game), question, options)


@pytest.mark.parametrize(
    ("says", "verdict"),
    [
        ("every sheet where sweep(takers) has cards(defenders) = 0", Verdict.PROVED),
        ("every sheet has cards(defenders) > 0", Verdict.REFUTED),
        ("no sheet where cards(takers) > 162", Verdict.PROVED),
        ("no sheet where outcome = made has paid(takers) > 200", Verdict.REFUTED),
        ("some sheet has outcome = made and tricks(takers) = 2", Verdict.PROVED),
        ("some sheet has cards(takers) = 163", Verdict.REFUTED),
        ("every sheet where cards(takers) > 162 has tricks(takers) = 8", Verdict.VACUOUS),
        ("some position has legal = undertrumps and undertrumps != no-cards", Verdict.PROVED),
        ("no trick where trump-led has not is-trump(suit(best))", Verdict.PROVED),
    ],
)
def test_a_claim_may_be_a_sentence(says: str, verdict: Verdict) -> None:
    found = verify(text_program(f'{HEAD}claims: {{mine: {{says: "{says}"}}}}\n'), ["claim"])
    assert {r.subject: r.verdict for r in found}["mine"] == verdict


def test_a_claim_that_some_case_exists_shows_it() -> None:
    found = reply("belote", "some sheet where tricks(takers) = 6 has outcome = failed")
    assert found.answer is True
    witness = found.result.witness
    assert witness is not None
    assert witness.data["tricks_won"][0] == 6
    assert witness.found["outcome"] == "failed"


@pytest.mark.parametrize(
    "tricks",
    [5, pytest.param(6, marks=pytest.mark.sweep)],  # six take longer to find
)
def test_a_deal_is_one_that_was_played(tricks: int) -> None:
    found = reply("belote", f"some deal where tricks(takers) = {tricks} has outcome = failed")
    assert found.answer is True
    witness = found.result.witness
    assert witness is not None
    events = witness.data["events"]
    # The engine takes the same deal, call by call and card by card, and settles it alike.
    rules = Rules(build(load("belote")), witness.options)
    deck = [rules.world.card_index[c] for c in events[0]["deck"]]
    told: list[dict[str, object]] = []
    match = Match(rules, 0, dealer=events[0]["dealer"], decks=[deck], listener=told.append)
    for event in events:
        if event["event"] in {"call", "play"}:
            match.play(event.get("call") or event["card"], event["seat"])
    assert match.finished[0].settlement is not None
    assert match.finished[0].settlement.outcome.name == "failed"
    takers = rules.world.side_of(match.finished[0].fields["taker"])
    assert match.finished[0].sheet is not None
    assert match.finished[0].sheet.tricks[takers] == tricks


def test_what_no_deal_can_come_to_is_proved() -> None:
    question = "some deal where tricks(takers) = 7 has outcome = failed"
    assert reply("belote", question, declarations="no").answer is False
    # On paper it is possible, for a sheet alone does not know how much a trick can hold.
    assert reply("belote", question.replace("deal", "sheet"), declarations="no").answer is True


def test_house_rules_may_be_chosen() -> None:
    question = "some sheet has outcome = litige"
    assert reply("belote", question).answer is True
    with pytest.raises(UsageError) as error:
        reply("belote", question, tie="lost")
    assert error.value.diagnostic.code == "BQ0802"


@pytest.mark.parametrize(
    ("question", "code", "column"),
    [
        ("", "BQ0205", 1),
        ("sum position has 1 = 1", "BQ0205", 1),
        ("every sheets has 1 = 1", "BQ0205", 7),
        ("every sheet", "BQ0205", 12),
        ("every sheet has 1 = 1 where 1 = 1", "BQ0205", 12),
        ("every sheet where 1 = 1", "BQ0205", 1),
        ("every sheet that has 1 = 1", "BQ0205", 12),
        ("every sheet has", "BQ0203", 16),
        ("every sheet where (1 = 1 has 1 = 1", "BQ0203", 24),
        ("every sheet has card(takers) = 1", "BQ0501", 17),
        ("every sheet has cards(takers)", "BQ0502", 17),
        ("some position has paid(takers) = 1", "BQ0505", 19),
        (f"every sheet has {'(' * 3000}", "BQ0204", 17),
        (f"every sheet has {'1 + ' * 2000}1 = 1", "BQ0204", 1),
    ],
)
def test_mistakes_in_a_question_have_their_place(question: str, code: str, column: int) -> None:
    with pytest.raises(RulesetError) as error:
        reply("belote", question)
    first = error.value.diagnostics[0]
    assert first.code == code
    assert first.span is not None
    assert first.span.column == column


@pytest.mark.parametrize(
    "claim",
    ["{at: settle}", "{holds: 1 = 1}", "{assuming: 1 = 1}", "{expect: refuted}",
     '{says: "no sheet has 1 = 2", at: play}', "{property: settle.covered}",
     '{says: "no sheet has 1 = 2", property: settle.covered}'],
)  # fmt: skip
def test_a_claim_is_said_in_one_way(claim: str) -> None:
    with pytest.raises(RulesetError) as error:
        build(load_text(f"{HEAD}claims: {{mine: {claim}}}\n"))
    assert [d.code for d in error.value.diagnostics] == ["BQ0613"]


NINE = "roles: {strong: {points: {9: 15}}}\n"


def test_a_property_may_be_expected_to_fail() -> None:
    known = "claims: {mine: {property: points.total, about: suit, expect: refuted}}\n"
    (found,) = check(Inquiry(text_program(HEAD + NINE + known)), "points.total")
    assert found.verdict == Verdict.EXPECTED
    assert found.witness is not None
    (found,) = check(Inquiry(text_program(HEAD + known)), "points.total")
    assert found.verdict == Verdict.REFUTED
    assert "it holds" in found.detail
    assert found.span is not None
    assert found.span.text == "points.total"
    other = known.replace("suit", "no-trump")
    found, empty = check(Inquiry(text_program(HEAD + NINE + other)), "points.total")
    assert (found.verdict, found.witness is None) == (Verdict.REFUTED, False)
    # Nothing is known of trumps that this game does not have: that is not green, either.
    assert (empty.verdict, empty.subject) == (Verdict.VACUOUS, "no-trump")


def test_an_unknown_property_is_a_mistake() -> None:
    wrong = text_program(f"{HEAD}claims: {{mine: {{property: point.total, expect: refuted}}}}\n")
    with pytest.raises(RulesetError) as error:
        Inquiry(wrong)
    (found,) = error.value.diagnostics
    assert found.code == "BQ0614"
    assert "points.total" in found.hint


def test_the_command_answers() -> None:
    done = run("ask", "belote", "some sheet has outcome = litige", "--format", "json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert (answer["answer"], answer["witness"]["found"]["outcome"]) == ("yes", "litige")
    done = run("ask", "belote", "no sheet has outcome = litige", "--option", "tie=litige")
    assert done.returncode == 1
    assert done.stdout.startswith("no: for example, outcome litige\n")
    done = run("ask", "belote", "every sheet where 1 = 2 has 1 = 1")
    assert done.returncode == 3
    assert done.stdout.startswith("undecided: what stands after")
    done = run("ask", "belote", "evry sheet has 1 = 1")
    assert done.returncode == 2
    assert 'did you mean "every"?' in done.stderr
    assert run("ask", "family", "every sheet has 1 = 1").returncode == 2
