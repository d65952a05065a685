"""Finds ruleset files, follows `extends`, and reads them into the schema.

Codes: BQ0401 extends something that is not a ruleset's name, BQ0402 extends in a circle,
BQ0405 no such ruleset, BQ0406 the id and the file name differ, BQ0303 wrong shape,
BQ0302 a key is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from beloteql.errors import Collector, Diagnostic, RulesetError, UsageError, nearest
from beloteql.resources import rulesets_root
from beloteql.source import Source, Span
from beloteql.surface import schema
from beloteql.surface.depth import check_depth
from beloteql.surface.fields import NAME_PATTERN, find_cuts
from beloteql.surface.merge import inherit, strip
from beloteql.surface.node import MappingNode, Node, ScalarNode, locate, to_data
from beloteql.surface.prune import Path as Path_
from beloteql.surface.prune import without
from beloteql.surface.yamltext import MAX_BYTES, parse_yaml, read_source, too_large

MAX_EXTENDS = 8
MAX_PRUNINGS = 8
FOUNDATIONS = ("table", "deck", "roles", "contracts", "contract")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A ruleset as it was read.

    `lineage` are the sources from the ruleset itself up to the first that it extends;
    `content_hash` is a SHA-256 over all of them. `findings` are mistakes that left the rest
    readable, and `broken` the names of entries that were left out for them; `core.build`
    adds what it finds and raises all of it.
    """

    ruleset: schema.Ruleset
    root: MappingNode
    lineage: tuple[Source, ...]
    path: Path | None
    findings: tuple[Diagnostic, ...] = ()
    broken: frozenset[str] = frozenset()

    @property
    def content_hash(self) -> str:
        """Fingerprint of the texts that the ruleset is made of."""
        # Imported here: only records need it, and it costs every other start some milliseconds.
        import hashlib

        digest = hashlib.sha256()
        for source in self.lineage:
            digest.update(source.text.encode())
            digest.update(b"\0")
        return digest.hexdigest()


@lru_cache(maxsize=1)
def bundled() -> dict[str, Path]:
    """The rulesets that ship with beloteql, shared parts included: id → path."""
    files = sorted(rulesets_root().rglob("*.yaml"))
    return {f.stem: f for f in files if not f.name.endswith(".cases.yaml")}


_CHECK_PATH = "check the path, or name a ruleset by its id"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def find(name: str) -> Path:
    """The file of a ruleset, given by path or by id. Raises `UsageError` (BQ0405)."""
    path = Path(name)
    known = bundled()
    if path.suffix in {".yaml", ".yml"} or "/" in name:
        if _exists(path):
            return path
        hint = nearest(path.stem, known).replace("did you mean", "there is a ruleset")
        raise UsageError(
            Diagnostic("BQ0405", f"there is no file {name}", hint=hint.rstrip("?") or _CHECK_PATH)
        )
    if name in known:
        return known[name]
    if name and _exists(path):
        return path
    raise UsageError(
        Diagnostic(
            "BQ0405",
            f'there is no ruleset "{name}"',
            hint=nearest(name, known) or '"beloteql list" shows the rulesets there are',
        )
    )


def shown(path: Path) -> str:
    """How messages name a file: bundled ones alike on every machine, others as given."""
    root = rulesets_root()
    if path.is_relative_to(root):
        return path.relative_to(root.parent).as_posix()
    return str(path)


def load(name: str | Path) -> Loaded:
    """Read a ruleset by path or id.

    Raises `RulesetError` when too little of it can be read; smaller mistakes are `findings`.
    """
    path = find(str(name))
    errors = Collector()
    source = read_source(path, errors, shown(path))
    errors.raise_if_failed()
    assert source is not None
    return _load(source, path, errors)


def load_text(text: str, name: str = "<text>") -> Loaded:
    """Read a ruleset from a text; `extends` looks among the bundled rulesets."""
    errors = Collector()
    if len(text) > MAX_BYTES:
        too_large(name, errors)
    errors.raise_if_failed()
    return _load(Source(name, text), None, errors)


def _load(source: Source, path: Path | None, errors: Collector) -> Loaded:
    lineage: list[Source] = []
    root = _whole(source, path, errors, lineage, seen=[])
    if root is None:
        errors.raise_if_failed()
        raise RulesetError(errors.diagnostics)
    read = validate(root, errors)
    if read is None:
        raise RulesetError(errors.diagnostics)
    ruleset, broken = read
    ours = path if path is not None and path.suffix == ".yaml" else None
    if ours is not None and ruleset.id != ours.stem:
        errors.add(
            "BQ0406",
            f'the ruleset calls itself "{ruleset.id}", but its file "{ours.stem}"',
            ruleset.id.span,
            hint="give both the same name",
        )
    if _in_foundations(root, errors.diagnostics):
        raise RulesetError(errors.diagnostics)
    findings = tuple(errors.diagnostics)
    return Loaded(ruleset, root, tuple(lineage), path, findings, frozenset(broken))


def _in_foundations(root: MappingNode, found: Sequence[Diagnostic]) -> bool:
    """Whether a mistake lies where everything else rests on it.

    With a wrong deck, say, every card would be a mistake; those would only hide the real one.
    """
    sections = [n for n in (root.get(s) for s in FOUNDATIONS) if n is not None]
    return any(
        d.code == "BQ0204"
        or (d.span is not None
            and any(n.span.source is d.span.source and n.span.start <= d.span.start < n.span.end
                    for n in sections))
        for d in found
        if d.severity == "error"
    )  # fmt: skip


def _whole(
    source: Source, path: Path | None, errors: Collector, lineage: list[Source], seen: list[str]
) -> MappingNode | None:
    node = parse_yaml(source, errors)
    if node is None:
        return None
    if not isinstance(node, MappingNode):
        errors.add(
            "BQ0303",
            "a ruleset is a mapping of keys to values",
            node.span,
            hint='it begins with "beloteql: 1"',
        )
        return None
    lineage.append(source)
    own_id = node.get("id")
    seen = [*seen, own_id.text if isinstance(own_id, ScalarNode) else str(path)]
    extends = node.get("extends")
    if extends is None:
        stripped = strip(node, errors)
        assert isinstance(stripped, MappingNode)
        return stripped
    base_path = _base_path(extends, path, errors)
    if base_path is None:
        return None
    if base_path.stem in seen or len(seen) >= MAX_EXTENDS:
        chain = " → ".join([*seen, base_path.stem])
        errors.add(
            "BQ0402",
            f"extends in a circle or too far: {chain}",
            extends.span,
            expected=f"at most {MAX_EXTENDS} rulesets, each with another id",
            hint="give this ruleset another id, or remove one of the lines",
        )
        return None
    base_source = read_source(base_path, errors, shown(base_path))
    if base_source is None:
        return None
    base = _whole(base_source, base_path, errors, lineage, seen)
    return inherit(base, node, errors) if base is not None else None


def _base_path(extends: Node, path: Path | None, errors: Collector) -> Path | None:
    if not isinstance(extends, ScalarNode) or not re.fullmatch(NAME_PATTERN, extends.text):
        shown = extends.text if isinstance(extends, ScalarNode) else "this"
        errors.add(
            "BQ0401",
            f'"{shown}" is not the name of a ruleset',
            extends.span,
            expected='the id of a ruleset, for example "extends: belote"',
            hint="a ruleset extends one that ships with beloteql or lies in its own folder",
        )
        return None
    if path is not None:
        beside = path.parent / f"{extends.text}.yaml"
        if beside.is_file():
            return beside
    found = bundled().get(extends.text)
    if found is None:
        names = set(bundled())
        if path is not None:
            names |= {f.stem for f in path.parent.glob("*.yaml")}
        errors.add(
            "BQ0405",
            f'there is no ruleset "{extends.text}"',
            extends.span,
            hint=nearest(extends.text, names) or '"beloteql list" shows the rulesets there are',
        )
    return found


def validate(root: MappingNode, errors: Collector) -> tuple[schema.Ruleset, set[str]] | None:
    """Check nodes against the schema; what is wrong is recorded at its place.

    Entries that can't be read are left out; their names are the second part of the answer.
    None when too little is left: no whole section, nor a key of the file, may be missing.
    """
    broken: set[str] = set()
    gone: set[Path_] = set()
    for attempt in range(MAX_PRUNINGS):
        # Only the first reading records what the fields find; the others would repeat it.
        listener = errors if attempt == 0 else Collector()
        data = to_data(root)
        find_cuts(data, listener)
        try:
            ruleset = schema.Ruleset.model_validate(data, context=listener)
        except ValidationError as error:
            problems = error.errors(include_url=False, include_input=False)
            for problem in problems:
                loc = tuple(problem["loc"])
                if not (problem["type"] == "missing" and loc in gone):
                    _record(problem["type"], problem["msg"], loc, root, errors)
            pruned = without(root, [tuple(p["loc"]) for p in problems])
            if pruned is None:
                return None
            root, taken = pruned
            if any(len(path) == 1 for path in taken):
                return None
            gone |= taken
            broken |= {str(part) for path in taken for part in path[-1:]}
        else:
            check_depth(ruleset.words, errors)
            return ruleset, broken
    return None


def _record(
    kind: str, message: str, loc: tuple[int | str, ...], root: MappingNode, errors: Collector
) -> None:
    span, node = locate(root, loc)
    if kind == "missing":
        key = loc[-1]
        hint = _missing_hint(loc, root)
        errors.add("BQ0302", f'the key "{key}" is missing here', _first_line(span), hint=hint)
    elif kind.startswith("BQ"):
        errors.add(kind, message, span)
    elif kind == "literal_error":
        shown = node.text if isinstance(node, ScalarNode) else "this"
        words = re.findall(r"'([^']*)'", message)
        errors.add(
            "BQ0313",
            f'"{shown}" is not one of the words that may stand here',
            span,
            expected=", ".join(words),
            hint=nearest(shown, words),
        )
    else:
        wanted = {"dict_type": "a mapping", "list_type": "a list"}.get(kind, message)
        errors.add("BQ0303", f"{wanted} is expected here", _first_line(span))


def _missing_hint(loc: tuple[int | str, ...], root: MappingNode) -> str:
    """A new entry that lacks its keys is often a misspelt override."""
    if len(loc) < 3 or not isinstance(loc[-2], str):
        return ""
    _, parent = locate(root, loc[:-2])
    if not isinstance(parent, MappingNode):
        return ""
    others = [e.key.text for e in parent.entries if e.key.text != loc[-2]]
    found = nearest(loc[-2], others)
    return f'"{loc[-2]}" is a new entry here; {found}' if found else ""


def _first_line(span: Span) -> Span:
    end = span.source.text.find("\n", span.start, span.end)
    return Span(span.source, span.start, end if end > span.start else span.end)
