"""Measurements of beloteql: `python -m benchmarks`."""
