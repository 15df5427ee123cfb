"""Record of ``accord study``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.studies import Study
from accord.present.records.common import INLINE, Summary

__all__ = ["StudySummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudySummary(Summary):
    """What ``accord study`` prints."""

    kind: Literal["study"] = "study"
    result: Study = field(metadata=INLINE)
