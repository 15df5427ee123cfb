"""Standard errors and covariances of quantities of one table, by the jackknife or by slopes.

Slopes (influence values) underestimate the variance of a nonlinear statistic in small samples: with
ten subjects, intervals of Pearson's r by slopes miss the true value twice as often as they should.
The jackknife avoids this.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import ROUNDING_ERROR, covariance, degrees_of_freedom, over
from accord.inference.results import Tails
from accord.inference.tails import LinkTails, StudentTails, WilsonTails
from accord.statistics.calculus import Quantity
from accord.statistics.leave_one_out import leave_one_out
from accord.statistics.links import FISHER, LOG, Link
from accord.statistics.registry import LinkName

__all__ = [
    "INTERVAL_METHODS",
    "jackknife_weights",
    "joint_covariance",
    "quantity_tails",
    "se_method",
    "standard_tails",
    "unit_df",
]

CELLS = 100_000  # weights of a jackknife; in larger samples slopes are as accurate
INTERVAL_METHODS: dict[LinkName, str] = {
    "real": "t",
    "unit": "t",
    "rate": "wilson",
    "fisher": "fisher_z",
    "log": "log_t",
}
LINKS: dict[LinkName, Link] = {"fisher": FISHER, "log": LOG}


def jackknife_weights(table: Patterns) -> FloatArray | None:
    """Return (U, P) weights of the patterns, each row without one subject or one cluster.

    None if the table is so large that slopes are as accurate, or if counts are below 1.

    >>> from accord.data.scale import Scale
    >>> twice = Patterns.build(Scale.declare([0, 1]), ["a"], np.array([[0], [0], [1]]))
    >>> jackknife_weights(twice).tolist()
    [[1.0, 1.0], [2.0, 0.0]]
    """
    m = table.multiplicity.astype(np.float64)
    units = len(table) if table.cluster is None else table.clusters
    if units * len(table) > CELLS or m.min(initial=1.0) < 1:
        return None
    return next(leave_one_out(table)) if units else np.empty((0, len(table)))


def se_method(*quantities: Quantity) -> str:
    """Return the method of a standard error: the jackknife if all quantities have it."""
    return "jackknife" if all(map(_jackknifed, quantities)) else "influence"


def joint_covariance(
    quantities: Sequence[Quantity], n: Sequence[float], table: Patterns
) -> FloatArray:
    """Return the (K, K) covariance of quantities of one table; NaN for undefined ones.

    Parameters
    ----------
    quantities
        Each with its value in the data and, if known, its values without each unit.
    n
        Number of subjects that each quantity uses.
    table
        The table of all subjects.
    """
    rows = [
        _influence(q, q_n, table) if np.isfinite(q.value[0]) else np.full(len(table), np.nan)
        for q, q_n in zip(quantities, n, strict=True)
    ]
    units = n if table.cluster is None else table.clusters
    return covariance(float(table.n) * np.stack(rows), table, units)


def quantity_tails(
    quantity: Quantity, link: LinkName, table: Patterns, *, n: float, df: float
) -> tuple[float, Tails]:
    """Return the standard error of a quantity, and its tails on the scale of the link.

    Parameters
    ----------
    quantity, link, table
        The quantity, the scale on which it has a t distribution, and the table.
    n
        Number of subjects that the quantity uses.
    df
        Degrees of freedom.
    """
    value = float(quantity.value[0])
    if link == "rate":  # Wilson's interval is accurate in small samples
        slope = quantity.slope
        quantity = Quantity(quantity.value[:1], lambda: slope)
    se = standard_error(quantity, table)
    if link == "rate":
        return se, WilsonTails(value, se, n, df)
    return se, standard_tails(quantity, link, se, table, df=df, units=table.n)


def standard_error(quantity: Quantity, table: Patterns) -> float:
    """Return the standard error of one quantity; NaN if it is undefined."""
    variance = float(joint_covariance([quantity], [table.n], table)[0, 0])
    return math.sqrt(max(variance, 0.0)) if math.isfinite(variance) else math.nan


def standard_tails(
    quantity: Quantity, link: LinkName, se: float, table: Patterns, *, df: float, units: float
) -> Tails:
    """Return the tails of a quantity that is not a rate.

    ``units`` is the number of subjects for the small-sample factor.
    """
    value, method = float(quantity.value[0]), INTERVAL_METHODS[link]
    if se <= ROUNDING_ERROR * abs(value):  # no variation among the subjects
        return StudentTails(value, math.nan, df, method)
    if link in LINKS:
        scaled = _on_link(quantity, link)
        linked = (
            math.sqrt(float(joint_covariance([scaled], [units], table)[0, 0]))
            if _jackknifed(scaled)
            else se * _steepness(link, value)
        )
        return LinkTails(value, linked, df, LINKS[link])
    top = 1.0 if link == "unit" else math.inf
    return StudentTails(value, se, df, method, (-math.inf, top))


def unit_df(table: Patterns, n: float) -> float:
    """Return the degrees of freedom: the number of subjects or clusters, minus 1."""
    return degrees_of_freedom(table) if table.cluster is not None else n - 1


def _jackknifed(quantity: Quantity) -> bool:
    """Return whether the values of a quantity without each unit are known."""
    without = quantity.value[1:]
    return without.size > 0 and bool(np.isfinite(without).all())


def _influence(quantity: Quantity, n: float, table: Patterns) -> FloatArray:
    """Return (P,) influence values of a subject of each pattern, divided by n.

    By the jackknife (1 - 1/n)(θ - θ₍ᵢ₎), so that n/(n-1) times the sum of squares is its variance.
    The slope if the values without each unit are not known.
    """
    if not _jackknifed(quantity):
        return quantity.slope
    change = quantity.value[0] - quantity.value[1:]
    if table.cluster is None:
        return np.asarray((1 - 1 / n) * change)
    size = np.bincount(table.cluster, weights=table.multiplicity, minlength=table.clusters)
    return np.asarray(((1 - 1 / table.clusters) * change / size)[table.cluster])


def _on_link(quantity: Quantity, link: LinkName) -> Quantity:
    """Return a quantity on the scale of a link."""
    with np.errstate(invalid="ignore", divide="ignore"):
        value = LINKS[link].transform(quantity.value)
    return Quantity(value, lambda: quantity.slope * _steepness(link, float(quantity.value[0])))


def _steepness(link: LinkName, value: float) -> float:
    """Return the slope of a link; NaN at the ends of its range."""
    return over(1.0, 1 - value**2) if link == "fisher" else over(1.0, value)
