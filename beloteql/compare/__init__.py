"""Compares two rulesets: what their authors wrote, what it means, how often it matters.

The first ruleset is called A, the second B. What is compared of their meaning is `PARTS`.
"""

from beloteql.compare.finding import Case, Finding, Relation
from beloteql.compare.pair import Kind, Pair, make_pair
from beloteql.compare.parts import PARTS, compare
from beloteql.compare.sample import DEALS, Sample, sample
from beloteql.compare.structure import Change, HouseRule, changes, house_rules

__all__ = [
    "DEALS", "PARTS", "Case", "Change", "Finding", "HouseRule", "Kind", "Pair", "Relation",
    "Sample", "changes", "compare", "house_rules", "make_pair", "sample",
]  # fmt: skip
