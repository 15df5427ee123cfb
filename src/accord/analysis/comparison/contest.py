"""Sides of a comparison, and what is known about the difference of any two of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference import (
    PosteriorTails,
    StudentTails,
    batches,
    covariance,
    differ,
    difference_p_value,
    difference_range,
    permutation_moments,
    permuted_group_differences,
    permuted_panel_differences,
    resamples,
    sampled_moments,
    side_draws,
    standard_errors,
    two_sided,
)
from accord.inference.analytic import degrees_of_freedom, small_sample
from accord.inference.choice import large_sample, paired_draws
from accord.inference.contrast import (
    Contrast,
    by_draws,
    by_joint_draws,
    by_standard_error,
)
from accord.inference.results import Estimate, Tails
from accord.options import CompareOptions
from accord.statistics import COEFFICIENTS, Evaluation

__all__ = ["Contest", "Side"]

MANY_DRAWS, FEW_DRAWS = 10_000, 2_000  # as a rule, and where each takes long
STEPS = 10_000_000_000  # draws are made fewer, lest they take minutes
RESAMPLES = 3  # stream of random numbers


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One of the things compared: a coefficient on a group, or on a panel of the same subjects."""

    label: str
    evaluation: Evaluation
    estimate: Estimate
    panel: Panel | None = None

    @property
    def patterns(self) -> Patterns:
        """Its pattern table."""
        return self.evaluation.patterns

    @property
    def unknown(self) -> str | None:
        """Why nothing can be said about its value; None if something can."""
        if self.estimate.reason is not None:
            return self.estimate.reason
        table = self.patterns if self.panel is None else self.panel.whole
        if degrees_of_freedom(table) < 1:
            what = "subject" if table.cluster is None else "cluster"
            return f"one {what} gives no standard error and no interval"
        return None


class Contest:
    """Sides that are compared pair by pair.

    Parameters
    ----------
    sides
        At least two, all of the same subjects (each with its panel) or each of its own.
    plan
        How to compare them.
    seed
        Of whatever is drawn.
    """

    def __init__(self, sides: Sequence[Side], plan: CompareOptions, seed: int) -> None:
        self.sides = list(sides)
        self.plan = plan
        self.seed = seed
        affordable = STEPS // sum(side.evaluation.work for side in self.sides)
        self.replicates = plan.replicates or self._draw_count(affordable)
        self.method = plan.method or self._suited(affordable)
        if self.method == "dirichlet" and self._not_smooth:
            self.method = "influence"

    @property
    def whole(self) -> Patterns | None:
        """Table of the common subjects; None for independent groups."""
        panel = self.sides[0].panel
        return None if panel is None else panel.whole

    @property
    def draws(self) -> bool:
        """Whether anything is drawn at random."""
        gaps = any(side.patterns.missing for side in self.sides)
        return self.method in ("dirichlet", "bootstrap", "permutation") or (
            self.method == "differ" and gaps
        )

    def _draw_count(self, affordable: int) -> int:
        """Number of draws; of the same subjects as many as `evaluate` makes."""
        if self.whole is not None and self._known:
            return paired_draws([self.sides[k].evaluation for k in self._known])
        return max(FEW_DRAWS, min(MANY_DRAWS, affordable))

    def _suited(self, affordable: int) -> str:
        """Draws for samples that are not large, where they can be afforded at all.

        Not for coefficients of one table, which may be the same function there, and one never
        below the other: draws know no difference of 0 then.
        """
        if len(list(self._of_one_table())) < len(self._known):
            return "influence"
        if self._not_smooth:
            return "influence"
        few = not large_sample([self.sides[k].evaluation for k in self._known])
        return "dirichlet" if few and 10 * affordable >= FEW_DRAWS else "influence"

    @cached_property
    def _not_smooth(self) -> list[str]:
        """Sides whose coefficient is not smooth, so that draws of weights are not valid."""
        sides = (self.sides[k] for k in self._known)
        return [side.label for side in sides if side.evaluation.not_smooth is not None]

    def _stream(self, *key: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, *key])

    @cached_property
    def _known(self) -> list[int]:
        """Sides about which something can be said."""
        return [k for k, side in enumerate(self.sides) if side.unknown is None]

    # --- by influence values ---

    @cached_property
    def covariance(self) -> FloatArray:
        """(K, K) covariance of the sides, by (joint) influence values; NaN where undefined."""
        if self.whole is None:
            return np.diag([_variance(side.evaluation) for side in self.sides])
        rows = np.full((len(self.sides), len(self.whole)), np.nan)
        for k in self._known:
            panel = self.sides[k].panel
            assert panel is not None
            rows[k] = panel.spread(self.sides[k].evaluation.influence)
        return covariance(rows, self.whole)  # of large samples: see _student

    def _student(self, i: int, j: int) -> tuple[float, float]:
        """Standard error of a difference, and its degrees of freedom (Welch and Satterthwaite)."""
        v = self.covariance
        variance = float(v[i, i] + v[j, j] - 2 * v[i, j])
        if self.whole is not None:
            used, paired = self._units(i, j)
            return _root(variance * small_sample(used)), paired - 1
        se = _root(variance)
        parts = [(float(v[k, k]), degrees_of_freedom(self.sides[k].patterns)) for k in (i, j)]
        spread = sum(part**2 / df for part, df in parts)
        return se, variance**2 / spread if spread > 0 else min(df for _, df in parts)

    def _units(self, i: int, j: int) -> tuple[float, float]:
        """Common subjects, or clusters, that one side or the other uses; and those with a pair.

        A side uses the subjects that its panel rated, or, if its coefficient needs pairs only,
        those that its panel rated twice or more.
        """
        assert self.whole is not None
        used, paired = (np.zeros(len(self.whole), dtype=bool) for _ in range(2))
        for k in (i, j):
            panel, evaluation = self.sides[k].panel, self.sides[k].evaluation
            assert panel is not None
            own = np.append(panel.patterns.ratings_each, 0)[panel.place]
            used |= own >= (2 if evaluation.coefficient.pairable_only else 1)
            paired |= own >= 2
        return self._counted(used), self._counted(paired)

    def _counted(self, chosen: npt.NDArray[np.bool_]) -> float:
        assert self.whole is not None
        if self.whole.cluster is not None:
            return float(np.unique(self.whole.cluster[chosen]).size)
        return float(self.whole.multiplicity[chosen].sum())

    # --- by draws ---

    @cached_property
    def _dirichlet(self) -> tuple[FloatArray, FloatArray]:
        """(K, B) draws of each side for low claims and for high ones; NaN where undefined."""
        low, high = (np.full((len(self.sides), self.replicates), np.nan) for _ in range(2))
        for members in self._of_one_table():
            low[members], high[members] = side_draws(
                [self.sides[k].evaluation for k in members],
                self.sides[members[0]].panel,
                self._batches("draws"),
                self.replicates,
                self.seed,
                members[0],
            )
        return low, high

    def _of_one_table(self) -> Iterator[list[int]]:
        """Sides about which something can be said, those on the same table together."""
        groups: list[list[int]] = []
        for k in self._known:
            for group in groups:
                if self.sides[group[0]].patterns is self.sides[k].patterns:
                    group.append(k)
                    break
            else:
                groups.append([k])
        yield from groups

    def _batches(self, what: str) -> Iterator[slice]:
        widest = max(side.evaluation.width for side in self.sides)
        common = 0 if self.whole is None else len(self.whole)
        return batches(self.replicates, max(widest, common), self.plan.progress_of(what))

    @cached_property
    def _bootstrap(self) -> FloatArray:
        """(K, B) values of each side in resamples; common subjects are drawn together."""
        values = np.full((len(self.sides), self.replicates), np.nan)
        told = self.plan.progress_of("bootstrap")
        together = [self._known] if self.whole is not None else [[k] for k in self._known]
        for members in together:
            table = self.whole or self.sides[members[0]].patterns
            done = 0
            rng = self._stream(RESAMPLES, members[0])
            for block in resamples(table, self.replicates, rng):
                span = slice(done, done + len(block))
                for k in members:
                    panel = self.sides[k].panel
                    own = block if panel is None else panel.gather(block)
                    values[k, span] = self.sides[k].evaluation.at(own)
                done += len(block)
                if told is not None:
                    told(done, self.replicates)
        return values

    # --- findings ---

    def variances(self) -> FloatArray:
        """(K,) variance of each side: of its draws, or by influence values; dust is 0."""
        if self.method == "dirichlet":
            low, high = self._dirichlet
            return np.asarray((low.var(axis=1) + high.var(axis=1)) / 2)
        return standard_errors(self.covariance) ** 2 * self._large_sample

    @property
    def _large_sample(self) -> FloatArray:
        """(K,) factors that make variances those of large samples, where these are meant."""
        n = np.array([side.patterns.n for side in self.sides], dtype=np.float64)
        return 1 - 1 / n if self.method == "cicchetti_heavens" else np.ones(n.size)

    def finding(self, i: int, j: int) -> Contrast:
        """What is known about the difference of two sides about which something is known."""
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
        se, df = self._student(i, j)
        notes: tuple[str, ...] = ()
        if self.plan.method == "dirichlet":
            notes = (
                f"{', '.join(self._not_smooth)}: raters or pairs of raters have few ratings, where "
                "Dirichlet draws are not valid; the test is by jackknife influence values.",
            )
        pairs = None if self.whole is None else df + 1
        return by_standard_error(
            difference, se, df, pairs=pairs, limits=self._range(i, j), notes=notes
        )

    def _range(self, i: int, j: int) -> tuple[float, float]:
        """Smallest and largest difference that two sides can have."""
        return difference_range(self.sides[i].evaluation.range, self.sides[j].evaluation.range)

    def _by_draws(self, i: int, j: int, difference: float) -> Contrast:
        (low, high), (se, df) = self._dirichlet, self._student(i, j)
        same = self.sides[i].patterns is self.sides[j].patterns  # two coefficients of one panel
        contrast = by_joint_draws if same else by_draws
        sides = (low[i], high[i]), (low[j], high[j])
        return contrast(difference, *sides, se, df, self._range(i, j))

    def _by_bootstrap(self, i: int, j: int, difference: float) -> Contrast:
        drawn = _finite(self._bootstrap[i] - self._bootstrap[j])
        tails = PosteriorTails(
            difference, drawn, drawn, method="percentile", range=self._range(i, j)
        )
        se = float(drawn.std(ddof=1)) if drawn.size > 1 else math.nan
        lost = self.replicates - drawn.size
        notes = (
            (f"{lost} of {self.replicates} resamples are undefined and left out.",) if lost else ()
        )
        return self._found(difference, tails, se, math.inf, two_sided(tails), notes)

    def _by_permutation(self, i: int, j: int, difference: float) -> Contrast:
        one, other = self.sides[i], self.sides[j]
        told = self.plan.progress_of("permutation")
        if one.panel is None or other.panel is None:
            shuffled = permuted_group_differences(
                one.evaluation, other.evaluation, self.replicates, self.seed, told
            )
        elif one.evaluation.coefficient is not other.evaluation.coefficient:
            raise UnsupportedError(
                "two different coefficients cannot change places; use another method."
            )
        else:
            shuffled = permuted_panel_differences(
                one.evaluation, one.panel, other.panel, self.replicates, self.seed, told
            )
        se, df = self._student(i, j)
        tails = StudentTails(difference, se, df, range=self._range(i, j))
        p = difference_p_value(difference, shuffled)
        note = "the p-value is by permutation, the interval by influence values."
        return self._found(difference, tails, se, df, p, (note,))

    def _by_differ(self, i: int, j: int, difference: float) -> Contrast:
        """Berry and Mielke's test, from the moments of both groups."""
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
        se, df = self._student(i, j)
        tails = StudentTails(difference, se, df, range=self._range(i, j))
        if min(numbers[2], numbers[6]) == 0:  # a rater who always says the same
            note = "in one group δ cannot vary, so DIFFER has no distribution to go by."
            nan = math.nan
            return self._found(difference, tails, se, math.inf, nan, (note,), statistic=nan)
        found = differ(*numbers, reading=self.plan.reading)
        return self._found(
            difference,
            tails,
            se,
            math.inf,
            found.p_value,
            (
                "DIFFER's variance is that of raters who do not agree at all; the interval is by "
                "influence values, which allow for agreement.",
            ),
            statistic=found.t,
        )

    def _by_cicchetti_heavens(self, i: int, j: int, difference: float) -> Contrast:
        """Z test with the large-sample errors of Fleiss, Cohen and Everitt."""
        self._check_method()
        tables = [self.sides[k].patterns for k in (i, j)]
        se = _root(float(self.variances()[[i, j]].sum()))
        tails = StudentTails(difference, se, method="normal", range=self._range(i, j))
        few, enough = min(table.n for table in tables), 3 * tables[0].q ** 2
        notes = (
            (f"Cicchetti and Heavens ask for 3q² = {enough} subjects; there are {few}.",)
            if few < enough
            else ()
        )
        return self._found(difference, tails, se, math.inf, two_sided(tails), notes)

    def _found(
        self,
        difference: float,
        tails: Tails,
        se: float,
        df: float,
        p_value: float,
        notes: tuple[str, ...] = (),
        statistic: float | None = None,
    ) -> Contrast:
        ratio = _ratio(difference, se) if statistic is None else statistic
        return Contrast(difference, se, df, tails, p_value, self.method, ratio, notes)

    def _check_method(self) -> None:
        """Refuse a classical test where it is not defined."""
        for side in self.sides:
            if self.method not in side.evaluation.coefficient.tests:
                names = [e.name for e in COEFFICIENTS.values() if self.method in e.tests]
                raise UnsupportedError(f"method {self.method} is for {', '.join(names)} only.")
        if self.whole is not None:
            raise UnsupportedError(f"method {self.method} is for independent groups only.")


def _variance(evaluation: Evaluation) -> float:
    """Variance of one estimate, by influence values; NaN if it is undefined."""
    if not np.isfinite(evaluation.value):
        return math.nan
    influence = evaluation.influence[None]
    return float(covariance(influence, evaluation.patterns, evaluation.units)[0, 0])


def _root(variance: float) -> float:
    """Standard error; what is only rounding is 0."""
    return float(standard_errors(np.array([[variance]]))[0])


def _ratio(difference: float, se: float) -> float:
    return difference / se if se > 0 else math.nan


def _finite(drawn: FloatArray) -> FloatArray:
    return drawn[np.isfinite(drawn)]
