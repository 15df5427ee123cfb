"""Record of ``accord differ``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.inference.differ import Differ
from accord.present.records.common import INLINE, Summary

__all__ = ["DifferSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferSummary(Summary):
    """What ``accord differ`` prints."""

    kind: Literal["differ"] = "differ"
    result: Differ = field(metadata=INLINE)
