"""The contract of a deal: what the talks have filled in."""

from __future__ import annotations

from collections.abc import Mapping

from beloteql.core.program import Program
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import Options, facts_of

Fields = dict[str, int | None]


def initial_fields(program: Program, options: Options) -> Fields:
    """The record at the start of a deal; a field without a start is unset."""
    evaluator = Evaluator(program)
    compiled = {
        name: None if f.start is None else evaluator.expression(f.start)
        for name, f in program.fields.items()
    }
    env = evaluator.env(facts_of(options))
    return {name: None if start is None else int(start(env)) for name, start in compiled.items()}


def field_facts(fields: Mapping[str, int | None]) -> dict[str, object]:
    """A record as facts; None is unset."""
    return {f"field.{name}": value for name, value in fields.items()}
