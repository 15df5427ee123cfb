"""Record of ``accord plan``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.planning import StudyPlan
from accord.present.records.common import INLINE, Summary

__all__ = ["PlanSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSummary(Summary):
    """What ``accord plan`` prints."""

    kind: Literal["plan"] = "plan"
    result: StudyPlan = field(metadata=INLINE)
