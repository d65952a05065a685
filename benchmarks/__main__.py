"""Prints how long the commands take and how many plays a second the engines decide."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from beloteql.batch.compile import CompiledPlay
from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.semantics.contract import field_facts
from beloteql.semantics.options import defaults, facts_of
from beloteql.semantics.play import PlayRules, Trick
from beloteql.surface.load import load

RULESET = "klaverjas-amsterdam"
FIELDS: dict[str, int | None] = {"taker": 0, "strain": 3, "stakes": 1}
DEALS = 500
SECONDS = 1.0


def command(*arguments: str) -> str:
    """Median time of five whole processes."""
    times = []
    for _ in range(5):
        start = perf_counter()
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "beloteql", *arguments], capture_output=True, check=False
        )
        times.append(perf_counter() - start)
        if done.returncode in {2, 70}:  # no such command, or it can't start
            return "not available"
    return f"{median(times) * 1000:,.0f} ms"


def deals(program: Program) -> list[list[int]]:
    """The same random deals in every run."""
    random, cards, seats = Random(1), list(range(len(program.world.cards))), program.world.seats
    found = []
    for _ in range(DEALS):
        random.shuffle(cards)
        found.append([sum(1 << c for c in cards[s::seats]) for s in range(seats)])
    return found


def reference(program: Program) -> Callable[[list[int]], int]:
    """Plays a deal with the reference evaluator; gives the number of decisions."""
    rules, seats = PlayRules(program), program.world.seats
    env = rules.start({**facts_of(defaults(program)), **field_facts(FIELDS), "dealer": seats - 1})

    def play(deal: list[int]) -> int:
        hands, leader, plays = list(deal), 0, 0
        for number in range(1, hands[0].bit_count() + 1):
            trick = Trick(leader)
            for place in range(seats):
                me = trick.seat(place, seats)
                rules.place(env, trick, me, hands[me], number)
                legal = rules.decide(env)[1]
                card = legal & -legal
                hands[me] ^= card
                trick = trick.add(card.bit_length() - 1)
                plays += 1
            leader = rules.winner(env, trick, 1)
        return plays

    return play


def generated(program: Program) -> Callable[[list[int]], int]:
    """Plays a deal with printed Python; gives the number of decisions."""
    engine = CompiledPlay(program, None, FIELDS, {"dealer": program.world.seats - 1})
    return lambda deal: len(engine.play_out(deal, 0)[0])


def rate(play: Callable[[list[int]], int], dealt: list[list[int]]) -> float:
    """Decisions a second, over a second or more, once everything has been seen."""
    for deal in dealt:
        play(deal)
    start, plays = perf_counter(), 0
    while (passed := perf_counter() - start) < SECONDS:
        for deal in dealt:
            plays += play(deal)
    return plays / passed


def main() -> None:
    """Print the table."""
    for name, arguments in {
        "start (--version)": ("--version",),
        "check": ("check", RULESET),
        "verify": ("verify", RULESET, "--no-cache"),
        "verify, all of it known": ("verify", RULESET),
    }.items():
        print(f"{name:32}{command(*arguments):>16}")
    program = build(load(RULESET))
    dealt = deals(program)
    base = rate(reference(program), dealt)
    fast = rate(generated(program), dealt)
    for name, value in (("reference evaluator", base), ("generated Python", fast)):
        print(f"{name:32}{value:>14,.0f}/s{value / base:>8.1f}x")


if __name__ == "__main__":
    main()
