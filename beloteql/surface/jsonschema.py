"""The JSON Schema (draft-07) of ruleset files, for editors; made from the schema models."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

from beloteql.surface import schema
from beloteql.surface.part import Part

_TEXT = {"type": "string", "minLength": 1}
_NO_TEXT = ("object", "array")
_STEERING = {
    "before": {"type": "string", "description": "Puts an inherited or new entry before another."},
    "replace": {"enum": ["yes", True], "description": "Replaces the inherited mapping whole."},
}


def json_schema() -> dict[str, Any]:
    """The schema. A file that extends another may leave keys out, so none but `id` is required."""
    made = schema.Ruleset.model_json_schema(by_alias=True, ref_template="#/definitions/{model}")
    definitions: dict[str, Any] = made.pop("$defs", {})
    for name, definition in (("Ruleset", made), *definitions.items()):
        model = getattr(schema, name, None)
        if isinstance(model, type) and issubclass(model, Part):
            _describe(model, definition)
    definitions["rule-text"] = {"type": ["string", "integer", "boolean"]}
    value = {"$ref": "#/definitions/value"}
    definitions["value"] = {
        "anyOf": [
            {"$ref": "#/definitions/rule-text"},
            {"type": "object", "required": ["by"], "additionalProperties": value},
            {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["is"]}},
        ]
    }
    loose = {n: _removable(_loosen(d)) for n, d in definitions.items()}
    made["required"] = ["beloteql", "id"]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **made,
        "properties": _removable(
            {"properties": {n: _loosen(p) for n, p in made["properties"].items()}}
        )["properties"],
        "definitions": loose,
    }


def _removable(definition: dict[str, Any]) -> dict[str, Any]:
    """Let `remove` stand for what a key has inherited, too, where the key holds no text anyway."""
    properties = definition.get("properties")
    if properties is None:
        return definition
    loose = {
        name: part
        if not isinstance(part, dict)
        or not ({"$ref", "enum"} & part.keys() or part.get("type") in _NO_TEXT)
        else {
            **{k: v for k, v in part.items() if k == "description"},
            "anyOf": [{k: v for k, v in part.items() if k != "description"}, {"const": "remove"}],
        }
        for name, part in properties.items()
    }
    return {**definition, "properties": loose}


def _describe(model: type[Part], definition: dict[str, Any]) -> None:
    docs: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, Part) and base is not Part:
            docs |= attribute_sentences(base)
    for name, field in model.model_fields.items():
        found = definition.get("properties", {}).get(field.alias or name)
        if found is not None and name in docs:
            found["description"] = docs[name]
    if model is not schema.Ruleset:
        definition.pop("required", None)
        definition["properties"] = {**definition.get("properties", {}), **_STEERING}


def attribute_sentences(model: type) -> dict[str, str]:
    """The docstring under each attribute of a class, by the attribute's name."""
    body = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for node, after in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            found[node.target.id] = " ".join(str(after.value.value).split())
    return found


def _loosen(part: Any) -> Any:
    """Let `remove` stand for each entry of a section, and a bare text for translations."""
    if isinstance(part, list):
        return [_loosen(p) for p in part]
    if not isinstance(part, dict):
        return part
    if "x-kind" in part:
        return {"$ref": f"#/definitions/{part['x-kind']}"}
    part = {
        k: _loosen(v)
        for k, v in part.items()
        if k not in {"title", "default"} or isinstance(v, dict)
    }
    if part == _TEXT:
        # Editors read "default: 701" as a number and "default: no" as a truth value.
        return {"type": ["string", "integer", "boolean"], "minLength": 1}
    if part.get("const") == "1":
        return {**{k: v for k, v in part.items() if k not in {"const", "type"}}, "enum": ["1", 1]}
    if {"type": "null"} in part.get("anyOf", ()):
        # A key may be left out; one without a value is refused.
        left = [p for p in part.pop("anyOf") if p != {"type": "null"}]
        part = {**part, "anyOf": left} if len(left) > 1 else {**left[0], **part}
    inner = part.get("additionalProperties")
    if isinstance(inner, dict):
        if inner.get("minLength") == 1:
            return {"anyOf": [{"type": "string"}, part]}
        part["additionalProperties"] = {"anyOf": [inner, {"const": "remove"}]}
        part["properties"] = _STEERING
    if "patternProperties" in part:
        # Both kinds of properties apply to a key, so the words that steer are no names here.
        part["patternProperties"] = {
            pattern.replace("^", "^(?!(before|replace)$)", 1): {
                "anyOf": [inner, {"const": "remove"}]
            }
            for pattern, inner in part["patternProperties"].items()
        }
        part |= {"properties": _STEERING, "additionalProperties": False}
    if part.get("type") == "integer":
        part = {**part, "type": ["integer", "string"]}
    return part
