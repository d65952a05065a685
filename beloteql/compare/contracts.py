"""Contracts that auctions end with, found by letting some be held at random.

A settlement can be asked about any values of the fields of a contract; those that some auction
has led to are known to be real.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from beloteql.core import types
from beloteql.core.program import Program
from beloteql.core.types import Type
from beloteql.errors import RulesetError
from beloteql.game.match import Match
from beloteql.game.moves import Call, Move
from beloteql.semantics.contract import Fields
from beloteql.semantics.rules import Rules
from beloteql.semantics.symbolic import conjoin, disjoin, negate
from beloteql.verify.sheet import OpenSheet

AUCTIONS = 100
_LOW = 6
_PASSES = 0.7
MOST_CALLS = 120
_OF_SUITS = {types.SUIT, types.STRAIN, types.CARD}


class Contracts:
    """The contracts of a program that were met in some auctions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.records = _met(program)

    def condition(self, sheet: OpenSheet) -> Any:
        """That the contract of an open sheet is one of these, but for the suits that it names."""
        fitting = (self._seen_from(r, sheet.taker) for r in self._of_kind(sheet.strain))
        known = {
            tuple((n, v) for n, v in record.items() if not self._of_suits(n)) for record in fitting
        }
        return disjoin(conjoin(self._is(sheet, n, v) for n, v in record) for record in known)

    def like(self, strain: int, taker: int, shared: Mapping[str, Any]) -> list[Fields]:
        """The records of a kind of contract by a taker, with certain values in some fields."""
        found = []
        for record in self._of_kind(strain):
            seen = self._seen_from(record, taker)
            if all(seen[n] == v for n, v in shared.items() if not self._of_suits(n)):
                found.append({**seen, **shared, "strain": strain, "taker": taker})
        return found

    def _of_kind(self, strain: int) -> Iterator[Fields]:
        world = self.program.world
        kind = world.kind_of(strain)
        return (r for r in self.records if world.kind_of(r["strain"]) == kind)

    def _of_suits(self, name: str) -> bool:
        """Whether a field names suits, or is one of those that every contract has."""
        type_ = self.program.fields[name].type
        return name in {"taker", "strain"} or bool({type_, type_.element} & _OF_SUITS)

    def _seen_from(self, record: Fields, taker: int) -> Fields:
        """A record as it would be if another seat had taken."""
        world = self.program.world
        turn = taker - record["taker"]

        def moved(type_: Type, value: Any) -> Any:
            if value is None or type_ not in {types.SEAT, types.SIDE}:
                return value
            return (value + turn) % (world.seats if type_ == types.SEAT else world.sides)

        found: Fields = {}
        for name, field in self.program.fields.items():
            value = record[name]
            if field.per:
                count = len(value)
                found[name] = tuple(
                    moved(field.type, value[(i - turn) % count]) for i in range(count)
                )
            else:
                found[name] = moved(field.type, value)
        return found

    def _is(self, sheet: OpenSheet, name: str, value: Any) -> Any:
        """That a field of the sheet has a value."""
        fact, known = sheet.contract[f"field.{name}"], sheet.contract.get(f"known.{name}", True)
        if isinstance(value, tuple):
            return conjoin(
                _equals(fact(i), v, known if known is True else known(i))
                for i, v in enumerate(value)
            )
        return _equals(fact, value, known)


def _equals(now: Any, value: int | None, known: Any) -> Any:
    if value is None:
        return True if known is True else negate(known)
    if now is None:
        return False
    if isinstance(now, tuple):
        own: Any = conjoin(g if value >> i & 1 else negate(g) for i, g in enumerate(now))
    elif hasattr(now, "guard"):
        own = now.guard(value)
    elif isinstance(now, int):
        own = int(now) == value
    elif now.sort().name() == "Bool":
        own = now if value else negate(now)
    else:
        own = now == value
    return conjoin((known, own))


def _met(program: Program) -> list[Fields]:
    """The records of the contract at the end of some auctions with random calls."""
    rules, found = Rules(program), []
    for number in range(AUCTIONS):
        record = auction(rules, f"contracts/{number}", number % program.world.seats)
        if record is not None:
            found.append(record[1])
    return found


def auction(rules: Rules, seed: str, dealer: int) -> tuple[Match, Fields] | None:
    """A match at its first trick after random calls, and the contract; None if it has none.

    One who may pass does so most of the time, and half of the bids are low ones.
    """
    chance = random.Random(seed)
    try:
        match = Match(rules, seed, dealer=dealer)
        for _ in range(MOST_CALLS):
            deal = match.deal
            if deal is None or match.over:
                return None
            if deal.trick is not None and deal.talk is None:
                return match, dict(deal.fields)
            match.apply(_call(match, chance))
    except RulesetError:
        # A fault of the ruleset that shows in play: `verify` is there to find it.
        return None
    return None


def _call(match: Match, chance: random.Random) -> Move:
    moves = [m for m in match.legal_moves() if m.seat == match.to_move]
    names: dict[str, list[Move]] = {}
    for move in moves:
        names.setdefault(move.choice.call.name if isinstance(move, Call) else "", []).append(move)
    if "pass" in names and chance.random() < _PASSES:
        return chance.choice(names["pass"])
    own = names[chance.choice(list(names))]
    return chance.choice(own[:_LOW] if chance.random() < 0.5 else own)
