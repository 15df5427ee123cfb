"""Standard errors under the hypothesis that raters agree by chance only.

They belong to a test of that hypothesis. They do not say how precise an estimate away from 0 is,
so intervals are never made of them.
"""

from __future__ import annotations

import math

from accord.errors import UnsupportedError
from accord.statistics import Evaluation

__all__ = ["null_standard_error"]


def null_standard_error(evaluation: Evaluation) -> tuple[float, str | None]:
    """Compute the standard error of one coefficient under chance agreement.

    Parameters
    ----------
    evaluation
        The coefficient on its pattern table.

    Returns
    -------
    se
        The standard error; NaN where there is none.
    reason
        Why there is none; None where there is one, or where the coefficient itself is undefined.
    """
    if not math.isfinite(evaluation.value):
        return math.nan, None
    patterns, entry = evaluation.patterns, evaluation.coefficient
    if not entry.corrected:
        return math.nan, "not corrected for chance, so 0 is no hypothesis of interest"
    variance = entry.null_variance_for(patterns.r)
    if variance is None:
        return math.nan, "no formula under chance agreement is available"
    if patterns.cluster is not None:
        return math.nan, "the formula assumes independent subjects, and these are in clusters"
    try:
        value = variance.formula(evaluation.sums)
    except UnsupportedError as error:
        return math.nan, str(error)
    return math.sqrt(value), None
