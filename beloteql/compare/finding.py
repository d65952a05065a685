"""What a comparison finds: how two rulesets stand to each other, and cases on which they differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Json = dict[str, Any]


class Relation(Enum):
    """How A and B stand to each other in one part of the rules."""

    EQUAL = "equal"
    WITHIN = "A within B"
    """What A allows, B allows; not the other way round."""
    AROUND = "B within A"
    DIFFERENT = "different"
    """For what is allowed: each allows something that the other does not."""
    BOUNDED = "no difference found"
    """Not everything was looked at."""
    UNDECIDED = "undecided"
    """The solver gave up, and what it did decide shows no difference."""
    APART = "not comparable"
    """There is nothing that both have in common here."""

    @property
    def differs(self) -> bool:
        """Whether it is certain that the two are not the same."""
        return self in {self.WITHIN, self.AROUND, self.DIFFERENT, self.APART}

    @property
    def open(self) -> bool:
        """Whether it is not known if they are the same."""
        return self in {self.BOUNDED, self.UNDECIDED}


@dataclass(frozen=True, slots=True)
class Case:
    """A case on which A and B differ, as the interpreters of both have confirmed.

    `kind` is `position`, `trick`, `sheet` or `calls`. `data` is what both are asked, in the shape
    of the JSON questions; `a` and `b` are what each says, with the rules that decide; `deal` is
    a whole deal that leads there, each card so far legal in both, None if none was found, and
    empty where no deal is asked for.
    """

    kind: str
    data: Json
    a: Json
    b: Json
    deal: Json | None = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """How A and B stand to each other in a part of the rules, for a kind of contract.

    `kind` is empty where the part does not hang on the contract. `open_ways` are the directions,
    `A within B` or `B within A`, that the solver left undecided.
    """

    part: str
    kind: str
    relation: Relation
    detail: str = ""
    cases: tuple[Case, ...] = ()
    open_ways: tuple[str, ...] = ()
