"""Scales on which the distribution of a statistic is closer to a t distribution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from accord.data.scale import FloatArray

__all__ = [
    "FISHER",
    "IDENTITY",
    "LOG",
    "LOGIT",
    "Link",
    "mean_reliability_link",
    "reliability_link",
]

Function: TypeAlias = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class Link:
    """A monotone scale for intervals and tests.

    Parameters
    ----------
    method
        Method of intervals on this scale, as results name it.
    transform, inverse
        Functions to the scale and back.
    slope
        Derivative of ``transform``.
    """

    method: str
    transform: Function
    inverse: Function
    slope: Function


def _link(method: str, transform: Function, inverse: Function, slope: Function) -> Link:
    """Return a link; at and beyond the ends of its range, values are infinite or NaN."""
    return Link(method, _quiet(transform), _quiet(inverse), _quiet(slope))


def _quiet(function: Function) -> Function:
    def computed(values: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            return function(values)

    return computed


def _same(values: FloatArray) -> FloatArray:
    return values


IDENTITY = Link("t", _same, _same, np.ones_like)
LOG = _link("log_t", np.log, np.exp, lambda values: 1 / values)
FISHER = _link("fisher_z", np.arctanh, np.tanh, lambda values: 1 / (1 - values**2))
LOGIT = _link(
    "fisher_z",
    lambda values: np.log(values / (1 - values)) / 2,
    lambda z: 1 / (1 + np.exp(-2 * z)),
    lambda values: 1 / (2 * values * (1 - values)),
)  # Fisher's z of 2 p - 1, and of the reliability that corresponds to Kendall's W


def reliability_link(k: float) -> Link:
    r"""Return Fisher's transformation of the reliability of one of k ratings.

    .. math:: z = \tfrac12 \log \frac{1 + (k - 1) \rho}{1 - \rho}

    It stabilises the variance of an intraclass correlation, and maps a single rating and the mean
    of k ratings (which the Spearman-Brown formula relates) to the same z. For k = 2 it is Fisher's
    z.
    """
    return _link(
        "fisher_z",
        lambda rho: np.log((1 + (k - 1) * rho) / (1 - rho)) / 2,
        lambda z: np.expm1(2 * z) / (np.exp(2 * z) + k - 1),
        lambda rho: k / (2 * (1 + (k - 1) * rho) * (1 - rho)),
    )


def mean_reliability_link() -> Link:
    r"""Return the transformation of the reliability of a mean that corresponds to Fisher's.

    .. math:: z = -\tfrac12 \log (1 - \rho)

    It is `reliability_link` of the reliability of a single rating that the Spearman-Brown formula
    gives, for any number of ratings.
    """
    return _link(
        "fisher_z",
        lambda rho: -np.log(1 - rho) / 2,
        lambda z: -np.expm1(-2 * z),
        lambda rho: 1 / (2 * (1 - rho)),
    )
