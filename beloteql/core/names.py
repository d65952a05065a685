"""The names that a ruleset defines, and how a name in a rule text is looked up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from beloteql.core import types
from beloteql.core.terms import LOCAL, SPECIAL, TERMS
from beloteql.core.types import Type
from beloteql.core.world import World
from beloteql.errors import Collector
from beloteql.source import Span
from beloteql.surface import schema


@dataclass(frozen=True, slots=True)
class Own:
    """A name that the ruleset defines: `kind` is option, field, state, meld, role or word."""

    kind: str
    type: Type
    span: Span
    parameters: tuple[Type, ...] = ()


@dataclass(slots=True)
class Names:
    """All names of a ruleset besides its words."""

    world: World
    own: dict[str, Own] = field(default_factory=dict)
    words: dict[str, schema.WordDefinition] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()
    """Names of entries that could not be read, and were reported."""
    calls: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Calls of each stage of the talks, for `said`."""

    def known(self) -> Iterable[str]:
        """Every name that can be used somewhere, for did-you-mean."""
        return [*self.own, *self.words, *TERMS, *SPECIAL]


def collect(
    ruleset: schema.Ruleset, world: World, broken: frozenset[str], errors: Collector
) -> Names:
    """The names of a ruleset. BQ0507: one hides another."""
    names = Names(world, broken=broken)
    _options(ruleset, names, errors)
    for name, field_ in ruleset.contract.items():
        own = Own("field", types.NAMED[field_.type], name.span, _per(field_.for_))
        _add(names, name, own, errors)
    for name, state in ruleset.state.items():
        own = Own("state", types.NAMED[state.type], name.span, _per(state.for_))
        _add(names, name, own, errors)
    for name in ruleset.melds:
        _add(names, name, Own("meld", types.INT, name.span, (types.SIDE,)), errors)
    for name in ruleset.roles:
        _add(names, name, Own("role", types.INT, name.span, (types.RANK,)), errors)
    for name, word in ruleset.words.items():
        _check_hiding(names, name, name.span, errors)
        names.words[name] = word
    for talk in ruleset.talks.values():
        for stage, body in talk.items():
            names.calls[stage] = (*names.calls.get(stage, ()), *(str(c) for c in body.calls))
    return names


def _per(for_: str | None) -> tuple[Type, ...]:
    """The parameters of something of which there is one for each side or seat."""
    return {"side": (types.SIDE,), "seat": (types.SEAT,), None: ()}[for_]


def _options(ruleset: schema.Ruleset, names: Names, errors: Collector) -> None:
    for name, option in ruleset.options.items():
        if option.type is not None:
            type_ = types.NAMED[option.type]
        elif option.values:
            type_ = types.words(name, tuple(option.values))
        else:
            if not option.misspelt:
                errors.add(
                    "BQ0513",
                    f'the option "{name}" has neither a type nor values',
                    name.span,
                    hint='write "type: Bool", "type: Int" or a list of "values"',
                )
            type_ = types.ANY
        _add(names, name, Own("option", type_, name.span), errors)


def _add(names: Names, name: str, own: Own, errors: Collector) -> None:
    # A name that hides another is entered all the same, so that its uses raise no second alarm.
    _check_hiding(names, name, own.span, errors)
    names.own[name] = own


def _check_hiding(names: Names, name: str, span: Span, errors: Collector) -> bool:
    if name in names.own:
        first = names.own[name]
        errors.add(
            "BQ0507",
            f'"{name}" hides the {first.kind} of the same name',
            span,
            hint="give one of the two another name",
            related=((f"the {first.kind}", first.span),),
        )
        return False
    local = name in LOCAL and name not in TERMS
    if name in TERMS or name in SPECIAL or local:
        meaning = TERMS[name].meaning if name in TERMS else SPECIAL.get(name) or LOCAL[name][1]
        errors.add(
            "BQ0507",
            f'"{name}" hides a name of the language: {meaning}',
            span,
            hint="choose another name",
        )
        return False
    return True
