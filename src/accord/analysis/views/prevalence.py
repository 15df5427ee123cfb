"""Coefficients as functions of the prevalence, with the observed agreement held constant."""

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

STEPS = 101  # points of a curve


@dataclass(frozen=True, slots=True, eq=False)
class Curve(Record):
    """One coefficient as a function of the share of the most frequent category.

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
        Observed share of the category: the mean over subjects of r_ik / r_i.
    agreement
        Observed agreement, which is held constant.
    weights
        Name of the agreement weights.
    shares
        Shares at which the curves are evaluated. At these, two raters with equal distributions can
        have the observed agreement.
    curves
        Curves of the coefficients whose chance agreement is a function of the shares.
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

    The observed agreement is held constant, and the other categories keep their proportions. The
    curves show how much of a value is due to the prevalence.

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
        The curves and the observed share.

    Examples
    --------
    >>> result = prevalence_curve([[90, 5], [5, 0]], layout="contingency")
    >>> {curve.name: round(curve.observed, 2) for curve in result.curves}
    {'fleiss_kappa': -0.05, 'brennan_prediger': 0.8, 'gwet_ac': 0.89}
    """
    patterns = load(data, **loading).anonymous()
    if patterns.q < 2:
        raise UnsupportedError(
            "a prevalence curve needs two or more categories; the data have only one category."
        )
    scheme = level_scheme(patterns.scale, weights)
    marginals = patterns.pairable_totals() if scheme.by_data else None
    sums = Sums(patterns, weights_for(scheme, patterns.scale, marginals).symmetric)
    pi, pa = sums.prevalence.value[0], float(sums.pa.value[0])
    most = int(np.argmax(pi))
    others = _proportions_of_others(pi, most)
    share = float(pi[most])
    shares = _possible_shares(pa, share, float(others.max()))
    margins = VariedPrevalence(sums.weights, most, others)
    curves = []
    for entry in COEFFICIENTS.values():
        if entry.chance_at is None:
            continue
        chance = entry.chance_at(margins, np.append(shares, share))
        with np.errstate(invalid="ignore", divide="ignore"):
            values = (pa - chance) / (1 - chance)
        values, observed = values[:-1], float(values[-1])
        values[~np.isfinite(values)] = np.nan
        curves.append(Curve(entry.name, entry.title_with(scheme), values, observed))
    label = patterns.scale.first(most + 1)[most]
    return PrevalenceCurve(label, share, pa, scheme.name, shares, tuple(curves))


def _proportions_of_others(pi: FloatArray, most: int) -> FloatArray:
    """Return the (q,) proportions of the other categories; equal ones if these are not used."""
    others = np.arange(pi.size) != most
    total = pi[others].sum()
    return np.asarray(np.where(others, pi / total if total > 0 else 1 / (pi.size - 1), 0.0))


def _possible_shares(pa: float, share: float, largest: float) -> FloatArray:
    """Return shares at which two raters with equal distributions can have this agreement.

    If two raters disagree on 1 - pa of the subjects, neither the most frequent category nor the
    largest of the others can have a share above 1 - (1 - pa)/2. The range is extended to the
    observed share where this is necessary.

    Parameters
    ----------
    pa
        Observed agreement.
    share
        Observed share of the most frequent category.
    largest
        Proportion of the largest other category among the others.
    """
    limit = 1 - (1 - pa) / 2
    high = max(limit, share)
    low = min(max(0.0, 1 - limit / largest), share)
    return np.linspace(low, high, STEPS)
