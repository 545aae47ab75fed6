"""The schemas in schema/, as validators: each is checked once in a process, which takes longer than most documents."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

FOLDER = Path(__file__).parents[2] / "schema"


@cache
def validator(name: str) -> Any:
    """That of schema/NAME.schema.json."""
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@cache
def defined(name: str, definition: str) -> Any:
    """That of one definition in schema/NAME.schema.json."""
    definitions = validator(name).schema["$defs"]
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": definitions})
