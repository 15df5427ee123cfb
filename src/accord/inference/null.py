"""Standard errors under the null hypothesis of chance agreement.

They are for a test of that hypothesis, not for intervals: they are not the standard error of an
estimate away from 0.
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
        The standard error; NaN if there is none.
    reason
        Why there is none; None if there is one, or if the coefficient itself is undefined.
    """
    if not math.isfinite(evaluation.value):
        return math.nan, None
    patterns, entry = evaluation.patterns, evaluation.coefficient
    if not entry.corrected:
        return math.nan, "not corrected for chance, so 0 is not a meaningful null value"
    variance = entry.null_variance_for(patterns.r)
    if variance is None:
        return math.nan, "there is no formula under chance agreement"
    if patterns.cluster is not None:
        return math.nan, "the formula assumes independent subjects, but these are in clusters"
    try:
        value = variance.formula(evaluation.sums)
    except UnsupportedError as error:
        return math.nan, str(error)
    return math.sqrt(value), None
