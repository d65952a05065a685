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

_BOUND = {types.SIDE: "side", types.SEAT: "seat"}
TALK = Place(frozenset({"always", "turn", "talk", "contract"}))

IN_PLAY = Place(TALK.scopes | {"play"})
"""In a talk around a card or a trick, which may look at the trick."""

GiveBuilder = Callable[[schema.Give, Place], p.Give]
DrawBuilder = Callable[[schema.Draw | None, Place], p.Draw | None]


def build_talks(
    to: Elaborator, ruleset: schema.Ruleset, errors: Collector, give: GiveBuilder,
    draw: DrawBuilder,
) -> dict[str, p.Talk]:  # fmt: skip
    """All talks of a ruleset."""
    play = ruleset.play
    around = {play.before_card, play.after_card, play.after_trick} if play else set()
    around -= {s.talk for s in ruleset.deal.values()}
    return {
        str(name): _Talk(to, name, stages, errors, give, draw,
                         IN_PLAY if name in around else TALK).build()
        for name, stages in ruleset.talks.items()
    }  # fmt: skip


def sets(
    to: Elaborator, entries: Mapping[Text, ast.Expression] | None, place: Place, kind: str
) -> tuple[tuple[str, ir.Node], ...]:
    """What an entry sets: fields of the contract, or state.

    Where there is one for each side or seat, `side` or `seat` is bound.
    """
    built = []
    for name, e in (entries or {}).items():
        own = to.names.own.get(name)
        if own is None or own.kind != kind:
            known = [n for n, o in to.names.own.items() if o.kind == kind]
            what = "field of the contract" if kind == "field" else "state"
            to.errors.add("BQ0611", f'there is no {what} "{name}" to set', name.span,
                          expected=", ".join(known), hint=nearest(name, known))  # fmt: skip
            continue
        bound = {_BOUND[t]: t for t in own.parameters}
        value = to.set_value if own.type.is_set else to.value
        built.append((str(name), value(e, place.bind(**bound), own.type)))
    return tuple(built)


class _Talk:
    def __init__(
        self, to: Elaborator, name: Text, stages: Mapping[Text, schema.Stage],
        errors: Collector, give: GiveBuilder, draw: DrawBuilder, place: Place,
    ) -> None:  # fmt: skip
        self.to, self.name, self.stages = to, name, stages
        self.errors, self.give, self.draw, self.place = errors, give, draw, place
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
            None if s.from_ is None else self.to.value(s.from_, self.place, SEAT),
            None if s.asks is None else self.to.value(s.asks, self.place, BOOL),
            s.speaks,
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
            node = self.to.value(domain, self.place)
            if node.type.element is None and node.type != types.ANY:
                self.errors.add(
                    "BQ0502",
                    f"a set to choose from is expected, not a {node.type}",
                    domain.span,
                    expected="for example suits, or 80..160 step 10",
                )
            parameters.append((str(parameter), node.type.element or types.ANY, node))
        place = self.place.bind(**{n: t for n, t, _ in parameters})
        return p.Call(
            str(name), path, name.span, tuple(parameters),
            None if c.when is None else self.to.value(c.when, place, BOOL),
            sets(self.to, c.set_, place, "field"),
            tuple(self.give(g, place) for g in self.moves(c)),
            None if c.then is None else self.to.value(c.then, place, self.target_type),
        )  # fmt: skip

    def moves(self, c: schema.LegalCall) -> list[schema.Give]:
        """The movements of cards of a call. BQ0608: said in two ways."""
        if c.give is not None and c.moves:
            self.errors.add("BQ0608", '"give" and "moves" exclude each other', c.give.span)
        return [c.give] if c.give is not None else list(c.moves.values())

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
        when = None if e.when is None else self.to.value(e.when, self.place, BOOL)
        return p.End(str(name), path, name.span, when,
                     sets(self.to, e.set_, self.place, "field"),
                     self.draw(e.draw, self.place), then)  # fmt: skip
