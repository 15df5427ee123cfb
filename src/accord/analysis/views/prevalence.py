"""Coefficients against prevalence: what they would be if the same agreement met other shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.base.serialise import Record
from accord.base.showing import Shown
from accord.data.scale import FloatArray, Label
from accord.errors import UnsupportedError
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options
from accord.statistics import COEFFICIENTS, level_scheme
from accord.statistics.prevailing import VariedPrevalence
from accord.statistics.sums import Sums
from accord.statistics.weights import WeightsLike, weights_for

__all__ = ["Curve", "PrevalenceCurve", "prevalence_curve"]

STEPS = 101


@dataclass(frozen=True, slots=True, eq=False)
class Curve(Record):
    """One coefficient at all shares, and at the observed one.

    Parameters
    ----------
    name
        Name of the coefficient in the registry.
    title
        Name in texts.
    values
        Values of the coefficient at the shares.
    observed
        Value of the coefficient at the observed share.
    """

    name: str
    title: str
    values: FloatArray
    observed: float


@dataclass(frozen=True, slots=True, eq=False)
class PrevalenceCurve(Shown):
    """Coefficients as functions of the share of the most frequent category.

    Parameters
    ----------
    category
        The most frequent category.
    share
        Its share of the ratings, as the coefficients take it: mean over subjects of r_ik / r_i.
    agreement
        Observed agreement, which is held.
    weights
        Name of the agreement weights.
    shares
        Shares at which the curves are drawn: those at which two raters with equal distributions
        could agree as much as was observed.
    curves
        Coefficients whose chance agreement follows from the shares of the categories.
    """

    category: Label
    share: float
    agreement: float
    weights: str
    shares: FloatArray
    curves: tuple[Curve, ...]


@takes_raters
@with_options(ReadOptions)
def prevalence_curve(
    data: Any, weights: WeightsLike | None = None, **loading: Any
) -> PrevalenceCurve:
    """Compute coefficients as functions of the share of the most frequent category.

    The observed agreement is held, and the other categories keep their proportions. The curves
    show how much of a value is due to the prevalence.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    weights
        Agreement weights, as in `agreement`.
    **loading
        Options of reading.

    Returns
    -------
    PrevalenceCurve
        The curves, and the observed share.

    Examples
    --------
    >>> found = prevalence_curve([[90, 5], [5, 0]], layout="contingency")
    >>> {curve.name: round(curve.observed, 2) for curve in found.curves}
    {'fleiss_kappa': -0.05, 'brennan_prediger': 0.8, 'gwet_ac': 0.89}
    """
    patterns = load(data, **loading).anonymous()
    if patterns.q < 2:
        raise UnsupportedError("prevalence means nothing where there is only one category.")
    scheme = level_scheme(patterns.scale, weights)
    marginals = patterns.pairable_totals() if scheme.by_data else None
    sums = Sums(patterns, weights_for(scheme, patterns.scale, marginals).symmetric)
    pi, pa = sums.prevalence.value[0], float(sums.pa.value[0])
    most = int(np.argmax(pi))
    rest = _rest(pi, most)
    share = float(pi[most])
    shares = _possible(pa, share, float(rest.max()))
    curves = []
    moved = VariedPrevalence(sums.weights, most, rest)
    for entry in COEFFICIENTS.values():
        if entry.chance_at is None:
            continue
        here, along = entry.chance_at(moved, np.array([share])), entry.chance_at(moved, shares)
        with np.errstate(invalid="ignore", divide="ignore"):
            observed, values = (pa - here) / (1 - here), (pa - along) / (1 - along)
        values[~np.isfinite(values)] = np.nan
        curves.append(Curve(entry.name, entry.title_with(scheme), values, float(observed[0])))
    label = patterns.scale.first(most + 1)[most]
    return PrevalenceCurve(label, share, pa, scheme.name, shares, tuple(curves))


def _rest(pi: FloatArray, most: int) -> FloatArray:
    """(q,) proportions of the other categories, even where nobody used them."""
    others = np.arange(pi.size) != most
    total = pi[others].sum()
    return np.asarray(np.where(others, pi / total if total > 0 else 1 / (pi.size - 1), 0.0))


def _possible(pa: float, share: float, largest: float) -> FloatArray:
    """Shares with which two raters of equal distributions can agree so much, the observed too.

    Two raters who disagree on 1 - pa of the subjects do not use a category on more than
    1 - (1 - pa)/2 of them, be it the most frequent one or the largest of the others.
    """
    limit = 1 - (1 - pa) / 2
    high = max(limit, share)
    low = min(max(0.0, 1 - limit / largest), share)
    return np.linspace(low, high, STEPS)
