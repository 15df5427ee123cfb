"""Subjects that a study needs: by standard errors first, then by trying it out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.analysis.planning.population import Population
from accord.base.serialise import Record
from accord.errors import EmptyInputError, OptionError
from accord.inference import (
    StudentTails,
    acceleration,
    covariance,
    effective_subjects,
    influence_matrix,
    p_value,
    posterior_tails,
    standard_errors,
)
from accord.inference.analytic import degrees_of_freedom
from accord.inference.choice import LARGE_SAMPLE, MAX_ACCELERATION, MIN_EFFECTIVE_SUBJECTS
from accord.inference.results import Tails
from accord.inference.tails import within_range
from accord.statistics import Evaluation, Statistic
from accord.statistics.weights import Scheme

__all__ = ["Design", "Expected", "Goal"]

DRAWS = 600
LEAST, MOST = 5, 10_000_000
FEW_PAIRED = 1_000
MOST_RATINGS = 10_000_000  # of a study that is tried out rating by rating
NEAR_NORMAL, FAR = 10_000, 30.0  # degrees of freedom and standard errors: t is normal beyond
TRIES = 12
CLOSE = 0.02  # of the goal, and of the size, is near enough where it is tried out
CLOSE_POWER = 0.04  # in standard errors


@dataclass(frozen=True, slots=True)
class Goal(Record):
    """What is wanted of a study.

    Parameters
    ----------
    width
        Expected width of the interval.
    lower
        Expected lower limit of the interval.
    power
        Probability to rule out the null value.
    """

    width: float | None = None
    lower: float | None = None
    power: float | None = None


@dataclass(frozen=True, slots=True)
class Expected(Record):
    """What studies of a size find on average.

    Parameters
    ----------
    subjects
        Number of subjects.
    lower
        Mean of the lower limits.
    upper
        Mean of the upper limits.
    width
        Mean width of the intervals.
    power
        Share of studies that rule out the null value; NaN if there is none.
    undefined
        Share of studies in which the coefficient is undefined; they count as without power.
    ci_method
        ``dirichlet`` where studies were tried out, ``t`` where the formula tells as much.
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
    """A study that might be done.

    Parameters
    ----------
    population
        What raters would say; the coefficient has a value in it.
    ci
        Interval: ``dirichlet``, by trying out so many ``samples``, or ``t``, by formula.
    null, alternative
        Hypothesis to be ruled out.
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
        """The coefficient in the population."""
        return self.population.value(self.coefficient, self.scheme)

    @cached_property
    def _typical(self) -> Evaluation:
        """The coefficient on the table that a study without end would have."""
        found = Evaluation(self.coefficient, self.population.typical(), self.scheme)
        paired = found.patterns.rating_counts >= 2
        if not self.population.countable and paired.sum() < FEW_PAIRED:
            raise OptionError(
                "hardly a subject would have two ratings; with so many raters and so much missing "
                "nothing can be planned.",
                option="missing",
            )
        return found

    @property
    def _asked(self) -> float:
        """Subjects of the typical table, with those who get no rating at all."""
        patterns = self._typical.patterns
        return float(patterns.n + patterns.unrated)

    @cached_property
    def spread(self) -> float:
        """Standard deviation of a subject's influence on the coefficient: √n times its error."""
        m, u = self._typical.patterns.multiplicity, self._typical.influence
        return float(np.sqrt(max(0.0, m @ u**2 / m.sum() * self._asked / m.sum())))

    def expected(self, subjects: int) -> Expected:
        """What a study of so many subjects finds on average."""
        if self.ci == "t" or self._enough(subjects):
            return self._by_formula(subjects)
        return self._tried(subjects)

    def _enough(self, subjects: int) -> bool:
        """Whether `report` would print a t interval for so many subjects; see `settings.enough`."""
        if subjects * self.population.raters > MOST_RATINGS and not self.population.countable:
            return True  # cannot be tried out
        share = subjects / self._asked  # acceleration falls with the root, the others rise with n
        return (
            subjects > LARGE_SAMPLE
            and abs(acceleration(self._typical)) < MAX_ACCELERATION * math.sqrt(share)
            and effective_subjects(self._typical) * share >= MIN_EFFECTIVE_SUBJECTS
        )

    def _by_formula(self, subjects: int) -> Expected:
        se = self.spread / math.sqrt(subjects)
        tails = StudentTails(self.value, se, subjects - 1, range=self._typical.range)
        low, high = tails.interval(self.confidence)
        power = self._power(subjects, se)
        return Expected(subjects, low, high, high - low, power, ci_method="t")

    def _power(self, subjects: int, se: float) -> float:
        """Power of the t test: noncentral t."""
        if self.null is None:
            return math.nan
        from scipy.special import nctdtr, ndtr, ndtri, stdtrit  # here: slow to import

        df, far = subjects - 1, (self.value - self.null) / se
        tail = (1 - self.confidence) / (2 if self.alternative == "two-sided" else 1)
        if df > NEAR_NORMAL or abs(far) > FAR:
            beyond = -float(ndtri(tail))
            above, below = float(ndtr(far - beyond)), float(ndtr(-far - beyond))
        else:
            beyond = -float(stdtrit(df, tail))
            above = 1 - float(nctdtr(df, far, beyond))
            below = 1 - float(nctdtr(df, -far, beyond))
        return {"greater": above, "less": below}.get(self.alternative, above + below)

    @cached_property
    def _critical(self) -> float:
        """Standard errors from the null value at which it is ruled out."""
        from scipy.special import ndtri  # here: slow to import

        sides = 2 if self.alternative == "two-sided" else 1
        return float(-ndtri((1 - self.confidence) / sides))

    def _tried(self, subjects: int) -> Expected:
        rng = np.random.default_rng([self.seed, subjects])
        ends, ruled_out, undefined = [], 0, 0
        for number in range(self.samples):
            tails = self._sampled(subjects, rng, number)
            low, high = (math.nan, math.nan) if tails is None else tails.interval(self.confidence)
            if tails is None or math.isnan(low):
                undefined += 1
                continue
            ends.append(within_range(low, high, self._typical.range))
            if self.null is not None:
                ruled_out += p_value(tails, self.null, self.alternative) < 1 - self.confidence
        if not ends:
            return Expected(subjects, math.nan, math.nan, math.nan, 0.0, 1.0)
        low, high = np.mean(ends, axis=0)
        power = math.nan if self.null is None else ruled_out / self.samples
        return Expected(
            subjects, float(low), float(high), float(high - low), power, undefined / self.samples
        )

    def _sampled(self, subjects: int, rng: np.random.Generator, number: int) -> Tails | None:
        """What one sample tells; None if it leaves the coefficient undefined."""
        try:
            sample = self.population.draw(subjects, rng)
        except EmptyInputError:
            return None
        evaluation = Evaluation(self.coefficient, sample, self.scheme)
        if not np.isfinite(evaluation.value):
            return None
        if evaluation.not_smooth is not None:  # as `interval_method` has it
            error = standard_errors(covariance(influence_matrix([evaluation]), sample))[0]
            return StudentTails(evaluation.value, float(error), degrees_of_freedom(sample))
        return posterior_tails([evaluation], DRAWS, self.seed + number)[0]

    def size_for(self, goal: Goal) -> tuple[Expected, bool]:
        """Study of the size that reaches the goal, and whether it does."""
        return self._least(goal) if self.ci == "t" else self._searched(goal)

    def _least(self, goal: Goal) -> tuple[Expected, bool]:
        """The fewest subjects by formula, by halving."""
        few, enough = LEAST - 1, self._proposed(goal)
        while not self._reached(goal, self._by_formula(enough)):
            few, enough = enough, self._within(2 * enough)
        while enough - few > 1:
            middle = (few + enough) // 2
            reached = self._reached(goal, self._by_formula(middle))
            few, enough = (few, middle) if reached else (middle, enough)
        return self._by_formula(enough), True

    def _searched(self, goal: Goal) -> tuple[Expected, bool]:
        """Sizes are tried, between too few and enough."""
        subjects, few, enough = self._proposed(goal), LEAST - 1, None
        tried: list[Expected] = []
        for _ in range(TRIES):
            found = self.expected(subjects)
            tried.append(found)
            wanted = self._wanted(goal, tried)
            if self._reached(goal, found):
                enough = found
            else:
                few = max(few, subjects)
            top = np.inf if enough is None else enough.subjects
            no_less = found is enough and wanted >= top * (1 - CLOSE)
            if enough is not None and (top <= max(few + 1, few * (1 + CLOSE)) or no_less):
                return enough, True
            inside = few < wanted < top
            subjects = self._within(wanted if inside else math.sqrt(few * min(top, 9 * few)))
            if not few < subjects < top:
                break
        return (found, False) if enough is None else (enough, True)

    def _reached(self, goal: Goal, found: Expected) -> bool:
        """Whether a goal is reached; where it was tried out, as good as reached."""
        from scipy.special import ndtri  # here: slow to import

        close = CLOSE if found.ci_method == "dirichlet" else 0.0
        if goal.power is not None:
            near = CLOSE_POWER if close else 0.0
            return float(ndtri(found.power)) >= float(ndtri(goal.power)) - near
        if goal.width is not None:
            return found.width <= goal.width * (1 + close)
        assert goal.lower is not None
        return self.value - found.lower <= (self.value - goal.lower) * (1 + close)

    def _proposed(self, goal: Goal) -> int:
        """Subjects by standard errors."""
        from scipy.special import ndtri  # here: slow to import

        if goal.power is not None:
            assert self.null is not None
            errors = self._errors(goal.power) / abs(self.value - self.null)
        else:
            reach = goal.width / 2 if goal.width is not None else self.value - (goal.lower or 0.0)
            errors = float(ndtri((1 + self.confidence) / 2)) / reach
        return self._within((self.spread * errors) ** 2)

    def _wanted(self, goal: Goal, tried: Sequence[Expected]) -> float:
        """Subjects for the goal, by what was found with some.

        Power is a matter of luck, so that sizes like the last are asked together with it.
        """
        found = tried[-1]
        if goal.power is not None:
            alike = [t for t in tried if 0.5 <= t.subjects / found.subjects <= 2]
            rise = np.mean([self._errors(t.power) / math.sqrt(t.subjects) for t in alike])
            reached = float(rise) * math.sqrt(found.subjects)
            factor = max(self._errors(goal.power), 0.1) / max(reached, 0.3)
        elif goal.width is not None:
            factor = found.width / goal.width
        else:
            assert goal.lower is not None
            factor = (self.value - found.lower) / (self.value - goal.lower)
        if math.isnan(factor):  # undefined in all samples
            factor = 2.0
        return found.subjects * min(max(factor, 0.5), 3.0) ** 2

    def _errors(self, power: float) -> float:
        """Standard errors from the null value to the value, for a power."""
        from scipy.special import ndtri  # here: slow to import

        edge = 0.5 / self.samples
        return float(ndtri(min(max(power, edge), 1 - edge))) + self._critical

    @staticmethod
    def _within(subjects: float) -> int:
        if subjects > MOST:
            raise OptionError(
                f"this would take more than {MOST:,} subjects; ask for less precision, or expect a "
                "value further from the one to be ruled out.",
                option="value",
            )
        return max(LEAST, math.ceil(subjects - 1e-9))
