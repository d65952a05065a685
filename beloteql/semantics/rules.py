"""All compiled rules of a program together, with the house rules that were chosen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from beloteql.core.program import Program
from beloteql.semantics.contract import Fields, initial_fields
from beloteql.semantics.melds import MeldRules
from beloteql.semantics.options import choose, defaults, facts_of
from beloteql.semantics.play import PlayRules
from beloteql.semantics.settle import SettleRules
from beloteql.semantics.talk import TalkRules


class Rules:
    """A program ready to run. The parts are compiled when they are first used."""

    def __init__(self, program: Program, options: Mapping[str, object] | None = None) -> None:
        self.program = program
        self.world = program.world
        self.options = choose(program, options) if options else defaults(program)

    def with_options(self, options: Mapping[str, object]) -> Rules:
        """The same compiled rules under other house rules. Raises `UsageError`."""
        other = Rules.__new__(Rules)
        other.__dict__.update(self.__dict__)
        other.options = choose(self.program, options)
        return other

    @cached_property
    def play(self) -> PlayRules:
        """Legal play and winners."""
        return PlayRules(self.program)

    @cached_property
    def melds(self) -> MeldRules:
        """Melds and their comparison."""
        return MeldRules(self.program)

    @cached_property
    def settle(self) -> SettleRules:
        """Settlement, end of the match."""
        return SettleRules(self.program)

    @cached_property
    def talk(self) -> TalkRules:
        """Talks."""
        return TalkRules(self.program)

    def start_fields(self) -> Fields:
        """The record of the contract at the start of a deal."""
        return initial_fields(self.program, self.options)

    def option_facts(self) -> dict[str, object]:
        """The house rules as facts."""
        return facts_of(self.options)
