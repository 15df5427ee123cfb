"""Record of ``accord compare``, by prompt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.prompts import PromptComparison
from accord.present.records.common import INLINE, Summary

__all__ = ["PromptComparisonSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptComparisonSummary(Summary):
    """What ``accord compare`` prints with ``--gold`` and ``--by``."""

    kind: Literal["prompt_comparison"] = "prompt_comparison"
    result: PromptComparison = field(metadata=INLINE)
