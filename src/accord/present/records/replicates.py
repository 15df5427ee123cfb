"""Record of ``accord replicates``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.views import ReplicateStudy
from accord.present.records.common import INLINE, Summary

__all__ = ["ReplicatesSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicatesSummary(Summary):
    """What ``accord replicates`` prints."""

    kind: Literal["replicates"] = "replicates"
    result: ReplicateStudy = field(metadata=INLINE)
