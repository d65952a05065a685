"""House rules: which values are chosen, and whether they may go together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from beloteql.core import ir, types
from beloteql.core.program import Option, Program
from beloteql.errors import Diagnostic, UsageError, nearest
from beloteql.semantics.evaluate import Evaluator

Options = Mapping[str, int]


def defaults(program: Program) -> dict[str, int]:
    """The value of every option when nobody chooses."""
    return {name: option.default for name, option in program.options.items()}


def choose(program: Program, chosen: Mapping[str, object]) -> dict[str, int]:
    """All options, some of them chosen, by name and value as a user writes them.

    Raises `UsageError`: BQ0801 no such option, BQ0802 not a value of it, BQ0803 the values
    break a requirement of the ruleset.
    """
    options = defaults(program)
    for name, value in chosen.items():
        option = program.options.get(name)
        if option is None:
            raise UsageError(
                Diagnostic(
                    "BQ0801",
                    f'{program.id} has no option "{name}"',
                    expected=", ".join(program.options),
                    hint=nearest(name, program.options),
                )
            )
        options[name] = _value(program, option, value)
    broken = broken_requirements(program, options)
    if broken:
        raise UsageError(
            Diagnostic(
                "BQ0803",
                f"these options don't go together: {', '.join(broken)}",
                program.require[0].span,
            )
        )
    return options


def broken_requirements(program: Program, options: Options) -> list[str]:
    """Names of the requirements between options that a choice breaks."""
    evaluator = Evaluator(program)
    facts = facts_of(options)
    compiled = [(c.name, evaluator.expression(c.when)) for c in program.require if c.when]
    return [name for name, holds in compiled if not holds(evaluator.env(facts))]


def facts_of(options: Options) -> dict[str, object]:
    """Options as facts."""
    return {f"option.{name}": value for name, value in options.items()}


def show(program: Program, option: Option, value: int) -> str:
    """A value of an option as a user writes it."""
    return program.world.show(value, option.type)


def _value(program: Program, option: Option, given: object) -> int:
    words = {True: "yes", False: "no"}
    text = words[given] if isinstance(given, bool) else str(given)
    value: int | None = None
    if option.type.is_words:
        value = option.type.values.index(text) if text in option.type.values else None
    elif option.type == types.BOOL:
        value = {"yes": 1, "no": 0}.get(text)
    elif re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        value = int(text)
    if value is None or (option.values is not None and value not in option.values):
        known = [show(program, option, v) for v in option.values or ()]
        raise UsageError(
            Diagnostic(
                "BQ0802",
                f'"{text}" is not a value of the option "{option.name}"',
                expected=", ".join(known) or "a whole number",
                hint=nearest(text, known),
            )
        )
    return value


def options_read(program: Program, nodes: Iterable[ir.Node]) -> list[str]:
    """Names of the options that expressions read, through words too."""
    reads = program.reads(nodes)
    return [n for n in program.options if f"option.{n}" in reads]
