"""A coefficient put to a pattern table: its value at any weightings, and its influence values."""

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

STEP = 1e-5  # relative step of the numerical derivative in counts that data-bound weights follow
KNOTS = 48  # categories at which it is taken, where there are more than twice as many
MANY_PATTERNS = 200_000
DUST = 1e-12  # a change of a value that is only rounding
MOST_LEFT_OUT = 50_000_000  # steps of all leave-one-out values: about two seconds
BATCH_CELLS = 4_000_000  # (B, P) weightings are evaluated in blocks of about this many cells


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
        Options of the coefficient's own.
    sums
        Sums of the same patterns and weights, where another evaluation has made it already.
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
        """The same coefficient on other patterns."""
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
        return self.coefficient.title_with(self.scheme, level, several=scale.several)

    @cached_property
    def range(self) -> tuple[float, float]:
        """Smallest and largest value that the coefficient can take.

        With missing ratings a kappa may fall below its floor, because pairs and margins are then
        of different subjects; the range always includes the value.
        """
        return min(self.coefficient.floor(self.sums), self.value), 1.0

    @property
    def subjects(self) -> float:
        """Number of subjects that the coefficient uses."""
        return self.patterns.n_paired if self.coefficient.pairable_only else self.patterns.n

    @property
    def units(self) -> float:
        """Number of subjects, or of clusters, that the coefficient uses."""
        if self.patterns.cluster is None:
            return self.subjects
        paired_only = self.coefficient.pairable_only
        return self.patterns.paired_units if paired_only else self.patterns.clusters

    def at(self, m: FloatArray, *, functional: bool = False) -> FloatArray:
        """(B,) values at B weightings (B, P) of the patterns.

        With ``functional`` without their small-sample terms.
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
        """Shares of categories in the ratings of each rater, where these are used; else 0."""
        return self.patterns.r * self.patterns.q if self.coefficient.needs_identity else 0

    @cached_property
    def width(self) -> int:
        """Numbers that one weighting takes at the widest."""
        r, q = self.patterns.r, self.patterns.q
        tables = self.marginal_shares or q
        pairs = 0
        if self.coefficient.by_pairs:
            pairs = min(r * (r - 1) // 2, rating_pairs(self.patterns)) * q
        return max(1, len(self.patterns), tables, pairs)

    @property
    def work(self) -> int:
        """Steps that one weighting takes, about."""
        tables = self.marginal_shares or self.patterns.q
        return self.width + tables * (1 + self.sums.weights.steps // 32)

    @cached_property
    def not_smooth(self) -> str | None:
        """Why the coefficient is not a smooth function of these subjects; None if it is."""
        return self.coefficient.not_smooth(self.sums)

    @cached_property
    def influence(self) -> FloatArray:
        """(P,) influence values: linearised, or of the delete-one jackknife.

        The latter where the coefficient is not smooth; NaN where there are none, for which
        `no_influence` gives the reason.
        """
        return self.linearised if self.not_smooth is None else self._jackknife[0]

    @cached_property
    def linearised(self) -> FloatArray:
        """(P,) n times the slope of the coefficient in each pattern."""
        with np.errstate(invalid="ignore", divide="ignore"):
            slope = self.terms.limit.slope
            if self.scheme.by_data:
                slope = slope + self._slope_through_weights
        return np.asarray(self.patterns.n * slope)

    @property
    def no_influence(self) -> str | None:
        """Why a coefficient that is not smooth has no influence values; None if it has."""
        return None if self.not_smooth is None else self._jackknife[1]

    @cached_property
    def _jackknife(self) -> tuple[FloatArray, str | None]:
        """(P,) influence values by leaving out one unit at a time, or NaN and the reason."""
        none = np.full(len(self.patterns), np.nan)
        units = unit_counts(self.patterns).size
        if np.any(self.patterns.multiplicity % 1):
            return none, "the jackknife leaves out whole subjects, and counts are not whole numbers"
        if units * self.width > MOST_LEFT_OUT:
            return none, (
                f"the jackknife would leave out each of {units:,} distinct subjects or clusters, "
                "which is out of proportion here; se='jackknife' computes it"
            )
        blocks = (self.at(block, functional=True) for block in leave_one_out(self.patterns))
        changes = self.terms.limit.value[0] - np.concatenate(list(blocks))
        if not np.all(np.isfinite(changes)):
            return none, "it is undefined without one of the subjects or clusters"
        if np.all(np.abs(changes) < DUST):
            return none, "it is the same without any one of the subjects, which shows no variation"
        return spread_over_units(changes, self.patterns), None

    @cached_property
    def _slope_through_weights(self) -> FloatArray:
        """Slope due to weights that move with the data: by central differences in the counts.

        With many categories at some of them only, evenly spread over the ranks, and in between by
        interpolation: the derivative is a sum over ranks and changes little from one to the next.
        """
        counts = self.patterns.pairable_totals()
        used = np.flatnonzero(counts)
        most = KNOTS if len(self.patterns) < MANY_PATTERNS else KNOTS // 3
        if used.size <= 2 * most:
            knots = used
        else:
            places = np.searchsorted(np.cumsum(counts[used]), np.linspace(0, counts.sum(), most))
            knots = used[np.unique(np.minimum(places, used.size - 1))]
        slopes = np.empty(knots.size)
        for place, k in enumerate(knots):
            step = min(counts[k] / 2, STEP * counts.sum())
            shift = np.zeros(counts.size)
            shift[k] = step
            high, low = (
                self._terms(Sums(self.patterns, self._weights_by(counts + s)))
                for s in (shift, -shift)
            )
            slopes[place] = (high.limit.value[0] - low.limit.value[0]) / (2 * step)
        ranks = self._weights_by(counts).points
        order = np.argsort(ranks[knots], kind="stable")
        gradient = np.interp(ranks, ranks[knots][order], slopes[order])
        return self.sums.tally(self.sums.paired).pull(gradient)

    def _weights_by(self, counts: FloatArray) -> Weights:
        return weights_for(self.scheme, self.patterns.scale, counts)

    def _moved(self, values: FloatArray, m: FloatArray) -> FloatArray:
        """Values at fixed weights, as weights that follow the data would have them."""
        slope, seen = self._slope_through_weights, self.patterns.multiplicity
        moved = (m @ slope) * self.patterns.n / m.sum(axis=1) - seen @ slope
        return np.asarray(np.minimum(values + moved, 1.0))

    @cached_property
    def reason(self) -> str | None:
        """Why the value is undefined; None if it is defined."""
        if np.isfinite(self.value):
            return None
        paired = self.sums.total(self.sums.paired).value[0]
        if paired == 0:
            return "no subject has two or more ratings"
        used = np.flatnonzero(self.patterns.pairable_totals())
        if used.size == 1:
            label = show_label(self.patterns.scale.labels[int(used[0])])
            return (
                f"every rating is {label!r}: agreement expected by chance is already complete, so "
                "there is nothing left to measure"
            )
        if self.patterns.q < self.coefficient.at_least:
            return f"it needs {self.coefficient.at_least} categories"
        if self.coefficient.undefined:
            return self.coefficient.undefined
        return "agreement expected by chance is complete, so there is nothing left to measure"


def evaluations_of(
    coefficients: Iterable[Statistic],
    patterns: Patterns,
    weights: WeightsLike | None,
    options: Mapping[str, Any],
) -> list[Evaluation]:
    """Evaluate coefficients on one pattern table; those with the same weights share their sums."""
    stated = None if weights is None else scheme_named(weights)
    sums: dict[tuple[str, bool], Sums] = {}
    evaluations = []
    for coefficient in coefficients:
        scheme = resolve_weights(coefficient, patterns.scale, stated)
        key = scheme.name, coefficient.directed and scheme.asymmetric
        evaluation = Evaluation(coefficient, patterns, scheme, options, sums.get(key))
        sums[key] = evaluation.sums
        evaluations.append(evaluation)
    return evaluations


def functional_values(evaluations: Sequence[Evaluation], m: FloatArray) -> FloatArray:
    """(K, B) values of coefficients on one table at B weightings, without small-sample terms.

    Fast: what several of them need is worked out once, and weights that move with the data follow
    to first order, in place of being made anew.
    """
    sums = evaluations[0].sums
    assert all(e.sums is sums for e in evaluations)
    size = max(1, BATCH_CELLS // max(e.width for e in evaluations))
    blocks = []
    for start in range(0, len(m), size):
        here = sums.at(m[start : start + size])
        blocks.append([e._terms(here).limit.value for e in evaluations])
    values = np.concatenate(blocks, axis=1)
    if not evaluations[0].scheme.by_data:
        return values
    return np.stack([e._moved(row, m) for e, row in zip(evaluations, values, strict=True)])
