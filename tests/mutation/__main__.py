"""`python -m tests.mutation klaverjas-amsterdam belote --changes 60`: how much `verify` notices.

The cases beside the rulesets are left out. A change is *refused* when the ruleset can't be read any
more, *caught* when some property is not as it should be any more, and else it survives. The
survivors are listed: each is either another lawful game, or something that no property looks at.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from beloteql.core.build import build
from beloteql.errors import InternalError, RulesetError
from beloteql.semantics.checks import check as checks
from beloteql.surface.load import load, load_text
from beloteql.verify import Inquiry, Verdict, check, selected
from beloteql.verify.solve import Solver
from tests.mutation.changes import Change, changes

RLIMIT = 10_000_000
"""Less than a proof may take: what is undecided so is counted as noticed by nobody."""


def judge(name: str, change: Change) -> str:
    """`refused`, the code of the first property that notices, or an empty text."""
    try:
        program = build(load_text(change.overlay(load(name))))
        if checks(program):
            return "refused"
        inquiry = Inquiry(program, Solver(rlimit=RLIMIT))
        for property_ in selected():
            for result in check(inquiry, property_):
                if result.verdict in {Verdict.REFUTED, Verdict.VACUOUS}:
                    return result.code
    except RulesetError:
        return "refused"
    return ""


def main() -> None:
    """Print the score by kind of change, and the survivors."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--changes", type=int, default=60, help="how many of each ruleset")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    made, noticed = Counter[str](), Counter[str]()
    by = Counter[str]()
    for name in chosen.rulesets:
        every = changes(load(name))
        some = Random(chosen.seed).sample(every, min(chosen.changes, len(every)))
        for change in some:
            try:
                found = judge(name, change)
            except InternalError as error:
                sys.stdout.write(f"A WITNESS THAT DOES NOT REPLAY {name} {change}: {error}\n")
                raise
            made[change.kind] += 1
            noticed[change.kind] += bool(found)
            by[found or "survives"] += 1
            if not found:
                sys.stdout.write(f"survives {name} {change}\n")
                sys.stdout.flush()
    for kind in sorted(made):
        sys.stdout.write(f"{kind:8} {noticed[kind]:4} of {made[kind]:4}\n")
    sys.stdout.write(f"all      {sum(noticed.values()):4} of {sum(made.values()):4}\n")
    for code, count in by.most_common():
        sys.stdout.write(f"  {count:4} {code}\n")


if __name__ == "__main__":
    main()
