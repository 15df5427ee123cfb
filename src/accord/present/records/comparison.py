"""Record of ``accord compare``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.comparison import Comparison
from accord.present.records.common import INLINE, Reported

__all__ = ["ComparisonReport"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonReport(Reported):
    """What ``accord compare`` prints; the entries of the first difference are repeated at the top.

    Parameters
    ----------
    headline
        The result in a sentence.
    sentences
        A sentence for each difference.
    """

    kind: Literal["comparison"] = "comparison"
    result: Comparison = field(metadata=INLINE)
    headline: str
    sentences: tuple[str, ...]
