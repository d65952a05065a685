"""Writes docs/reference/ruleset.schema.json anew: `python -m tests.surface.renew_schema`."""

import json
from pathlib import Path

from beloteql.surface.jsonschema import json_schema

FILE = Path(__file__).parents[2] / "docs" / "reference" / "ruleset.schema.json"


def printed() -> str:
    """The file's content."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(printed(), encoding="utf-8")
