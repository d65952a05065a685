"""What a comparison of two rulesets found, as JSON."""

from __future__ import annotations

from typing import Any

from beloteql.compare import Case, Change, Finding, HouseRule, Sample
from beloteql.report.differences import Differences
from beloteql.source import Span


def differences(found: Differences, texts: bool) -> dict[str, Any]:
    """All of it. What was not asked for is null; a place is `file:line`."""
    structure = None
    if found.changes is not None and found.house_rules is not None:
        shown = [c for c in found.changes if texts or not c.for_people]
        structure = {
            "house_rules": [_house_rule(r) for r in found.house_rules],
            "changes": [_change(c) for c in shown],
            "texts_left_out": len(found.changes) - len(shown),
        }
    return {
        "a": {"id": found.a, "file": found.files[0], "options": dict(found.options[0])},
        "b": {"id": found.b, "file": found.files[1], "options": dict(found.options[1])},
        "any_house_rules": found.any_house_rules,
        "structure": structure,
        "meaning": [_finding(f) for f in found.findings],
        "random": None if found.sample is None else _sample(found.sample),
    }


def _place(span: Span | None) -> str | None:
    return None if span is None else f"{span.source.name}:{span.line}"


def _house_rule(rule: HouseRule) -> dict[str, Any]:
    def side(values: tuple[str, ...], default: str, span: Span | None) -> dict[str, Any] | None:
        if not values:
            return None
        return {"values": list(values), "default": default, "place": _place(span)}

    return {
        "name": rule.name,
        "a": side(rule.a, rule.default_a, rule.place_a),
        "b": side(rule.b, rule.default_b, rule.place_b),
    }


def _change(change: Change) -> dict[str, Any]:
    sides = (("a", change.a, change.place_a), ("b", change.b, change.place_b))
    return {
        "path": change.path, "how": change.how,
        **{n: None if p is None else {"text": t, "place": _place(p)} for n, t, p in sides},
    }  # fmt: skip


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "part": finding.part, "kind": finding.kind or None, "relation": finding.relation.value,
        "detail": finding.detail, "undecided": list(finding.open_ways),
        "cases": [_case(c) for c in finding.cases],
    }  # fmt: skip


def _case(case: Case) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": case.kind, "data": case.data, "a": case.a, "b": case.b}
    if case.deal != {}:
        shown["deal"] = case.deal
    return shown


def _sample(sample: Sample) -> dict[str, Any]:
    return {
        "seed": sample.seed, "deals": sample.deals, "decisions": sample.decisions,
        "other_legal_cards": sample.other_legal, "parted": sample.parted,
        "other_points": sample.other_points,
        "by_kind": {
            k: {"decisions": n, "other_legal_cards": m} for k, (n, m) in sample.by_kind.items()
        },
    }  # fmt: skip
