"""What the marginals alone do to kappa: prevalence, bias, and the highest kappa they allow."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity
from accord.statistics.registry import Statistic, Terms
from accord.statistics.sums import Sums

__all__ = ["BIAS_INDEX", "KAPPA_MAXIMUM", "PREVALENCE_INDEX"]


def _prevalence_index(t: Sums) -> Terms:
    """How far one category outweighs the others: (q max_k π_k - 1)/(q - 1).

    0 when all are equally frequent, 1 when there is only one. For two categories and two raters
    it is |n_11 - n_22|/n.
    """
    top = _pick(t.prevalence, np.argmax(t.prevalence.value, axis=-1))
    value = (t.q * top - 1) / (t.q - 1) if t.q > 1 else np.nan * top
    return Terms(value, value, 0.0 * value)


def _bias_index(t: Sums) -> Terms:
    """How far the two raters' distributions differ: ½ Σ_k |p_k+ - p_+k|.

    For two categories it is |n_12 - n_21|/n.
    """
    value = 0.5 * _apart(t.marginal(0), t.marginal(1))
    return Terms(value, value, 0.0 * value)


def _kappa_maximum(t: Sums) -> Terms:
    """Highest Cohen's kappa that the two raters' distributions allow.

    (Σ_k min(p_k+, p_+k) - pe)/(1 - pe)
    """
    first, second = t.marginal(0), t.marginal(1)
    most = 1 - 0.5 * _apart(first, second)
    return Terms.corrected(most, first.form(t.weights, second))


def _pick(profile: Profile, place: np.ndarray) -> Quantity:
    rows = np.arange(len(profile.value))

    def slope() -> FloatArray:
        one = np.zeros(profile.value.shape[-1])
        one[place[0]] = 1.0
        return profile.pull(one)

    return Quantity(profile.value[rows, place], slope)


def _apart(first: Profile, second: Profile) -> Quantity:
    """Σ_k |x_k - y_k|."""
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
