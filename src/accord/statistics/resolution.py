"""The choice of weights: as stated, by the level of measurement, or the statistic's own."""

from __future__ import annotations

from accord.data.scale import Scale
from accord.options.presets import (
    HEADLINE,
    MEASURED_COEFFICIENT,
    RESPONSES_COEFFICIENT,
    SETS_COEFFICIENT,
)
from accord.statistics.registry import LEVEL_WEIGHTS, Statistic
from accord.statistics.weights import SCHEMES, Scheme, WeightsLike, scheme_named

__all__ = ["default_coefficient", "level_scheme", "resolve_weights"]


def default_coefficient(scale: Scale, measured: bool) -> str:
    """Return the name of the coefficient that is used where none is stated.

    Parameters
    ----------
    scale
        The scale of the ratings.
    measured
        Whether ratings are measurements, which are rarely equal.
    """
    if scale.several:
        return RESPONSES_COEFFICIENT
    if scale.holds_sets:
        return SETS_COEFFICIENT
    return MEASURED_COEFFICIENT if measured else HEADLINE


def resolve_weights(
    statistic: Statistic, scale: Scale, weights: WeightsLike | None = None
) -> Scheme:
    """Return the weights of a statistic on a scale, for all functions and commands.

    Stated weights are used as they are. Otherwise they are those that the statistic declares for a
    stated level of measurement. A guessed level has no effect: the weights are then those that the
    statistic declares for numbers, or identity. Ratings with several responses are compared by
    their Euclidean distance.
    """
    if weights is not None:
        return scheme_named(weights)
    if scale.several:
        return SCHEMES["linear"]
    if not statistic.weighted:
        return SCHEMES["identity"]
    if not scale.guessed:
        return SCHEMES[statistic.level_weights[scale.level]]
    valued = scale.numeric or (scale.declared and scale.values is not None)
    return SCHEMES[statistic.number_weights if valued else "identity"]


def level_scheme(scale: Scale, weights: WeightsLike | None = None) -> Scheme:
    """Return the weights of other results than statistics, such as lists of disagreements.

    They are the stated ones, or the usual weights of a stated level of measurement.
    """
    if weights is not None:
        return scheme_named(weights)
    if scale.several:
        return SCHEMES["linear"]
    return SCHEMES["identity" if scale.guessed else LEVEL_WEIGHTS[scale.level]]
