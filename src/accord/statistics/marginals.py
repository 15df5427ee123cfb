"""Effects of the marginals on kappa: prevalence, bias, and the maximum of kappa."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity
from accord.statistics.registry import Statistic, Terms
from accord.statistics.sums import Sums

__all__ = ["BIAS_INDEX", "KAPPA_MAXIMUM", "PREVALENCE_INDEX"]


def _prevalence_index(t: Sums) -> Terms:
    """Predominance of the most frequent category: (q max_k π_k - 1)/(q - 1).

    It is 0 if all categories are equally frequent, and 1 if only one was used. For two categories
    and two raters it is |n_11 - n_22|/n.
    """
    top = _element(t.prevalence, np.argmax(t.prevalence.value, axis=-1))
    value = (t.q * top - 1) / (t.q - 1) if t.q > 1 else np.nan * top
    return Terms(value, value, 0.0 * value)


def _bias_index(t: Sums) -> Terms:
    """Difference of the distributions of two raters: ½ Σ_k |p_k+ - p_+k|.

    For two categories it is |n_12 - n_21|/n.
    """
    value = 0.5 * _absolute_difference(t.marginal(0), t.marginal(1))
    return Terms(value, value, 0.0 * value)


def _kappa_maximum(t: Sums) -> Terms:
    """Highest value of Cohen's kappa with the distributions of the two raters.

    (Σ_k min(p_k+, p_+k) - pe)/(1 - pe)
    """
    first, second = t.marginal(0), t.marginal(1)
    maximum = 1 - 0.5 * _absolute_difference(first, second)
    return Terms.corrected(maximum, first.form(t.weights, second))


def _element(profile: Profile, index: np.ndarray) -> Quantity:
    """Return one number of a profile at each weighting."""
    rows = np.arange(len(profile.value))

    def slope() -> FloatArray:
        gradient = np.zeros(profile.value.shape[-1])
        gradient[index[0]] = 1.0
        return profile.pull(gradient)

    return Quantity(profile.value[rows, index], slope)


def _absolute_difference(first: Profile, second: Profile) -> Quantity:
    """Return Σ_k |x_k - y_k|."""
    difference = first.value - second.value
    sign = np.sign(difference[0])
    return Quantity(np.abs(difference).sum(axis=-1), lambda: first.pull(sign) - second.pull(sign))


PREVALENCE_INDEX = Statistic(
    "prevalence_index",
    "PI",
    "Prevalence index",
    _prevalence_index,
    ("byrt1993",),
    "available case",
    weighted=False,
    floor=lambda _: 0.0,
)
BIAS_INDEX = Statistic(
    "bias_index",
    "BI",
    "Bias index",
    _bias_index,
    ("byrt1993",),
    "available case",
    raters=2,
    weighted=False,
    needs_identity=True,
    floor=lambda _: 0.0,
)
KAPPA_MAXIMUM = Statistic(
    "kappa_maximum",
    "κmax",
    "Maximum of kappa",
    _kappa_maximum,
    ("cohen1960",),
    "available case",
    raters=2,
    weighted=False,
    needs_identity=True,
    floor=lambda _: 0.0,
)
