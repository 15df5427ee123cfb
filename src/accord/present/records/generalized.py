"""Record of ``accord agree``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.berry_mielke import GeneralizedAgreement
from accord.present.records.common import INLINE, Summary

__all__ = ["GeneralizedSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralizedSummary(Summary):
    """What ``accord agree`` prints."""

    kind: Literal["generalized"] = "generalized"
    result: GeneralizedAgreement = field(metadata=INLINE)
