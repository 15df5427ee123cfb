"""JSON Schemas of what ``--json`` prints, generated from the dataclasses of the results."""

from __future__ import annotations

import inspect
import re
from typing import Any

from accord.base.docstrings import sections_of
from accord.base.forms import LABEL, Schema
from accord.base.json_text import json_text
from accord.base.serialise import record_form
from accord.present.records import record_of
from accord.present.records.report import Several

__all__ = ["schema_of"]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: str) -> str:
    """Return the JSON Schema of a kind of result."""
    definitions: dict[str, Schema] = {}
    schema = _schema(record_of(kind), definitions)
    if kind == "report":
        several = _schema(Several, definitions)
        schema = {"description": schema["description"], "anyOf": [_reference("report"), several]}
    start = {
        "$schema": DRAFT,
        "title": f"accord {kind}",
        "description": f"{schema.pop('description')} Undefined numbers are null.",
    }
    text = json_text({**start, **schema, "$defs": definitions})
    return text + "\n"


def _schema(kind: type, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of a class; those that it refers to are added to the definitions."""
    summary = sections_of(inspect.getdoc(kind) or "")[0].partition("\n\n")[0]
    schema = {"description": " ".join(summary.split()), **record_form(kind).schema()}
    resolved: Schema = _resolved(schema, definitions)
    return resolved


def _resolved(schema: Any, definitions: dict[str, Schema]) -> Any:
    """Return a schema with the classes that it refers to as references."""
    if isinstance(schema, list):
        return [_resolved(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    resolved = {key: _resolved(item, definitions) for key, item in schema.items()}
    target = schema.get("$ref")
    if target is None:
        return resolved
    name = target if isinstance(target, str) else _name(target)
    if name not in definitions:
        definitions[name] = LABEL
        if isinstance(target, type):
            definitions[name] = _schema(target, definitions)
    return {**resolved, **_reference(name)}


def _name(kind: type) -> str:
    """Return the name of a class among the definitions.

    >>> _name(record_of("comparison"))
    'comparison_report'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
