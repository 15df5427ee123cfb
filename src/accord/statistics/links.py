"""Scales on which the distribution of a statistic is closer to a t distribution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from accord.data.scale import FloatArray

__all__ = ["FISHER", "IDENTITY", "LOG", "Link", "mean_reliability_link", "reliability_link"]


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
    transform: Callable[[FloatArray], FloatArray]
    inverse: Callable[[FloatArray], FloatArray]
    slope: Callable[[FloatArray], FloatArray]


def _same(values: FloatArray) -> FloatArray:
    return values


IDENTITY = Link("t", _same, _same, np.ones_like)
LOG = Link("log_t", np.log, np.exp, lambda values: 1 / values)
FISHER = Link("fisher_z", np.arctanh, np.tanh, lambda values: 1 / (1 - values**2))


def reliability_link(k: float) -> Link:
    r"""Return Fisher's transformation of the reliability of one of k ratings.

    .. math:: z = \tfrac12 \log \frac{1 + (k - 1) \rho}{1 - \rho}

    It stabilises the variance of an intraclass correlation, and maps a single rating and the mean
    of k ratings (which the Spearman-Brown formula relates) to the same z. For k = 2 it is Fisher's
    z.
    """
    return Link(
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
    return Link(
        "fisher_z",
        lambda rho: -np.log(1 - rho) / 2,
        lambda z: -np.expm1(-2 * z),
        lambda rho: 1 / (2 * (1 - rho)),
    )
