"""Agreement weights: how much a pair of different ratings counts as agreement."""

from accord.statistics.weights.matrices import Weights, weights_for
from accord.statistics.weights.schemes import SCHEMES, Scheme, WeightsLike, scheme_named, within

__all__ = [
    "SCHEMES",
    "Scheme",
    "Weights",
    "WeightsLike",
    "scheme_named",
    "weights_for",
    "within",
]
