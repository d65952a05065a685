"""Rulesets proved in processes of their own.

So several are proved at the same time, no verdict depends on what was proved before, and Ctrl-C
stops a proof at once: in this process the solver would catch the signal and call the proof
undecided.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from beloteql.cli.common import game, save
from beloteql.errors import Diagnostic, InternalError, RulesetError, UsageError

if TYPE_CHECKING:
    from beloteql.verify.inquiry import Question
    from beloteql.verify.verdict import Result

POLL = 0.2  # seconds after which Ctrl-C is noticed at the latest


@dataclass(frozen=True, slots=True)
class Manner:
    """How rulesets are proved: which properties, whether anew, and where questions are written."""

    only: Sequence[str] = ()
    no_cache: bool = True
    smt_lib: Path | None = None


# What happens in the process of a ruleset


def prove(pipe: Any, name: str, manner: Manner, garbage: tuple[int, int, int]) -> None:
    """Prove one ruleset and send what comes of it.

    Messages: `("begin", property)`, `("done", results)`, and in the end `("end",)`,
    `("refused", diagnostics)` for a mistake in the ruleset, `("wrong", diagnostic)` for one in
    the request, or `("fault", message, traceback)` for one of ours.
    """
    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*garbage)
    threading.Thread(target=_follow, daemon=True).start()
    try:
        from beloteql.verify import Inquiry, check, selected
        from beloteql.verify.solve import Solver, remembering

        program = game(name)
        solver = Solver() if manner.no_cache else remembering()
        listener = None if manner.smt_lib is None else _writer(manner.smt_lib / program.id)
        inquiry = Inquiry(program, solver, listener)
        for property_ in selected(manner.only):
            _send(pipe, "begin", property_)
            _send(pipe, "done", check(inquiry, property_))
        _send(pipe, "end")
    # Errors go over as data: made again from their texts, they would lose their parts.
    except RulesetError as error:
        _send(pipe, "refused", error.diagnostics)
    except UsageError as error:
        _send(pipe, "wrong", error.diagnostic)
    except Exception as error:  # noqa: BLE001 - all that goes wrong is reported by the command
        kind = "" if isinstance(error, InternalError) else f"{type(error).__name__}: "
        _send(pipe, "fault", f"{kind}{error}", traceback.format_exc())


def _writer(folder: Path) -> Callable[[Question], None]:
    """What writes the questions of a ruleset into a folder, one file each."""
    from beloteql.verify.smtlib import SmtLib

    shown, numbers = SmtLib(), count(1)

    def write(question: Question) -> None:
        save(folder / f"{next(numbers):04}-{question.code}.smt2", shown.text(question))

    return write


def _follow() -> None:
    """End with the process of the command, even if that is killed: nobody wants the rest."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _send(pipe: Any, *message: Any) -> None:
    """Send a message; if nobody is there to read it, end."""
    try:
        pipe.send(message)
    except BrokenPipeError:
        sys.exit(1)


# What happens in the process of the command


@dataclass
class Task:
    """One ruleset on its way: `doing` is the property at work, `done` counts the others."""

    name: str
    results: list[Result] = field(default_factory=list)
    doing: str = ""
    done: int = 0
    ended: bool = False
    error: Exception | None = None
    process: Any = None
    pipe: Any = None

    def receive(self) -> None:
        """Take in one message."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):  # nothing more, or a message that breaks off
            self.process.join()
            code = self.process.exitcode
            message = ("fault", f"the process that proves {self.name} ended with {code}", "")
        match message:
            case ("begin", str(property_)):
                self.doing = property_
            case ("done", list(results)):
                self.results += results
                self.done += 1
            case ("refused", list(diagnostics)):
                self.error = RulesetError(diagnostics)
            case ("wrong", Diagnostic() as diagnostic):
                self.error = UsageError(diagnostic)
            case ("fault", str(text), str(trace)):
                self.error = InternalError(text)
                if trace:
                    self.error.add_note(trace)
        self.ended = message[0] not in {"begin", "done"}
        if self.ended:
            self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        self.doing = ""
        if self.process is None:
            return
        if not self.ended:
            self.process.terminate()
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()
        self.process = None


class Pool:
    """Proves rulesets, some at a time, each in a process of its own."""

    def __init__(self, names: Sequence[str], jobs: int, manner: Manner) -> None:
        self.tasks = [Task(name) for name in names]
        self._waiting = list(self.tasks)
        self._jobs, self._manner = jobs, manner

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        for task in self.tasks:
            task.close()

    def running(self) -> list[Task]:
        """The rulesets that are being proved."""
        return [t for t in self.tasks if t.process is not None]

    def wait(self) -> None:
        """Take in what has been sent, or come back after a while without anything."""
        from multiprocessing import connection

        by_pipe = {t.pipe: t for t in self.running()}
        for pipe in connection.wait(list(by_pipe), POLL):
            by_pipe[pipe].receive()
        self._start()

    def _start(self) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        while self._waiting and len(self.running()) < self._jobs:
            task = self._waiting.pop(0)
            task.pipe, theirs = context.Pipe(duplex=False)
            arguments = (theirs, task.name, self._manner, gc.get_threshold())
            task.process = context.Process(target=prove, args=arguments, daemon=True)
            with _deaf():
                task.process.start()
            theirs.close()  # so that the end of the process shows as the end of its messages


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started here never see Ctrl-C, from their first moment on."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would unblock the signal when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
