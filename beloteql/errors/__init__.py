"""What a user can do wrong, and how it is said.

`Diagnostic` is one finding with its place; `RulesetError` carries all findings of a file.
The stable codes stand in `beloteql.errors.catalogue`. A fault of beloteql itself is an
`InternalError` and is never mixed with these.
"""

from beloteql.errors.diagnostic import (
    Collector,
    Diagnostic,
    InternalError,
    RulesetError,
    UsageError,
    nearest,
)

__all__ = [
    "Collector",
    "Diagnostic",
    "InternalError",
    "RulesetError",
    "UsageError",
    "nearest",
]
