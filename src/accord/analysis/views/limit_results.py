"""Results of limits of agreement."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from accord.base.forms import Count, Matrix
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.inference.results import Interval

__all__ = ["Bias", "ConcordanceParts", "LimitsOfAgreement", "Readings"]

POINT = {
    "mean": "Mean of the two ratings.",
    "difference": "Difference of the two ratings, a - b.",
    "count": "Number of subjects.",
}


@dataclass(frozen=True, slots=True)
class Bias(Record):
    """Tests of bias: constant, proportional to the size of the measurement, and of the spread.

    Parameters
    ----------
    t
        t statistic of a mean difference of 0.
    df
        Its degrees of freedom.
    p_value
        P-value of this test.
    slope
        Slope of the regression of the differences on the means. It also differs from 0 if the
        error variances of the raters differ (Pitman and Morgan's test of equal variances).
    intercept
        Intercept of this regression.
    slope_se
        Standard error of the slope.
    slope_t
        t statistic of the slope.
    slope_df
        Its degrees of freedom.
    slope_p_value
        P-value of the slope.
    residual_sd
        Standard deviation of the residuals.
    spread_slope
        Slope of the standard deviation of the differences on the means, by regression of the sizes
        of the residuals.
    spread_intercept
        Intercept of this regression.
    spread_t
        t statistic of this slope.
    spread_p_value
        P-value of this slope.
    """

    t: float
    df: float
    p_value: float
    slope: float
    intercept: float
    slope_se: float
    slope_t: float
    slope_df: float
    slope_p_value: float
    residual_sd: float
    spread_slope: float
    spread_intercept: float
    spread_t: float
    spread_p_value: float


@dataclass(frozen=True, slots=True)
class ConcordanceParts(Record):
    """Precision and accuracy of the concordance correlation.

    Parameters
    ----------
    value
        Concordance correlation.
    precision
        Pearson's correlation, the precision.
    accuracy
        Concordance correlation over Pearson's, C_b.
    location_shift
        Difference of the means over the geometric mean of the standard deviations.
    scale_shift
        Ratio of the standard deviations.
    """

    value: float
    precision: float
    accuracy: float
    location_shift: float
    scale_shift: float


@dataclass(frozen=True, slots=True)
class Readings(Record):
    """Variances of several readings of a subject, or of the subjects of a cluster.

    Parameters
    ----------
    design
        ``constant`` or ``varying``: whether the true value of a subject is the same in all
        readings, or only within a pair of readings; ``clusters`` for clusters of subjects.
    pairs
        Number of pairs of readings; of subjects with clusters.
    between
        Variance of the differences between subjects, or clusters.
    within
        Variance of the differences within these.
    within_a
        Variance of the readings of the first method within subjects, if the true value is constant.
    within_b
        The same for the second method.
    repeatability_a
        Repeatability coefficient of the first method, 1.96 √2 times the standard deviation within
        subjects.
    repeatability_b
        The same for the second method.
    """

    design: str
    pairs: Count
    between: float = math.nan
    within: float = math.nan
    within_a: float = math.nan
    within_b: float = math.nan
    repeatability_a: float = math.nan
    repeatability_b: float = math.nan


@dataclass(frozen=True, slots=True, eq=False)
class LimitsOfAgreement(Shown):
    """Differences between the ratings of two raters, a - b, and their limits of agreement.

    Parameters
    ----------
    a
        First rater.
    b
        Second rater.
    n
        Number of subjects that both rated.
    mean
        Mean of the differences.
    sd
        Standard deviation of the differences.
    lower
        Lower limit of agreement, mean - 1.96 SD. We expect 95 % of the differences between the
        limits, if differences are normal.
    upper
        Upper limit of agreement, mean + 1.96 SD.
    mean_interval
        Confidence interval of the mean.
    lower_interval
        Confidence interval of the lower limit of agreement.
    upper_interval
        Confidence interval of the upper limit of agreement.
    method
        Method of the intervals of the limits: ``exact``, ``approximate`` or ``mover`` for
        independent subjects, ``jackknife`` for clusters and several readings.
    bias
        Tests of bias; None for clusters and several readings.
    concordance
        Parts of the concordance correlation; None for clusters and several readings.
    readings
        Variances of several readings or of clusters; None for single, independent readings.
    points
        (k, 3) mean of the two ratings, their difference, number of subjects; empty in a report.
    """

    a: str
    b: str
    n: Count
    mean: float
    sd: float
    lower: float
    upper: float
    mean_interval: Interval = field(metadata=written(level="confidence"))
    lower_interval: Interval = field(metadata=written(level="confidence"))
    upper_interval: Interval = field(metadata=written(level="confidence"))
    method: str = "exact"
    bias: Bias | None = None
    concordance: ConcordanceParts | None = None
    readings: Readings | None = None
    points: Matrix = field(
        default_factory=lambda: np.empty((0, 3)),
        metadata=written(table="points", key=POINT, optional=True),
    )
