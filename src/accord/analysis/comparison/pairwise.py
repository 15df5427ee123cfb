"""Pairwise contrasts of the sides of a comparison, by each of the methods."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.analytic import degrees_of_freedom, over, square_root, standard_errors
from accord.inference.batches import batches
from accord.inference.bootstrap import resamples
from accord.inference.choice import large_sample, paired_draws
from accord.inference.contrast import (
    Contrast,
    by_draws,
    by_joint_draws,
    by_standard_error,
)
from accord.inference.differ import differ
from accord.inference.enumeration import sampled_moments
from accord.inference.joint import IndependentTerms, JointTerms, term_of_panel
from accord.inference.moments import permutation_moments
from accord.inference.paired import side_draws
from accord.inference.permutation import (
    difference_p_value,
    permuted_group_differences,
    permuted_panel_differences,
)
from accord.inference.results import Estimate, Tails
from accord.inference.tails import PosteriorTails, StudentTails, difference_range, two_sided
from accord.options import CompareOptions
from accord.statistics import COEFFICIENTS, Evaluation

__all__ = ["PairwiseContrasts", "Side"]

MANY_DRAWS, FEW_DRAWS = 10_000, 2_000  # default, and minimum where each draw is slow
STEPS = 10_000_000_000  # of all draws: more would take minutes
RESAMPLES = 3  # stream of random numbers


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A coefficient of one group, or of one panel of the common subjects."""

    label: str
    evaluation: Evaluation
    estimate: Estimate
    panel: Panel | None = None

    @property
    def patterns(self) -> Patterns:
        """Pattern table of this side."""
        return self.evaluation.patterns

    @property
    def undefined_reason(self) -> str | None:
        """Why the value or its standard error is undefined; None if both are defined."""
        if self.estimate.reason is not None:
            return self.estimate.reason
        table = self.patterns if self.panel is None else self.panel.table
        if degrees_of_freedom(table) < 1:
            what = "subject" if table.cluster is None else "cluster"
            return f"one {what} gives no standard error and no interval"
        return None


class PairwiseContrasts:
    """Contrasts of every pair of sides.

    Parameters
    ----------
    sides
        Two or more, either all of the same subjects (each with its panel) or all independent.
    plan
        Options of the comparison.
    seed
        Seed of all random draws.
    """

    def __init__(self, sides: Sequence[Side], plan: CompareOptions, seed: int) -> None:
        self.sides = list(sides)
        self.plan = plan
        self.seed = seed
        affordable = STEPS // sum(side.evaluation.work for side in self.sides)
        self.replicates = plan.replicates or self._draw_count(affordable)
        self.method = plan.method or self._default_method(affordable)
        if self.method == "dirichlet" and self._not_smooth:
            self.method = "influence"

    @property
    def common(self) -> Patterns | None:
        """Table of the common subjects; None for independent groups."""
        panel = self.sides[0].panel
        return None if panel is None else panel.table

    @property
    def draws(self) -> bool:
        """Whether anything is drawn at random."""
        missing = any(side.patterns.missing for side in self.sides)
        return self.method in ("dirichlet", "bootstrap", "permutation") or (
            self.method == "differ" and missing
        )

    def _draw_count(self, affordable: int) -> int:
        """Return the number of draws; for common subjects, as many as `evaluate` makes."""
        if self.common is not None and self.defined:
            return paired_draws([self.sides[k].evaluation for k in self.defined])
        return max(FEW_DRAWS, min(MANY_DRAWS, affordable))

    def _default_method(self, affordable: int) -> str:
        """Return draws for samples that are not large, if enough draws are affordable.

        Coefficients of one table are compared by influence values. They may be the same function
        there, or one may never be below the other, so that no draw has a difference of 0.
        """
        if len(self._groups_by_table()) < len(self.defined):
            return "influence"
        if self._not_smooth:
            return "influence"
        few = not large_sample([self.sides[k].evaluation for k in self.defined])
        return "dirichlet" if few and 10 * affordable >= FEW_DRAWS else "influence"

    @cached_property
    def _not_smooth(self) -> list[str]:
        """Labels of the sides whose coefficient is not smooth: draws of weights are invalid."""
        sides = (self.sides[k] for k in self.defined)
        return [side.label for side in sides if side.evaluation.not_smooth is not None]

    @cached_property
    def defined(self) -> list[int]:
        """Sides that have a value and a standard error."""
        return [k for k, side in enumerate(self.sides) if side.undefined_reason is None]

    # --- by influence values ---

    @cached_property
    def _terms(self) -> JointTerms | IndependentTerms:
        """The sides as terms of the table of the common subjects, or as independent groups."""
        if self.common is None:
            return IndependentTerms([side.evaluation for side in self.sides])
        terms = [term_of_panel(side.evaluation, side.panel) for side in self.sides if side.panel]
        return JointTerms(self.common, terms)

    # --- by draws ---

    @cached_property
    def _dirichlet(self) -> tuple[FloatArray, FloatArray]:
        """(K, B) draws of each side for the lower limit and for the upper; NaN if undefined."""
        low, high = (np.full((len(self.sides), self.replicates), np.nan) for _ in range(2))
        for members in self._groups_by_table():
            low[members], high[members] = side_draws(
                [self.sides[k].evaluation for k in members],
                self.sides[members[0]].panel,
                self._batches("draws"),
                self.replicates,
                self.seed,
                members[0],
            )
        return low, high

    def _groups_by_table(self) -> list[list[int]]:
        """Return the defined sides in groups that share a table."""
        groups: dict[int, list[int]] = {}
        for k in self.defined:
            groups.setdefault(id(self.sides[k].patterns), []).append(k)
        return list(groups.values())

    def _batches(self, what: str) -> Iterator[slice]:
        """Yield the spans of draws that are made at once."""
        widest = max(side.evaluation.width for side in self.sides)
        common = 0 if self.common is None else len(self.common)
        return batches(self.replicates, max(widest, common), self.plan.progress_of(what))

    @cached_property
    def _bootstrap(self) -> FloatArray:
        """(K, B) values of each side in resamples; common subjects are resampled together."""
        values = np.full((len(self.sides), self.replicates), np.nan)
        progress = self.plan.progress_of("bootstrap")
        together = [self.defined] if self.common is not None else [[k] for k in self.defined]
        for members in together:
            table = self.common or self.sides[members[0]].patterns
            done = 0
            rng = np.random.default_rng([self.seed, RESAMPLES, members[0]])
            for block in resamples(table, self.replicates, rng):
                span = slice(done, done + len(block))
                for k in members:
                    panel = self.sides[k].panel
                    weights = block if panel is None else panel.gather(block)
                    values[k, span] = self.sides[k].evaluation.at(weights)
                done += len(block)
                if progress is not None:
                    progress(done, self.replicates)
        return values

    # --- contrasts ---

    def variances(self) -> FloatArray:
        """Return the (K,) variances of the sides, of draws or by influence values."""
        if self.method == "dirichlet":
            low, high = self._dirichlet
            return np.asarray((low.var(axis=1) + high.var(axis=1)) / 2)
        return standard_errors(self._terms.covariance) ** 2 * self._large_sample

    @property
    def _large_sample(self) -> FloatArray:
        """(K,) factors that turn variances into those of large samples, if the method has them."""
        n = np.array([side.patterns.n for side in self.sides], dtype=np.float64)
        return 1 - 1 / n if self.method == "cicchetti_heavens" else np.ones(n.size)

    def contrast(self, i: int, j: int) -> Contrast:
        """Return the contrast of two defined sides."""
        by_method = {
            "influence": self._by_influence,
            "dirichlet": self._by_draws,
            "bootstrap": self._by_bootstrap,
            "permutation": self._by_permutation,
            "differ": self._by_differ,
            "cicchetti_heavens": self._by_cicchetti_heavens,
        }
        difference = self.sides[i].estimate.value - self.sides[j].estimate.value
        return by_method[self.method](i, j, difference)

    def _by_influence(self, i: int, j: int, difference: float) -> Contrast:
        se, df = self._terms.difference(i, j)
        notes: tuple[str, ...] = ()
        if self.plan.method == "dirichlet":
            notes = (
                f"{', '.join(self._not_smooth)}: some raters or pairs of raters have too few "
                "ratings for posterior draws, so the test uses jackknife influence values.",
            )
        pairs = None if self.common is None else df + 1
        return by_standard_error(
            difference, se, df, pairs=pairs, limits=self._range(i, j), notes=notes
        )

    def _range(self, i: int, j: int) -> tuple[float, float]:
        """Return the smallest and the largest possible difference of two sides."""
        return difference_range(self.sides[i].evaluation.range, self.sides[j].evaluation.range)

    def _by_draws(self, i: int, j: int, difference: float) -> Contrast:
        (low, high), (se, df) = self._dirichlet, self._terms.difference(i, j)
        same = self.sides[i].patterns is self.sides[j].patterns  # two coefficients of one panel
        contrast = by_joint_draws if same else by_draws
        sides = (low[i], high[i]), (low[j], high[j])
        df = df if self.sides[i].evaluation.coefficient.widened else math.inf
        return contrast(difference, *sides, se, df, self._range(i, j))

    def _by_bootstrap(self, i: int, j: int, difference: float) -> Contrast:
        drawn = self._bootstrap[i] - self._bootstrap[j]
        drawn = drawn[np.isfinite(drawn)]
        tails = PosteriorTails(
            difference, drawn, drawn, method="percentile", range=self._range(i, j)
        )
        se = float(drawn.std(ddof=1)) if drawn.size > 1 else math.nan
        lost = self.replicates - drawn.size
        notes = (
            (f"{lost} of {self.replicates} resamples are undefined and left out.",) if lost else ()
        )
        return self._contrast(difference, tails, se, math.inf, two_sided(tails), notes)

    def _by_permutation(self, i: int, j: int, difference: float) -> Contrast:
        one, other = self.sides[i], self.sides[j]
        progress = self.plan.progress_of("permutation")
        if one.panel is None or other.panel is None:
            permuted = permuted_group_differences(
                one.evaluation, other.evaluation, self.replicates, self.seed, progress
            )
        elif one.evaluation.coefficient is not other.evaluation.coefficient:
            raise UnsupportedError(
                "two different coefficients cannot be compared by permutation; use another method."
            )
        else:
            permuted = permuted_panel_differences(
                one.evaluation, one.panel, other.panel, self.replicates, self.seed, progress
            )
        se, df = self._terms.difference(i, j)
        tails = StudentTails(difference, se, df, range=self._range(i, j))
        p = difference_p_value(difference, permuted)
        note = "the p-value is by permutation, the interval by influence values."
        return self._contrast(difference, tails, se, df, p, (note,))

    def _by_differ(self, i: int, j: int, difference: float) -> Contrast:
        """Return Berry and Mielke's test, by the moments of both groups."""
        self._check_method()
        numbers: list[float] = []
        for k in (i, j):
            side, weights = self.sides[k], self.sides[k].evaluation.sums.weights
            moments = (
                sampled_moments(side.patterns, weights, self.replicates, self.seed + k)
                if side.patterns.missing
                else permutation_moments(
                    side.patterns, weights, progress=self.plan.progress_of("exact moments")
                )
            )
            numbers += [side.estimate.value, moments.mu, moments.variance, moments.skewness]
        se, df = self._terms.difference(i, j)
        tails = StudentTails(difference, se, df, range=self._range(i, j))
        if min(numbers[2], numbers[6]) == 0:  # a rater uses one category only
            note = "in one group δ has no variance under permutation, so DIFFER is undefined."
            nan = math.nan
            return self._contrast(difference, tails, se, math.inf, nan, (note,), statistic=nan)
        result = differ(*numbers, reading=self.plan.reading)
        return self._contrast(
            difference,
            tails,
            se,
            math.inf,
            result.p_value,
            (
                "DIFFER takes the variance under the hypothesis of no agreement; the interval is "
                "by influence values, which do not assume this.",
            ),
            statistic=result.t,
        )

    def _by_cicchetti_heavens(self, i: int, j: int, difference: float) -> Contrast:
        """Return the z test with the large-sample standard errors of Fleiss, Cohen and Everitt."""
        self._check_method()
        tables = [self.sides[k].patterns for k in (i, j)]
        se = square_root(float(self.variances()[[i, j]].sum()))
        tails = StudentTails(difference, se, method="normal", range=self._range(i, j))
        few, enough = min(table.n for table in tables), 3 * tables[0].q ** 2
        notes = (
            (f"Cicchetti and Heavens require 3q² = {enough} subjects; there are {few}.",)
            if few < enough
            else ()
        )
        return self._contrast(difference, tails, se, math.inf, two_sided(tails), notes)

    def _contrast(
        self,
        difference: float,
        tails: Tails,
        se: float,
        df: float,
        p_value: float,
        notes: tuple[str, ...] = (),
        statistic: float | None = None,
    ) -> Contrast:
        ratio = over(difference, se) if statistic is None else statistic
        return Contrast(difference, se, df, tails, p_value, self.method, ratio, notes)

    def _check_method(self) -> None:
        """Raise an error where a classical test is not defined."""
        for side in self.sides:
            if self.method not in side.evaluation.coefficient.tests:
                names = [e.name for e in COEFFICIENTS.values() if self.method in e.tests]
                raise UnsupportedError(f"method {self.method} is for {', '.join(names)} only.")
        if self.common is not None:
            raise UnsupportedError(f"method {self.method} is for independent groups only.")
