"""Scales on which the distribution of a statistic is closer to a t distribution."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from accord.data.scale import FloatArray

__all__ = [
    "DISAGREEMENT",
    "FISHER",
    "LINKS",
    "LOG",
    "LOGIT",
    "RATE",
    "REAL",
    "UNIT",
    "Link",
    "LinkName",
    "mean_reliability_link",
    "reliability_link",
]

LinkName: TypeAlias = Literal["real", "unit", "rate", "fisher", "log", "logit"]


def _same(values: FloatArray) -> FloatArray:
    return values


@dataclass(frozen=True, slots=True)
class Link:
    """A monotone scale for intervals and tests.

    Parameters
    ----------
    method
        Method of intervals on this scale, as results name it.
    range
        Smallest and largest value of statistics on this scale.
    transform, inverse
        Functions to the scale and back; those of the identity if not given.
    slope
        Derivative of ``transform``.
    bounded
        Whether statistics on this scale are much like means of bounded values. The tails of others
        are heavier, so that their degrees of freedom follow the kurtosis of the influence values.
    """

    method: str
    range: tuple[float, float]
    transform: Callable[[FloatArray], FloatArray] = _same
    inverse: Callable[[FloatArray], FloatArray] = _same
    slope: Callable[[FloatArray], FloatArray] = np.ones_like
    bounded: bool = False

    @property
    def linear(self) -> bool:
        """Whether the scale is that of the statistic itself."""
        return self.transform is _same


REAL = Link("t", (-math.inf, math.inf))
UNIT = Link("t", (-math.inf, 1.0))
RATE = Link("wilson", (0.0, 1.0))
FISHER = Link("fisher_z", (-1.0, 1.0), np.arctanh, np.tanh, lambda values: 1 / (1 - values**2))
LOG = Link("log_t", (0.0, math.inf), np.log, np.exp, lambda values: 1 / values)
LOGIT = Link(
    "logit_t",
    (0.0, 1.0),
    lambda values: np.log(values / (1 - values)),
    lambda z: 1 / (1 + np.exp(-z)),
    lambda values: 1 / (values * (1 - values)),
    bounded=True,
)
DISAGREEMENT = Link(  # one minus a ratio of disagreements, by the logarithm of this ratio
    "log_t",
    (-math.inf, 1.0),
    lambda values: -np.log1p(-values),
    lambda z: -np.expm1(-z),
    lambda values: 1 / (1 - values),
)
LINKS: Mapping[LinkName, Link] = {
    "real": REAL,
    "unit": UNIT,
    "rate": RATE,
    "fisher": FISHER,
    "log": LOG,
    "logit": LOGIT,
}


def reliability_link(k: float) -> Link:
    r"""Return Fisher's transformation of the reliability of one of k ratings.

    .. math:: z = \tfrac12 \log \frac{1 + (k - 1) \rho}{1 - \rho}

    It stabilises the variance of an intraclass correlation, and maps a single rating and the mean
    of k ratings (which the Spearman-Brown formula relates) to the same z. For k = 2 it is Fisher's
    z.
    """
    return Link(
        "fisher_z",
        (-math.inf, 1.0),
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
        (-math.inf, 1.0),
        lambda rho: -np.log(1 - rho) / 2,
        lambda z: -np.expm1(-2 * z),
        lambda rho: 1 / (2 * (1 - rho)),
    )
