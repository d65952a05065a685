"""More card points never pay less."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

from beloteql.errors import InternalError
from beloteql.semantics.settle import points_held
from beloteql.semantics.symbolic import either, total
from beloteql.verify.inquiry import Hunt, Inquiry
from beloteql.verify.real import Other, real_case
from beloteql.verify.settled import settled
from beloteql.verify.settlement import concrete
from beloteql.verify.sheet import OpenSheet
from beloteql.verify.solve import Model
from beloteql.verify.verdict import Result, Verdict, Witness

CODE = "settle.monotone"


def monotone(inquiry: Inquiry) -> list[Result]:
    """Of two deals that differ in the split of the card points, more are worth no less.

    Points move from one side to another. Contract, tricks, melds and all else are the same.
    What begins to wait for a winner counts as not lost. Rounding by `final` is left out.
    """
    hunt = inquiry.hunt(CODE)
    for sheet in inquiry.sheets:
        other = Other(sheet)
        for gains, loses in permutations(range(inquiry.world.sides), 2):
            model = _less_for_more(hunt, sheet, other, gains, loses)
            if model is not None:
                return [_refuted(sheet, other, model, gains)]
    return [Result(CODE, hunt.verdict, "every two score sheets that differ in card points alone")]


def _less_for_more(
    hunt: Hunt, sheet: OpenSheet, other: Other, gains: int, loses: int
) -> Model | None:
    """Two sheets on which a side has more card points, and is paid less."""
    result, cards, more = settled(sheet), sheet.cards, other.cards
    kept = [other.of(result.paid[gains])]
    carried = any(s.points for s in sheet.program.state.values())
    if carried:
        begins = other.of(total([result.waiting, -1 * result.before]))
        kept.append(either(begins > 0, begins, 0))
    third = [more[s] == cards[s] for s in range(len(cards)) if s not in {gains, loses}]
    conditions: list[Any] = [
        *sheet.unknowns.conditions, *other.conditions,
        result.covered, other.of(result.covered),
        *third, more[gains] > cards[gains],
        total(kept) < result.paid[gains],
    ]  # fmt: skip
    # Any split lies a point at a time from any other, so one step shows it for all; unless on
    # the way points wait, which are not lost, but are not there for the next step either.
    step = [more[gains] == cards[gains] + 1]
    about = f"side {gains} gains what side {loses} loses, {sheet}"
    return real_case(hunt, sheet, conditions, about, closer=step, enough=not carried, other=other)


def _refuted(open_sheet: OpenSheet, other: Other, model: Model, side: int) -> Result:
    """Let the interpreter settle both sheets."""
    rules, fewer, data = concrete(open_sheet, model)
    more = replace(fewer, cards=tuple(model.whole(c) for c in other.cards))
    one, two = rules.settle.settle(fewer), rules.settle.settle(more)
    waiting = points_held(rules.program, two.state) - points_held(rules.program, fewer.state)
    if two.paid[side] + max(waiting, 0) >= one.paid[side]:
        raise InternalError(f"the solver finds {data} paid less for more, but it is not")
    found = {
        "outcome": one.outcome.name, "paid": list(one.paid),
        "card points instead": list(more.cards),
        "outcome then": two.outcome.name, "paid then": list(two.paid),
    }  # fmt: skip
    detail = (
        f"side {side} is paid {one.paid[side]} with {fewer.cards[side]} card points, "
        f"and {two.paid[side]} with {more.cards[side]}"
    )
    witness = Witness("score", data, found, data["options"])
    return Result(CODE, Verdict.REFUTED, detail, span=two.outcome.span, witness=witness)
