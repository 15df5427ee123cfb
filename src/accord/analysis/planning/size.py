"""Number of subjects that a study needs: by a formula, then by simulation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.analysis.planning.population import Population
from accord.base.serialise import Record
from accord.errors import EmptyInputError, OptionError
from accord.inference.analytic import (
    covariance,
    degrees_of_freedom,
    influence_matrix,
    standard_errors,
)
from accord.inference.choice import LARGE_SAMPLE, MAX_ACCELERATION, MIN_EFFECTIVE_SUBJECTS
from accord.inference.dirichlet import posterior_tails
from accord.inference.intervals import acceleration, effective_subjects
from accord.inference.results import Tails
from accord.inference.tails import StudentTails, p_value, within_range
from accord.statistics import Evaluation, Statistic
from accord.statistics.weights import Scheme

__all__ = ["Design", "Expected", "Goal"]

DRAWS = 600  # posterior draws of a simulated study
LEAST_SUBJECTS, MOST_SUBJECTS = 5, 10_000_000  # of a plan
FEW_PAIRED = 1_000  # sampled patterns with two ratings that a standard error needs
MOST_RATINGS = 10_000_000  # of a study whose ratings are simulated one by one
NEAR_NORMAL = 10_000  # degrees of freedom above which t is normal
FAR = 30.0  # standard errors above which the noncentral t is computed as normal
SEARCH_STEPS = 12  # sizes that are simulated at most
CLOSE = 0.02  # relative error of a goal or a size that is accepted in a simulation
CLOSE_POWER = 0.04  # error of the normal quantile of a power that is accepted in a simulation


@dataclass(frozen=True, slots=True)
class Goal(Record):
    """Goal of a study; only one of the parts is given.

    Parameters
    ----------
    width
        Expected width of the interval.
    lower
        Expected lower limit of the interval.
    power
        Power to reject the null value.
    """

    width: float | None = None
    lower: float | None = None
    power: float | None = None


@dataclass(frozen=True, slots=True)
class Expected(Record):
    """Expected results of studies of a size.

    Parameters
    ----------
    subjects
        Number of subjects.
    lower
        Mean lower limit of the intervals.
    upper
        Mean upper limit of the intervals.
    width
        Mean width of the intervals.
    power
        Share of studies that reject the null value; NaN without a null value.
    undefined
        Share of studies in which the coefficient is undefined; they reject nothing.
    ci_method
        ``dirichlet`` if studies were simulated, ``t`` if a formula was used.
    """

    subjects: int
    lower: float
    upper: float
    width: float
    power: float
    undefined: float = 0.0
    ci_method: str = "dirichlet"


@dataclass(frozen=True)
class Design:
    """Design of a study.

    Parameters
    ----------
    population
        Model of the ratings, in which the coefficient has the expected value.
    coefficient
        The coefficient.
    scheme
        Agreement weights.
    ci
        Interval: ``dirichlet``, by simulation, or ``t``, by formula.
    confidence
        Confidence level of the interval.
    null, alternative
        Null value, and alternative hypothesis.
    samples
        Number of simulated studies of each size.
    seed
        Seed of the simulation.
    """

    population: Population
    coefficient: Statistic
    scheme: Scheme
    ci: str = "dirichlet"
    confidence: float = 0.95
    null: float | None = None
    alternative: str = "two-sided"
    samples: int = 300
    seed: int = 1

    @cached_property
    def value(self) -> float:
        """Value of the coefficient in the population."""
        return self.population.value(self.coefficient, self.scheme)

    @cached_property
    def _typical(self) -> Evaluation:
        """Evaluation of the coefficient on the pattern table of the population."""
        evaluation = Evaluation(self.coefficient, self.population.typical(), self.scheme)
        paired = evaluation.patterns.rating_counts >= 2
        if not self.population.countable and paired.sum() < FEW_PAIRED:
            raise OptionError(
                "too few subjects would have two ratings; reduce the share of missing ratings.",
                option="missing",
            )
        return evaluation

    @property
    def _typical_subjects(self) -> float:
        """Number of subjects of the typical table, including those without a rating."""
        patterns = self._typical.patterns
        return float(patterns.n + patterns.unrated)

    @cached_property
    def spread(self) -> float:
        """Standard deviation of a subject's influence value: √n times the standard error."""
        m, u = self._typical.patterns.multiplicity, self._typical.influence
        return float(np.sqrt(max(0.0, m @ u**2 / m.sum() * self._typical_subjects / m.sum())))

    def expected(self, subjects: int) -> Expected:
        """Return the expected results of a study with this number of subjects."""
        if self.ci == "t" or self._is_large(subjects):
            return self._by_formula(subjects)
        return self._by_simulation(subjects)

    def _is_large(self, subjects: int) -> bool:
        """Return whether the default interval of the study is a t interval; see `large_sample`."""
        if subjects * self.population.raters > MOST_RATINGS and not self.population.countable:
            return True  # too large to be simulated
        # Acceleration falls with √n; the effective number of subjects rises with n.
        share = subjects / self._typical_subjects
        return (
            subjects > LARGE_SAMPLE
            and abs(acceleration(self._typical)) < MAX_ACCELERATION * math.sqrt(share)
            and effective_subjects(self._typical) * share >= MIN_EFFECTIVE_SUBJECTS
        )

    def _by_formula(self, subjects: int) -> Expected:
        """Return the t interval and the power of the t test."""
        se = self.spread / math.sqrt(subjects)
        tails = StudentTails(self.value, se, subjects - 1, range=self._typical.range)
        low, high = tails.interval(self.confidence)
        power = self._power(subjects, se)
        return Expected(subjects, low, high, high - low, power, ci_method="t")

    def _power(self, subjects: int, se: float) -> float:
        """Return the power of the t test, by the noncentral t distribution."""
        if self.null is None:
            return math.nan
        from scipy.special import nctdtr, ndtr, stdtrit  # here: slow to import

        df, noncentrality = subjects - 1, (self.value - self.null) / se
        tail = (1 - self.confidence) / (2 if self.alternative == "two-sided" else 1)
        if df > NEAR_NORMAL or abs(noncentrality) > FAR:
            critical = -_normal_quantile(tail)
            above = float(ndtr(noncentrality - critical))
            below = float(ndtr(-noncentrality - critical))
        else:
            critical = -float(stdtrit(df, tail))
            above = 1 - float(nctdtr(df, noncentrality, critical))
            below = 1 - float(nctdtr(df, -noncentrality, critical))
        return {"greater": above, "less": below}.get(self.alternative, above + below)

    @cached_property
    def _critical(self) -> float:
        """Critical value of the normal test, in standard errors from the null value."""
        sides = 2 if self.alternative == "two-sided" else 1
        return -_normal_quantile((1 - self.confidence) / sides)

    def _by_simulation(self, subjects: int) -> Expected:
        """Return the means over simulated studies."""
        rng = np.random.default_rng([self.seed, subjects])
        limits, rejected, undefined = [], 0, 0
        for number in range(self.samples):
            tails = self._simulate(subjects, rng, number)
            low, high = (math.nan, math.nan) if tails is None else tails.interval(self.confidence)
            if tails is None or math.isnan(low):
                undefined += 1
                continue
            limits.append(within_range(low, high, self._typical.range))
            if self.null is not None:
                rejected += p_value(tails, self.null, self.alternative) < 1 - self.confidence
        if not limits:
            return Expected(subjects, math.nan, math.nan, math.nan, 0.0, 1.0)
        low, high = np.mean(limits, axis=0)
        power = math.nan if self.null is None else rejected / self.samples
        return Expected(
            subjects, float(low), float(high), float(high - low), power, undefined / self.samples
        )

    def _simulate(self, subjects: int, rng: np.random.Generator, number: int) -> Tails | None:
        """Return the tails of the coefficient in one sample; None if it is undefined."""
        try:
            sample = self.population.draw(subjects, rng)
        except EmptyInputError:
            return None
        evaluation = Evaluation(self.coefficient, sample, self.scheme)
        if not np.isfinite(evaluation.value):
            return None
        if evaluation.not_smooth is not None:  # t, as `interval_method` chooses
            error = standard_errors(covariance(influence_matrix([evaluation]), sample))[0]
            return StudentTails(evaluation.value, float(error), degrees_of_freedom(sample))
        return posterior_tails([evaluation], DRAWS, self.seed + number)[0]

    def size_for(self, goal: Goal) -> tuple[Expected, bool]:
        """Return the study of the smallest size that reaches the goal, and whether it does."""
        return self._bisect(goal) if self.ci == "t" else self._search(goal)

    def _bisect(self, goal: Goal) -> tuple[Expected, bool]:
        """Find the smallest size by the formula, by bisection."""
        low, high = LEAST_SUBJECTS - 1, self._approximate_size(goal)  # too few subjects, and enough
        while not self._reaches(goal, self._by_formula(high)):
            low, high = high, self._whole_size(2 * high)
        while high - low > 1:
            middle = (low + high) // 2
            reached = self._reaches(goal, self._by_formula(middle))
            low, high = (low, middle) if reached else (middle, high)
        return self._by_formula(high), True

    def _search(self, goal: Goal) -> tuple[Expected, bool]:
        """Find the smallest size by simulation, between too few subjects and enough."""
        subjects, low, best = self._approximate_size(goal), LEAST_SUBJECTS - 1, None
        results: list[Expected] = []
        for _ in range(SEARCH_STEPS):
            result = self.expected(subjects)
            results.append(result)
            size = self._extrapolate(goal, results)
            if self._reaches(goal, result):
                best = result
            else:
                low = max(low, subjects)
            high = np.inf if best is None else best.subjects
            minimal = result is best and size >= high * (1 - CLOSE)
            if best is not None and (high <= max(low + 1, low * (1 + CLOSE)) or minimal):
                return best, True
            inside = low < size < high
            subjects = self._whole_size(size if inside else math.sqrt(low * min(high, 9 * low)))
            if not low < subjects < high:
                break
        return (result, False) if best is None else (best, True)

    def _reaches(self, goal: Goal, result: Expected) -> bool:
        """Return whether a result reaches the goal, up to the error of a simulation."""
        close = CLOSE if result.ci_method == "dirichlet" else 0.0
        if goal.power is not None:
            near = CLOSE_POWER if close else 0.0
            return _normal_quantile(result.power) >= _normal_quantile(goal.power) - near
        if goal.width is not None:
            return result.width <= goal.width * (1 + close)
        assert goal.lower is not None
        return self.value - result.lower <= (self.value - goal.lower) * (1 + close)

    def _approximate_size(self, goal: Goal) -> int:
        """Return the number of subjects by the normal approximation."""
        if goal.power is not None:
            assert self.null is not None
            errors = self._distance(goal.power) / abs(self.value - self.null)
        else:
            reach = goal.width / 2 if goal.width is not None else self.value - (goal.lower or 0.0)
            errors = _normal_quantile((1 + self.confidence) / 2) / reach
        return self._whole_size((self.spread * errors) ** 2)

    def _extrapolate(self, goal: Goal, results: Sequence[Expected]) -> float:
        """Return the number of subjects for the goal, extrapolated from the results so far.

        A simulated power is imprecise, so the mean over all results of similar size is used.
        """
        last = results[-1]
        if goal.power is not None:
            similar = [r for r in results if 0.5 <= r.subjects / last.subjects <= 2]
            slope = np.mean([self._distance(r.power) / math.sqrt(r.subjects) for r in similar])
            distance = float(slope) * math.sqrt(last.subjects)
            factor = max(self._distance(goal.power), 0.1) / max(distance, 0.3)
        elif goal.width is not None:
            factor = last.width / goal.width
        else:
            assert goal.lower is not None
            factor = (self.value - last.lower) / (self.value - goal.lower)
        if math.isnan(factor):  # undefined in all samples
            factor = 2.0
        # One step changes √n by 0.5 to 3 times, as an extrapolation from few subjects is imprecise.
        return last.subjects * min(max(factor, 0.5), 3.0) ** 2

    def _distance(self, power: float) -> float:
        """Return the distance of the value from the null value that gives a power.

        It is in standard errors. The power is kept half a study away from 0 and 1.
        """
        edge = 0.5 / self.samples
        return _normal_quantile(min(max(power, edge), 1 - edge)) + self._critical

    @staticmethod
    def _whole_size(subjects: float) -> int:
        """Return the next whole number of subjects that a plan may have."""
        if subjects > MOST_SUBJECTS:
            raise OptionError(
                f"the plan needs more than {MOST_SUBJECTS:,} subjects; choose less precision, or a "
                "value further from null.",
                option="value",
            )
        return max(LEAST_SUBJECTS, math.ceil(subjects - 1e-9))


def _normal_quantile(probability: float) -> float:
    """Return a quantile of the standard normal distribution."""
    from scipy.special import ndtri  # here: slow to import

    return float(ndtri(probability))
