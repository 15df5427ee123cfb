"""Agreement weights: how much a pair of different ratings counts as agreement."""

from accord.weights.matrices import Weights, scheme_for, weights_for
from accord.weights.schemes import SCHEMES, Scheme, WeightsLike, scheme_named, within

__all__ = [
    "SCHEMES",
    "Scheme",
    "Weights",
    "WeightsLike",
    "scheme_for",
    "scheme_named",
    "weights_for",
    "within",
]
