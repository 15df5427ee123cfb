"""Standard errors and tails of quantities of one table, by the jackknife or by slopes.

Slopes (influence values) underestimate the variance of a nonlinear statistic in small samples: with
ten subjects, intervals of Pearson's r by slopes miss the true value twice as often as they should.
The jackknife avoids this.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import (
    ROUNDING_ERROR,
    covariance,
    degrees_of_freedom,
    square_root,
)
from accord.inference.results import Tails
from accord.inference.tails import UNBOUNDED, LinkTails, StudentTails, WilsonTails
from accord.statistics import Evaluation
from accord.statistics.calculus import Quantity
from accord.statistics.leave_one_out import leave_one_out
from accord.statistics.links import LINKS, RATE, Link

__all__ = [
    "LINKED",
    "effective_df",
    "influence_of",
    "interval_scale",
    "jackknife_weights",
    "kurtosis_df",
    "link_tails",
    "linked_tails",
    "quantity_tails",
    "se_method",
    "standard_error",
    "unit_count",
    "unit_df",
    "used_units",
]

FEWEST_OF_KURTOSIS = 3  # units, of which the kurtosis is not defined
LEAST_DF = 2.0  # of a t interval; with fewer it is longer than any use
CELLS = 100_000  # weights of a jackknife; in larger samples slopes are as accurate
LINKED = tuple(link.method for link in LINKS.values() if not link.linear)  # transformed scales


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


def standard_error(quantity: Quantity, table: Patterns, units: float | None = None) -> float:
    """Return the standard error of a quantity; NaN if it is undefined.

    The small-sample factor counts ``units`` subjects or clusters: all of the table if not given.
    """
    units = unit_count(table, table.n) if units is None else units
    influence = float(table.n) * influence_of(quantity, units, table)
    return square_root(float(covariance(influence[None], table, units)[0, 0]))


def influence_of(quantity: Quantity, units: float, table: Patterns) -> FloatArray:
    """Return (P,) influence values of a subject of each pattern, divided by n; NaN if undefined.

    By the jackknife (1 - 1/U)(θ - θ₍ᵢ₎) of U subjects or clusters, so that U/(U-1) times the sum of
    squares is its variance. The slope if the values without each unit are not known.
    """
    if not np.isfinite(quantity.value[0]):
        return np.full(len(table), np.nan)
    if not _jackknifed(quantity):
        return quantity.slope
    change = quantity.value[0] - quantity.value[1:]
    change *= 1 - 1 / units
    if table.cluster is None:
        return np.asarray(change)
    size = np.bincount(table.cluster, weights=table.multiplicity, minlength=table.clusters)
    return np.asarray((change / size)[table.cluster])


def quantity_tails(
    quantity: Quantity,
    link: Link,
    table: Patterns,
    *,
    n: float,
    df: float,
    units: float | None = None,
) -> tuple[float, Tails]:
    """Return the standard error of a quantity of n subjects, and its tails on a scale.

    ``units`` is the number of subjects or clusters for the small-sample factor; all of the table if
    not given.
    """
    if link is RATE:  # Wilson's interval is accurate in small samples
        slope = quantity.slope
        quantity = Quantity(quantity.value[:1], lambda: slope)
    se = standard_error(quantity, table, units)
    return se, link_tails(quantity, link, se, table, n=n, df=df, units=units)


def link_tails(
    quantity: Quantity,
    link: Link,
    se: float,
    table: Patterns,
    *,
    n: float,
    df: float,
    units: float | None = None,
    limits: tuple[float, float] = UNBOUNDED,
) -> Tails:
    """Return the tails of a quantity: t on a scale, or Wilson's for rates.

    Parameters
    ----------
    quantity, link, se, table
        The quantity, the scale on which it has a t distribution, its standard error, and the table
        of its records.
    n, df
        Number of subjects that it uses, and degrees of freedom.
    units
        Number of subjects or clusters for the small-sample factor; all of the table if not given.
    limits
        Smallest and largest value, where they are narrower than those of the link.
    """
    value = float(quantity.value[0])
    if link is RATE:
        return WilsonTails(value, se, n, df)
    limits = max(limits[0], link.range[0]), min(limits[1], link.range[1])
    if se <= ROUNDING_ERROR * abs(value):  # no variation among the subjects
        return StudentTails(value, math.nan, df, link.method, limits)
    if link.linear:
        return StudentTails(value, se, df, link.method, limits)
    scaled = _on_link(quantity, link)
    if _jackknifed(scaled):
        se = standard_error(scaled, table, units)
    else:
        se *= float(np.abs(_safely(link.slope, quantity.value[:1])[0]))
    return LinkTails(value, se, df, link, limits)


def interval_scale(evaluation: Evaluation) -> Link:
    """Return the scale on which the interval of a statistic of numbers is formed."""
    return evaluation.coefficient.link_on(evaluation.sums.numbers)


def linked_tails(evaluation: Evaluation) -> Tails:
    """Return the t distribution of a statistic of numbers on its scale.

    Such statistics have no posterior draws, because measured values have no natural
    pseudo-observations.
    """
    table, n = evaluation.patterns, float(evaluation.units)
    quantity, link = _quantity_of(evaluation), interval_scale(evaluation)
    df, units = degrees_of_freedom(table), unit_count(table, n)
    if not link.bounded:
        influence = influence_of(_on_link(quantity, link), units, table)
        df = effective_df(influence, table, df, unit_df(table, n) + 1)
    return link_tails(
        quantity,
        link,
        standard_error(quantity, table, units),
        table,
        n=n,
        df=df,
        units=units,
        limits=evaluation.range,
    )


def effective_df(influence: FloatArray, table: Patterns, df: float, n: float) -> float:
    """Return the degrees of freedom of a variance estimated from influence values.

    A chi-square distribution with these has the relative variance of the estimated variance, which
    is 2/df + κ/n with the excess kurtosis κ of the influence values of n subjects or clusters
    (O'Neill 2014). Without excess they are ``df``. Subjects that are not used have the value 0, and
    change nothing.
    """
    units, m = influence, np.asarray(table.multiplicity, dtype=np.float64)
    if table.cluster is not None:
        sums = np.bincount(table.cluster, weights=m * influence, minlength=table.clusters)
        units, m = np.asarray(sums, dtype=np.float64), np.ones(table.clusters)
    return kurtosis_df(units, m, df, n)


def kurtosis_df(units: FloatArray, m: FloatArray, df: float, n: float) -> float:
    """Return `effective_df` of the influence values of units, of which there are m each."""
    if not (n > FEWEST_OF_KURTOSIS and df > LEAST_DF and np.isfinite(units).all()):
        return df
    unused = float(m.sum()) - n
    mean = float(np.einsum("i,i->", m, units)) / n
    second, fourth = (
        (float(np.einsum("i,i->", m, (units - mean) ** k)) - unused * mean**k) / n for k in (2, 4)
    )
    if not second > 0:
        return df
    excess = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (fourth / second**2 - 3) + 6)
    return max(df / (1 + max(excess, 0.0) * df / (2 * n)), LEAST_DF)


def _quantity_of(evaluation: Evaluation) -> Quantity:
    """Return a statistic as a quantity, with its values without each unit if they are few."""
    value = np.array([evaluation.value])
    weights = jackknife_weights(evaluation.patterns)
    if weights is not None and math.isfinite(evaluation.value):
        value = np.append(value, evaluation.at(weights))
    return Quantity(value, lambda: evaluation.influence / evaluation.patterns.n)


def unit_count(table: Patterns, n: float) -> float:
    """Return the number of clusters, or n subjects where there are no clusters."""
    return n if table.cluster is None else table.clusters


def used_units(table: Patterns, used: npt.NDArray[np.bool_]) -> float:
    """Return the number of subjects in the used records, or of clusters that have one."""
    used = used & (table.multiplicity > 0)
    if table.cluster is None:
        return float(table.multiplicity[used].sum())
    return float(np.unique(table.cluster[used]).size)


def unit_df(table: Patterns, n: float) -> float:
    """Return the degrees of freedom: the number of subjects or clusters, minus 1."""
    return degrees_of_freedom(table) if table.cluster is not None else n - 1


def _jackknifed(quantity: Quantity) -> bool:
    """Return whether the values of a quantity without each unit are known."""
    without = quantity.value[1:]
    return without.size > 0 and bool(np.isfinite(without).all())


def _on_link(quantity: Quantity, link: Link) -> Quantity:
    """Return a quantity on the scale of a link."""
    steepness = _safely(link.slope, quantity.value[:1])[0]
    return Quantity(_safely(link.transform, quantity.value), lambda: quantity.slope * steepness)


def _safely(function: Callable[[FloatArray], FloatArray], values: FloatArray) -> FloatArray:
    """Return a function of values, not finite at the ends of a scale."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return function(values)
