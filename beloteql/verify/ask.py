"""Questions about a ruleset: a sentence of the rule language, answered by a case or a proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from beloteql.core.build import build
from beloteql.core.program import Program
from beloteql.errors import Collector
from beloteql.semantics.options import choose
from beloteql.source import Source, Span
from beloteql.surface.load import Loaded
from beloteql.surface.node import ScalarNode, Text
from beloteql.surface.schema import Claim
from beloteql.surface.sentence import parse_sentence
from beloteql.verify.claims import decide
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.solve import Solver
from beloteql.verify.verdict import Result, Verdict

LONGEST = 4_000
NAME = "question"


@dataclass(frozen=True, slots=True)
class Reply:
    """`answer` is True for yes, False for no, None if neither was found out."""

    answer: bool | None
    result: Result


def ask(
    loaded: Loaded, question: str, options: Mapping[str, str] | None = None,
    solver: Solver | None = None,
) -> Reply:  # fmt: skip
    """Answer a question, such as `some sheet where swept has paid(takers) = 0`.

    House rules are open, but for those in `options`. Raises `RulesetError` for a mistake in the
    question (BQ0204, BQ0205, and those of rule texts), with its place in it; `UsageError` for a
    house rule that there is not.
    """
    program = asked(loaded, question)
    program = fixed(program, options or {})
    (claim,) = program.claims.values()
    result = decide(Inquiry(program, solver), claim)
    if result.verdict in {Verdict.PROVED, Verdict.REFUTED}:
        return Reply(result.verdict == Verdict.PROVED, result)
    return Reply(None, result)


def asked(loaded: Loaded, question: str) -> Program:
    """The program of a ruleset with a question as its only claim."""
    source = Source(NAME, question)
    node = ScalarNode(question, Span(source, 0, len(question)))
    errors = Collector()
    if len(question) > LONGEST:
        errors.add("BQ0204", f"a question has at most {LONGEST} characters", node.span)
    sentence = None if errors.failed else parse_sentence(node, errors)
    errors.raise_if_failed()
    claim = Claim.model_construct(says=sentence, expect="proved")
    name = Text.of(ScalarNode(NAME, node.span))
    ruleset = loaded.ruleset.model_copy(update={"claims": {name: claim}})
    return build(replace(loaded, ruleset=ruleset))


def fixed(program: Program, options: Mapping[str, str]) -> Program:
    """The program with some house rules decided. Raises `UsageError` (BQ0801, BQ0802)."""
    values = choose(program, options)
    decided = {
        n: replace(o, values=(values[n],), default=values[n]) if n in options else o
        for n, o in program.options.items()
    }
    return replace(program, options=decided)
