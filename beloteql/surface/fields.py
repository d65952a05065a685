"""The kinds of field that the schema is made of: names, numbers, words, rule texts.

Each reads a `Text` by the position it stands in. What is wrong is recorded with its place
in the collector that the validation context carries, and a stand-in lets the rest of the
file be read, so that all mistakes come at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Annotated, Any

from pydantic import BeforeValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import PydanticCustomError, core_schema

from beloteql.errors import Collector
from beloteql.source import Span
from beloteql.surface import ast
from beloteql.surface.expression import keywords, parse_expression
from beloteql.surface.node import Mapping, Text
from beloteql.surface.sentence import Sentence, parse_sentence

NAME_PATTERN = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")


class Cut(Text):
    """A rule text that YAML cut in two at a comma; reported already."""


def collector(info: ValidationInfo) -> Collector:
    """The collector of the running validation."""
    assert isinstance(info.context, Collector)
    return info.context


def _text(value: object, what: str) -> Text:
    if not isinstance(value, Text):
        shown = "a mapping" if isinstance(value, dict) else "a list"
        raise PydanticCustomError("BQ0303", "{what} is expected here, not {shown}",
                                  {"what": what, "shown": shown})  # fmt: skip
    return value


def _word(value: object, info: ValidationInfo) -> Text:
    text = _text(value, "a text")
    if not text.strip():
        raise PydanticCustomError("BQ0304", "a text is missing here", {})
    return text


def _name(value: object, info: ValidationInfo) -> Text:
    text = _text(value, "a name")
    if not re.fullmatch(NAME_PATTERN, text):
        collector(info).add(
            "BQ0305",
            f'"{text}" is not a name',
            text.span,
            expected="small letters and digits, parts joined by hyphens",
            hint=f'for example "{_repaired(text)}"',
        )
    elif text in keywords():
        collector(info).add(
            "BQ0306",
            f'"{text}" is a word of the language and can\'t be a name',
            text.span,
            hint=f'for example "{text}-of-table"' if text != "the" else "",
        )
    return text


def _repaired(text: str) -> str:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return "-".join(words) if words and words[0][0].isalpha() else "name"


def _whole(value: object, info: ValidationInfo) -> int:
    text = _text(value, "a whole number")
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", text):
        return int(text)
    hint = "write it in digits"
    if re.fullmatch(r"0[0-9]{1,9}", text):
        hint = f'write "{int(text)}"; a number has no leading zero'
    elif ":" in text:
        hint = "a text with a colon is not a number; write it in digits"
    elif re.fullmatch(r"-?[0-9]+", text):
        hint = "a number has at most 9 digits"
    collector(info).add(
        "BQ0307", f'"{text}" is not a whole number', text.span, expected="for example 8", hint=hint
    )
    return 0


def _yes_no(value: object, info: ValidationInfo) -> bool:
    text = _text(value, '"yes" or "no"')
    if text in {"yes", "no"}:
        return text == "yes"
    meant = {"true": "yes", "on": "yes", "y": "yes", "false": "no", "off": "no", "n": "no"}
    likely = meant.get(text.lower())
    collector(info).add(
        "BQ0308",
        f'"{text}" is neither yes nor no',
        text.span,
        expected='"yes" or "no"',
        hint=f'write "{likely}"' if likely else "",
    )
    return False


def _letter_of(kind: str, allowed: tuple[str, ...], example: str) -> Any:
    def read(value: object, info: ValidationInfo) -> Text:
        text = _text(value, f"a {kind}")
        if text not in allowed:
            hint = ""
            if text.upper() in allowed:
                hint = f'write "{text.upper()}"'
            elif text.lstrip("0") in allowed:
                hint = f'write "{text.lstrip("0")}"'
            collector(info).add(
                "BQ0309",
                f'"{text}" is not a {kind}',
                text.span,
                expected=" ".join(allowed),
                hint=hint,
            )
        return text

    return read


def _rule(value: object, info: ValidationInfo) -> ast.Expression:
    text = _text(value, "a rule text")
    if isinstance(text, Cut):
        return ast.Broken(text.span)
    return parse_expression(text.node, collector(info)) or ast.Broken(text.span)


def _says(value: object, info: ValidationInfo) -> Sentence | ast.Broken:
    text = _text(value, "a sentence")
    if isinstance(text, Cut):
        return ast.Broken(text.span)
    return parse_sentence(text.node, collector(info)) or ast.Broken(text.span)


def _value(value: object, info: ValidationInfo) -> ast.Value:
    if isinstance(value, Text):
        return _rule(value, info)
    if isinstance(value, Mapping):
        return _table(value, info)
    if isinstance(value, list):
        return _cases(value, info)
    raise PydanticCustomError("BQ0303", "a value is expected here", {})


def _table(data: Mapping, info: ValidationInfo) -> ast.Value:
    errors = collector(info)
    span = data.node.span
    if "by" not in data:
        keys = ", ".join(data)
        errors.add(
            "BQ0310",
            'this table does not say what it goes by: the key "by" is missing',
            span,
            expected="{by: …, key: value, …, else: value}",
            hint=f"its keys are {keys}" if keys else "",
        )
        return ast.Broken(span)
    rows = tuple(
        ast.Row(str(key), _value(value, info), key.span)
        for key, value in data.items()
        if key not in {"by", "else"}
    )
    otherwise = _value(data[Text("else")], info) if "else" in data else None
    return ast.Table(span, _rule(data[Text("by")], info), rows, otherwise)


_CASE_KEYS = frozenset({"when", "is", "text", "source"})


def _cases(data: list[object], info: ValidationInfo) -> ast.Value:
    errors = collector(info)
    cases: list[ast.Case] = []
    span = broken = None
    for item in data:
        if not isinstance(item, Mapping) or "is" not in item:
            place = item.node.span if isinstance(item, Mapping | Text) else None
            errors.add("BQ0311", 'each case needs "is" (and may have "when")', place)
            broken = broken or place
            continue
        find_cut(item, errors, _CASE_KEYS)
        span = span or item.node.span
        for key in item:
            if key not in _CASE_KEYS:
                errors.add("BQ0301", f'unknown key "{key}"', key.span, expected='"when" or "is"')
        when = _rule(item[Text("when")], info) if "when" in item else None
        cases.append(ast.Case(when, _value(item[Text("is")], info)))
    if broken is not None:
        return ast.Broken(broken)
    if span is None:
        raise PydanticCustomError("BQ0304", "this list of cases is empty", {})
    return ast.Cases(span, tuple(cases))


def _is_piece(key: Text, value: object, before: Text) -> bool:
    """Whether a key without a colon follows a text right after a comma."""
    source = before.span.source
    if key.span.source is not source or not key.node.plain or value != "":
        return False
    if source.text[before.span.end : key.span.start].strip() != ",":
        return False
    rest = source.text[key.span.end : key.span.end + 80].lstrip()
    return not rest.startswith(":")


def _opened(text: str) -> int:
    return text.count("(") - text.count(")")


def find_cut(data: Mapping, errors: Collector, known: Collection[str] | None = None) -> None:
    """Report a text that YAML cut at commas, and mark its first part as reported.

    `{is: units(x, 6)}` reads as two entries, `is: units(x` and `6)`. A part is a key without
    a colon: one that closes a bracket, that is no single word, or that is not among the
    `known` keys.
    """
    # `extends` may have put other entries between the parts, so they are put in order by place.
    entries = sorted(data.items(), key=lambda e: (e[0].span.source.name, e[0].span.start))
    at = 0
    while at < len(entries):
        key, value = entries[at]
        at += 1
        if not isinstance(value, Text) or not value or not value.node.plain:
            continue
        parts, open_brackets = [value], _opened(value)
        while at < len(entries) and _is_piece(*entries[at], parts[-1]):
            piece = entries[at][0]
            foreign = known is not None and piece not in known
            if not (open_brackets > 0 or foreign or " " in piece):
                break
            parts.append(piece)
            open_brackets += _opened(piece)
            at += 1
        if len(parts) == 1:
            continue
        shown = " and ".join(f'"{part}"' for part in parts[:4]) + (" …" if parts[4:] else "")
        whole = ", ".join(parts)
        errors.add(
            "BQ0312",
            f"YAML cut this text at the comma: {shown}",
            Span(value.span.source, value.span.start, parts[-1].span.end),
            hint=f'put it in quotes: {key}: "{whole if len(whole) < 200 else "…"}"',
        )
        data[key] = Cut.of(value.node)
        for piece in parts[1:]:
            del data[piece]


def find_cuts(data: object, errors: Collector) -> None:
    """`find_cut` in all mappings, whatever their keys are."""
    if isinstance(data, Mapping):
        find_cut(data, errors)
        for value in data.values():
            find_cuts(value, errors)
    elif isinstance(data, list):
        for value in data:
            find_cuts(value, errors)


class Read:
    """Says of a type how its values are read, and what they look like to an editor.

    It does what pydantic's `PlainValidator` and `WithJsonSchema` do together. Those also work
    out how values would be written, which nobody needs and every start would pay for.
    """

    def __init__(self, read: Callable[[Any, ValidationInfo], Any], shape: dict[str, Any]) -> None:
        self._read, self._shape = read, shape

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return dict(self._shape)


Word = Annotated[Text, Read(_word, {"type": "string", "minLength": 1})]
Name = Annotated[Text, Read(_name, {"type": "string", "pattern": f"^{NAME_PATTERN}$"})]
Whole = Annotated[int, Read(_whole, {"type": "integer"})]
YesNo = Annotated[bool, Read(_yes_no, {"enum": ["yes", "no", True, False]})]
SuitWord = Annotated[Text, Read(_letter_of("suit", SUITS, "H"), {"enum": list(SUITS)})]
RankWord = Annotated[
    Text,
    Read(
        _letter_of("rank", RANKS, "10"),
        {"enum": [*RANKS, *(int(r) for r in RANKS if r.isdigit())]},
    ),
]
TypeWord = Annotated[Text, Read(_word, {"type": "string", "pattern": "^[A-Z][a-z]+$"})]
Rule = Annotated[ast.Expression, Read(_rule, {"x-kind": "rule-text"})]
Says = Annotated[Sentence | ast.Broken, Read(_says, {"type": "string", "minLength": 1})]
Value = Annotated[ast.Expression, Read(_value, {"x-kind": "value"})]


def _translations(value: object, info: ValidationInfo) -> object:
    if isinstance(value, Text):
        return {"en": value}
    if isinstance(value, Mapping):
        find_cut(value, collector(info), known=())
    return value


class Once:
    """Works out the schema of a type that stands in many places only once."""

    def __init__(self) -> None:
        self._made: core_schema.CoreSchema | None = None

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        if self._made is None:
            self._made = handler(source)
        return self._made


Translations = Annotated[dict[Word, Word], BeforeValidator(_translations), Once()]
"""A text in several languages, `{en: …, fr: …}`; a bare text is English."""
