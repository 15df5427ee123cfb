"""Designs in which raters or pairs of raters have few ratings, so that a statistic is not smooth.

An influence value by linearisation is the effect of a small change of weight. Where a mean is over
one or two subjects, a small change of weight hardly moves it, while leaving the subject out moves
it by its whole range or removes it. The functions here return why a statistic is not smooth on a
table, or None where it is; standard errors are then by the jackknife (`leaving`).
"""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.pairs import common_units
from accord.statistics.sums import Sums

__all__ = ["few_common_subjects", "few_ratings_per_rater"]

MISSED = 0.1  # share of the variance that linearisation may miss; 5 % of the standard error


def few_common_subjects(t: Sums) -> str | None:
    """Return why a mean over pairs of raters is not smooth: pairs have few common subjects.

    The variance of the agreement of a pair over c subjects is linearised as that of c values about
    their own mean, which is too small by a share 1/c. Over all pairs, whose variances are
    proportional to 1/c, the share is Σ 1/c² / Σ 1/c. In complete data it is 1/n, which the divisor
    n - 1 of the variance makes up for.
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
    """Return why products of the distributions of raters are not smooth: they rated little.

    Chance agreement of two raters with T and U ratings, c of them of the same subjects, contains
    the observed agreement on these subjects with a share c/(T U). It biases the value towards 0,
    and it is quadratic in a subject's weight. In complete data the share is 1/n.
    """
    if t.patterns.r == 2 or not t.patterns.missing:
        return None
    each = _ratings_of_raters(t)
    some = each[each > 0]
    n = _units(t)
    if 1 / some.min() - 1 / n <= MISSED:  # an upper bound of the share, without listing pairs
        return None
    g, h, common = common_units(t)
    if common.size == 0:
        return None
    share = float((common**2 / (each[g] * each[h])).sum() / common.sum())
    if share - 1 / n <= MISSED:
        return None
    what = "subjects" if t.patterns.cluster is None else "clusters"
    return (
        f"raters rated only {some.mean():.1f} {what} on average, so that their own distributions "
        "are hardly known and the value is biased towards 0"
    )


def _units(t: Sums) -> float:
    """Return the number of sampling units: subjects, or clusters."""
    return float(t.patterns.n if t.patterns.cluster is None else t.patterns.clusters)


def _ratings_of_raters(t: Sums) -> FloatArray:
    """(r,) units that each rater rated."""
    cluster, rated = t.patterns.cluster, t.terms.by_rater.rated
    if cluster is None:
        m = t.patterns.multiplicity
        if np.all(m == 1):
            return np.asarray(np.count_nonzero(rated, axis=0), dtype=np.float64)
        return np.array([m[own].sum() for own in rated.T], dtype=np.float64)
    within = np.zeros((t.patterns.clusters, t.patterns.r))
    np.maximum.at(within, cluster, rated.astype(np.float64))
    return np.asarray(within.sum(axis=0))
