"""What the verifier says of settlement and match: where it proves, and where games are special."""

from __future__ import annotations

from typing import Any

import pytest

from beloteql.semantics.rules import Rules
from beloteql.verify import Inquiry, Result, Verdict, check, verify
from beloteql.verify.field_values import field_values
from beloteql.verify.hands import awarded, hands, plain_melds
from tests.conftest import program, rules, text_program

HEAD = "beloteql: 1\nid: changed\nname: {{en: Changed}}\nextends: {base}\n"
CODES = (
    "settle.written", "settle.not-negative", "settle.monotone", "match.ends", "match.decided",
)  # fmt: skip


def only(name: str, code: str) -> Result:
    """What is said of one property of a bundled game."""
    (found,) = verify(program(name), [code])
    return found


def changed(base: str, change: str, code: str) -> Result:
    """What is said of one property of a changed game."""
    (found,) = verify(text_program(HEAD.format(base=base) + change + "\n"), [code])
    return found


def settle(game: Rules, data: dict[str, Any], points: list[int]) -> list[int]:
    """What the interpreter pays on a sheet of plain card points, by side."""
    from beloteql.semantics.settle import Sheet, initial_state

    world = game.world
    fields = {**game.start_fields(), "taker": data["taker"],
              "strain": world.strains.index(data["strain"])}  # fmt: skip
    facts = {**game.option_facts(), "dealer": 0, "deals": 0}
    melds = {n: tuple(data.get(n, (0,) * world.sides)) for n in game.program.melds}
    state = initial_state(game.program, facts)
    sheet = Sheet(fields, tuple(points), tuple(data["tricks_won"]), data["last_trick"], melds,
                  state, (0,) * world.sides, None, facts)  # fmt: skip
    return list(game.settle.settle(sheet).paid)


@pytest.mark.parametrize("name", ["belote", "klaverjas-rotterdam", "belot-bulgarian", "pilotta"])
def test_settlement_and_match_are_sound(name: str) -> None:
    inquiry = Inquiry(program(name))
    found = {r.code: r.verdict for code in CODES for r in check(inquiry, code)}
    assert set(found.values()) == {Verdict.PROVED}
    assert ("settle.written" in found) == (program(name).final is not None)


def test_a_second_sheet_differs_in_card_points_alone_and_pays_less() -> None:
    # With three players a rival may be better off if the taker makes the deal.
    found = only("belote-three", "settle.monotone")
    assert found.verdict == Verdict.EXPECTED
    assert found.witness is not None
    data, told = found.witness.data, found.witness.found
    game = rules("belote-three").with_options(data["options"])
    fewer, more = data["card_points"], told["card points instead"]
    assert sum(fewer) == sum(more) == 162
    one, two = settle(game, data, fewer), settle(game, data, more)
    assert (one, two) == (told["paid"], told["paid then"])
    assert any(b > a and y < x for a, b, x, y in zip(fewer, more, one, two, strict=True))


def test_points_that_wait_are_not_lost() -> None:
    # 90 and 92 with belote: the failed takers keep 20. With 91 each nothing is paid and 91 wait.
    game = rules("belote")
    sheet = {"taker": 0, "strain": "C", "tricks_won": [1, 7], "last_trick": 1, "belote": [20, 0]}
    assert settle(game, sheet, [70, 92]) == [20, 162]
    assert settle(game, sheet, [71, 91]) == [0, 91]
    # Unless they wait: then the 20 are gone for one point more.
    found = changed("belote", "score: {outcomes: {litige: {set: {pot: pot}}}}", "settle.monotone")
    assert found.verdict == Verdict.REFUTED
    assert "is paid 20 with 70 card points, and 0 with 71" in found.detail


def test_a_line_with_a_minus_is_a_fine() -> None:
    found = changed("klaverjas-rotterdam", "score: {outcomes: {nat: {pay: {takers: {fine: -50}}}}}",
                    "settle.not-negative")  # fmt: skip
    assert found.verdict == Verdict.PROVED
    assert found.detail == "but for 1 line with a minus"


def test_three_roundings_lose_a_whole_ten() -> None:
    found = only("belote-three", "settle.written")
    assert found.verdict == Verdict.EXPECTED
    assert found.witness is not None
    paid, written = found.witness.found["paid"], found.witness.found["written"]
    assert [x // 10 * 10 + (10 if x % 10 >= 5 else 0) for x in paid] == written
    assert abs(sum(paid) - sum(written)) >= 10


def test_rounding_in_two_ways_is_not_judged() -> None:
    final = "if paid(side) > 100 then paid(side) rounded-to 5 up-from 3 else written(paid(side))"
    found = changed("belote", f"score: {{final: {final}}}", "settle.written")
    assert found.verdict == Verdict.UNSUPPORTED
    assert not found.verdict.green


def test_a_match_without_an_end() -> None:
    found = changed("klaverjas-rotterdam", "match: {over: remove, wins: remove}", "match.ends")
    assert found.verdict == Verdict.REFUTED
    assert found.detail == "nothing ends the match"


def test_a_mean_of_81_pays_nobody_in_malagasy_belote() -> None:
    found = only("belote-malagasy", "match.ends")
    assert found.verdict == Verdict.EXPECTED
    assert found.witness is not None
    assert found.witness.found["outcome"] == "level"
    assert found.witness.found["paid"] == [0, 0]


def test_two_runs_of_eight_win_at_once_unless_only_trumps_count() -> None:
    assert only("bela", "match.decided").verdict == Verdict.EXPECTED
    assert only("beljot", "match.decided").verdict == Verdict.PROVED


def test_bids_and_stakes_are_those_that_can_be_called() -> None:
    found = field_values(program("contree"), taken=True)
    # From 80 in tens up to the highest ceiling a table can choose; a capot stands for 250.
    assert found["value"] == set(range(80, 251, 10))
    assert found["stakes"] == {1, 2, 3, 4}  # a surcontre is 4, or 3 as a house rule
    assert 0 in field_values(program("contree"))["value"]  # before anybody has bid
    assert "value" not in field_values(program("bazar-blot"))  # there is no highest bid


def test_melds_of_hands_are_those_that_the_interpreter_pays() -> None:
    inquiry = Inquiry(program("klaberjass"))
    sheet = inquiry.sheets[0]
    hunt = inquiry.hunt("test")
    sums = sheet.raw["sequences"]
    held = [*sheet.unknowns.conditions, *plain_melds(sheet)]
    model = hunt.find([*held, sums[0] == 70])
    assert model is not None
    paid, agrees = awarded(sheet, model)
    if not agrees:  # the other side's are better: the interpreter has the last word
        model = hunt.find([*held, *paid])
        assert model is not None
        _, agrees = awarded(sheet, model)
    assert agrees
    assert min(model.whole(s) for s in sums) == 0  # only one side is paid
    dealt = [{i for i, c in enumerate(hand) if model.truth(c)} for hand in hands(sheet)]
    assert [len(h) for h in dealt] == [sheet.shape.tricks] * 2
    assert not dealt[0] & dealt[1]
    # Nine cards hold no sequences worth 160: 50 and 50 and 50 take twelve.
    assert hunt.find([*held, sums[0] == 160]) is None
    assert not hunt.undecided
