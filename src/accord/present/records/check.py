"""Record of ``accord check``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.checks import Check
from accord.present.records.common import INLINE, Summary

__all__ = ["CheckSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSummary(Summary):
    """What ``accord check`` prints."""

    kind: Literal["check"] = "check"
    result: Check = field(metadata=INLINE)
