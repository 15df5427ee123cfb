"""Record of ``accord evaluate``, of several variables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.prompts import PromptTable
from accord.present.records.common import INLINE, Summary

__all__ = ["PromptSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSummary(Summary):
    """What ``accord evaluate`` prints of several variables."""

    kind: Literal["prompts"] = "prompts"
    result: PromptTable = field(metadata=INLINE)
