"""The world of a ruleset: its deck, table, roles and kinds of contract, checked.

Codes: BQ0601 a rank missing from an order or twice in it, BQ0602 points for a rank that is
not in the deck, BQ0603 no such role, BQ0604 a section is missing, BQ0605 out of bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from beloteql.core.world import Kind, Role, World
from beloteql.errors import Collector, nearest
from beloteql.surface import schema
from beloteql.surface.node import Text

MAX_CARDS = 64


def build_world(ruleset: schema.Ruleset, broken: frozenset[str], errors: Collector) -> World:
    """The world; what is wrong is recorded and replaced by something harmless."""
    for section in ("table", "deck"):
        if getattr(ruleset, section) is None and section not in broken:
            errors.add("BQ0604", f'the section "{section}" is missing', ruleset.span)
    if not ruleset.abstract:
        for section in (
            "roles", "contracts", "zones", "contract", "deal", "talks", "play", "score", "match"
        ):  # fmt: skip
            if not getattr(ruleset, section) and section not in broken:
                errors.add(
                    "BQ0604", f'the section "{section}" is missing', ruleset.span,
                    hint='a part that is no game of its own says "abstract: yes"',
                )  # fmt: skip
    # Both may be missing, although all later stages may rely on them.
    table = cast("schema.Table | None", ruleset.table)
    deck = cast("schema.Deck | None", ruleset.deck)
    seats = table.seats if table and table.seats else 4
    partners = bool(table and table.partners)
    if not 2 <= seats <= 4 or (partners and seats != 4):
        errors.add(
            "BQ0605", "this many players don't make a table", table.span if table else ruleset.span,
            expected="2 to 4 seats; partners need 4",
        )  # fmt: skip
        seats, partners = 4, True
    suits = _distinct(deck.suits if deck else [], "suit", errors)
    ranks = _distinct(deck.ranks if deck else [], "rank", errors)
    if deck is not None and (len(suits) * len(ranks) > MAX_CARDS or not suits or not ranks):
        errors.add("BQ0605", "the deck is empty or too large", deck.span,
                   expected=f"1 to {MAX_CARDS} cards")  # fmt: skip
    roles = tuple(_role(name, role, ranks, errors) for name, role in ruleset.roles.items())
    positions = {r.name: i for i, r in enumerate(roles)}
    kinds = tuple(_kind(n, k, positions, errors) for n, k in ruleset.contracts.items())
    named = [n for n, k in ruleset.contracts.items() if k.trumps == "named"]
    for extra in named[1:]:
        errors.add("BQ0605", "only one kind of contract can name a trump suit", extra.span)
    return World(
        tuple(suits), tuple(ranks), seats, partners, roles, kinds,
        patterns=tuple(dict.fromkeys(str(p) for g in ruleset.melds.values() for p in g.patterns)),
        outcomes=tuple(str(o) for o in ruleset.score.outcomes) if ruleset.score else (),
    )  # fmt: skip


def _distinct(words: Sequence[Text], what: str, errors: Collector) -> list[str]:
    seen: list[str] = []
    for word in words:
        if word in seen:
            errors.add("BQ0601", f"the {what} {word} is in the deck twice", word.span)
        else:
            seen.append(str(word))
    return seen


def _role(name: Text, role: schema.Role, ranks: list[str], errors: Collector) -> Role:
    order: list[str] = []
    for rank in role.order:
        if rank in order:
            errors.add("BQ0601", f"the rank {rank} is twice in the order of {name}", rank.span)
        elif rank not in ranks:
            errors.add("BQ0602", f"the rank {rank} is not in the deck", rank.span,
                       expected=" ".join(ranks))  # fmt: skip
        else:
            order.append(str(rank))
    missing = [r for r in ranks if r not in order]
    if missing:
        errors.add(
            "BQ0601", f"the order of {name} leaves out {' '.join(missing)}",
            role.key_span("order"), expected=f"each of {' '.join(ranks)} once",
        )  # fmt: skip
        order += missing
    for rank in role.points:
        if rank not in ranks:
            errors.add("BQ0602", f"points for the rank {rank}, which is not in the deck",
                       rank.span, expected=" ".join(ranks))  # fmt: skip
    strength = tuple(len(order) - order.index(r) for r in ranks)
    points = {str(r): p for r, p in role.points.items()}
    return Role(str(name), strength, tuple(points.get(r, 0) for r in ranks))


def _kind(name: Text, kind: schema.ContractKind, roles: dict[str, int], errors: Collector) -> Kind:
    def role(word: Text | None, key: str, needed: bool) -> int:
        if word is None:
            if needed:
                errors.add("BQ0302", f'the key "{key}" is missing here', kind.span,
                           hint="which role do these suits have?")  # fmt: skip
            return 0
        if word not in roles:
            errors.add("BQ0603", f'there is no role "{word}"', word.span,
                       expected=", ".join(roles), hint=nearest(word, roles))  # fmt: skip
        return roles.get(word, 0)

    trump = role(kind.trump, "trump", kind.trumps != "none")
    plain = role(kind.plain, "plain", kind.trumps != "every")
    return Kind(str(name), kind.trumps, trump, plain)
