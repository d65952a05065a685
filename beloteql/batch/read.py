"""Reads the JSON of positions, and says what is wrong with one.

Codes: BQ0901 unknown card, BQ0902 card twice, BQ0903 in hand and on the table, BQ0904
seats, BQ0905 suit or kind, BQ0906 too many cards, BQ0908 keys, BQ0909 type of a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from beloteql.core import types
from beloteql.core.world import SYMBOLS, World
from beloteql.errors import Diagnostic, UsageError, nearest
from beloteql.semantics.contract import Fields, per_count, shown_field
from beloteql.semantics.play import Trick
from beloteql.semantics.rules import Rules

Json = dict[str, Any]


def wrong(code: str, message: str, expected: str = "", hint: str = "") -> UsageError:
    """The error of one position."""
    return UsageError(Diagnostic(code, message, expected=expected, hint=hint))


def keys(data: Mapping[str, Any], needed: Iterable[str], allowed: Iterable[str]) -> None:
    """Check which keys an object has; `id` and `options` may always be there."""
    known = {*needed, *allowed, "id", "options"}
    for key in data:
        if key not in known:
            raise wrong("BQ0908", f'unknown key "{key}"', ", ".join(sorted(known)),
                        nearest(key, known))  # fmt: skip
    for key in needed:
        if key not in data:
            raise wrong("BQ0908", f'the key "{key}" is missing')


def whole(value: Any, what: str, least: int | None = None) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**9:
        raise wrong("BQ0909", f"{what} must be a whole number, not {value!r}")
    if least is not None and value < least:
        raise wrong("BQ0909", f"{what} must be at least {least}, not {value}")
    return value


def listed(value: Any, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise wrong("BQ0909", f"{what} must be a list, not {value!r}")
    return value


def mapping(value: Any, what: str) -> Json:
    """An object."""
    if not isinstance(value, dict):
        raise wrong("BQ0909", f"{what} must be an object, not {value!r}")
    return value


def seat(world: World, value: Any, what: str = "the seat") -> int:
    """A seat."""
    number = whole(value, what)
    if not 0 <= number < world.seats:
        raise wrong("BQ0904", f"{what} is {number}", f"0 to {world.seats - 1}")
    return number


def card(world: World, value: Any) -> int:
    """A card by its name, rank then suit."""
    index = world.card_index.get(value.upper()) if isinstance(value, str) else None
    if index is None:
        raise wrong("BQ0901", f"there is no card {value!r}", "for example 10H or JS")
    return index


def cards(world: World, value: Any, what: str) -> list[int]:
    """Different cards."""
    found: list[int] = []
    for name in listed(value, what):
        index = card(world, name)
        if index in found:
            raise wrong("BQ0902", f"{world.cards[index]} is twice in {what}")
        found.append(index)
    return found


def mask(found: Sequence[int]) -> int:
    """Cards as a set."""
    return sum(1 << c for c in found)


def hands(world: World, value: Any) -> dict[str, Any]:
    """The dealt hands as the fact `hand`; all hands, or None where they are not told."""
    if value is None:
        return {}
    given = listed(value, '"hands"')
    if len(given) != world.seats:
        raise wrong("BQ0909", f'"hands" must have {world.seats} hands')
    found = [cards(world, h, f"hand {i}") for i, h in enumerate(given)]
    every = [c for h in found for c in h]
    twice = sorted({world.cards[c] for c in every if every.count(c) > 1})
    if twice:
        raise wrong("BQ0902", f"{' '.join(twice)} is in two hands")
    return {"hand": [mask(h) for h in found].__getitem__}


def trick(world: World, value: Any, complete: bool = False) -> Trick:
    """A trick, or part of one."""
    data = mapping(value, "the trick")
    keys(data, ("leader", "cards"), ())
    found = cards(world, data["cards"], "the trick")
    most = world.seats
    if len(found) > most or (not complete and len(found) == most):
        raise wrong(
            "BQ0906", f"the trick has {len(found)} cards",
            f"at most {most if complete else most - 1}",
        )  # fmt: skip
    return Trick(seat(world, data["leader"], "the leader"), tuple(found))


def suit(world: World, value: Any) -> int:
    """A suit by its letter or symbol."""
    name = SYMBOLS.get(value, value.upper()) if isinstance(value, str) else value
    if name not in world.suits:
        raise wrong("BQ0905", f"there is no suit {value!r}", " ".join(world.suits))
    return world.suits.index(name)


def contract(rules: Rules, value: Any) -> Fields:
    """The record of a contract.

    `kind` and `trump` make the strain, `by` is the taker, `stakes` and other keys are
    fields of the ruleset's contract by their names.
    """
    world, data = rules.world, mapping(value, "the contract")
    fields = rules.start_fields()
    own = rules.program.fields
    names = [n for n in own if n not in {"taker", "strain"}]
    keys(data, ("kind",), ("trump", "by", *names))
    fields["strain"] = _strain(world, data)
    if "by" in data:
        fields["taker"] = seat(world, data["by"], '"by"')
    for name in names:
        if name not in data:
            continue
        count = per_count(rules.program, own[name].per)
        if own[name].per:
            values = listed(data[name], f'"{name}"')
            if len(values) != count:
                raise wrong("BQ0909", f'"{name}" must have {count} values, one a {own[name].per}')
            fields[name] = tuple(_field(world, own[name].type, v, name) for v in values)
        else:
            fields[name] = _field(world, own[name].type, data[name], name)
    return fields


def _strain(world: World, data: Json) -> int:
    kinds = {k.name: k for k in world.kinds}
    kind = kinds.get(data["kind"]) if isinstance(data["kind"], str) else None
    if kind is None:
        raise wrong("BQ0905", f"there is no kind of contract {data['kind']!r}", ", ".join(kinds))
    if kind.trumps == "named":
        if "trump" not in data:
            raise wrong("BQ0908", f'a contract of the kind "{kind.name}" needs "trump"')
        return suit(world, data["trump"])
    if data.get("trump") is not None:
        raise wrong("BQ0905", f'a contract of the kind "{kind.name}" names no trump')
    return world.strains.index(kind.name)


def _field(world: World, type_: types.Type, value: Any, name: str) -> int | None:
    """The value of a field; null is unset. Sets are lists."""
    if type_.element is not None:
        found = {_field(world, type_.element, v, name) for v in listed(value, f'"{name}"')}
        return sum(1 << v for v in found if v is not None)
    if value is None:
        return None
    if type_ == types.BOOL:
        if not isinstance(value, bool):
            raise wrong("BQ0909", f'"{name}" must be true or false, not {value!r}')
        return int(value)
    if type_ == types.SEAT:
        return seat(world, value, f'"{name}"')
    if type_ == types.SIDE and isinstance(value, int) and not 0 <= value < world.sides:
        raise wrong("BQ0904", f'"{name}" is {value}', f"a side, 0 to {world.sides - 1}")
    if type_ in {types.SUIT, types.STRAIN}:
        if isinstance(value, str) and type_ == types.STRAIN and value in world.strains:
            return world.strains.index(value)
        return suit(world, value)
    return whole(value, f'"{name}"')


def show_contract(rules: Rules, fields: Fields) -> Json | None:
    """A record as JSON; None while nothing has been called."""
    world, strain = rules.world, fields.get("strain")
    if strain is None:
        return None
    kind = world.kinds[world.kind_of(strain)]
    shown: Json = {"kind": kind.name}
    if kind.trumps == "named":
        shown["trump"] = world.suits[strain]
    if fields.get("taker") is not None:
        shown["by"] = fields["taker"]
    for name, field in rules.program.fields.items():
        value = fields.get(name)
        if name in {"taker", "strain"} or value is None:
            continue
        shown[name] = shown_field(world, field, value)
    return shown


def per_side(world: World, value: Any, what: str, least: int | None = None) -> tuple[int, ...]:
    """A number for each side."""
    numbers = listed(value, what)
    if len(numbers) != world.sides:
        raise wrong("BQ0909", f"{what} must have {world.sides} numbers, one a side")
    return tuple(whole(n, what, least) for n in numbers)
