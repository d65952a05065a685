"""The properties of the catalogue, one idea a module."""

from __future__ import annotations

from collections.abc import Callable

from beloteql.verify.inquiry import Inquiry
from beloteql.verify.properties.auction import auction
from beloteql.verify.properties.complete_deal import complete_deal
from beloteql.verify.properties.conserved import conserved
from beloteql.verify.properties.covered import covered
from beloteql.verify.properties.decided import decided
from beloteql.verify.properties.legal_card import legal_card
from beloteql.verify.properties.live_outcomes import live_outcomes
from beloteql.verify.properties.live_rules import live_rules
from beloteql.verify.properties.match_ends import match_ends
from beloteql.verify.properties.meld_order import meld_order
from beloteql.verify.properties.monotone import monotone
from beloteql.verify.properties.no_peeking import no_peeking
from beloteql.verify.properties.not_negative import not_negative
from beloteql.verify.properties.one_winner import one_winner
from beloteql.verify.properties.total import totals
from beloteql.verify.properties.trump_wins import trump_wins
from beloteql.verify.properties.used_options import used_options
from beloteql.verify.properties.written import written
from beloteql.verify.verdict import Result

Property = Callable[[Inquiry], list[Result]]

PROPERTIES: dict[str, Property] = {
    "deal.complete": complete_deal,
    "options.used": used_options,
    "auction": auction,
    "play.legal-card": legal_card,
    "play.one-winner": one_winner,
    "play.trump-wins": trump_wins,
    "play.no-dead-rule": live_rules,
    "play.no-peeking": no_peeking,
    "melds.order": meld_order,
    "points.total": totals,
    "settle.covered": covered,
    "settle.no-dead-outcome": live_outcomes,
    "settle.conserved": conserved,
    "settle.written": written,
    "settle.not-negative": not_negative,
    "settle.monotone": monotone,
    "match.ends": match_ends,
    "match.decided": decided,
}
"""In the order in which they are proved, by code, or by the beginning of several codes."""
