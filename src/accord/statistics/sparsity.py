"""Sparse designs: raters or pairs of raters with few ratings, for which statistics are not smooth.

An influence value by linearisation is the effect of a small change of weight. In a mean over one or
two subjects, a small change of weight has little effect, but removing a subject can change the
mean by its whole range, or make it undefined. The functions here return the reason why a statistic
is not smooth on a table, or None; where there is one, standard errors are by the jackknife.
"""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.pairs import common_units
from accord.statistics.sums import Sums

__all__ = ["few_common_subjects", "few_ratings_per_rater"]

MISSED = 0.1  # share of the variance that linearisation may miss; 5 % of the standard error


def few_common_subjects(t: Sums) -> str | None:
    """Return the reason why a mean over pairs of raters is not smooth: few common subjects.

    Linearisation takes the variance of the agreement of a pair on c subjects about the mean of
    these subjects, which is too small by a share 1/c. Over all pairs, whose variances are
    proportional to 1/c, the share is Σ 1/c² / Σ 1/c. With complete data it is 1/n, for which the
    divisor n - 1 of the variance compensates.
    """
    if t.patterns.r == 2 or not t.patterns.missing:
        return None
    _, _, common = common_units(t)
    if common.size == 0:
        return None
    missed = float((common**-2.0).sum() / (1 / common).sum())
    if missed - 1 / _units(t) <= MISSED:
        return None
    what = "subjects" if t.patterns.cluster is None else "clusters"
    return f"pairs of raters have only {common.mean():.1f} {what} in common on average"


def few_ratings_per_rater(t: Sums) -> str | None:
    """Return the reason why products of raters' distributions are not smooth: few ratings each.

    The chance agreement of two raters with T and U ratings, c of them of the same subjects,
    contains the observed agreement on these subjects with a share c/(T U). This biases the value
    towards 0 and is quadratic in a subject's weight. With complete data the share is 1/n.
    """
    if t.patterns.r == 2 or not t.patterns.missing:
        return None
    ratings = _ratings_of_raters(t)
    rated = ratings[ratings > 0]
    n = _units(t)
    if 1 / rated.min() - 1 / n <= MISSED:  # an upper bound of the share, which needs no pairs
        return None
    g, h, common = common_units(t)
    if common.size == 0:
        return None
    share = float((common**2 / (ratings[g] * ratings[h])).sum() / common.sum())
    if share - 1 / n <= MISSED:
        return None
    what = "subjects" if t.patterns.cluster is None else "clusters"
    return (
        f"raters rated only {rated.mean():.1f} {what} on average, so that the estimates of their "
        "distributions are poor and the value is biased towards 0"
    )


def _units(t: Sums) -> float:
    """Return the number of sampling units: subjects, or clusters."""
    return float(t.patterns.n if t.patterns.cluster is None else t.patterns.clusters)


def _ratings_of_raters(t: Sums) -> FloatArray:
    """Return (r,) numbers of units that each rater rated."""
    cluster, rated = t.patterns.cluster, t.terms.by_rater.rated
    if cluster is None:
        m = t.patterns.multiplicity
        if np.all(m == 1):
            return np.asarray(np.count_nonzero(rated, axis=0), dtype=np.float64)
        return np.array([m[column].sum() for column in rated.T], dtype=np.float64)
    within = np.zeros((t.patterns.clusters, t.patterns.r))
    np.maximum.at(within, cluster, rated.astype(np.float64))
    return np.asarray(within.sum(axis=0))
