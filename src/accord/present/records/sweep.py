"""Record of ``accord sweep``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.sweeps import Sweep
from accord.present.records.common import INLINE, Summary

__all__ = ["SweepSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepSummary(Summary):
    """What ``accord sweep`` prints."""

    kind: Literal["sweep"] = "sweep"
    result: Sweep = field(metadata=INLINE)
