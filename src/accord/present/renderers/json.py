"""Results as JSON: the plain values that every other form is made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["page"]


def page(summary: Mapping[str, Any]) -> bytes:
    """Return a result as JSON."""
    return (json.dumps(summary, indent=2, ensure_ascii=False) + "\n").encode()
