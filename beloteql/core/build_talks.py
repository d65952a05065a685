"""Builds the talks of a program: stages, calls, and where they lead.

Codes: BQ0610 no such stage, BQ0611 no such field or state to set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from beloteql.core import ir, types
from beloteql.core import program as p
from beloteql.core.elaborate import Elaborator, Place
from beloteql.core.types import BOOL, SEAT, Type
from beloteql.errors import Collector, nearest
from beloteql.surface import ast, schema
from beloteql.surface.node import Text

TALK = Place(frozenset({"always", "turn", "talk", "contract"}))

GiveBuilder = Callable[[schema.Give, Place], p.Give]


def build_talks(
    to: Elaborator, ruleset: schema.Ruleset, errors: Collector, give: GiveBuilder
) -> dict[str, p.Talk]:
    """All talks of a ruleset."""
    return {
        str(name): _Talk(to, name, stages, errors, give).build()
        for name, stages in ruleset.talks.items()
    }


def sets(
    to: Elaborator, entries: Mapping[Text, ast.Expression] | None, place: Place, kind: str
) -> tuple[tuple[str, ir.Node], ...]:
    """What an entry sets: fields of the contract, or state."""
    built = []
    for name, e in (entries or {}).items():
        own = to.names.own.get(name)
        if own is None or own.kind != kind:
            known = [n for n, o in to.names.own.items() if o.kind == kind]
            what = "field of the contract" if kind == "field" else "state"
            to.errors.add("BQ0611", f'there is no {what} "{name}" to set', name.span,
                          expected=", ".join(known), hint=nearest(name, known))  # fmt: skip
            continue
        built.append((str(name), to.value(e, place, own.type)))
    return tuple(built)


class _Talk:
    def __init__(
        self, to: Elaborator, name: Text, stages: Mapping[Text, schema.Stage],
        errors: Collector, give: GiveBuilder,
    ) -> None:  # fmt: skip
        self.to, self.name, self.stages = to, name, stages
        self.errors, self.give = errors, give
        self.targets = (*(str(s) for s in stages), "done", "redeal")
        self.target_type = types.words("Stage", self.targets)

    def build(self) -> p.Talk:
        """The talk."""
        stages = tuple(self.stage(n, s) for n, s in self.stages.items())
        return p.Talk(str(self.name), f"talks.{self.name}", self.name.span, stages, self.targets)

    def stage(self, name: Text, s: schema.Stage) -> p.Stage:
        """One stage."""
        path = f"talks.{self.name}.{name}"
        return p.Stage(
            str(name), path, name.span,
            None if s.from_ is None else self.to.value(s.from_, TALK, SEAT),
            None if s.asks is None else self.to.value(s.asks, TALK, BOOL),
            tuple(self.call(f"{path}.{n}", n, c) for n, c in s.calls.items()),
            tuple(self.end(f"{path}.ends.{n}", n, e) for n, e in s.ends.items()),
        )  # fmt: skip

    def call(self, path: str, name: Text, c: schema.LegalCall) -> p.Call:
        """One call, its parameters bound in all that follows."""
        parameters: list[tuple[str, Type, ir.Node]] = []
        for parameter, domain in (c.with_ or {}).items():
            if parameter in self.to.names.known():
                self.errors.add("BQ0507", f'"{parameter}" hides another name', parameter.span,
                                hint="choose another letter")  # fmt: skip
            node = self.to.value(domain, TALK)
            if node.type.element is None and node.type != types.ANY:
                self.errors.add(
                    "BQ0502",
                    f"a set to choose from is expected, not a {node.type}",
                    domain.span,
                    expected="for example suits, or 80..160 step 10",
                )
            parameters.append((str(parameter), node.type.element or types.ANY, node))
        place = TALK.bind(**{n: t for n, t, _ in parameters})
        return p.Call(
            str(name), path, name.span, tuple(parameters),
            None if c.when is None else self.to.value(c.when, place, BOOL),
            sets(self.to, c.set_, place, "field"),
            None if c.give is None else self.give(c.give, place),
            None if c.then is None else self.to.value(c.then, place, self.target_type),
        )  # fmt: skip

    def end(self, path: str, name: Text, e: schema.End) -> p.End:
        """One end of a stage."""
        if e.then not in self.targets:
            self.errors.add(
                "BQ0610",
                f'there is no stage "{e.then}" in this talk',
                e.then.span,
                expected=", ".join(self.targets),
                hint=nearest(e.then, self.targets),
            )
        then = self.targets.index(e.then) if e.then in self.targets else len(self.targets) - 1
        when = None if e.when is None else self.to.value(e.when, TALK, BOOL)
        return p.End(str(name), path, name.span, when,
                     sets(self.to, e.set_, TALK, "field"), then)  # fmt: skip
