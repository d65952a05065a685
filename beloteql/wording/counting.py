"""Phrases for what is chosen or counted among cards, players, sides and so on."""

from __future__ import annotations

from beloteql.surface import ast
from beloteql.wording.choices import Chooser
from beloteql.wording.shapes import flat, is_cards, is_name, operator_of, sort_of, uses

_OWN_SCOPE = {"not", "implies", "or", "and", "!="}
"""Where "some side …" in the middle of a clause could be taken for something else."""
_LISTED = (ast.Choose, ast.Table, ast.Cases)


class Counter(Chooser):
    """Says what binders choose and count."""

    def _binder(self, e: ast.Binder) -> str:
        say = self.say
        sort = sort_of(e.domain, self.ruleset, self.kinds)
        noun, nouns = say(f"noun-{sort}s"), say(f"nouns-{sort}s")
        that = say("that-noun", noun=noun)
        if that in self.bound.values():
            that = say("other-that-noun", noun=noun)
        kinds = {e.variable: sort}
        if e.kind == "those":
            left_out = _left_out(e.body, e.variable)
            if left_out is not None:
                every = self._among(say("every-noun", noun=noun), e.domain)
                return say("all-but", every=every, b=self.phrase(left_out))
        seated = self._seated(e)
        if seated is not None:
            return seated
        once = uses(e.body, e.variable) == 1 and operator_of(e.body) not in _OWN_SCOPE
        once = once and not isinstance(e.body, (*_LISTED, ast.Binder))
        if e.kind in {"some", "every"} and once and isinstance(e.domain, ast.Name | ast.Call):
            # "some side has all tricks" rather than "there is a side for which …".
            there = self._among(say(f"{e.kind}-noun", noun=noun), e.domain)
            return self.bind({e.variable: there}, kinds).phrase(e.body)
        inner = self.bind({e.variable: that}, kinds)
        if e.kind == "sum" and isinstance(e.domain, ast.Name) and e.domain.name == "sides":
            if once:
                both = say("both-sides" if self.sides == 2 else "all-sides")
                return self.bind({e.variable: both}, kinds).phrase(e.body)
            return say("sum-sides", body=inner.summed(e.body))
        measured = e.kind in {"highest", "lowest"}
        body = inner.phrase(e.body) if measured else inner.summed(e.body)
        if measured and isinstance(e.body, ast.Call):
            # The author's sentence on a measure stands by itself: "… by this measure: …".
            measure = self.words.get(e.body.name)
            body = self.texts.translated(measure.text if measure else None) or body
        kind = f"{e.kind}-cards" if measured and sort == "card" else e.kind
        if kind == "those" and not is_cards(e.domain, self.ruleset):
            kind = "those-others"
        return say(kind, noun=self._among(noun, e.domain), nouns=self._among(nouns, e.domain),
                   which=self._which(sort), body=body)  # fmt: skip

    def summed(self, e: ast.Expression) -> str:
        """What is added up or compared over several; a sum in brackets, so that it stays one."""
        if operator_of(self.unfolded(e)) in {"+", "-"}:
            return self.say("bracket", a=self.phrase(e))
        return self.closed(e)

    def _seated(self, e: ast.Binder) -> str | None:
        """Where each plays alone, "the player of this side for whom …" is that side itself."""
        if not self.alone or e.kind not in {"some", "the"}:
            return None
        conditions = flat(e.body, "and")
        for condition in conditions:
            side = _side_of(condition, e.variable)
            rest = [c for c in conditions if c is not condition]
            if side is None or not is_name(e.domain, "seats"):
                continue
            bound = self.bind({e.variable: self.phrase(side)}, {e.variable: "seat"})
            if e.kind == "the":
                return self.phrase(side) if not rest else None
            if not rest:
                return None
            body = rest[0]
            for other in rest[1:]:
                body = ast.Operation(e.span, "and", (body, other))
            return bound.phrase(body)
        return None

    def _which(self, sort: str) -> str:
        """How a relative clause goes on behind "for": "for which", "for whom"."""
        people = sort == "seat" or (sort == "side" and self.alone)
        return self.say("which-of-people" if people else "which-of-things")

    def _among(self, noun: str, domain: ast.Expression) -> str:
        if isinstance(domain, ast.Name):
            if self.texts.has(f"noun-{domain.name}"):
                return noun
            if self.texts.has(f"among-{domain.name}"):
                return self.say(f"among-{domain.name}", noun=noun)
        if isinstance(domain, ast.Call) and domain.name == "hand":
            return self.say("in-place", noun=noun, domain=self.phrase(domain))
        return self.say("among", noun=noun, domain=self.phrase(domain))


def _side_of(condition: ast.Expression, seat: str) -> ast.Expression | None:
    """The side that a condition says a seat belongs to: `side(p) = s`."""
    if operator_of(condition) != "=" or not isinstance(condition, ast.Operation):
        return None
    for one, other in (condition.operands, condition.operands[::-1]):
        named = isinstance(one, ast.Call) and one.name == "side" and is_name(one.arguments[0], seat)
        if named and not uses(other, seat):
            return other
    return None


def _left_out(condition: ast.Expression, variable: str) -> ast.Expression | None:
    """The one that a condition leaves out: `s != takers`."""
    if operator_of(condition) != "!=" or not isinstance(condition, ast.Operation):
        return None
    for one, other in (condition.operands, condition.operands[::-1]):
        if is_name(one, variable) and not uses(other, variable):
            return other
    return None
