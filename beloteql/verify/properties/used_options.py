"""No house rule is without effect."""

from __future__ import annotations

from beloteql.core import ir, types
from beloteql.core.program import Option, Program
from beloteql.semantics.options import show
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.reasons import listed
from beloteql.verify.texts import Folded, deciding
from beloteql.verify.verdict import Result, Verdict

CODE = "options.used"


def used_options(inquiry: Inquiry) -> list[Result]:
    """Some rule text reads each house rule, and is another under each of its values."""
    program = inquiry.program
    if not program.options:
        return []
    texts = deciding(program)
    read = program.reads(texts)
    idle = [_found(program, option, f"option.{option.name}" in read, texts)
            for option in program.options.values()]  # fmt: skip
    found = [result for result in idle if result is not None]
    return found or [Result(CODE, Verdict.PROVED, f"all {len(program.options)} house rules")]


def _found(program: Program, option: Option, read: bool, texts: list[ir.Node]) -> Result | None:
    """What is wrong with a house rule; None if nothing is."""
    if not read:
        return _idle(option, f'no rule asks for "{option.name}"')
    for alike in _alike(program, option, texts):
        names = [f'"{show(program, option, v)}"' for v in alike]
        return _idle(option, f'under "{option.name}", {listed(names)} come to the same')
    return None


def _idle(option: Option, detail: str) -> Result:
    return Result(CODE, Verdict.REFUTED, detail, option.name, option.span)


def _alike(program: Program, option: Option, texts: list[ir.Node]) -> list[list[int]]:
    """Values of a house rule under which all rule texts are the same."""
    values = option.values
    if values is None:
        values = (0, 1) if option.type == types.BOOL else ()
    groups: dict[tuple[ir.Node, ...], list[int]] = {}
    for value in values:
        folded = Folded(program, f"option.{option.name}", value)
        groups.setdefault(tuple(folded.rest(text) for text in texts), []).append(value)
    return [group for group in groups.values() if len(group) > 1]
