"""Runs matches: deals, talks, tricks, settlement, driven by the ruleset alone."""
