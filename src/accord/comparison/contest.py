"""Sides of a comparison, and what is known about the difference of any two of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from accord.coefficients import Evaluation
from accord.errors import OptionError, UnsupportedError
from accord.inference import (
    Dirichlet,
    DrawnTails,
    StudentTails,
    Tails,
    covariance,
    dealt_differences,
    differ,
    gamma_weights,
    moments_of,
    permutation_moments,
    resamples,
    sample_delta,
    shuffle_p_value,
    standard_errors,
    swapped_differences,
    two_sided,
)
from accord.inference.analytic import degrees_of_freedom
from accord.pairing import Panel
from accord.patterns import Patterns
from accord.results import Estimate
from accord.scale import FloatArray

__all__ = ["METHODS", "Contest", "Finding", "Plan", "Side"]

METHODS = (
    "dirichlet",
    "influence",
    "bootstrap",
    "permutation",
    "differ",
    "cicchetti_heavens",
)
DRAWN = ("dirichlet", "bootstrap", "permutation")
LARGE = 2_000  # from so many subjects on, influence values tell all there is to know
COSTLY = 400_000_000  # numbers that draws may take, lest they take minutes
CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How a comparison is made; see `compare` for the meaning of each."""

    method: str | None = None
    margin: float | None = None
    confidence: float = 0.95
    seed: int | None = None
    replicates: int = 10_000
    reading: str = "printed"
    progress: Callable[[str, int, int], None] | None = None

    def __post_init__(self) -> None:
        if self.method is not None and self.method not in METHODS:
            raise OptionError(f"method {self.method!r} is not one of {', '.join(METHODS)}.")
        if self.margin is not None and not 0 < self.margin < math.inf:
            raise OptionError(f"the margin is {self.margin:g}; it must be above 0, as .05 is.")
        if not 0 < self.confidence < 1:
            raise OptionError(
                f"confidence is {self.confidence:g}; it must lie between 0 and 1, as .95 does."
            )
        if self.replicates != int(self.replicates) or self.replicates < 100:
            raise OptionError(f"replicates is {self.replicates}; 100 or more are needed.")
        if self.seed is not None and self.seed < 0:
            raise OptionError(f"the seed is {self.seed}; it must be 0 or more.")

    def told(self, what: str) -> Callable[[int, int], None] | None:
        """Progress of one piece of work."""
        tell = self.progress
        return None if tell is None else lambda done, total: tell(what, done, total)


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


@dataclass(frozen=True, slots=True)
class Finding:
    """What a method found about one difference."""

    tails: Tails
    se: float
    statistic: float
    df: float
    p_value: float
    notes: tuple[str, ...] = field(default=())


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

    def __init__(self, sides: Sequence[Side], plan: Plan, seed: int) -> None:
        self.sides = list(sides)
        self.plan = plan
        self.seed = seed
        self.method = plan.method or self._suited()

    @property
    def whole(self) -> Patterns | None:
        """Table of the common subjects; None for independent groups."""
        panel = self.sides[0].panel
        return None if panel is None else panel.whole

    def _suited(self) -> str:
        tables = [side.patterns for side in self.sides] if self.whole is None else [self.whole]
        few = min(table.n for table in tables) < LARGE
        many = max(side.evaluation.width for side in self.sides)
        schemes = [side.evaluation.scheme for side in self.sides]
        if any(scheme.by_data for scheme in schemes):
            many *= 20  # weights are made anew for every draw
        cheap = many * self.plan.replicates <= COSTLY
        return "dirichlet" if few and cheap else "influence"

    # --- influence values ---

    @cached_property
    def covariance(self) -> FloatArray:
        """(K, K) covariance of the sides, by (joint) influence values."""
        if self.whole is None:
            variances = [_variance(side.evaluation) for side in self.sides]
            return np.diag(variances)
        rows = []
        for side in self.sides:
            assert side.panel is not None
            rows.append(side.panel.spread(side.evaluation.influence))
        return covariance(np.stack(rows), self.whole)

    def student(self, i: int, j: int) -> tuple[float, float]:
        """Standard error of a difference, and its degrees of freedom."""
        v = self.covariance
        variance = float(v[i, i] + v[j, j] - 2 * v[i, j])
        se = float(standard_errors(np.array([[variance]]))[0])
        if self.whole is not None:
            return se, degrees_of_freedom(self.whole)
        parts = [(float(v[k, k]), degrees_of_freedom(self.sides[k].patterns)) for k in (i, j)]
        spread = sum(part**2 / df for part, df in parts if df > 0)
        return se, variance**2 / spread if spread > 0 else min(df for _, df in parts)

    # --- draws ---

    @cached_property
    def _dirichlet(self) -> tuple[FloatArray, FloatArray]:
        """(K, B) draws of each side for low claims and for high ones."""
        rng = np.random.default_rng(self.seed)
        low, high = (np.empty((len(self.sides), self.plan.replicates)) for _ in range(2))
        for members in self._shared():
            evaluations = [self.sides[k].evaluation for k in members]
            drawn = Dirichlet(evaluations, self.seed)
            stream = np.random.default_rng([self.seed, 0 if self.whole is not None else members[0]])
            done = 0
            for size in self._sizes("draws"):
                weights = self._weights(members[0], size, stream)
                span = slice(done, done + size)
                low[members, span], high[members, span] = drawn.at(weights, rng)
                done += size
        return low, high

    def _weights(self, k: int, size: int, stream: np.random.Generator) -> FloatArray:
        """(B, P) gamma weights of a side's patterns; those of common subjects are the same."""
        panel = self.sides[k].panel
        if panel is None:
            return gamma_weights(self.sides[k].patterns, size, stream)
        return panel.gather(gamma_weights(panel.whole, size, stream))

    def _shared(self) -> Iterator[list[int]]:
        """Sides that stand on one pattern table and one set of weights."""
        groups: dict[tuple[int, str], list[int]] = {}
        for k, side in enumerate(self.sides):
            groups.setdefault((id(side.patterns), side.evaluation.scheme.name), []).append(k)
        yield from groups.values()

    def _sizes(self, what: str) -> Iterator[int]:
        widest = max(side.evaluation.width for side in self.sides)
        if self.whole is not None:
            widest = max(widest, len(self.whole))
        step = max(1, CELLS // widest)
        told = self.plan.told(what)
        for start in range(0, self.plan.replicates, step):
            yield min(step, self.plan.replicates - start)
            if told is not None:
                told(min(start + step, self.plan.replicates), self.plan.replicates)

    @cached_property
    def _bootstrap(self) -> FloatArray:
        """(K, B) values of each side in resamples; common subjects are drawn together."""
        values = np.empty((len(self.sides), self.plan.replicates))
        tables = (
            [(k, side.patterns) for k, side in enumerate(self.sides)]
            if self.whole is None
            else [(None, self.whole)]
        )
        for only, table in tables:
            rng = np.random.default_rng([self.seed, only or 0])
            done = 0
            for block in resamples(table, self.plan.replicates, rng):
                span = slice(done, done + len(block))
                for k, side in enumerate(self.sides):
                    if only is None:
                        assert side.panel is not None
                        values[k, span] = side.evaluation.at(side.panel.gather(block))
                    elif only == k:
                        values[k, span] = side.evaluation.at(block)
                done += len(block)
        return values

    # --- findings ---

    def variances(self) -> FloatArray:
        """(K,) variance of each side: of its draws, or by influence values."""
        if self.method == "dirichlet":
            low, high = self._dirichlet
            return np.asarray((low.var(axis=1) + high.var(axis=1)) / 2)
        if self.method == "bootstrap":
            return np.asarray(np.nanvar(self._bootstrap, axis=1))
        return np.diag(self.covariance)

    def finding(self, i: int, j: int) -> Finding:
        """What is known about the difference of two sides that are both defined."""
        difference = self.sides[i].estimate.value - self.sides[j].estimate.value
        se, df = self.student(i, j)
        tails: Tails = StudentTails(difference, se, df)
        p = two_sided(tails)
        notes: list[str] = []
        statistic = difference / se if se > 0 else math.nan
        if self.method == "dirichlet":
            tails = self._dirichlet_tails(i, j, difference, df)
            p = two_sided(tails)
        elif self.method == "bootstrap":
            drawn = self._bootstrap[i] - self._bootstrap[j]
            drawn = drawn[np.isfinite(drawn)]
            tails = DrawnTails(difference, drawn, drawn, method="percentile")
            se = float(drawn.std(ddof=1)) if drawn.size > 1 else math.nan
            statistic = difference / se if se > 0 else math.nan
            p = two_sided(tails)
            if drawn.size < self.plan.replicates:
                notes.append(
                    f"{self.plan.replicates - drawn.size} of {self.plan.replicates} resamples are "
                    "undefined and left out."
                )
        elif self.method == "permutation":
            p = shuffle_p_value(difference, self._shuffled(i, j))
            notes.append("the p-value is by permutation, the interval by influence values.")
        elif self.method == "differ":
            return self._differ(i, j, difference, se, df)
        elif self.method == "cicchetti_heavens":
            return self._cicchetti_heavens(i, j, difference)
        return Finding(tails, se, statistic, df, p, tuple(notes))

    def _dirichlet_tails(self, i: int, j: int, difference: float, df: float) -> DrawnTails:
        low, high = self._dirichlet
        if self.sides[i].patterns is self.sides[j].patterns:  # two coefficients of one panel
            drawn = np.concatenate([low[i] - low[j], high[i] - high[j]])
            return DrawnTails(difference, _finite(drawn), _finite(drawn), df)
        return DrawnTails(difference, _finite(low[i] - high[j]), _finite(high[i] - low[j]), df)

    def _shuffled(self, i: int, j: int) -> FloatArray:
        one, other = self.sides[i], self.sides[j]
        replicates, told = self.plan.replicates, self.plan.told("permutation")
        if one.panel is None or other.panel is None:
            return dealt_differences(one.evaluation, other.evaluation, replicates, self.seed, told)
        if one.evaluation.coefficient is not other.evaluation.coefficient:
            raise UnsupportedError(
                "two different coefficients cannot change places; use another method."
            )
        return swapped_differences(
            (one.evaluation, one.panel),
            (other.evaluation, other.panel),
            replicates,
            self.seed,
            told,
        )

    def _differ(self, i: int, j: int, difference: float, se: float, df: float) -> Finding:
        """Berry and Mielke's test, from the moments of both groups."""
        self._only("berry_mielke", "differ")
        numbers: list[float] = []
        for side in (self.sides[i], self.sides[j]):
            weights = side.evaluation.table.weights
            if side.patterns.missing:
                values = sample_delta(side.patterns, weights, self.plan.replicates, self.seed)
                moments = moments_of(values, side.patterns, weights)
            else:
                moments = permutation_moments(
                    side.patterns, weights, progress=self.plan.told("exact moments")
                )
            numbers += [side.estimate.value, moments.mu, moments.variance, moments.skewness]
        found = differ(*numbers, reading=self.plan.reading)
        notes = (
            "DIFFER's variance is that of raters who do not agree at all; the interval is by "
            "influence values, which allow for agreement.",
        )
        return Finding(
            StudentTails(difference, se, df), se, found.t, math.inf, found.p_value, notes
        )

    def _cicchetti_heavens(self, i: int, j: int, difference: float) -> Finding:
        """Z test with the large-sample errors of Fleiss, Cohen and Everitt."""
        self._only("cohen_kappa", "cicchetti_heavens")
        variance = sum(
            _variance(self.sides[k].evaluation) * (1 - 1 / self.sides[k].patterns.n) for k in (i, j)
        )
        se = float(standard_errors(np.array([[variance]]))[0])
        tails = StudentTails(difference, se, method="normal")
        q = self.sides[i].patterns.q
        few = min(self.sides[k].patterns.n for k in (i, j))
        notes = (
            (f"Cicchetti and Heavens ask for 3q² = {3 * q * q} subjects; there are {few}.",)
            if few < 3 * q * q
            else ()
        )
        z = difference / se if se > 0 else math.nan
        return Finding(tails, se, z, math.inf, two_sided(tails), notes)

    def _only(self, name: str, method: str) -> None:
        """Refuse a classical test where it is not defined."""
        if any(side.evaluation.coefficient.name != name for side in self.sides):
            raise UnsupportedError(f"method {method} is for {name} only.")
        if self.whole is not None:
            raise UnsupportedError(f"method {method} is for independent groups only.")


def _variance(evaluation: Evaluation) -> float:
    """Variance of one estimate, by influence values; NaN if it is undefined."""
    if not np.isfinite(evaluation.value):
        return math.nan
    return float(covariance(evaluation.influence[None], evaluation.patterns)[0, 0])


def _finite(drawn: FloatArray) -> FloatArray:
    return drawn[np.isfinite(drawn)]
