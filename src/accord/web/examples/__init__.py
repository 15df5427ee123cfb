"""Examples: small files, each with a description and the options that suit it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from accord.web.errors import RequestError

__all__ = ["list_examples", "read_example"]


@cache
def list_examples() -> list[dict[str, Any]]:
    """List the examples: name, title, description, command, files and options of each."""
    examples: list[dict[str, Any]] = json.loads(_read("index.json"))
    return examples


def read_example(name: str) -> bytes:
    """Return the content of a file of the examples."""
    if name not in {file for entry in list_examples() for file in entry["files"]}:
        raise RequestError(404, "UnknownNameError", "There is no example of that name.", "example")
    return _read(name)


def _read(name: str) -> bytes:
    return (files(__package__) / name).read_bytes()
