"""Questions to the solver as SMT-LIB 2, for a second opinion by another solver.

Z3 counts conditions by operators of its own (`at-most`, `pbeq`). They are written as sums: of
numbers, or of bit vectors where a question has no numbers, so that solvers without arithmetic
read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import z3

from beloteql.verify.inquiry import Question

_BITS = 8
_COUNTING = {z3.Z3_OP_PB_AT_MOST, z3.Z3_OP_PB_EQ}


class SmtLib:
    """Writes questions down. What it has found out about a term it keeps for the next question."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[Any, frozenset[str], bool, list[Any]]] = {}
        self._plain: dict[tuple[int, bool], tuple[Any, Any]] = {}

    def text(self, question: Question) -> str:
        """A whole question as a file, with the status that was found."""
        terms = [c for c in question.conditions if not isinstance(c, bool)]
        if any(c is False for c in question.conditions):
            terms = [z3.BoolVal(False)]
        answer = question.answer
        status = "sat" if answer.yes else "unsat" if answer.no else "unknown"
        about = f"{question.code}: {question.about}" if question.about else question.code
        return self._written(terms, "ALL", about, status)

    def truths(self, question: Question) -> str | None:
        """The part of a question that has no numbers, in the logic QF_BV; None if there is none.

        It is made of whole groups of conditions that share nothing with the others. If it is
        impossible, so is the question.
        """
        terms = [c for c in question.conditions if not isinstance(c, bool)]
        groups = [g for g in self._groups(terms) if not any(self._known(t)[2] for t in g)]
        kept = [t for group in groups for t in group]
        return self._written(kept, "QF_BV", question.code, "unknown") if kept else None

    def _written(self, terms: list[Any], logic: str, about: str, status: str) -> str:
        numbers = any(self._known(t)[2] for t in terms)
        solver = z3.Solver()
        for term in terms:
            solver.add(self._standard(term, numbers))
        lines = [
            line for line in solver.to_smt2().splitlines()
            if not line.startswith((";", "(set-info", "(set-logic"))
        ]  # fmt: skip
        head = [f"; {' '.join(about.split())}", f"(set-info :status {status})",
                f"(set-logic {logic})"]  # fmt: skip
        return "\n".join([*head, *lines]) + "\n"

    def _groups(self, terms: list[Any]) -> list[list[Any]]:
        """Conditions in groups that have no unknown in common."""
        groups: list[tuple[set[str], list[Any]]] = []
        for term in terms:
            names, members = set(self._known(term)[1]), [term]
            apart = []
            for group in groups:
                if group[0].isdisjoint(names):
                    apart.append(group)
                else:
                    names |= group[0]
                    members = [*group[1], *members]
            groups = [*apart, (names, members)]
        return [members for _, members in groups]

    def _known(self, term: Any) -> tuple[Any, frozenset[str], bool, list[Any]]:
        """Of a term: itself, its unknowns, whether it has numbers, and where it counts."""
        number = term.get_id()
        if number not in self._seen:
            names, numbers, counting = set(), False, []
            for part in _parts(term):
                kind = part.decl().kind()
                numbers = numbers or z3.is_arith(part)
                if kind == z3.Z3_OP_UNINTERPRETED:
                    names.add(part.decl().name())
                elif kind in _COUNTING:
                    counting.append(part)
            self._seen[number] = (term, frozenset(names), numbers, counting)
        return self._seen[number]

    def _standard(self, term: Any, numbers: bool) -> Any:
        """A term without operators that only Z3 has."""
        counting = self._known(term)[3]
        if not counting:
            return term
        key = (term.get_id(), numbers)
        if key not in self._plain:
            pairs = [(part, _counted(part, numbers)) for part in counting]
            self._plain[key] = (term, z3.substitute(term, *pairs))
        return self._plain[key][1]


def _parts(term: Any) -> Iterator[Any]:
    """All different parts of a term, and itself."""
    seen, stack = {term.get_id()}, [term]
    while stack:
        part = stack.pop()
        yield part
        for child in part.children():
            if child.get_id() not in seen:
                seen.add(child.get_id())
                stack.append(child)


def _counted(part: Any, numbers: bool) -> Any:
    """`at-most` and `pbeq` as a sum that is compared."""
    value: Callable[[int], Any] = z3.IntVal if numbers else lambda n: z3.BitVecVal(n, _BITS)
    params = part.decl().params()
    if part.decl().kind() == z3.Z3_OP_PB_AT_MOST:
        weights: Iterable[int] = [1] * part.num_args()
    else:
        weights = params[1:]
    terms = [z3.If(c, value(w), value(0)) for c, w in zip(part.children(), weights, strict=True)]
    count = terms[0]
    for term in terms[1:]:
        count = count + term
    bound = value(params[0])
    if part.decl().kind() == z3.Z3_OP_PB_EQ:
        return count == bound
    return count <= bound if numbers else z3.ULE(count, bound)
