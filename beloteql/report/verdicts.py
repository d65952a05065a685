"""Verdicts and witnesses as text and as JSON."""

from __future__ import annotations

from typing import Any

from beloteql.core.world import SUIT_SYMBOLS
from beloteql.verify.verdict import Result, Verdict, Witness

_COLOURS = {
    Verdict.PROVED: "\x1b[32m", Verdict.EXPECTED: "\x1b[32m", Verdict.REFUTED: "\x1b[31m",
}  # fmt: skip
_OTHER, _RESET = "\x1b[33m", "\x1b[0m"
NAMES = {Verdict.EXPECTED: "refuted, as expected"}


def verdict_name(verdict: Verdict) -> str:
    """The word for a verdict."""
    return NAMES.get(verdict, verdict.name.lower())


def row(result: Result, colour: bool) -> str:
    """One line: verdict, code, title and detail."""
    name = verdict_name(result.verdict)
    shown = f"{_COLOURS.get(result.verdict, _OTHER)}{name}{_RESET}" if colour else name
    code = result.code + (f" {result.subject}" if result.subject else "")
    detail = f" ({result.detail})" if result.detail else ""
    return f"  {shown}{' ' * max(1, 12 - len(name))}{code:<30} {result.title}{detail}"


def place(result: Result) -> str:
    """Where the guilty entry stands, with its line; empty for none."""
    if result.span is None or result.verdict in {Verdict.PROVED, Verdict.EXPECTED}:
        return ""
    line = result.span.source.line_text(result.span.line)
    return f"    {result.span}\n    | {line.rstrip()}"


def entry(result: Result, colour: bool, seats: int = 4) -> str:
    """All that is said of a result: its row, its place, and what refutes it."""
    parts = [row(result, colour), place(result)]
    if result.witness is not None and result.verdict == Verdict.REFUTED:
        parts.append(draw(result.witness, seats))
    return "\n".join(p for p in parts if p)


def card(name: str) -> str:
    """A card with its suit symbol."""
    return name[:-1] + SUIT_SYMBOLS.get(name[-1], name[-1])


def draw(witness: Witness, seats: int = 4) -> str:
    """A witness: hands and trick around a table, a score sheet, or the calls."""
    painters = {
        "position": _position,
        "score": _sheet,
        "calls": _calls,
        "cards": _cards,
        "deal": _plain,
        "played": _played,
        "talk": _talk,
        "melds": _melds,
    }
    rows = painters[witness.kind](witness, seats)
    if witness.record and witness.kind != "played":
        rows += ["in a deal:", *("  " + row for row in _deal_rows(witness.record, seats))]
    if witness.options and witness.kind != "cards":
        shown = ", ".join(f"{n} = {v}" for n, v in witness.options.items())
        rows.append(f"house rules: {shown}")
    return "\n".join("    " + r for r in rows)


def _position(witness: Witness, seats: int) -> list[str]:
    data, found = witness.data, witness.found
    rows = [_contract(data)]
    played: dict[int, list[str]] = {}
    trick = data["trick"]
    for i, name in enumerate(trick["cards"]):
        played.setdefault((trick["leader"] + i) % seats, []).append(card(name))
    rows += _table(played, data.get("seat"), data.get("hand", []), seats)
    if "hands" in data:
        rows.append(f"hands: {_words(data['hands'])}")
    rows += [f"{n}: {_words(v)}" for n, v in found.items()]
    return rows


def _contract(data: dict[str, Any]) -> str:
    contract = data["contract"]
    if contract is None:
        return "contract: none yet"
    trump = contract.get("trump")
    by = f" by seat {contract['by']}" if "by" in contract else ""
    return f"contract: {SUIT_SYMBOLS[trump] if trump else contract['kind']}{by}"


def _table(played: dict[int, list[str]], me: int | None, hand: list[str], seats: int) -> list[str]:
    """The seats around the table, the next to play below, with what they have played."""

    def at(seat: int) -> str:
        return f"{seat % seats}: {' '.join(played.get(seat % seats, ['-']))}"

    base = me or 0
    own = f"{'':12}{at(base)}" + (f"   hand: {' '.join(map(card, hand))}" if hand else "")
    if seats == 4:
        return [f"{'':12}{at(base + 2)}", f"{at(base + 3):<24}{at(base + 1)}", own]
    return [*(f"{'':12}{at(base + i)}" for i in range(1, seats)), own]


def _sheet(witness: Witness, seats: int) -> list[str]:
    rows = [
        f"{n.replace('_', ' ')}: {_words(v)}" for n, v in witness.data.items() if n != "options"
    ]
    return rows + [f"→ {n}: {_words(v)}" for n, v in witness.found.items()]


def _calls(witness: Witness, seats: int) -> list[str]:
    data = witness.data
    calls = [c["call"] if isinstance(c, dict) else c for c in data["calls"]]
    pairs = zip(witness.found["seats"], calls, strict=True)
    said = ", ".join(f"{seat} {call}" for seat, call in pairs) or "nothing yet"
    turned = [f"deal {data['deal']}: {' '.join(map(card, data['deck']))}"] if "deck" in data else []
    turned += [f"turned up: {card(data['turn_up'])}"] if data["turn_up"] else []
    if "deals" in data:
        turned.append(f"deals played before: {data['deals']}")
    if "draws" in data:
        turned.append(f"drawn: {' '.join(data['draws'])}")
    return [f"dealer: seat {data['dealer']}", *turned, f"calls: {said}"]


def _cards(witness: Witness, seats: int) -> list[str]:
    worth = ", ".join(f"{card(n)} {p}" for n, p in witness.data["cards"].items())
    return [f"cards: {worth}", *(f"→ {n}: {v}" for n, v in witness.found.items())]


def _played(witness: Witness, seats: int) -> list[str]:
    rows = _deal_rows(witness.data["events"], seats)
    return rows + [f"→ {n}: {_words(v)}" for n, v in witness.found.items()]


def _deal_rows(events: list[dict[str, Any]], seats: int) -> list[str]:
    """A deal as far as it goes: calls, and the tricks, one a line, each from its leader on."""
    rows: list[str] = []
    calls: list[str] = []
    trick: list[str] = []
    for event in events:
        kind = event.get("event")
        if kind == "deal":
            rows.append(f"dealer: seat {event['dealer']}")
        elif kind == "call":
            calls.append(f"{event['seat']} {event['call']}")
        elif kind == "meld":
            rows.append(f"seat {event['seat']} melds {event['kind']}")
        elif kind == "play":
            if calls:
                rows.append(f"calls: {', '.join(calls)}")
                calls = []
            trick.append(f"{event['seat']} {card(event['card'])}")
            if len(trick) == seats:
                rows.append(f"trick: {'  '.join(trick)}")
                trick = []
    rows += [f"calls: {', '.join(calls)}"] if calls else []
    return rows + ([f"on the table: {'  '.join(trick)}"] if trick else [])


def _plain(witness: Witness, seats: int) -> list[str]:
    return [f"{n}: {_words(v)}" for n, v in witness.data.items() if n != "options"]


def _talk(witness: Witness, seats: int) -> list[str]:
    """What a player in a talk sees, and what he does not see."""
    data = {n: v for n, v in witness.data.items() if n not in {"contract", "options"} and v != []}
    if "said" in data:
        data["said"] = ", ".join(f"{s['seat']} {s['call']}" for s in data["said"])
    rows = [_contract(witness.data)]
    rows += [f"{n.replace('_', ' ')}: {_words(v)}" for n, v in data.items()]
    return rows + [f"→ {n}: {_words(v)}" for n, v in witness.found.items()]


def _melds(witness: Witness, seats: int) -> list[str]:
    """Hands with their melds."""
    found = witness.found
    rows = [_contract(witness.data), f"hands: {_words(witness.data['hands'])}"]
    rows.append(f"→ equally good: {', '.join(found['equally good'])}")
    return [*rows, f"→ decided: {found['decided']}"]


def _words(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(v, list) for v in value):
        # Cards of each seat.
        return ", ".join(f"{i}: {' '.join(map(str, v)) or '-'}" for i, v in enumerate(value))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)


def as_json(result: Result) -> dict[str, Any]:
    """A result as JSON; `seconds` are left out, so that equal runs print equal bytes."""
    span, witness = result.span, result.witness
    shown: dict[str, Any] | None = None
    if witness is not None:
        shown = {"kind": witness.kind, "data": witness.data, "found": witness.found}
        if witness.record:
            shown["record"] = witness.record
    return {
        "code": result.code,
        "subject": result.subject,
        "title": result.title,
        "verdict": verdict_name(result.verdict),
        "detail": result.detail,
        "file": span.source.name if span else None,
        "line": span.line if span else None,
        "witness": shown,
    }
