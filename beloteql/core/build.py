"""Builds the typed program from what was loaded; every mistake is recorded, none hides another."""

from __future__ import annotations

import re

from beloteql.core import ir, types
from beloteql.core import program as p
from beloteql.core.build_talks import build_talks, sets
from beloteql.core.build_world import build_world
from beloteql.core.elaborate import Elaborator, Place
from beloteql.core.names import collect
from beloteql.core.types import BOOL, CARDS, INT, SEAT, SIDE, Type
from beloteql.errors import Collector, RulesetError, nearest
from beloteql.source import Span
from beloteql.surface import ast, schema
from beloteql.surface.expression import parse_expression
from beloteql.surface.load import Loaded
from beloteql.surface.node import ScalarNode, Text
from beloteql.surface.sentence import Sentence

NOTHING = Place(frozenset())
CONTRACT = Place(frozenset({"always", "contract"}))
PLAY = Place(frozenset({"always", "turn", "contract", "play"}))
SETTLE = Place(frozenset({"always", "contract", "settle"}))
DECIDED = Place(SETTLE.scopes | {"decided"})
MELD_TIE = types.words("Tie", p.TIES)
MATCH_TIE = types.words("MatchTie", p.MATCH_TIES)
CLAIMS = {
    "play": Place(PLAY.scopes | {"claim"}),
    "trick": Place(PLAY.scopes),
    "settle": DECIDED,
}
_PLACES = {"position": "play", "trick": "trick", "sheet": "settle", "deal": "settle"}


def build(loaded: Loaded) -> p.Program:
    """The program of a ruleset. Raises `RulesetError` with all that is wrong."""
    errors = Collector()
    errors.diagnostics.extend(loaded.findings)
    builder = _Builder(loaded, errors)
    program = builder.program()
    if errors.failed:
        raise RulesetError(errors.diagnostics)
    return program


class _Builder:
    def __init__(self, loaded: Loaded, errors: Collector) -> None:
        self.loaded = loaded
        self.ruleset = loaded.ruleset
        self.errors = errors
        self.world = build_world(self.ruleset, loaded.broken, errors)
        names = collect(self.ruleset, self.world, loaded.broken, errors)
        play = self.ruleset.play
        self.to = Elaborator(names, play.best if play else None, errors)

    def program(self) -> p.Program:
        """Every section in turn."""
        r = self.ruleset
        play, score, match = r.play, r.score, r.match
        talks = build_talks(self.to, r, self.errors, self.give, self.draw)
        for name in r.words:
            self.to.define(name)
        if play and play.best:
            self.to.define("best")
        return p.Program(
            loaded=self.loaded,
            world=self.world,
            options={str(n): self.option(n, o) for n, o in r.options.items()},
            require=tuple(
                p.Condition(str(n), f"require.{n}", n.span, self.node(e, NOTHING, BOOL))
                for n, e in r.require.items()
            ),
            words=self.to.definitions,
            fields={
                str(n): p.Field(str(n), f"contract.{n}", n.span, types.NAMED[f.type],
                                self.maybe(f.start, NOTHING, types.NAMED[f.type]), f.for_ or "")
                for n, f in r.contract.items()
            },
            state={
                str(n): p.State(str(n), f"state.{n}", n.span, types.NAMED[s.type],
                                self.node(s.start, NOTHING, types.NAMED[s.type]),
                                s.for_ == "side", s.points)
                for n, s in r.state.items()
            },
            zones={
                str(n): p.Zone(str(n), f"zones.{n}", n.span, z.of, z.seen_by, z.playable,
                               z.columns or 0, z.turned)
                for n, z in r.zones.items()
            },
            deal=tuple(self.step(n, s) for n, s in r.deal.items()),
            talks=talks,
            melds={str(n): self.group(n, g) for n, g in r.melds.items()},
            leader=self.maybe(play.leader if play else None, CONTRACT, SEAT),
            last_trick=self.maybe(play.last_trick if play else None, CONTRACT, INT),
            best=self.to.definitions.get("best"),
            legal=tuple(
                p.LegalRule(str(n), f"play.legal.{n}", n.span, self.maybe(e.when, PLAY, BOOL),
                            self.node(e.cards, PLAY, CARDS))
                for n, e in (play.legal if play else {}).items()
            ),
            totals=tuple(
                (i, self.node(k.total, NOTHING, INT))
                for i, k in enumerate(r.contracts.values())
                if k.total is not None
            ),
            worth=self.maybe(score.worth if score else None, DECIDED, INT),
            outcomes=self.outcomes("outcomes", score.outcomes if score else {}),
            also=self.outcomes("also", score.also if score else {}),
            final=self.maybe(score.final if score else None, DECIDED.bind(side=SIDE), INT),
            over=tuple(
                p.Condition(str(n), f"match.over.{n}", n.span, self.maybe(o.when, DECIDED, BOOL))
                for n, o in (match.over if match else {}).items()
            ),
            wins=tuple(
                p.Condition(str(n), f"match.wins.{n}", n.span,
                            self.node(w.when, DECIDED.bind(side=SIDE), BOOL), w.at)
                for n, w in (match.wins if match else {}).items()
            ),
            winner=(match and match.winner) or "highest",
            tie=self.maybe(match.tie if match else None, DECIDED, MATCH_TIE),
            next_dealer=self.maybe(match.next_dealer if match else None, CONTRACT, SEAT),
            shuffle=match.pack.shuffle if match and match.pack else "every-deal",
            cut=self.cut(match.pack) if match and match.pack else 0,
            before_card=self.talk(play.before_card if play else None),
            after_card=self.talk(play.after_card if play else None),
            after_trick=self.talk(play.after_trick if play else None),
            fouls={str(n): self.foul(n, f) for n, f in r.fouls.items()},
            claims={str(n): found for n, c in r.claims.items() for found in self.claim(n, c)},
            expectations={
                str(n): p.Expectation(str(n), f"claims.{n}", c.property.span, str(c.property),
                                      str(c.about or ""))
                for n, c in r.claims.items() if c.property is not None
            },
        )  # fmt: skip

    def claim(self, name: Text, c: schema.Claim) -> list[p.Claim]:
        """A claim, if it is one of the author's own. BQ0613: it is said in no way, or in two."""
        plain = c.at is not None and c.holds is not None
        ways = (c.says is not None, plain, c.property is not None)
        if sum(ways) != 1 or ((c.at or c.holds or c.assuming) and not plain):
            self.errors.add(
                "BQ0613", f'the claim "{name}" must be said in one way', name.span,
                expected='"says", or "at" with "holds", or "property" with "expect: refuted"',
            )  # fmt: skip
            return []
        if c.property is not None:
            if c.expect != "refuted":
                self.errors.add(
                    "BQ0613", "a property is proved without being claimed", c.property.span,
                    expected='"expect: refuted" where it is known to fail',
                )  # fmt: skip
            return []
        path = f"claims.{name}"
        if c.at is not None and c.holds is not None:
            place, kind = CLAIMS[c.at], {"play": "position", "settle": "sheet"}.get(c.at, c.at)
            return [p.Claim(str(name), path, name.span, "every", kind,
                            self.maybe(c.assuming, place, BOOL), self.node(c.holds, place, BOOL),
                            c.expect)]  # fmt: skip
        if not isinstance(c.says, Sentence):
            return []  # reported when it was read
        place = CLAIMS[_PLACES[c.says.kind]]
        return [p.Claim(str(name), path, name.span, c.says.quantifier, c.says.kind,
                        self.maybe(c.says.where, place, BOOL), self.node(c.says.has, place, BOOL),
                        c.expect)]  # fmt: skip

    def node(self, e: ast.Expression, place: Place, wanted: Type) -> ir.Node:
        """The meaning of an expression."""
        return self.to.value(e, place, wanted)

    def maybe(self, e: ast.Expression | None, place: Place, wanted: Type) -> ir.Node | None:
        """The meaning of an expression that may be left out."""
        return None if e is None else self.to.value(e, place, wanted)

    def option(self, name: Text, o: schema.Option) -> p.Option:
        """A house rule. BQ0606: a value or default that does not fit."""
        type_ = self.to.names.own[name].type if name in self.to.names.own else types.ANY
        values = None if o.values is None else tuple(self.choice(v, type_) for v in o.values)
        if type_ == BOOL and values is None:
            values = (0, 1)
        default = self.choice(o.default, type_)
        if values is not None and default not in values and type_ != types.ANY:
            self.errors.add(
                "BQ0606", f'the default "{o.default}" is not one of the values',
                o.default.span, expected=", ".join(o.values or ("yes", "no")),
                hint=nearest(o.default, o.values or ()),
            )  # fmt: skip
        for value in o.values or ():
            if list(o.values or ()).count(value) > 1:
                self.errors.add("BQ0606", f'the value "{value}" is there twice', value.span)
        return p.Option(str(name), f"options.{name}", name.span, type_, values, default)

    def choice(self, text: Text, type_: Type) -> int:
        """A value of an option."""
        if type_.is_words:
            return type_.values.index(text) if text in type_.values else -1
        if type_ == BOOL and text in {"yes", "no"}:
            return int(text == "yes")
        if type_ == INT and re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
            return int(text)
        if type_ != types.ANY:
            self.errors.add(
                "BQ0606", f'"{text}" is not a value of type {type_}', text.span,
                expected='"yes" or "no"' if type_ == BOOL else "a whole number",
            )  # fmt: skip
        return 0

    def cut(self, pack: schema.Pack) -> int:
        """The least part of a cut. BQ0605: the pack has no room for it."""
        least = pack.cut or 0
        if pack.cut is not None and not 1 <= least <= len(self.world.cards) // 2:
            self.errors.add(
                "BQ0605", f"a pack of {len(self.world.cards)} cards can't be cut so",
                pack.key_span("cut"), expected=f"1 to {len(self.world.cards) // 2}",
            )  # fmt: skip
        return least

    def zone(self, name: Text | None, default: str | None) -> str | None:
        """A zone that cards go to or come from."""
        if name is None:
            return default
        if name not in self.ruleset.zones and name not in self.loaded.broken:
            self.errors.add(
                "BQ0607", f'there is no zone "{name}"', name.span,
                expected=", ".join(self.ruleset.zones),
                hint=nearest(name, self.ruleset.zones) or (
                    '"zones: {hand: {of: seat, seen-by: owner, playable: all}}", or "extends: '
                    'family", which has it' if name == "hand" else ""
                ),
            )  # fmt: skip
        return str(name)

    def give(self, g: schema.Give, place: Place) -> p.Give:
        """A movement of cards."""
        target = self.zone(g.to, "hand") or "hand"
        if target not in self.ruleset.zones:
            self.zone(Text.of(ScalarNode(target, g.span)), None)
        said = [what for what in ("each", "count", "cards") if getattr(g, what) is not None]
        if len(said) > 1:
            both = " and ".join(f'"{what}"' for what in said)
            self.errors.add("BQ0608", f"{both} exclude each other", g.span)
        each = place.bind(seat=SEAT)
        return p.Give(
            self.zone(g.from_, None), target,
            self.maybe(g.each, each, INT), self.maybe(g.count, place, INT),
            None if g.cards is None else self.to.set_value(g.cards, each, CARDS),
            self.maybe(g.seat, place, SEAT), g.one_by_one, tuple(place.local), g.span,
        )  # fmt: skip

    def draw(self, d: schema.Draw | None, place: Place) -> p.Draw | None:
        """A draw. BQ0611: no such field, or one that can't hold what is drawn."""
        if d is None:
            return None
        own = self.to.names.own.get(d.field)
        source = self.to.value(d.from_, place)
        if own is None or own.kind != "field" or own.parameters:
            known = [n for n, o in self.to.names.own.items()
                     if o.kind == "field" and not o.parameters]  # fmt: skip
            self.errors.add("BQ0611", f'there is no field "{d.field}" to draw for', d.field.span,
                            expected=", ".join(known), hint=nearest(d.field, known))  # fmt: skip
        elif source.type != types.ANY and not types.fits(source.type, types.set_of(own.type)):
            self.errors.add(
                "BQ0502", f"a set of what the field holds is expected here, not a {source.type}",
                d.from_.span, expected=f"{types.set_of(own.type)}, for example suits",
            )  # fmt: skip
        return p.Draw(str(d.field), source, d.span)

    def step(self, name: Text, s: schema.Step) -> p.Step:
        """A step of the deal."""
        said = [w for w in ("give", "talk", "draw", "do") if getattr(s, w) is not None]
        if len(said) != 1:
            self.errors.add(
                "BQ0608", "a step does exactly one thing", s.span,
                expected='one of "give", "talk", "draw" and "do"',
            )  # fmt: skip
        action = s.do or (said[0] if said else "settle")
        give = self.give(s.give, CONTRACT) if s.give is not None else None
        return p.Step(str(name), f"deal.{name}", name.span, self.maybe(s.when, CONTRACT, BOOL),
                      action, give, self.talk(s.talk), self.draw(s.draw, CONTRACT))  # fmt: skip

    def talk(self, name: Text | None) -> str:
        """A talk by its name; empty for none. BQ0607: there is no such talk."""
        if name is not None and name not in (*self.ruleset.talks, *self.loaded.broken):
            self.errors.add("BQ0607", f'there is no talk "{name}"', name.span,
                            expected=", ".join(self.ruleset.talks),
                            hint=nearest(name, self.ruleset.talks))  # fmt: skip
        return str(name or "")

    def group(self, name: Text, g: schema.Melds) -> p.Group:
        """A group of melds."""
        meld = {"length": INT, "rank": types.RANK, "suit": types.SUIT, "seat": SEAT}
        local = {**meld, "pattern": self.world.pattern_type}
        patterns = tuple(
            p.Pattern(str(n), f"melds.{name}.{n}", n.span, *self.shape(n, q),
                      self.maybe(q.when, CONTRACT.bind(**meld), BOOL),
                      self.node(q.points, CONTRACT.bind(**meld), INT))
            for n, q in g.patterns.items()
        )  # fmt: skip
        best = None
        if g.best is not None:
            place = CONTRACT.bind(**local, points=INT)
            best = tuple(self.to.value(e, place) for e in g.best)
        for other in g.apart_from:
            if other not in self.ruleset.melds:
                self.errors.add("BQ0607", f'there are no melds "{other}"', other.span)
        return p.Group(
            str(name), f"melds.{name}", name.span, self.maybe(g.when, CONTRACT, BOOL), g.from_,
            patterns, self.maybe(g.share, CONTRACT, BOOL), tuple(str(a) for a in g.apart_from),
            best, self.maybe(g.tie, CONTRACT, MELD_TIE), g.compare,
            self.maybe(g.kept, SETTLE.bind(side=SIDE), BOOL),
        )  # fmt: skip

    def shape(
        self, name: Text, q: schema.Pattern
    ) -> tuple[tuple[int, int] | None, int, tuple[int, ...]]:
        """Which cards make a pattern. BQ0609: not exactly one way, or an unreadable run."""
        said = [w for w in ("run", "same", "ranks") if getattr(q, w) is not None]
        if len(said) != 1:
            self.errors.add("BQ0609", "a pattern is exactly one of run, same and ranks", q.span)
        run = None
        if q.run is not None:
            found = re.fullmatch(r"([1-9][0-9]?)(\.\.([1-9][0-9]?)?)?", q.run)
            if found is None:
                self.errors.add("BQ0609", f'"{q.run}" is not a length of runs', q.run.span,
                                expected="3, 3..5 or 3..")  # fmt: skip
            else:
                least = int(found[1])
                most = int(found[3]) if found[3] else len(self.world.ranks) if found[2] else least
                run = (least, most)
        ranks = tuple(self.world.ranks.index(r) for r in q.ranks or () if r in self.world.ranks)
        for r in q.ranks or ():
            if r not in self.world.ranks:
                self.errors.add("BQ0602", f"the rank {r} is not in the deck", r.span)
        return run, q.same or 0, ranks

    def outcomes(self, section: str, entries: dict[Text, schema.Outcome]) -> tuple[p.Outcome, ...]:
        """Outcomes, or the entries of `also`."""
        place = DECIDED if section == "also" else SETTLE
        built = []
        for name, o in entries.items():
            path = f"score.{section}.{name}"
            built.append(
                p.Outcome(str(name), path, name.span, self.maybe(o.when, place, BOOL),
                          self.maybe(o.winner, place, SIDE), self.lines(path, o.pay, DECIDED),
                          sets(self.to, o.set_, DECIDED, "state"))
            )  # fmt: skip
        return tuple(built)

    def foul(self, name: Text, f: schema.Foul) -> p.Foul:
        """What a breach of the rules costs."""
        several = self.world.sides > 2
        # A foul may come before there is a result or a contract; points are those so far.
        place = SETTLE.bind(offender=SIDE, opponents=types.SIDES if several else SIDE)
        path = f"fouls.{name}"
        return p.Foul(str(name), path, name.span, self.lines(path, f.pay, place),
                      sets(self.to, f.set_, place, "state"), f.then)  # fmt: skip

    def lines(self, path: str, pay: schema.Pay, place: Place) -> tuple[p.Line, ...]:
        """Paying lines; the recipient is `each` or an expression of a side or of sides."""
        lines = []
        for who, amounts in pay.items():
            recipient = None if who == "each" else self.recipient(who, place)
            for line, amount in amounts.items():
                points = self.node(amount, place.bind(side=SIDE), INT)
                lines.append(
                    p.Line(str(line), f"{path}.{who}.{line}", line.span, recipient, points)
                )
        return tuple(lines)

    def recipient(self, who: Text, place: Place) -> ir.Node | None:
        """A recipient."""
        e = parse_expression(who.node, self.errors)
        if e is None:
            return None
        node = self.to.value(e, place)
        if node.type not in {SIDE, types.SIDES, types.ANY}:
            self.errors.add("BQ0502", f"a side is paid, not a {node.type}", _span(who),
                            expected='"each", takers, defenders or another side')  # fmt: skip
        return node


def _span(text: Text) -> Span:
    return text.node.span
