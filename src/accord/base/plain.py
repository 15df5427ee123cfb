"""Values made of plain Python types, for JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["plain", "plain_dict"]


def plain_dict(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """Mapping made of plain Python types only."""
    return {key: plain(value) for key, value in mapping.items()}


def plain(value: Any) -> Any:
    """Value made of plain Python types only, NaN and infinities as None."""
    if isinstance(value, Mapping):
        return plain_dict(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
