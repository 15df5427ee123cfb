"""Record of ``accord g-study``, and of ``accord plan --reliability``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.decisions import DecisionStudy
from accord.present.records.common import INLINE, Summary

__all__ = ["DecisionSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionSummary(Summary):
    """What ``accord g-study`` and ``accord plan --reliability`` print."""

    kind: Literal["decision"] = "decision"
    result: DecisionStudy = field(metadata=INLINE)
