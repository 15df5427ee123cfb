"""Results as JSON: the plain values that every other form is made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.base.json_text import json_text

__all__ = ["page"]


def page(summary: Mapping[str, Any]) -> bytes:
    """Return a result as JSON."""
    return (json_text(summary) + "\n").encode()
