"""Laws that every match of every game keeps, whatever its players do."""

from __future__ import annotations

import random

import pytest

from beloteql.game.deal import Deal
from beloteql.game.match import Match, shuffled
from beloteql.game.view import view
from beloteql.semantics.options import show
from beloteql.semantics.rules import Rules
from beloteql.semantics.settle import points_held


def random_options(rules: Rules, chance: random.Random) -> dict[str, object]:
    """A value for each house rule."""
    return {
        name: show(rules.program, option, chance.choice(option.values))
        for name, option in rules.program.options.items()
        if option.values
    }


def play_out(match: Match, chance: random.Random, at_each: object = None) -> None:
    """Play a match to its end at random, calling `at_each(match)` before each move."""
    while not match.over:
        if callable(at_each):
            at_each(match)
        match.apply(chance.choice(match.legal_moves()))


def check_position(match: Match) -> None:
    """Every card is in exactly one place; whoever is to move has a legal move of his own."""
    deal = match.deal
    assert deal is not None
    world = match.world
    places = [c for stacks in deal.table.zones.values() for s in stacks for c in s.cards]
    places += deal.table.stock
    places += [c for taken in deal.taken for c in taken.trick.cards]
    if deal.trick and not any(deal.trick is taken.trick for taken in deal.taken):
        places += deal.trick.cards
    assert sorted(places) == list(range(len(world.cards)))
    moves = match.legal_moves()
    assert moves
    assert moves[0].seat == match.to_move
    assert {m.seat for m in moves} == {match.to_move} or deal.speaks != "in-turn"
    if deal.trick is not None and deal.talk is None:
        hand = deal.table.held(moves[0].seat)
        assert all(hand >> world.card_index[m.text] & 1 for m in moves)


def check_deal(match: Match, deal: Deal) -> None:
    """A settled deal hands out what the ruleset says it is worth."""
    if deal.settlement is None:
        return
    assert deal.sheet is not None
    strain = deal.fields["strain"]
    assert strain is not None
    assert sum(deal.sheet.tricks) == len(deal.taken)
    leader = deal.taken[0].trick.leader
    for taken in deal.taken:
        assert taken.trick.leader == leader, "the winner of a trick leads to the next"
        leader = taken.winner
    worth = match.rules.settle.worth(deal.sheet, deal.settlement)
    if worth is not None:
        moved = points_held(match.program, deal.settlement.state) - points_held(
            match.program, deal.sheet.state
        )
        assert sum(deal.settlement.paid) + moved == worth


@pytest.mark.parametrize("seed", range(6))
def test_matches_of_the_sample_keep_the_laws(sample: Rules, seed: int) -> None:
    keeps_the_laws(sample, seed)


def test_matches_keep_the_laws(game: Rules) -> None:
    keeps_the_laws(game, 6)


def keeps_the_laws(game: Rules, seed: int) -> None:
    chance = random.Random(seed)
    rules = game.with_options(random_options(game, chance))
    match = Match(rules, seed)
    play_out(match, chance, check_position)
    for deal in match.finished:
        check_deal(match, deal)
    assert match.winners
    total = [0] * match.world.sides
    for deal in match.finished:
        if deal.settlement:
            total = [a + b for a, b in zip(total, deal.settlement.scores, strict=True)]
    assert tuple(total) == match.scores


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(1000))
def test_a_thousand_matches(game: Rules, seed: int) -> None:
    keeps_the_laws(game, seed)


def test_the_same_seed_gives_the_same_match(game: Rules) -> None:
    results = []
    for _ in range(2):
        told: list[object] = []
        match = Match(game, "same", listener=told.append)
        play_out(match, random.Random(5))
        results.append((match.scores, told))
    assert results[0] == results[1]


def test_each_deal_has_its_own_shuffle(game: Rules) -> None:
    decks = [tuple(shuffled(game, 1, n)) for n in range(50)]
    assert len(set(decks)) == 50
    assert all(sorted(d) == list(range(len(game.world.cards))) for d in decks)


def test_a_view_depends_on_nothing_hidden(game: Rules) -> None:
    """Swapping cards between the other hands changes nothing that a seat sees."""
    match = Match(game, 3)
    chance = random.Random(3)
    for _ in range(400):
        if match.over:
            break
        deal = match.deal
        assert deal is not None
        others = range(1, match.world.seats)
        if match.program.zones["hand"].seen_by != "owner":
            return  # the game is played with open cards
        hands = [deal.table.zones["hand", s][0].cards for s in others]
        before = view(match, 0)
        if len(hands) > 1 and all(hands):
            melds_hidden = not deal.melds.kept
            hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
            if melds_hidden:
                assert view(match, 0) == before
            hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
        mine = set(before["hand"])
        shown = str({k: v for k, v in before.items() if k not in {"melds", "contract"}})
        for card in (c for hand in hands for c in hand):
            name = match.world.cards[card]
            assert name not in mine
            assert f"'{name}'" not in shown or deal.table.turned == card
        match.apply(chance.choice(match.legal_moves()))
