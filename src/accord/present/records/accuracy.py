"""Record of ``accord diagnostic``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.views import DiagnosticAccuracy
from accord.present.records.common import INLINE, Summary

__all__ = ["AccuracySummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuracySummary(Summary):
    """What ``accord diagnostic`` prints."""

    kind: Literal["accuracy"] = "accuracy"
    result: DiagnosticAccuracy = field(metadata=INLINE)
