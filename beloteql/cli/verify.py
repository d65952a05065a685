"""The command that proves rulesets.

Each ruleset is proved in a process of its own. So several are proved at the same time, no
verdict depends on what was proved before, and Ctrl-C stops a proof at once: in this process the
solver would catch the signal and call the proof undecided.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beloteql import __version__
from beloteql.cli.app import CLEAN, FINDINGS, UNDECIDED
from beloteql.cli.common import colour, emit, game, games, write
from beloteql.cli.proving import Manner, Pool

if TYPE_CHECKING:
    from beloteql.report.proofs import Proofs
    from beloteql.verify.verdict import Result

STOPPED = 130
MOST_JOBS = 8
_FORMATS = ["text", "json", "sarif", "junit", "github"]


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All bundled games.")
@click.option("--only", multiple=True, metavar="CODE", help='Properties, such as "play".')
@click.option(
    "--format", "shape", type=click.Choice(_FORMATS), default="text", show_default=True,
    help="How the results are written.",
)  # fmt: skip
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), metavar="N",
    help=f"How many rulesets to prove at a time.  [default: one a processor, {MOST_JOBS} at most]",
)  # fmt: skip
@click.option("--no-cache", is_flag=True, help="Prove all again that was proved before.")
@click.option(
    "--witness", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
    help="Write the deal that refutes a property as a record for `replay`; of several, FILE-2 …",
)  # fmt: skip
@click.option(
    "--smt-lib", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path),
    help="Write every question to the solver, with its answer, as SMT-LIB 2 for other solvers.",
)  # fmt: skip
def verify(
    rulesets: tuple[str, ...], everything: bool, only: tuple[str, ...], shape: str,
    jobs: int | None, no_cache: bool, smt_lib: Path | None, witness: Path | None,
) -> int:  # fmt: skip
    """Prove that rulesets hang together, or show deals on which they don't.

    House rules are left open: what is proved holds for all of them at once. All rulesets are
    read before the first is proved. Ctrl-C stops; what is decided until then is still written.
    What was proved in an earlier run, and hangs on nothing that has changed, is not proved again.
    """
    names = games() if everything else list(rulesets)
    if not names:
        raise click.UsageError("name a ruleset or a file, or say --all")
    from beloteql.verify import selected

    with (
        _stoppable() as stop,
        Pool(names, jobs or _processors(), Manner(only, no_cache, smt_lib)) as pool,
    ):
        # While the first of them start, all are read here: a mistake in the last one shows now.
        _check(only)
        shares = [share for name in names if not stop.is_set() for share in [_share(name)]]
        total = len(names) * len(selected(only))
        _prove_all(pool, shares, stop, shape == "text", total)
        note = ""
        if stop.is_set() and not all(t.ended for t in pool.tasks):
            note = f"stopped; {sum(t.done for t in pool.tasks)} of {total} checks were made"
    _write(shares, shape, note)
    if witness is not None:
        _keep_deals(shares, witness)
    if note:
        click.echo(note, err=True)
        return STOPPED
    return _exit_code([r for share in shares for r in share.results])


def _keep_deals(shares: list[Proofs], path: Path) -> None:
    """Write the deals that refute something, each into a file of its own."""
    from beloteql.verify import Verdict

    results = [r for s in shares for r in s.results if r.verdict == Verdict.REFUTED]
    records = [r.witness.record for r in results if r.witness and r.witness.record]
    if not records:
        click.echo("no refuted property has a deal to be written", err=True)
    for number, record in enumerate(records, 1):
        named = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        lines = [json.dumps(event, ensure_ascii=False) for event in record]
        write("\n".join(lines), named)


def _exit_code(results: list[Result]) -> int:
    from beloteql.verify import Verdict

    if any(r.verdict == Verdict.REFUTED for r in results):
        return FINDINGS
    return CLEAN if all(r.verdict.green for r in results) else UNDECIDED


def _processors() -> int:
    """How many processors this process may use, within reason: a proof takes some 130 MB."""
    usable = getattr(os, "sched_getaffinity", None)
    count = len(usable(0)) if usable else os.cpu_count() or 1
    return max(1, min(count, MOST_JOBS))


def _check(only: Sequence[str]) -> None:
    """Raise `click.UsageError` for a text that begins no property."""
    from beloteql.verify import selected

    unknown = [o for o in only if not selected([o])]
    if unknown:
        known = ", ".join(selected())
        raise click.UsageError(f'there is no property "{unknown[0]}": {known}')


def _share(name: str) -> Proofs:
    from beloteql.report.proofs import Proofs

    program = game(name)
    return Proofs(program.id, program.world.seats, program.loaded.lineage[0].name)


@contextmanager
def _stoppable() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; a second one interrupts as usual."""
    stop = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def asked(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    if threading.current_thread() is not threading.main_thread() or before != (
        signal.default_int_handler
    ):
        yield stop  # whoever runs us decides what the signal means
        return
    signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _prove_all(
    pool: Pool, shares: list[Proofs], stop: threading.Event, text: bool, total: int
) -> None:
    """Fill the shares in the order asked; write them as they come if it is to be text.

    Raises the error of the first ruleset that has one, once all before it are proved.
    """
    from beloteql.report.progress import Progress

    progress = Progress(sys.stderr)
    try:
        for share, task in zip(shares, pool.tasks, strict=False):
            share.results = task.results
            if stop.is_set() and not task.results:
                continue
            if text:
                progress.clear()
                click.echo(share.ruleset)
            written = 0
            while True:
                if text and written < len(task.results):
                    progress.clear()
                    _echo(share, written)
                    written = len(task.results)
                if task.ended or stop.is_set():
                    break
                progress.show(_going_on(pool, total))
                pool.wait()
            if task.error is not None:
                raise task.error
    finally:
        progress.clear()


def _going_on(pool: Pool, total: int) -> str:
    """What is being proved, and how much is done: `7 of 20 done, proving belote: auction`."""
    doing = ", ".join(f"{t.name}: {t.doing or 'starting'}" for t in pool.running())
    return f"{sum(t.done for t in pool.tasks)} of {total} done, proving {doing}"


def _echo(share: Proofs, first: int) -> None:
    """Write the results from the `first` on as text, each in one piece."""
    from beloteql.report.verdicts import entry

    shown = colour(sys.stdout)
    for result in share.results[first:]:
        click.echo(entry(result, shown, share.seats), color=shown)


def _write(shares: list[Proofs], shape: str, stopped: str) -> None:
    """Write a document of the results; of text, which is written already, the last line."""
    from beloteql.report.proofs import counted

    if stopped:
        shares = [share for share in shares if share.results]
    if shape == "json":
        from beloteql.report.verdicts import as_json

        emit([{"ruleset": s.ruleset, **as_json(r)} for s in shares for r in s.results])
    elif shape == "sarif":
        from beloteql.report.sarif import sarif

        emit(sarif(shares, __version__, stopped))
    elif shape == "junit":
        from beloteql.report.junit import junit

        click.echo(junit(shares, stopped), nl=False)
    elif shape == "github":
        from beloteql.report.github import github

        for line in github(shares, stopped):
            click.echo(line)
    click.echo(counted([r for s in shares for r in s.results]), err=shape != "text")
