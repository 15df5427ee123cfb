"""The evaluation of a coefficient on a pattern table: values at weightings, influence values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, show_label, stated_level
from accord.statistics.leave_one_out import leave_one_out, spread_over_units, unit_counts
from accord.statistics.pairs import rating_pairs
from accord.statistics.registry import Statistic, Terms, formula_of
from accord.statistics.resolution import resolve_weights
from accord.statistics.sums import Sums
from accord.statistics.weights import Scheme, Weights, WeightsLike, scheme_named, weights_for

__all__ = ["Evaluation", "evaluations_of", "functional_values"]

STEP = 1e-5  # step of the numerical derivative by counts, as a share of all ratings
KNOTS = 48  # categories at which the derivative is computed, if there are twice as many or more
MANY_PATTERNS = 200_000  # from here on, a third of the knots, to save time
ROUNDING = 1e-12  # largest change of a value by rounding
MAX_LEFT_OUT = 50_000_000  # steps of all leave-one-out values: about two seconds
BATCH_CELLS = 4_000_000  # cells of a block of (B, P) weightings: 32 MB


class Evaluation:
    """One coefficient on one pattern table.

    Parameters
    ----------
    coefficient
        The coefficient.
    patterns
        The pattern table.
    weights
        Agreement weights.
    options
        Options of the coefficient.
    sums
        Sums of the same patterns and weights, shared with another evaluation.
    """

    def __init__(
        self,
        coefficient: Statistic,
        patterns: Patterns,
        weights: WeightsLike = "identity",
        options: Mapping[str, Any] | None = None,
        sums: Sums | None = None,
    ) -> None:
        self.coefficient = coefficient
        self.patterns = patterns
        self.scheme: Scheme = scheme_named(weights)
        self.options = dict(options or {})
        observed = patterns.multiplicity.astype(np.float64)
        self.sums = Sums(patterns, self._weights_at(observed)) if sums is None else sums

    def on(self, patterns: Patterns, sums: Sums | None = None) -> Evaluation:
        """Return the evaluation of the coefficient on other patterns."""
        return Evaluation(self.coefficient, patterns, self.scheme, self.options, sums)

    def _weights_at(self, m: FloatArray) -> Weights:
        if not self.scheme.by_data:
            weights = weights_for(self.scheme, self.patterns.scale)
            return weights if self.coefficient.directed else weights.symmetric
        return self._weights_by(self.patterns.pairable_totals(m))

    def _terms(self, sums: Sums) -> Terms:
        return formula_of(self.coefficient, sums, self.options)

    @cached_property
    def terms(self) -> Terms:
        """The coefficient at the observed multiplicities."""
        return self._terms(self.sums)

    @property
    def value(self) -> float:
        """The estimate; NaN if undefined."""
        return float(self.terms.value.value[0])

    @property
    def title(self) -> str:
        """Title of the coefficient with its weights."""
        scale = self.patterns.scale
        level = stated_level(scale)
        return self.coefficient.title_with(
            self.scheme, level, several=scale.several, options=self.options
        )

    @cached_property
    def range(self) -> tuple[float, float]:
        """Smallest and largest value that the coefficient can take.

        With missing ratings, pairs and marginals are of different subjects, so that a kappa may be
        below its floor. The range always includes the value.
        """
        sums = self.sums.numbers if self.coefficient.numbers else self.sums
        return min(self.coefficient.floor(sums), self.value), self.coefficient.ceiling

    @property
    def subjects(self) -> float:
        """Number of subjects that the coefficient uses."""
        if self.coefficient.complete_only:
            return self.patterns.n_complete
        return self.patterns.n_paired if self.coefficient.pairable_only else self.patterns.n

    @property
    def units(self) -> float:
        """Number of subjects, or of clusters, that the coefficient uses."""
        if self.patterns.cluster is None:
            return self.subjects
        paired_only = self.coefficient.pairable_only
        return self.patterns.paired_units if paired_only else self.patterns.clusters

    def at(self, m: FloatArray, *, functional: bool = False) -> FloatArray:
        """Return (B,) values at B weightings (B, P) of the patterns.

        With ``functional``, the values have no small-sample terms.
        """
        if self.scheme.by_data:
            batches = [Sums(self.patterns, self._weights_at(row), row[None]) for row in m]
        else:
            size = max(1, BATCH_CELLS // self.width)
            batches = [self.sums.at(m[start : start + size]) for start in range(0, len(m), size)]
        values = []
        for sums in batches:
            terms = self._terms(sums)
            values.append((terms.limit if functional else terms.value).value)
        return np.concatenate(values)

    @property
    def marginal_shares(self) -> int:
        """Number of shares p_gk of categories by rater, where these are used; else 0."""
        return self.patterns.r * self.patterns.q if self.coefficient.needs_identity else 0

    @cached_property
    def width(self) -> int:
        """Largest number of values that are in memory for one weighting."""
        r, q = self.patterns.r, self.patterns.q
        tables = self.marginal_shares or q
        pairs = 0
        if self.coefficient.by_pairs:
            pairs = min(r * (r - 1) // 2, rating_pairs(self.patterns)) * q
        return max(1, len(self.patterns), tables, pairs)

    @property
    def work(self) -> int:
        """Estimated number of steps for one weighting."""
        tables = self.marginal_shares or self.patterns.q
        return self.width + tables * (1 + self.sums.weights.steps // 32)

    @cached_property
    def not_smooth(self) -> str | None:
        """Reason why the coefficient is not a smooth function of these subjects; None if it is."""
        return self.coefficient.not_smooth(self.sums)

    @cached_property
    def influence(self) -> FloatArray:
        """(P,) influence values.

        They are linearised, or, where the coefficient is not smooth, those of the delete-one
        jackknife. NaN where there are none; `no_influence` is then the reason.
        """
        return self.linearised if self.not_smooth is None else self._jackknife[0]

    @cached_property
    def linearised(self) -> FloatArray:
        """(P,) n times the derivative of the coefficient by the weight of each pattern."""
        with np.errstate(invalid="ignore", divide="ignore"):
            slope = self.terms.limit.slope
            if self.scheme.by_data:
                slope = slope + self._slope_through_weights
        return np.asarray(self.patterns.n * slope)

    @property
    def no_influence(self) -> str | None:
        """Reason why a coefficient that is not smooth has no influence values; None if it has."""
        return None if self.not_smooth is None else self._jackknife[1]

    @cached_property
    def _jackknife(self) -> tuple[FloatArray, str | None]:
        """(P,) influence values of the jackknife, or NaN and the reason."""
        none = np.full(len(self.patterns), np.nan)
        units = unit_counts(self.patterns).size
        if np.any(self.patterns.multiplicity % 1):
            return (
                none,
                "the jackknife leaves out one subject at a time, and counts are not whole numbers",
            )
        if units * self.width > MAX_LEFT_OUT:
            return none, (
                f"the jackknife would leave out each of {units:,} distinct subjects or clusters, "
                "which takes long; se='jackknife' computes it"
            )
        blocks = (self.at(block, functional=True) for block in leave_one_out(self.patterns))
        changes = self.terms.limit.value[0] - np.concatenate(list(blocks))
        if not np.all(np.isfinite(changes)):
            return none, "it is undefined if a certain subject or cluster is left out"
        if np.all(np.abs(changes) < ROUNDING):
            return none, "it does not change if any one of the subjects is left out"
        return spread_over_units(changes, self.patterns), None

    @cached_property
    def _slope_through_weights(self) -> FloatArray:
        """(P,) derivative through weights that depend on the data, by central differences.

        With many categories the differences are computed at some of them, evenly spread over the
        ranks, and interpolated: the derivative is a sum over ranks and changes little from one to
        the next.
        """
        counts = self.patterns.pairable_totals()
        used = np.flatnonzero(counts)
        knot_count = KNOTS if len(self.patterns) < MANY_PATTERNS else KNOTS // 3
        if used.size <= 2 * knot_count:
            knots = used
        else:
            levels = np.linspace(0, counts.sum(), knot_count)
            indices = np.searchsorted(np.cumsum(counts[used]), levels)
            knots = used[np.unique(np.minimum(indices, used.size - 1))]
        slopes = np.empty(knots.size)
        for j, k in enumerate(knots):
            step = min(counts[k] / 2, STEP * counts.sum())
            shift = np.zeros(counts.size)
            shift[k] = step
            high, low = (
                self._terms(Sums(self.patterns, self._weights_by(counts + s)))
                for s in (shift, -shift)
            )
            slopes[j] = (high.limit.value[0] - low.limit.value[0]) / (2 * step)
        ranks = self._weights_by(counts).points
        order = np.argsort(ranks[knots], kind="stable")
        gradient = np.interp(ranks, ranks[knots][order], slopes[order])
        return self.sums.tally(self.sums.paired).pull(gradient)

    def _weights_by(self, counts: FloatArray) -> Weights:
        return weights_for(self.scheme, self.patterns.scale, counts)

    def _follow_data(self, values: FloatArray, m: FloatArray) -> FloatArray:
        """Return values at fixed agreement weights, adapted to weights that depend on the data."""
        slope, observed = self._slope_through_weights, self.patterns.multiplicity
        change = (m @ slope) * self.patterns.n / m.sum(axis=1) - observed @ slope
        return np.asarray(np.minimum(values + change, 1.0))

    @cached_property
    def reason(self) -> str | None:
        """Reason why the value is undefined; None if it is defined."""
        if np.isfinite(self.value):
            return None
        if self.coefficient.spans:
            return self.coefficient.undefined
        paired = self.sums.total(self.sums.paired).value[0]
        if paired == 0:
            return "no subject has two or more ratings"
        if self.coefficient.numbers:
            return self.coefficient.undefined or "the ratings do not vary"
        used = np.flatnonzero(self.patterns.pairable_totals())
        if used.size == 1:
            label = show_label(self.patterns.scale.labels[int(used[0])])
            return f"every rating is {label!r}, so the agreement expected by chance is 1"
        if self.patterns.q < self.coefficient.at_least:
            return f"it needs {self.coefficient.at_least} categories"
        if self.coefficient.undefined:
            return self.coefficient.undefined
        return "the agreement expected by chance is 1"


def evaluations_of(
    coefficients: Iterable[Statistic],
    patterns: Patterns,
    weights: WeightsLike | None,
    options: Mapping[str, Any],
    shared: Sums | None = None,
) -> list[Evaluation]:
    """Return evaluations on one pattern table; those with the same weights share their sums.

    ``shared`` are sums with identity weights that were used before.
    """
    stated = None if weights is None else scheme_named(weights)
    sums: dict[tuple[str, bool], Sums] = {}
    if shared is not None:
        sums["identity", False] = shared
    evaluations = []
    for coefficient in coefficients:
        scheme = resolve_weights(coefficient, patterns.scale, stated)
        key = scheme.name, coefficient.directed and scheme.asymmetric
        evaluation = Evaluation(coefficient, patterns, scheme, options, sums.get(key))
        sums[key] = evaluation.sums
        evaluations.append(evaluation)
    return evaluations


def functional_values(evaluations: Sequence[Evaluation], m: FloatArray) -> FloatArray:
    """Return (K, B) values of coefficients at B weightings of a table, without small-sample terms.

    The evaluations share their sums. Agreement weights that depend on the data are adapted to each
    weighting to first order, which is much faster than computing them again.
    """
    sums = evaluations[0].sums
    assert all(e.sums is sums for e in evaluations)
    size = max(1, BATCH_CELLS // max(e.width for e in evaluations))
    blocks = []
    for start in range(0, len(m), size):
        block = sums.at(m[start : start + size])
        blocks.append([e._terms(block).limit.value for e in evaluations])
    values = np.concatenate(blocks, axis=1)
    if not evaluations[0].scheme.by_data:
        return values
    return np.stack([e._follow_data(row, m) for e, row in zip(evaluations, values, strict=True)])
