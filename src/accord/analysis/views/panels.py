"""Estimates of one coefficient on many panels of the same data, in batches.

A batch gives estimates whose interval and test are by the t or normal distribution. Panels that
need draws, or a reason why a value is undefined, are estimated one at a time by `measure`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import ROUNDING_ERROR
from accord.inference.choice import LARGE_SAMPLE, MAX_ACCELERATION, MIN_EFFECTIVE_SUBJECTS
from accord.inference.estimate import measure
from accord.inference.results import Estimate
from accord.inference.tails import StudentTails, p_value
from accord.options import InferenceOptions
from accord.statistics import Statistic, formula_of, resolve_weights
from accord.statistics.batched import BatchSums
from accord.statistics.sums import Sums
from accord.statistics.weights import Scheme, Weights, WeightsLike, scheme_named, weights_for

__all__ = ["PanelEstimator"]

BATCH_METHODS = (None, "t", "normal")  # of intervals and tests
BATCH_TOLERANCE = 1e-9  # relative and absolute difference of a batch from a single panel


@dataclass(frozen=True, slots=True)
class _Spread:
    """(B,) standard errors and degrees of freedom, and whether t intervals agree with draws."""

    errors: FloatArray
    df: FloatArray
    large_sample: npt.NDArray[np.bool_]


class PanelEstimator:
    """Estimator of one coefficient on many panels of raters, with the same weights and options.

    Parameters
    ----------
    patterns
        Pattern table of all raters.
    entry
        The coefficient.
    weights
        Stated weights; None if they follow from the level of measurement.
    settings
        Options of inference.
    """

    def __init__(
        self,
        patterns: Patterns,
        entry: Statistic,
        weights: WeightsLike | None,
        settings: InferenceOptions,
    ) -> None:
        self.patterns = patterns
        self.entry = entry
        self.stated = None if weights is None else scheme_named(weights)
        self.settings = settings
        self.scheme: Scheme = resolve_weights(entry, patterns.scale, self.stated)
        self._checked = False
        self._model: Estimate | None = None

    def single(self, panel: Patterns) -> Estimate:
        """Estimate the coefficient on one panel."""
        return measure(panel, [self.entry], self.stated, self.settings, {})[self.entry.name]

    def suits(self, panel: Patterns) -> bool:
        """Return whether batches give the stated inference on panels with as many raters."""
        s = self.settings
        identity = self.scheme.name == "identity"
        return (
            (s.ci is not None or self.patterns.n > LARGE_SAMPLE)  # smaller samples need draws
            and s.se == "influence"
            and s.ci in BATCH_METHODS
            and s.p_method in BATCH_METHODS
            and not s.finite
            and not self.scheme.by_data
            and not self.entry.numbers  # whose sums have the slopes of one weighting
            and self.entry.unsuited(panel, identity) is None
        )

    @property
    def weights(self) -> Weights:
        """Agreement weights of the coefficient; symmetric unless it distinguishes the raters."""
        weights = weights_for(self.scheme, self.patterns.scale)
        return weights if self.entry.directed else weights.symmetric

    def estimates(self, sums: BatchSums) -> list[Estimate | None]:
        """Return the estimates of the panels of a batch; None where `single` is needed."""
        results: list[Estimate | None] = [None] * len(sums.m)
        with np.errstate(invalid="ignore", divide="ignore"):
            terms = formula_of(self.entry, sums, {})
            defined = np.flatnonzero(np.isfinite(terms.value.value))
            if 0 < defined.size < len(sums.m):  # slopes need panels with a value
                sums = sums.take(defined)
                terms = formula_of(self.entry, sums, {})
            spread = self._spread(sums, terms.limit.slope) if defined.size else None
        if spread is None:
            return results
        usable = np.isfinite(spread.errors) & (spread.df > 0)
        if self.settings.ci is None:
            usable &= spread.large_sample
        rows = [k for k in np.flatnonzero(usable).tolist() if self._is_smooth(sums, k)]
        if not rows:
            return results
        undefined = np.full(len(sums.m), np.nan)
        parts = np.column_stack(
            [
                terms.value.value,
                undefined if terms.observed is None else terms.observed.value,
                undefined if terms.chance is None else terms.chance.value,
                spread.errors,
                spread.df,
                sums.paired_subjects if self.entry.pairable_only else sums.subjects,
            ]
        )
        model = self._model if self._checked else None
        if model is None:
            model = self.single(sums.panel(rows[-1]))
        floor = self.entry.floor(sums)
        for k in rows:
            results[defined[k]] = self._fill_in(model, floor, *parts[k].tolist())
        if not self._checked and not _is_close(results[defined[rows[-1]]], model):
            return [None] * len(results)
        self._model, self._checked = model, len(rows) > 1
        return results

    def _is_smooth(self, sums: BatchSums, row: int) -> bool:
        """Return whether the coefficient is smooth on one panel of a batch."""
        if self.entry.always_smooth:
            return True
        return self.entry.not_smooth(Sums(sums.panel(row), sums.weights)) is None

    def _spread(self, sums: BatchSums, slope: FloatArray) -> _Spread:
        """Compute the spread of the influence values of each panel.

        The formulas are those of `covariance` and `large_sample` for a single panel.
        """
        u = slope * sums.subjects[:, None]
        m: FloatArray = sums.m
        cluster = sums.patterns.cluster
        if cluster is not None:  # sum the influence values of each cluster
            clusters = sums.patterns.clusters
            u = np.stack(
                [np.bincount(cluster, weights=row, minlength=clusters) for row in m * u]
            ).astype(np.float64)
            m = np.ones_like(u)
        square = u * u
        weighted = m * square
        second = weighted.sum(axis=1)
        third = np.einsum("bp,bp->b", weighted, u)
        fourth = np.einsum("bp,bp->b", weighted, square)
        units = sums.paired_units if self.entry.pairable_only else sums.units
        variance = second / sums.subjects**2 * units / np.where(units > 1, units - 1, np.nan)
        errors = np.sqrt(variance)
        df = sums.paired_units - 1
        acceleration = np.where(second > 0, third / (6 * second**1.5), 0.0)
        effective = np.where(fourth > 0, second**2 / fourth, 0.0)
        large_sample = (
            (df >= LARGE_SAMPLE)
            & (np.abs(acceleration) < MAX_ACCELERATION)
            & (effective >= MIN_EFFECTIVE_SUBJECTS)
        )
        return _Spread(np.where(errors < ROUNDING_ERROR, 0.0, errors), df, large_sample)

    def _fill_in(
        self,
        model: Estimate,
        floor: float,
        value: float,
        observed: float,
        chance: float,
        se: float,
        df: float,
        n: float,
    ) -> Estimate:
        """Return an estimate of the same coefficient with other numbers."""
        s = self.settings
        method = s.ci or "t"
        interval_df = df if method == "t" else np.inf
        tails = StudentTails(value, se, interval_df, method, (min(floor, value), 1.0))
        test_tails = StudentTails(value, se, np.inf if s.p_method == "normal" else df)
        return replace(
            model,
            value=value,
            observed=observed,
            chance=chance,
            se=se,
            df=df,
            n=int(n) if n.is_integer() else n,
            interval=tails.interval(s.confidence),
            p_value=p_value(test_tails, s.null, s.alternative),
        )


def _is_close(batch: Estimate | None, single: Estimate) -> bool:
    """Return whether a batch gives the numbers of a single panel.

    It does not if the formula of an extension computes slopes for the first weighting only.
    """
    assert batch is not None
    first, second = (
        np.array([e.value, e.se, e.df, e.lower, e.upper, e.n]) for e in (batch, single)
    )
    return bool(np.allclose(first, second, rtol=BATCH_TOLERANCE, atol=BATCH_TOLERANCE))
