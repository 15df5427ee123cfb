"""Record of ``accord evaluate``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.evaluation import Verdict
from accord.present.records.common import INLINE, Reported

__all__ = ["EvaluationReport"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationReport(Reported):
    """What ``accord evaluate`` prints."""

    kind: Literal["evaluation"] = "evaluation"
    result: Verdict = field(metadata=INLINE)
