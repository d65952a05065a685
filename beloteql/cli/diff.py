"""The command that compares two rulesets."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from beloteql.cli.app import CLEAN, FINDINGS, UNDECIDED
from beloteql.cli.common import chosen, colour, emit, format_option, game, option_option, unknown

if TYPE_CHECKING:
    from beloteql.compare import Pair
    from beloteql.core.program import Program
    from beloteql.report.differences import Differences

_STRUCTURE, _RANDOM = "structure", "random"
MOST_DEALS = 100_000


@click.command()
@click.argument("a")
@click.argument("b")
@option_option
@click.option(
    "--option-a", "options_a", multiple=True, metavar="NAME=VALUE", help="A house rule of A alone."
)
@click.option(
    "--option-b", "options_b", multiple=True, metavar="NAME=VALUE", help="A house rule of B alone."
)
@click.option("--any-house-rules", is_flag=True, help="Compare for all house rules not chosen.")
@click.option("--only", multiple=True, metavar="PART",
              help='One part, such as "legal"; may be repeated.')  # fmt: skip
@click.option("--deals", type=click.IntRange(0, MOST_DEALS), default=200, show_default=True,
              help="How many deals to play at random.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="The cards of these deals.")
@click.option("--texts", is_flag=True, help="Names, texts and sources, too.")
@format_option
def diff(
    a: str, b: str, options: tuple[str, ...], options_a: tuple[str, ...],
    options_b: tuple[str, ...], any_house_rules: bool, only: tuple[str, ...], deals: int, seed: int,
    texts: bool, shape: str,
) -> int:  # fmt: skip
    """Compare two rulesets: what is written differently, what it means, how often it matters.

    The meaning is compared for the house rules that hold when nobody chooses. The exit code is 0
    if all parts of it are proved equal, 1 if they differ, 3 if something is not decided.
    """
    from beloteql.compare import PARTS, make_pair
    from beloteql.report.differences import Differences

    parts = (_STRUCTURE, *PARTS, _RANDOM)
    for name in only:
        if name not in parts:
            raise unknown("part", name, parts)
    programs = game(a), game(b)
    own = _house_rules(programs, chosen(options), (chosen(options_a), chosen(options_b)))
    pair = make_pair(*programs, *own, any_house_rules)
    files = (programs[0].loaded.lineage[0].name, programs[1].loaded.lineage[0].name)
    seats = programs[0].world.seats
    usual = _usual(programs[0]), _usual(programs[1])
    found = Differences(programs[0].id, programs[1].id, files, own, usual, any_house_rules, seats)
    wanted = [p for p in parts if not only or p in only]
    _run(found, programs, pair, wanted, (deals, seed), _writer(found, shape, texts))
    if shape == "json":
        from beloteql.report.differences_json import differences

        emit(differences(found, texts))
    return _exit_code(found)


def _house_rules(
    programs: tuple[Program, Program], both: dict[str, str],
    own: tuple[dict[str, str], dict[str, str]],
) -> tuple[dict[str, str], dict[str, str]]:  # fmt: skip
    """The house rules chosen for each. What is chosen for both goes to those that have it."""
    a, b = programs
    # A name that neither has is left with A, which then says what it has.
    for_a = {n: v for n, v in both.items() if n in a.options or n not in b.options}
    for_b = {n: v for n, v in both.items() if n in b.options}
    return {**for_a, **own[0]}, {**for_b, **own[1]}


def _usual(program: Program) -> dict[str, str]:
    from beloteql.semantics.options import show

    return {n: show(program, o, o.default) for n, o in program.options.items()}


def _writer(found: Differences, shape: str, texts: bool) -> Callable[[str, Any], None]:
    """Writes each part when it is known; with JSON nothing is written before the end."""
    from beloteql.report.differences import Text

    if shape == "json":
        return lambda part, value: None
    text = Text(found, colour(sys.stdout), texts)

    def write(part: str, value: Any) -> None:
        shown: dict[str, Callable[[], str]] = {
            "head": text.head,
            _STRUCTURE: text.structure,
            "heading": lambda: "\n" + text.paint("\x1b[1m", "What it means") + _under(found),
            _RANDOM: lambda: text.sampled(value),
        }
        click.echo(shown[part]() if part in shown else text.finding(value), color=True)

    return write


def _under(found: Differences) -> str:
    if found.any_house_rules:
        return "  (for any house rules; those that both have with the same values agree)"
    return "  (house rules as when nobody chooses)" if not any(found.options) else ""


def _run(
    found: Differences, programs: tuple[Program, Program], pair: Pair, wanted: list[str],
    random_play: tuple[int, int], write: Callable[[str, Any], None],
) -> None:  # fmt: skip
    from beloteql.compare import PARTS, changes, compare, house_rules, sample
    from beloteql.report.differences import TITLES
    from beloteql.report.progress import Progress

    progress = Progress(sys.stderr)
    write("head", None)
    if _STRUCTURE in wanted:
        found.changes, found.house_rules = changes(*programs), house_rules(*programs)
        write(_STRUCTURE, None)
    parts = [p for p in wanted if p in PARTS]
    if parts:
        write("heading", None)
    try:
        for part in parts:
            progress.show(f"comparing {TITLES[part]}")
            for finding in compare(pair, part):
                progress.clear()
                found.findings.append(finding)
                write(part, finding)
        deals, seed = random_play
        if _RANDOM in wanted and deals:
            found.sample = sample(
                pair, deals, seed, lambda done: progress.show(f"deal {done} of {deals}")
            )
            progress.clear()
            write(_RANDOM, found.sample)
    finally:
        progress.clear()


def _exit_code(found: Differences) -> int:
    """By the meaning; where only the structure was asked for, by that."""
    if any(f.relation.differs for f in found.findings):
        return FINDINGS
    if found.sample is not None and found.sample.differs:
        return FINDINGS
    if any(f.relation.open for f in found.findings):
        return UNDECIDED
    if not found.findings and found.sample is None:
        written = [c for c in found.changes or () if not c.for_people]
        return FINDINGS if written or found.house_rules else CLEAN
    return CLEAN
