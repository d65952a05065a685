"""Properties of the talks, by going through every state that they can reach."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from beloteql.batch.lines import answer
from beloteql.core import ir
from beloteql.core.program import Program
from beloteql.errors import RulesetError
from beloteql.game.match import Match
from beloteql.game.setting import Event
from beloteql.semantics.options import options_read, show
from beloteql.semantics.rules import Rules
from beloteql.semantics.talk import TalkRules
from beloteql.source import Span
from beloteql.verify.auction_notes import Notes, Seen
from beloteql.verify.auction_walk import (
    CONTRACT,
    ENDS,
    MOST_STATES,
    OFFERS,
    BoundedError,
    FoundError,
    Walk,
    alike_in,
    nodes_of,
    shown,
)
from beloteql.verify.inquiry import Inquiry
from beloteql.verify.memory import content
from beloteql.verify.open_talk import OpenTalk, UnsureError, looks
from beloteql.verify.unknown import walk
from beloteql.verify.verdict import Result, Verdict, Witness

LIVE = "auction.no-dead-call"
RAISES = "auction.raises"
DOUBLES = "auction.doubles"
ALL = (OFFERS, ENDS, CONTRACT, LIVE, RAISES, DOUBLES)
TRIED = 500
MOST_DEALS = 40
_COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge"}


def tried(program: Program, open_: Span | None) -> list[Result]:
    """Matches with random calls, where too much hangs on what is open; `open_` is one such text."""
    seen = 0
    for seed in range(TRIED):
        chance = random.Random(seed)
        calls: list[dict[str, Any]] = []
        match: Match | None = None

        def listen(event: Event, calls: list[dict[str, Any]] = calls) -> None:
            if event["event"] == "deal":
                calls.clear()
            if event["event"] in {"deal", "call"}:
                calls.append(event)

        try:
            match = Match(Rules(program), seed, listener=listen)
            while not match.over and match.shuffles < MOST_DEALS:
                match.apply(chance.choice(match.legal_moves()))
            seen += match.shuffles
        except RulesetError as error:
            return [_stuck(error, calls)]
        if seen >= TRIED:
            break
    detail = f"{seen} auctions were tried; what this line asks for can't be known beforehand"
    return [Result(row, Verdict.BOUNDED, detail, span=open_) for row in ALL]


def _stuck(error: RulesetError, events: list[dict[str, Any]]) -> Result:
    """The auction that went wrong."""
    found = error.diagnostics[0]
    row = {"BQ0705": OFFERS, "BQ0706": ENDS}.get(found.code, CONTRACT)
    deal, *calls = events
    data = {
        "dealer": deal["dealer"], "deal": deal["number"], "deck": deal["deck"],
        "turn_up": None, "calls": [c["call"] for c in calls], "options": {},
    }  # fmt: skip
    seats = [c["seat"] for c in calls]
    witness = Witness("calls", data, {"seats": seats, "message": found.message}, {})
    return Result(row, Verdict.REFUTED, found.message, span=found.span, witness=witness)


def auction(inquiry: Inquiry) -> list[Result]:
    """The properties of the auction, or what refutes one of them."""
    memory = inquiry.solver.memory
    if memory is None:
        return _auction(inquiry)
    depends = _depends(inquiry.program)
    kept = memory.recall(*depends)
    if kept is not None:
        return [Result(code, Verdict.PROVED, detail) for code, detail in json.loads(kept)]
    found = _auction(inquiry)
    if all(r.verdict == Verdict.PROVED for r in found):
        memory.keep(json.dumps([(r.code, r.detail) for r in found]), *depends)
    return found


def _depends(program: Program) -> list[str]:
    """All that the way through the talks hangs on. Places in files do not show in it."""
    nodes = nodes_of(program)
    words = {n.name for root in nodes for n in walk(program, root) if isinstance(n, ir.Word)}
    parts = [
        program.world, program.deal, program.talks, program.fields, program.options,
        program.require, program.state, {n: program.words[n] for n in sorted(words)},
        Notes(program, alike=False).counted,
    ]  # fmt: skip
    return ["auction", *map(content, parts)]


def _auction(inquiry: Inquiry) -> list[Result]:
    program = inquiry.program
    steps = [s for s in program.deal if s.action in {"talk", "draw"}]
    if not any(s.talk for s in steps):
        return []
    nodes = nodes_of(program)
    reads = program.reads(nodes)
    known = () if _deals(program, nodes) is None else ("deals",)
    open_ = looks(program, reads, known)
    states, longest = 0, 0
    notes = Notes(program, alike_in(program, None) is not None)
    talk = OpenTalk(program, known, inquiry.hunt(OFFERS))
    try:
        for options, facts in _settings(program, nodes, reads):
            notes.start()
            run = Walk(talk, Rules(program, options), steps, options, facts, reads, notes)
            longest = max(longest, run.run())
            states += len(run.lengths)
            run.check_bound(states)
    except UnsureError as error:
        return tried(program, error.span)
    except FoundError as error:
        if open_:
            return tried(program, error.open)
        failed = error.result
        rest = [Result(row, Verdict.UNDECIDED, "another property of the auction fails first")
                for row in ALL if row != failed.code]  # fmt: skip
        return sorted([failed, *rest], key=lambda r: r.verdict, reverse=True)
    except BoundedError:
        detail = (f"{MOST_STATES} states were gone through; fewer calls with numbers, house rules "
                  "or fields make fewer states")  # fmt: skip
        return [Result(row, Verdict.BOUNDED, detail) for row in ALL]
    more = ", whatever the hands and the score" if open_ else ""
    rules = TalkRules(program)
    details = {OFFERS: f"{states} states{more}", ENDS: f"after {longest} calls at the most",
               CONTRACT: f"{states} states{more}"}  # fmt: skip
    return [
        *(Result(row, Verdict.PROVED, detail) for row, detail in details.items()),
        *_dead(program, notes, open_),
        *_raises(rules, notes, open_),
        *_doubles(rules, notes, open_),
    ]  # fmt: skip


def _dead(program: Program, notes: Notes, open_: bool) -> list[Result]:
    """Each call can be made by somebody at some time."""
    in_deal = {s.talk for s in program.deal}
    calls = [c for t in program.talks.values() if t.name in in_deal
             for s in t.stages for c in s.calls]  # fmt: skip
    dead = [c for c in calls if c.path not in notes.made]
    if not dead:
        more = ", as far as that does not hang on cards and scores" if open_ else ""
        return [Result(LIVE, Verdict.PROVED, f"all {len(calls)} calls{more}")]
    return [Result(LIVE, Verdict.REFUTED, f'"{c.name}" can never be called', c.name, c.span)
            for c in dead]  # fmt: skip


def _raises(talk: TalkRules, notes: Notes, open_: bool) -> list[Result]:
    """No two bids go above each other."""
    found = notes.wrong_raises()
    if not notes.raises:
        return []
    if not found:
        return [Result(RAISES, Verdict.PROVED, f"{len(notes.raises)} ways to go above a bid")]
    seen = min(found, key=lambda s: len(s.calls))
    assert seen.call is not None
    detail = f'after "{talk.text(seen.calls[-1])}" the bid before it could be made again'
    return [_found(talk, seen, RAISES, detail, open_)]


def _doubles(talk: TalkRules, notes: Notes, open_: bool) -> list[Result]:
    """Nobody doubles what their own side has bid or doubled."""
    if notes.own_side:
        seen = min(notes.own_side, key=lambda s: len(s.calls))
        detail = f'"{talk.text(seen.calls[-1])}" doubles what the own side has said last'
        return [_found(talk, seen, DOUBLES, detail, open_)]
    if not notes.doubles:
        return []
    if notes.unsure:
        detail = "the rules do not keep in mind who doubled last"
        return [Result(DOUBLES, Verdict.BOUNDED, detail)]
    return [Result(DOUBLES, Verdict.PROVED, "every bid and every double")]


def _found(talk: TalkRules, seen: Seen, row: str, detail: str, open_: bool) -> Result:
    """Calls that refute a property; where cards decide about them they may be impossible."""
    assert seen.call is not None
    if open_:
        detail += "; whether it can come to this hangs on cards or scores"
        return Result(row, Verdict.UNDECIDED, detail, seen.call.name, seen.call.span)
    witness = shown(talk, seen, detail)
    answer(Rules(talk.program), "auction", dict(witness.data))  # the interpreter takes the calls
    return Result(row, Verdict.REFUTED, detail, seen.call.name, seen.call.span, witness)


def _settings(
    program: Program, nodes: list[ir.Node], reads: set[str]
) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """House rules that the talks read, and every card that may be turned up if they look at it."""
    world = program.world
    read = options_read(program, nodes)
    deals = _deals(program, nodes) or [0]
    turned: list[int | None] = list(range(len(world.cards))) if "turned" in reads else [None]
    if "turned" in reads and alike_in(program, 0) is not None:
        turned = list(range(len(world.ranks)))  # the cards of one suit stand for the others
    values = [program.options[n].values or (program.options[n].default,) for n in read]
    for combination in product(*values):
        options = {
            n: show(program, program.options[n], v) for n, v in zip(read, combination, strict=True)
        }
        for card, number in product(turned, deals):
            # Seats are alike but for their place after the dealer, so one dealer stands for all.
            yield options, {"dealer": world.seats - 1, "turned": card, "deals": number}


def _deals(program: Program, nodes: list[ir.Node]) -> list[int] | None:
    """Numbers of deals that stand for all; None where rule texts do more than compare with one."""
    found = {0}
    for root in nodes:
        whole = list(walk(program, root))
        reads = [n for n in whole if isinstance(n, ir.Read) and n.name == "deals"]
        compared: list[ir.Node] = []
        for node in whole:
            if isinstance(node, ir.Apply) and node.operator in _COMPARISONS:
                for one, other in (node.operands, node.operands[::-1]):
                    if one in reads and isinstance(other, ir.Const):
                        compared.append(one)
                        value = int(other.value)  # type: ignore[arg-type]
                        found |= {max(0, value - 1), max(0, value), value + 1}
        if len(compared) < len(reads):
            return None
    return sorted(found)
