"""How often two variants differ in random play."""

from __future__ import annotations

import pytest

from beloteql.compare import Sample, sample
from tests.compare.helpers import pair


def counted(found: Sample | None) -> Sample:
    assert found is not None
    return found


def test_the_same_seed_gives_the_same_counts() -> None:
    both = pair("klaverjas-rotterdam", "klaverjas-amsterdam")
    first, again, other = (counted(sample(both, 20, seed)) for seed in (3, 3, 4))
    assert first == again
    assert first != other
    assert first.deals == 20
    assert 0 < first.other_legal < first.decisions
    assert first.other_points == 0  # where they can be played alike, they pay alike


def test_variants_that_are_played_alike_never_differ_there() -> None:
    found = counted(sample(pair("belote", "belote-bga"), 30))
    assert (found.other_legal, found.parted, found.decisions) == (0, 0, 30 * 32)
    assert found.other_points == 0


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("a", "b", "least", "most"),
    [
        # of the decisions that are no leads, counted on 3,000 deals: 3.0, 3.5, 0.5, 33 %
        ("belote", "klaverjas-rotterdam", 0.020, 0.030),
        ("klaverjas-rotterdam", "klaverjas-amsterdam", 0.020, 0.035),
        ("belote", "contree", 0.002, 0.008),
        ("belote", "belote-seed", 0.20, 0.30),
    ],
)
def test_shares_that_are_known(a: str, b: str, least: float, most: float) -> None:
    found = counted(sample(pair(a, b), 400))
    assert least < found.other_legal / found.decisions < most


def test_the_counts_fit_together() -> None:
    found = counted(sample(pair("belote", "belote-seed"), 20))
    assert sum(n for n, _ in found.by_kind.values()) == found.decisions
    assert sum(m for _, m in found.by_kind.values()) == found.other_legal
    assert found.parted + found.other_points <= found.deals


def test_what_can_not_be_played_alike_is_not_sampled() -> None:
    assert sample(pair("belote", "belote-three"), 5) is None
    # in one of them the cards lie in packets, most of them covered
    assert sample(pair("belote-two", "belote-two-open"), 5) is None
