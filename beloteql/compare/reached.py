"""Deals that lead to a position: whole hands, and every card so far legal in both rulesets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from beloteql.batch.facts import GIVEN
from beloteql.batch.legal import play_facts
from beloteql.batch.lines import answer
from beloteql.compare.finding import Json
from beloteql.compare.open_pair import Twin
from beloteql.compare.pair import Pair
from beloteql.core.world import World, members
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.evaluate import Env
from beloteql.semantics.play import Trick
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import (
    at_most,
    choices,
    disjoin,
    either,
    exactly,
    implies,
    negate,
    total,
)
from beloteql.verify.dealing import shape
from beloteql.verify.solve import Model, Solver

TRIES = 1_500
"""How many ways to deal the rest of the cards are tried for a later trick."""


def first_trick(pair: Pair, solver: Solver, twin: Twin, differs: Any) -> tuple[Model, Json] | None:
    """A case in the first trick, with the deal; None if the solver knows of none.

    The hands are whole, and each card on the table was legal in both when it was played.
    """
    size = shape(pair.a).tricks
    if size != shape(pair.b).tricks:
        return None
    full = twin.on_table == pair.a.world.seats
    earlier = list(_earlier(twin))
    conditions = [*twin.conditions, differs, twin.a.facts["trick-number"] == 1]
    if not full:
        conditions.append(exactly(size, twin.a.hand))
    for played, cards in zip(earlier, twin.a.cards, strict=True):
        conditions += [*played.conditions, exactly(size, played.a.hand)]
        for b in (False, True):
            may = played.of(b, lambda p: p.legal)
            conditions += [implies(on, ok) for on, ok in zip(cards, may, strict=True)]
        conditions += [negate(g) for g in played.a.facts["exposed"]]
    conditions += [negate(g) for g in twin.a.facts["exposed"]]
    hands = [p.a.hand for p in earlier] + ([] if full else [twin.a.hand])
    conditions += [at_most(1, held) for held in zip(*hands, strict=True)]
    model = solver.ask(conditions, [*_leads(pair, twin), *twin.wishes]).model
    if model is None:
        return None
    return model, _deal(pair, twin, earlier, model, size)


def in_its_trick(twin: Twin) -> Any:
    """That so many cards are left in the hand as the number of the trick says."""
    held = total([either(g, 1, 0) for g in twin.a.hand])
    return total([held, twin.a.facts["trick-number"]]) == shape(twin.pair.a).tricks + 1


def _earlier(twin: Twin) -> Iterator[Twin]:
    """The positions in which the cards on the table were played."""
    seats = twin.pair.a.world.seats
    for i in range(twin.on_table):
        seat = (twin.me - twin.on_table + i) % seats
        yield Twin(twin.pair, twin.strain_a, twin.strain_b, twin.led if i else None, i, seat, seat)


def _leads(pair: Pair, twin: Twin) -> list[Any]:
    """The wishes that the player who led is the one who leads to the first trick."""
    found = []
    for b, program in enumerate((pair.a, pair.b)):
        leader = twin.a.leader

        def led(p: Any, program: Any = program, leader: int = leader) -> Any:
            if program.leader is None:
                value = p.facts["dealer"]
                wanted = (leader - 1) % program.world.seats
            else:
                value, wanted = p.symbolic.value(program.leader), leader
            return disjoin(g for v, g in choices(value) if v == wanted)

        found.append(twin.of(bool(b), led))
    return found


def _deal(pair: Pair, twin: Twin, earlier: list[Twin], model: Model, size: int) -> Json:
    """The deal of a case, the cards that nobody needs dealt to the players to come."""
    world = pair.a.world
    hands: dict[int, list[int]] = {}
    for played in earlier:
        hands[played.me] = [c for c, g in enumerate(played.a.hand) if model.truth(g)]
    if twin.on_table < world.seats:
        hands[twin.me] = [c for c, g in enumerate(twin.a.hand) if model.truth(g)]
    dealt = {c for hand in hands.values() for c in hand}
    rest = [c for c in range(len(world.cards)) if c not in dealt]
    for seat in range(world.seats):
        if seat not in hands:
            hands[seat], rest = rest[:size], rest[size:]
    cards = [next(c for c, g in enumerate(row) if model.truth(g)) for row in twin.a.cards]
    plays = [(played.me, c) for played, c in zip(earlier, cards, strict=True)]
    deal: Json = {
        "hands": [[world.cards[c] for c in sorted(hands[s])] for s in range(world.seats)],
        "played": [{"seat": s, "card": world.cards[c]} for s, c in plays],
    }
    for b, rules in enumerate(pair.rules):
        _replay(rules, twin.of(bool(b), lambda p: p.data(model)), deal)
    return deal


def _replay(rules: Rules, data: Json, deal: Json) -> None:
    """Let the interpreter play the cards of a first trick. An illegal one is a fault of ours."""
    common = {k: v for k, v in data.items() if k not in {"hand", "seat", "trick", "exposed"}}
    cards: list[str] = []
    for play in deal["played"]:
        seat = play["seat"]
        asked = {**common, "seat": seat, "hand": deal["hands"][seat],
                 "trick": {"leader": data["trick"]["leader"], "cards": list(cards)}}  # fmt: skip
        found = answer(rules, "legal", asked)
        if play["card"] not in found["legal"]:
            raise InternalError(f"the solver plays {play['card']} in {asked}, the interpreter of "
                                f"{rules.program.id} allows {found['legal']}")  # fmt: skip
        cards.append(play["card"])


# --- later tricks ------------------------------------------------------------------------


def led_to(pair: Pair, twin: Twin, data: Json, legal: tuple[int, int]) -> Json | None:
    """A deal that leads to a position of a later trick, found by trying; None if none was.

    `legal` are the cards that A and B allow in the position; they must do so in the deal as well,
    in whatever trick it comes up.

    The cards that are not in the position are dealt at random, as often as `TRIES`, and thrown
    in earlier tricks. Every card is legal in both.
    """
    world = pair.a.world
    size = shape(pair.a).tricks
    left = len(data["hand"])
    if size != shape(pair.b).tricks or left > size:
        return None
    chance = random.Random(0)
    envs = [_env(rules, twin, b, data) for b, rules in enumerate(pair.rules)]
    names = world.card_index
    table = [((twin.a.leader + i) % world.seats, names[c])
             for i, c in enumerate(data["trick"]["cards"])]  # fmt: skip
    kept = [0] * world.seats
    kept[twin.me] |= sum(1 << names[c] for c in data["hand"])
    for seat, card in table:
        kept[seat] |= 1 << card
    for _ in range(TRIES):
        hands, thrown = _rest(world, size, left, kept, chance)
        played = _throw(pair, envs, list(hands), thrown, table, twin, size - left, chance)
        if played is None:
            continue
        number, trick = size - left + 1, Trick(twin.a.leader, tuple(c for _, c in table))
        held = [kept[s] if s == twin.me else 0 for s in range(world.seats)]
        now = tuple(_may(r, e, trick, twin.me, held, number)
                    for r, e in zip(pair.rules, envs, strict=True))  # fmt: skip
        if now == legal:
            return {
                "hands": [[world.cards[c] for c in members(h)] for h in hands],
                "played": [{"seat": s, "card": world.cards[c]} for s, c in played],
            }
    return None


def _env(rules: Rules, twin: Twin, b: int, data: Json) -> Env:
    given = {k: v for k, v in data.items() if k in {"contract", *GIVEN}}
    world = rules.world
    strain = twin.strain_b if b else twin.strain_a
    contract = {k: v for k, v in given["contract"].items()
                if k in {"by", *rules.program.fields}}  # fmt: skip
    kind = world.kinds[world.kind_of(strain)]
    contract["kind"] = kind.name
    if kind.trumps == "named":
        contract["trump"] = world.suits[strain]
    return rules.play.start(play_facts(rules, {**given, "contract": contract}))


def _rest(
    world: World, size: int, left: int, kept: list[int], chance: random.Random
) -> tuple[list[int], list[int]]:
    """Whole hands with what is kept, and what each throws in earlier tricks.

    Most of these tricks are of one suit, one card for each: so all can follow and keep the rest.
    """
    seats, used = world.seats, sum(kept)
    tricks: list[list[int]] = []
    loose: list[int] = []
    for suit in range(len(world.suits)):
        cards = [c for c in range(len(world.cards))
                 if world.suit_of(c) == suit and not used >> c & 1]  # fmt: skip
        chance.shuffle(cards)
        while len(cards) >= seats:
            tricks.append([cards.pop() for _ in range(seats)])
        loose += cards
    chance.shuffle(tricks)
    for trick in tricks[size - left :]:
        loose += trick
    chance.shuffle(loose)
    hands, thrown = list(kept), [0] * seats
    for seat in range(seats):
        # Who has not played yet keeps some cards for the trick, too.
        while hands[seat].bit_count() < left and loose:
            hands[seat] |= 1 << loose.pop()
    for trick in tricks[: size - left]:
        for seat, card in enumerate(trick):
            thrown[seat] |= 1 << card
    for seat in range(seats):
        while thrown[seat].bit_count() < size - left and loose:
            thrown[seat] |= 1 << loose.pop()
        hands[seat] |= thrown[seat]
    return hands, thrown


def _throw(
    pair: Pair, envs: list[Env], hands: list[int], thrown: list[int],
    table: list[tuple[int, int]], twin: Twin, tricks: int, chance: random.Random,
) -> list[tuple[int, int]] | None:  # fmt: skip
    """Play the earlier tricks with the cards to throw, then those of the table; None if not."""
    seats = pair.a.world.seats
    leader = twin.a.leader if not tricks else chance.randrange(seats)
    played: list[tuple[int, int]] = []
    for number in range(1, tricks + 2):
        last = number > tricks
        if last and leader != twin.a.leader:
            return None
        trick = Trick(leader)
        for at in range(len(table) if last else seats):
            seat = trick.seat(at, seats)
            wanted = 1 << table[at][1] if last else thrown[seat]
            may = wanted
            for rules, env in zip(pair.rules, envs, strict=True):
                may &= _may(rules, env, trick, seat, hands, number)
            if not may:
                return None
            card = chance.choice(list(members(may)))
            hands[seat] &= ~(1 << card)
            thrown[seat] &= ~(1 << card)
            played.append((seat, card))
            trick = trick.add(card)
        if not last:
            won = {r.play.winner(e, trick, number) for r, e in zip(pair.rules, envs, strict=True)}
            if len(won) > 1:
                return None
            leader = won.pop()
    return played


def _may(rules: Rules, env: Env, trick: Trick, seat: int, hands: list[int], number: int) -> int:
    """The legal cards of a player; none where the ruleset knows of none."""
    facts: dict[str, Any] = env.facts  # type: ignore[assignment]
    facts["hand"] = hands.__getitem__
    rules.play.place(env, trick, seat, hands[seat], number)
    try:
        return rules.play.decide(env)[1]
    except RulesetError:
        return 0
