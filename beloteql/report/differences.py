"""What a comparison of two rulesets found, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beloteql.compare import Case, Change, Finding, HouseRule, Relation, Sample
from beloteql.report.verdicts import card, draw
from beloteql.source import Span
from beloteql.verify.verdict import Witness

_GREEN, _RED, _YELLOW, _BOLD, _DIM, _RESET = (
    "\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[1m", "\x1b[2m", "\x1b[0m",
)  # fmt: skip
TITLES = {
    "legal": "legal play", "winners": "who wins a trick", "points": "points of the cards",
    "settlement": "settlement", "auction": "auction",
}  # fmt: skip
_SENTENCES = {
    ("legal", Relation.EQUAL): "the same cards are legal in every position",
    ("legal", Relation.WITHIN): "what A allows, B allows in every position; B also allows more",
    ("legal", Relation.AROUND): "what B allows, A allows in every position; A also allows more",
    ("legal", Relation.DIFFERENT): "each allows cards that the other does not",
    ("winners", Relation.EQUAL): "the same card wins every trick",
    ("settlement", Relation.EQUAL): "the same points are paid on every score sheet",
    ("winners", Relation.DIFFERENT): "another card wins",
    ("settlement", Relation.DIFFERENT): "the same score sheet is paid differently",
    ("auction", Relation.DIFFERENT): "other calls, or another contract",
    ("auction", Relation.EQUAL): "the same calls, the same contracts",
}
WIDTH = 96
"""Longest text of an entry that is shown whole."""


@dataclass
class Differences:
    """All that was found. Sections that were not asked for are None."""

    a: str
    b: str
    files: tuple[str, str]
    options: tuple[Mapping[str, str], Mapping[str, str]]
    """The house rules that were chosen."""
    usual: tuple[Mapping[str, str], Mapping[str, str]]
    """All house rules as they are when nobody chooses."""
    any_house_rules: bool
    seats: int
    changes: list[Change] | None = None
    house_rules: list[HouseRule] | None = None
    findings: list[Finding] = field(default_factory=list)
    sample: Sample | None = None


class Text:
    """Writes differences for a person; `colour` says whether escape sequences may be used."""

    def __init__(self, found: Differences, colour: bool, texts: bool) -> None:
        self.found, self.colour, self.texts = found, colour, texts

    def paint(self, code: str, text: str) -> str:
        """A text in a colour."""
        return f"{code}{text}{_RESET}" if self.colour else text

    def head(self) -> str:
        """Which is A and which is B."""
        found = self.found
        width = max(len(found.a), len(found.b))
        rows = []
        for letter, name, file, options in zip(
            "AB", (found.a, found.b), found.files, found.options, strict=True
        ):
            chosen = ", ".join(f"{n} = {v}" for n, v in options.items())
            row = f"{self.paint(_BOLD, letter)}  {name.ljust(width)}  {self.paint(_DIM, file)}"
            rows.append(row + (f"  with {chosen}" if chosen else ""))
        return "\n".join(rows)

    # --- what is written ---------------------------------------------------------------

    def structure(self) -> str:
        """Entries of one only and entries that were changed, section by section."""
        found = self.found
        assert found.changes is not None
        assert found.house_rules is not None
        rows = ["", self.paint(_BOLD, "What is written differently")]
        if found.house_rules:
            rows.append("  house rules")
        for rule in found.house_rules:
            rows += self._house_rule(rule)
        section = ""
        shown = [c for c in found.changes if self.texts or not c.for_people]
        for change in shown:
            if change.section != section:
                section = change.section
                rows.append(f"  {section}")
            rows += self._change(change)
        hidden = len(found.changes) - len(shown)
        if hidden:
            names = "difference" if hidden == 1 else "differences"
            rows.append(f"  {hidden} {names} in names, texts and sources (--texts shows them)")
        if len(rows) == 2:
            rows.append("  nothing")
        return "\n".join(rows)

    def _house_rule(self, rule: HouseRule) -> list[str]:
        rows = [f"    {self._sign(bool(rule.a), bool(rule.b))} {rule.name}"]
        for letter, values, default, place in (
            ("A", rule.a, rule.default_a, rule.place_a), ("B", rule.b, rule.default_b, rule.place_b)
        ):  # fmt: skip
            if values:
                others = ", ".join(v for v in values if v != default)
                rows.append(self._side(letter, default + (f" (or {others})" if others else ""),
                                       place))  # fmt: skip
        return rows

    def _change(self, change: Change) -> list[str]:
        name = change.path.partition(".")[2] or change.path
        note = " (order)" if change.how == "order" else ""
        sign = self._sign(change.place_a is not None, change.place_b is not None)
        rows = [f"    {sign} {name}{note}"]
        for letter, text, place in (
            ("A", change.a, change.place_a), ("B", change.b, change.place_b)
        ):  # fmt: skip
            if place is not None:
                rows.append(self._side(letter, text, place))
        return rows

    def _sign(self, a: bool, b: bool) -> str:
        if a and b:
            return self.paint(_YELLOW, "~")
        return self.paint(_RED, "-") if a else self.paint(_GREEN, "+")

    def _side(self, letter: str, text: str, place: Span | None) -> str:
        shown = text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
        where = "" if place is None else f"{place.source.name}:{place.line}"
        return f"        {letter} {shown}  {self.paint(_DIM, where)}"

    # --- what it means -----------------------------------------------------------------

    def finding(self, finding: Finding) -> str:
        """One part of the rules: the relation, and cases."""
        relation = finding.relation
        code = _GREEN if relation is Relation.EQUAL else _YELLOW if relation.open else _RED
        name = TITLES[finding.part] + (f", {finding.kind}" if finding.kind else "")
        sentence = _SENTENCES.get((finding.part, relation), "")
        detail = f" ({finding.detail})" if finding.detail and sentence else finding.detail
        gap = " " * max(1, 21 - len(relation.value))
        rows = [f"  {self.paint(code, relation.value)}{gap}{name:<28} {sentence}{detail}".rstrip()]
        rows += [f"    not decided: {way}" for way in finding.open_ways]
        for case in finding.cases:
            rows += ["    " + row if row else "" for row in self.case(case)]
        return "\n".join(rows)

    def case(self, case: Case) -> list[str]:
        """A case on which the two differ, with what each says."""
        painters = {"position": self._position, "trick": self._position, "sheet": self._sheet,
                    "calls": self._calls, "points": self._points}  # fmt: skip
        return ["", *painters[case.kind](case)]

    def _position(self, case: Case) -> list[str]:
        witness = Witness("position", {"hand": [], **case.data})
        rows = [r.removeprefix("    ") for r in draw(witness, self.found.seats).splitlines()]
        rows += _besides(case.data)
        for letter, said in (("A", case.a), ("B", case.b)):
            if "legal" in said and "message" not in said:
                legal = " ".join(map(card, said["legal"]))
                rows.append(f"{letter} allows {legal}")
            elif "card" in said:
                rows.append(
                    f"{letter} gives the trick to seat {said['seat']} ({card(said['card'])})"
                )
            else:
                rows.append(f"{letter} has no answer: {said['message']}")
            if "rule" in said:
                rows.append(self._why(said["rule"]))
            rows += self._options(letter, said)
        if case.deal is None:
            rows.append("no deal was found that leads here")
        elif case.deal:
            rows.append("a deal that leads here, every card so far legal in both:")
            rows += [f"  seat {s}: {' '.join(map(card, hand))}"
                     for s, hand in enumerate(case.deal["hands"])]  # fmt: skip
            played = ", ".join(f"{p['seat']} {card(p['card'])}" for p in case.deal["played"])
            rows.append(f"  played: {played or 'nothing yet'}")
        return rows

    def _why(self, rule: Mapping[str, Any]) -> str:
        reason = f"{rule['reason']}  " if rule["reason"] else f"{rule['rule']}  "
        return f"  {reason}{self.paint(_DIM, _place(rule))}"

    def _options(self, letter: str, said: Mapping[str, Any]) -> list[str]:
        """The house rules of a case that are not the usual ones, where they were open."""
        usual = self.found.usual["AB".index(letter)]
        other = {n: v for n, v in said.get("options", {}).items() if usual[n] != v}
        if not self.found.any_house_rules or not other:
            return []
        return [f"  under the house rules {', '.join(f'{n} = {v}' for n, v in other.items())}"]

    def _sheet(self, case: Case) -> list[str]:
        rows = [_of_sheet(case.data)]
        for letter, said in (("A", case.a), ("B", case.b)):
            carried = f", {said['carried']} carried on" if said["carried"] else ""
            own = _of_sheet(said.get("asked", {}))
            more = f"  (with {own})" if own else ""
            paid = " : ".join(map(str, said["scores"]))
            where = self.paint(_DIM, _place(said["rule"]))
            rows.append(f"{letter} {said['outcome']}: {paid}{carried}{more}  {where}")
            rows += [
                f"    side {x['side']} {x['points']}  {x['text']}  {self.paint(_DIM, _place(x))}"
                for x in said["breakdown"]
            ]
            rows += self._options(letter, said)
        if "doubt" in case.data:
            rows.append(case.data["doubt"])
        return rows

    def _calls(self, case: Case) -> list[str]:
        data = case.data
        said = ", ".join(f"{c['seat']} {c['call']}" for c in data["calls"]) or "nothing yet"
        turned = f"; turned up: {card(data['turn_up'])}" if data["turn_up"] else ""
        rows = [f"dealer: seat {data['dealer']}{turned}; calls: {said}"]
        for letter, found in (("A", case.a), ("B", case.b)):
            if found["over"]:
                contract = found["contract"]
                end = "thrown in" if contract is None else _plain(contract)
                rows.append(f"{letter} the auction is over: {end}")
                continue
            calls = _few(found["legal_calls"])
            rows.append(f"{letter} seat {found['next_seat']} may call: {calls}")
            if found["own_calls"]:
                rows.append(f"  only here: {_few(found['own_calls'])}")
            rows += [f"  {r['rule']}  {self.paint(_DIM, _place(r))}" for r in found["rules"]]
        return rows

    def _points(self, case: Case) -> list[str]:
        rows = []
        for letter, said in (("A", case.a), ("B", case.b)):
            worth = ", ".join(f"{n} {p}" for n, p in said["points"].items())
            last = "" if said["last_trick"] is None else f"last trick {said['last_trick']}"
            shown = "; ".join(p for p in (worth, last) if p)
            rows.append(f"{letter} {shown}  {self.paint(_DIM, _place(said['rule']))}")
        return rows

    # --- how often ---------------------------------------------------------------------

    def sampled(self, sample: Sample | None) -> str:
        """What was counted in random play."""
        if sample is None:
            why = (
                "the house rules are open" if self.found.any_house_rules
                else "the two can't be played with the same cards from the same hands"
            )  # fmt: skip
            return "\n".join(["", self.paint(_BOLD, "In random play"), f"  no deals: {why}"])
        rows = [
            "",
            self.paint(_BOLD, "In random play") + f"  ({sample.deals} deals, seed {sample.seed})",
        ]
        if not sample.deals:
            return "\n".join([*rows, "  no auction ended with a contract that both know"])
        for kind, (count, other) in sample.by_kind.items():
            rows.append(
                f"  {_share(other, count)} of {count} decisions have other legal cards, {kind}"
            )
        rows.append(f"  {_share(sample.other_points, sample.deals)} of the deals pay other points")
        if sample.parted:
            rows.append(
                f"  {_share(sample.parted, sample.deals)} of the deals can't be played to the end "
                "alike: no card is legal in both, or another player wins a trick"
            )
        return "\n".join(rows)


_ALWAYS = {"taker", "last_trick", "card_points", "tricks_won"}


def _of_sheet(data: Mapping[str, Any]) -> str:
    """A score sheet in one line, without what is nothing."""
    shown = {
        k: v for k, v in data.items()
        if k in _ALWAYS or (k != "doubt" and (any(v) if isinstance(v, list) else v))
    }  # fmt: skip
    return "; ".join(f"{k.replace('_', ' ')} {_plain(v)}" for k, v in shown.items())


def _besides(data: Mapping[str, Any]) -> list[str]:
    """What else of a position rules look at."""
    usual = {"contract", "seat", "hand", "trick", "options"}
    rows = [f"{k.replace('_', ' ')}: {_plain(v)}" for k, v in data.items() if k not in usual]
    contract = {k: v for k, v in data["contract"].items() if k not in {"kind", "trump", "by"}}
    told = {k: v for k, v in contract.items() if k != "stakes" or v != 1}
    plain = {k: v for k, v in told.items() if v not in (0, False, []) and v != [[]] * 4}
    shown = {k: v for k, v in plain.items() if not isinstance(v, list) or any(v)}
    return rows + ([f"contract: {_plain(shown)}"] if shown else [])


def _place(rule: Mapping[str, Any]) -> str:
    return "" if rule.get("file") is None else f"{rule['file']}:{rule['line']}"


def _few(calls: Sequence[str], most: int = 12) -> str:
    more = f", … ({len(calls)} in all)" if len(calls) > most else ""
    return ", ".join(calls[:most]) + more


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else "none"


def _plain(value: Any) -> str:
    """A value in words."""
    if isinstance(value, dict):
        return ", ".join(f"{k} {_plain(v)}" for k, v in value.items())
    if isinstance(value, list):
        return " ".join(_plain(v) for v in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
