"""The contract of a deal: what the talks have filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beloteql.core.program import Field, Program
from beloteql.core.types import BOOL, STRAIN, SUIT, Type
from beloteql.core.world import World, members
from beloteql.semantics.evaluate import Evaluator
from beloteql.semantics.options import Options, facts_of

Fields = dict[str, Any]
"""The record: a value by name, None where it is unset, a set as a mask; where there is one for
each side or seat, a tuple of these."""


def initial_fields(program: Program, options: Options) -> Fields:
    """The record at the start of a deal; without a start a field is unset, and a set empty."""
    evaluator = Evaluator(program)
    compiled = {
        name: None if f.start is None else evaluator.expression(f.start)
        for name, f in program.fields.items()
    }
    env = evaluator.env(facts_of(options))
    record: Fields = {}
    for name, start in compiled.items():
        field = program.fields[name]
        value = (0 if field.type.is_set else None) if start is None else int(start(env))
        count = per_count(program, field.per)
        record[name] = (value,) * count if field.per else value
    return record


def per_count(program: Program, per: str) -> int:
    """How many values something has of which there is one for each side or seat."""
    return {"side": program.world.sides, "seat": program.world.seats}.get(per, 1)


def field_facts(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A record as facts; None is unset, and a field of each side or seat a function."""
    return {f"field.{n}": v.__getitem__ if isinstance(v, tuple) else v for n, v in fields.items()}


def shown_field(world: World, field: Field, value: Any) -> Any:
    """A field in plain values: names of suits and strains, lists for sets and for each side."""
    if isinstance(value, tuple):
        return [_shown(world, field.type, v) for v in value]
    return _shown(world, field.type, value)


def _shown(world: World, type_: Type, value: int | None) -> Any:
    if value is None:
        return None
    if type_.element is not None:
        return [_shown(world, type_.element, v) for v in members(value)]
    if type_ == BOOL:
        return bool(value)
    return world.show(value, type_) if type_ in {SUIT, STRAIN} else value
