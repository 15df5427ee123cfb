"""The restricted likelihood of a reliability, with all other components at their most likely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.bounded_newton import minimise
from accord.statistics.references import Reference
from accord.statistics.restricted_fit import (
    CEILING,
    RaterEffects,
    RestrictedFit,
    RestrictedModel,
    ratios_of,
)

__all__ = ["INTER", "INTRA", "REFERENCE", "Reliability", "ReliabilityProfile"]

LEAST = 1e-3  # of size × ratio, where a search starts: at 0 a component might stay there
AWAY = 4.0  # second start: log(size × ratio) of the raters above the most likely one
RATERS = 1
REFERENCE = Reference(
    "patterson1971",
    "Patterson, H. D. and Thompson, R.",
    1971,
    "Recovery of inter-block information when block sizes are unequal",
    "Biometrika 58(3), 545-554",
    "10.1093/biomet/58.3.545",
)


@dataclass(frozen=True, slots=True)
class Reliability:
    """A share of the variance: some components over these, some others and the error.

    Parameters
    ----------
    raters
        Effects of the raters in the model: ``none``, ``random`` or ``fixed``.
    signal
        Components above: 0 of subjects, 1 of raters, 2 of their interaction.
    noise
        Further components below.
    mean
        Whether it is that of the mean of a subject's ratings.
    """

    raters: RaterEffects
    signal: tuple[int, ...]
    noise: tuple[int, ...] = ()
    mean: bool = False


INTER = Reliability("random", (0,), (1, 2))
INTRA = Reliability("random", (0, 1, 2))


class ReliabilityProfile:
    """The profile of the likelihood over a reliability.

    Parameters
    ----------
    model
        The model.
    fit
        Its fit, with defined components.
    reliability
        The reliability.
    ratings
        Number of ratings of a mean; 1 for the reliability of single ratings.
    """

    def __init__(
        self,
        model: RestrictedModel,
        fit: RestrictedFit,
        reliability: Reliability,
        ratings: float = 1.0,
    ) -> None:
        self.model = model
        self.signal = [place for place in reliability.signal if place in model.places]
        self.noise = [place for place in reliability.noise if place in model.places]
        self.ratings = ratings
        self.fitted = ratios_of(fit.components)
        self.lowest = fit.minus2_loglik

    @property
    def value(self) -> float:
        """The most likely value."""
        signal = float(self.fitted[self.signal].sum())
        return signal / (signal + (float(self.fitted[self.noise].sum()) + 1) / self.ratings)

    def deviance(self, value: float) -> float:
        """Return how far -2 log likelihood rises, if the reliability has a value in [0, 1)."""
        odds = value / (1 - value) / self.ratings
        alone = odds == 0 or len(self.signal) == 1  # the constraint then determines the signal
        moving = [p for p in self.model.places if not (alone and p in self.signal)]
        scale = self.model.scale[moving]

        def function(u: FloatArray) -> tuple[float, FloatArray]:
            x = np.zeros(3)
            x[moving] = np.expm1(u) / scale
            lowest, slope = self._constrained(x, odds, None if alone else total)
            return lowest, slope[moving] * np.exp(u) / scale

        usual = np.maximum(self.fitted, LEAST / self.model.scale)
        total = float(usual[self.signal].sum())
        u = np.log1p(scale * usual[moving])
        if not moving:
            return max(function(u)[0] - self.lowest, 0.0)
        starts = [u]
        if RATERS in moving:  # of few raters, a large variance can be a second minimum
            starts.append(u + AWAY * (np.array(moving) == RATERS))
        lowest = min(minimise(function, start, CEILING)[1] for start in starts)
        return max(lowest - self.lowest, 0.0)

    def _constrained(
        self, x: FloatArray, odds: float, usual: float | None
    ) -> tuple[float, FloatArray]:
        """Return -2 log likelihood where the signal is odds × noise, and the slopes.

        A signal of several components is multiplied by a factor, so that the likelihood depends on
        their proportions only. A penalty keeps their sum near a usual one.
        """
        signal, noise = self.signal, self.noise
        wanted = odds * (1 + x[noise].sum())
        ratios = x.copy()
        if usual is None:
            ratios[signal] = wanted if odds > 0 else 0.0
            point = self.model.at(ratios)
            slope = point.gradient.copy()
            slope[noise] += odds * point.gradient[signal[0]]
            return point.value, slope
        total = float(x[signal].sum())
        if not total > 0:
            return np.inf, np.full(3, np.nan)
        ratios[signal] *= wanted / total
        point = self.model.at(ratios)
        slope = point.gradient.copy()
        along = float(point.gradient[signal] @ x[signal]) / total
        excess = float(np.log(total / usual))
        slope[signal] = (point.gradient[signal] - along) * wanted / total + 2 * excess / total
        slope[noise] += odds * along
        return point.value + excess**2, slope
