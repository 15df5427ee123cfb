"""Examples to try: small files with what they show and the options that suit them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from accord.web.faults import RefusedError

__all__ = ["example", "examples"]


@cache
def examples() -> list[dict[str, Any]]:
    """The examples: name, title, one line about each, and the command that suits it."""
    found: list[dict[str, Any]] = json.loads(_read("index.json"))
    return found


def example(name: str) -> bytes:
    """Content of one of the examples' files."""
    if name not in {file for entry in examples() for file in entry["files"]}:
        raise RefusedError(404, "UnknownNameError", "there is no example of that name.", "example")
    return _read(name)


def _read(name: str) -> bytes:
    return (files(__package__) / name).read_bytes()
