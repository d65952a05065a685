"""What card points add up to once they are scaled: a help for the solver, proved first.

A game that brings 258 points to 162 scales each side for itself. That the shares still add up
is quickly shown, and with it questions are decided on which the solver would otherwise give up.
"""

from __future__ import annotations

from typing import Any

from beloteql.core import ir
from beloteql.semantics.symbolic import Symbolic, negate, total
from beloteql.verify.inquiry import Hunt
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.unknown import all_roots


def shares_add_up(hunt: Hunt, sheet: OpenSheet) -> list[Any]:
    """For each scale that the rules bring the card points to: all sides' shares make it up.

    Only what the solver has proved of the sheet; it binds nothing that is not bound already.
    """
    return sheet.once("shares", lambda: _shares(hunt, sheet))


def _shares(hunt: Hunt, sheet: OpenSheet) -> list[Any]:
    symbolic = Symbolic(sheet.program, sheet.facts)
    found: list[Any] = []
    seen: set[tuple[int, int]] = set()
    for root in all_roots(sheet.program):
        for node in ir.walk(root):
            if not (isinstance(node, ir.Apply) and node.operator == "scaled_to"):
                continue
            of, new, old = node.operands
            if not (isinstance(of, ir.Read) and of.name == "cards"):
                continue
            if not (isinstance(new, ir.Const) and isinstance(old, ir.Const)):
                continue
            scale = (int(new.value), int(old.value))  # type: ignore[arg-type]
            if scale in seen:
                continue
            seen.add(scale)
            side = ir.Variable(of.arguments[0].type, None, "side")
            share = ir.Apply(node.type, None, "scaled_to",
                             (ir.Read(of.type, None, "cards", (side,)), new, old))  # fmt: skip
            sides = range(sheet.world.sides)
            claim = total([symbolic.value(share, side=s) for s in sides]) == scale[0]
            before = hunt.undecided
            broken = [*sheet.unknowns.conditions, negate(claim)]
            proved = hunt.find(broken, about=f"shares of {scale[0]}, {sheet}") is None
            if proved and hunt.undecided == before:
                found.append(claim)
            hunt.undecided = before  # a help that is not there decides nothing
    return found
