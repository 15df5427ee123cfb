"""Record of ``accord evaluate``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.evaluation import Verdict
from accord.analysis.prompts import PromptTable
from accord.base.serialise import written
from accord.present.records.common import INLINE, Reported

__all__ = ["EvaluationReport"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationReport(Reported):
    """What ``accord evaluate`` prints.

    Parameters
    ----------
    by_prompt
        The systems on each subgroup evaluated by itself, and means over these.
    """

    kind: Literal["evaluation"] = "evaluation"
    result: Verdict = field(metadata=INLINE)
    by_prompt: PromptTable | None = field(default=None, metadata=written(optional=True))
