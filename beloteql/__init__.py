"""beloteql: the rules of the Belote and Klaverjas family as data, and the tools that read them.

>>> import beloteql
>>> ruleset = beloteql.load("belote")
>>> match = ruleset.deal(seed=1)
>>> [str(move) for move in match.legal_moves()]
['take', 'pass']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beloteql.api import Ruleset, bundled, load
    from beloteql.errors import RulesetError, UsageError

__version__ = "0.1.0"
__all__ = ["Ruleset", "RulesetError", "UsageError", "__version__", "bundled", "load"]

_HOMES = {
    "Ruleset": "beloteql.api",
    "bundled": "beloteql.api",
    "load": "beloteql.api",
    "RulesetError": "beloteql.errors",
    "UsageError": "beloteql.errors",
}


def __getattr__(name: str) -> Any:
    # Imported when first used: `beloteql --version` must not pay for the schema.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
