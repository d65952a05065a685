"""Which numbers the talks can put into a field of the contract: bids, stakes, counts.

From the value at the start, every call is made again and again, whatever its condition, until
nothing new comes. A field whose numbers depend on more than house rules and other such fields,
or have no end, stays open. Once there is a taker, a field that is set whenever a taker is has
been set: its start is then none of its values, unless some call sets it to that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from beloteql.core import ir, types
from beloteql.core.program import Program
from beloteql.semantics.evaluate import Evaluator, elements
from beloteql.semantics.options import defaults, facts_of, options_read

MOST_VALUES = 60
MOST_CASES = 3_000

Setting = tuple[str, ir.Node, Mapping[str, ir.Node]]
"""A field, what it is set to, and the domain of each thing that is chosen with the call."""


class _OpenFieldError(Exception):
    """The numbers of a field depend on something that is not known here."""


def field_values(program: Program, *, taken: bool = False) -> dict[str, set[int]]:
    """For each field with numbers, and a start, all that it can hold, where that is known.

    `taken` says that there is a taker.
    """
    drawn = {draw.field for draw in program.draws()}
    numbers = {
        name for name, f in program.fields.items()
        if f.type == types.INT and not f.per and isinstance(f.start, ir.Const) and name not in drawn
    }  # fmt: skip
    settings = [s for s in _settings(program) if s[0] in numbers]
    while True:
        try:
            found, called = _closure(program, [s for s in settings if s[0] in numbers], numbers)
        except _OpenFieldError as unknown:
            numbers.discard(str(unknown))
        else:
            sure = _with_taker(program) if taken else set()
            return {n: called[n] if n in sure else found[n] for n in numbers}


def _closure(
    program: Program, settings: list[Setting], names: set[str]
) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """All values by field, and those that calls set it to."""
    found = {n: {int(program.fields[n].start.value)} for n in names}  # type: ignore[union-attr]
    cases = [(name, _Case(program, node, chosen, names, name)) for name, node, chosen in settings]
    called: dict[str, set[int]] = {n: set() for n in names}
    grown = True
    while grown:
        grown = False
        for name, case in cases:
            new = case.values(found)
            grown = grown or not new <= found[name]
            found[name] |= new
            called[name] |= new
            if len(found[name]) > MOST_VALUES:
                raise _OpenFieldError(name)
    return found, called


def _with_taker(program: Program) -> set[str]:
    """The fields that are set by every call, and every end of a stage, that sets the taker."""
    taker = program.fields.get("taker")
    drawn = any(draw.field == "taker" for draw in program.draws())
    if taker is None or taker.start is not None or drawn:
        return set()
    stages = [stage for talk in program.talks.values() for stage in talk.stages]
    sets = [{name for name, _ in call.sets} for stage in stages for call in stage.calls]
    sets += [{name for name, _ in end.sets} for stage in stages for end in stage.ends]
    setting = [names for names in sets if "taker" in names]
    return set.intersection(*setting) if setting else set()


def _settings(program: Program) -> Iterator[Setting]:
    for talk in program.talks.values():
        for stage in talk.stages:
            for call in stage.calls:
                chosen = {n: domain for n, _, domain in call.parameters}
                yield from ((name, node, chosen) for name, node in call.sets)
            for end in stage.ends:
                yield from ((name, node, {}) for name, node in end.sets)


class _Case:
    """What one call sets a field to, for every case that it depends on."""

    def __init__(
        self,
        program: Program,
        node: ir.Node,
        chosen: Mapping[str, ir.Node],
        known: set[str],
        field: str,
    ) -> None:
        used = {n.name for n in ir.walk(node) if isinstance(n, ir.Variable)}
        self.chosen = {n: d for n, d in chosen.items() if n in used}
        roots = [node, *self.chosen.values()]
        read = program.reads(roots) - {"range"}
        self.fields = sorted(r.partition(".")[2] for r in read if r.startswith("field."))
        strange = {r for r in read if not r.startswith(("option.", "field."))}
        free = used - set(self.chosen) - _bound(node)
        if strange or free or not known.issuperset(self.fields):
            raise _OpenFieldError(field)
        self.field = field
        options = [program.options[n] for n in options_read(program, roots)]
        if any(o.values is None for o in options):
            raise _OpenFieldError(field)
        self.options = [
            {f"option.{o.name}": v for o, v in zip(options, values, strict=True)}
            for values in product(*(o.values or (0, 1) for o in options))
        ]
        self.base = facts_of(defaults(program))
        self.evaluator = Evaluator(program)
        self.node = self.evaluator.expression(node, *self.chosen)
        self.domains = [self.evaluator.expression(d) for d in self.chosen.values()]

    def values(self, found: Mapping[str, set[int]]) -> set[int]:
        """What the field is set to, the other fields being as they were found."""
        made: set[int] = set()
        cases = 0
        for options, fields in product(self.options, product(*(found[n] for n in self.fields))):
            facts: dict[str, Any] = {
                **self.base, **options,
                **{f"field.{n}": v for n, v in zip(self.fields, fields, strict=True)},
            }  # fmt: skip
            env = self.evaluator.env(facts)
            domains: Iterable[Any] = [list(elements(d(env))) for d in self.domains]
            for values in product(*domains):
                cases += 1
                if cases > MOST_CASES:
                    raise _OpenFieldError(self.field)
                made.add(int(self.node(env, *values)))
        return made


def _bound(node: ir.Node) -> set[str]:
    return {n.variable for n in ir.walk(node) if isinstance(n, ir.Bind)}
