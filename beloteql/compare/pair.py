"""Two rulesets side by side: what they have in common, and what can't be compared at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from beloteql.compare.contracts import Contracts
from beloteql.core import ir
from beloteql.core.program import Field, Option, Program, State
from beloteql.core.types import STRAIN
from beloteql.core.world import World
from beloteql.semantics.options import choose
from beloteql.semantics.rules import Rules
from beloteql.verify.unknown import names_suit, walk

PRIVATE = "B's own "
"""Before the names of unknowns that are not shared with A."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of contract that both have: its name in each, and its strains in each, in step."""

    a: str
    b: str
    strains: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """The name, or both names."""
        return self.a if self.a == self.b else f"{self.a} / {self.b}"


class Pair:
    """Two rulesets under chosen house rules.

    `a` and `b` have only these house rules, unless `any_house_rules`: then all of them are open,
    and one that both have with the same values has the same value in both.
    """

    def __init__(self, a: Program, b: Program, any_house_rules: bool) -> None:
        self.a, self.b, self.any_house_rules = a, b, any_house_rules

    @cached_property
    def rules(self) -> tuple[Rules, Rules]:
        """The compiled rules of both."""
        return Rules(self.a), Rules(self.b)

    @cached_property
    def contracts(self) -> tuple[Contracts, Contracts]:
        """Contracts that auctions of each have ended with."""
        return Contracts(self.a), Contracts(self.b)

    @cached_property
    def obstacles(self) -> tuple[str, ...]:
        """Why no position of the one is a position of the other; empty if there are some."""
        return tuple(_obstacles(self.a.world, self.b.world))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of contract that both have, in the order of A."""
        return tuple(_kinds(self.a, self.b))

    @cached_property
    def kinds_of_one(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The kinds of contract that only A has, and those that only B has."""
        own_a, own_b = {k.a for k in self.kinds}, {k.b for k in self.kinds}
        return (
            tuple(k.name for k in self.a.world.kinds if k.name not in own_a),
            tuple(k.name for k in self.b.world.kinds if k.name not in own_b),
        )

    @cached_property
    def plain_hands(self) -> bool:
        """Whether in both all cards are played from the hand, and nothing is said between cards."""
        return not any(
            p.before_card or p.after_card or p.after_trick
            or any(z.of == "seat" and z.playable != ("all" if z.name == "hand" else "none")
                   for z in p.zones.values())
            for p in (self.a, self.b)
        )  # fmt: skip

    @cached_property
    def whole_deals(self) -> bool:
        """Whether deals that lead to a position can be looked for.

        Not where rules of play look at hands: then a position is more than what one player sees.
        """
        looks = any("hand" in p.reads(rules_of_play(p)) for p in (self.a, self.b))
        return self.plain_hands and not looks

    def shares_field(self, name: str) -> bool:
        """Whether both have a field of the contract, of the same shape."""
        return self._alike(self.a.fields.get(name), self.b.fields.get(name))

    def shares_state(self, name: str) -> bool:
        """Whether both remember something under a name, in the same shape."""
        return self._alike(self.a.state.get(name), self.b.state.get(name))

    def shares_option(self, name: str) -> bool:
        """Whether both have a house rule with the same values."""
        a, b = self.a.options.get(name), self.b.options.get(name)
        return a is not None and b is not None and a.type == b.type and a.values == b.values

    def _alike(self, a: Field | State | None, b: Field | State | None) -> bool:
        if a is None or b is None or a.type != b.type:
            return False
        strains_differ = self.a.world.strains != self.b.world.strains
        if STRAIN in {a.type, a.type.element} and strains_differ:
            return False  # the same number would be another strain
        if isinstance(a, Field) and isinstance(b, Field):
            return a.per == b.per
        return isinstance(a, State) and isinstance(b, State) and a.per_side == b.per_side

    def own(self, name: str) -> str:
        """The name of an unknown of B: another one where A's of that name is something else."""
        what, _, rest = name.partition(" ")
        if what not in {"option", "field", "known", "state"}:
            return name
        subject = rest.partition("=")[0].partition(" ")[0]
        shares: dict[str, Callable[[str], bool]] = {
            "option": self.shares_option, "field": self.shares_field,
            "known": self.shares_field, "state": self.shares_state,
        }  # fmt: skip
        return name if shares[what](subject) else PRIVATE + name


def make_pair(
    a: Program, b: Program, chosen_a: Mapping[str, object], chosen_b: Mapping[str, object],
    any_house_rules: bool = False,
) -> Pair:  # fmt: skip
    """Two rulesets with house rules by name and value. Raises `UsageError` as `choose` does.

    Where all are open, only those that are not named are.
    """
    return Pair(_fixed(a, chosen_a, any_house_rules), _fixed(b, chosen_b, any_house_rules),
                any_house_rules)  # fmt: skip


def rules_of_play(program: Program) -> list[ir.Node]:
    """The rule texts that decide legal play and winners, and where fields start."""
    found = [n for r in program.legal for n in (r.when, r.cards) if n is not None]
    found += [f.start for f in program.fields.values() if f.start is not None]
    return found if program.best is None else [*found, program.best.body]


def suits_alike(program: Program, roots: Iterable[ir.Node]) -> bool:
    """Whether no suit is set apart from the others in some rule texts and what they use."""
    return not any(names_suit(n, program.world) for root in roots for n in walk(program, root))


def _fixed(program: Program, chosen: Mapping[str, object], any_: bool) -> Program:
    values = choose(program, chosen)
    options: dict[str, Option] = {
        n: o if any_ and n not in chosen else replace(o, values=(values[n],), default=values[n])
        for n, o in program.options.items()
    }
    return replace(program, options=options)


def _obstacles(a: World, b: World) -> list[str]:
    found = []
    if a.seats != b.seats:
        found.append(f"A has {a.seats} players, B has {b.seats}")
    elif a.partners != b.partners:
        found.append("in one of them players are partners, in the other each plays alone")
    if set(a.cards) != set(b.cards):
        own_a, own_b = _more(a, b), _more(b, a)
        found.append(
            f"the decks differ: {len(a.cards)} cards in A{own_a}, {len(b.cards)} in B{own_b}"
        )
    elif a.cards != b.cards:
        found.append("the two list the suits or the ranks of the deck in another order")
    return found


def _more(a: World, b: World) -> str:
    ranks = [r for r in a.ranks if r not in b.ranks]
    suits = [s for s in a.suits if s not in b.suits]
    return f" (with {' '.join([*ranks, *suits])})" if ranks or suits else ""


def _kinds(a: Program, b: Program) -> list[Kind]:
    """Kinds with the same trumps: those of one name first, then the only ones that are left."""
    of_b = {k.name: k for k in b.world.kinds}
    pairs = {k.name: k.name for k in a.world.kinds
             if k.name in of_b and of_b[k.name].trumps == k.trumps}  # fmt: skip
    left_a = [k for k in a.world.kinds if k.name not in pairs]
    left_b = [k for k in b.world.kinds if k.name not in pairs.values()]
    for trumps in ("named", "none", "every"):
        own_a = [k.name for k in left_a if k.trumps == trumps]
        own_b = [k.name for k in left_b if k.trumps == trumps]
        if len(own_a) == len(own_b) == 1:
            pairs[own_a[0]] = own_b[0]
    suits = range(len(a.world.suits))
    found = []
    for kind in a.world.kinds:
        if kind.name not in pairs:
            continue
        if kind.trumps == "named":
            both = tuple((s, s) for s in suits)
        else:
            name = pairs[kind.name]
            both = ((a.world.strains.index(kind.name), b.world.strains.index(name)),)
        found.append(Kind(kind.name, pairs[kind.name], both))
    return found
