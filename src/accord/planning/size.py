"""Subjects that a study needs: by standard errors first, then by trying it out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.coefficients import Coefficient, Evaluation
from accord.errors import EmptyInputError, OptionError
from accord.inference import DrawnTails, StudentTails, drawn_tails, p_value
from accord.planning.population import Population
from accord.weights import Scheme

__all__ = ["Design", "Expected", "Goal"]

DRAWS = 600
LEAST, MOST = 5, 10_000_000
TRIES = 12
CLOSE = 0.02  # of the goal, and of the size, is near enough
LARGE = 5_000  # from so many subjects on, standard errors tell it


@dataclass(frozen=True, slots=True)
class Goal:
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
class Expected:
    """What studies of a size find on average.

    Parameters
    ----------
    lower, upper, width
        Means of the interval's limits and of its width.
    power
        Share of studies that rule out the null value; NaN if there is none.
    undefined
        Share of studies in which the coefficient is undefined; they count as without power.
    """

    subjects: int
    lower: float
    upper: float
    width: float
    power: float
    undefined: float = 0.0


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
    coefficient: Coefficient
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
    def spread(self) -> float:
        """Standard deviation of a subject's influence on the coefficient: √n times its error."""
        evaluation = Evaluation(self.coefficient, self.population.typical(), self.scheme)
        m = evaluation.patterns.multiplicity
        u = evaluation.influence
        asked = m.sum() + evaluation.patterns.unrated  # some may get no rating at all
        return float(np.sqrt(max(0.0, m @ u**2 / m.sum() * asked / m.sum())))

    def expected(self, subjects: int) -> Expected:
        """What a study of so many subjects finds on average."""
        if self.ci == "t" or subjects >= LARGE:
            return self._by_formula(subjects)
        return self._tried(subjects)

    def _by_formula(self, subjects: int) -> Expected:
        se = self.spread / math.sqrt(subjects)
        tails = StudentTails(self.value, se, subjects - 1)
        low, high = tails.interval(self.confidence)
        high = min(1.0, high)
        return Expected(subjects, low, high, high - low, self._power(se))

    def _power(self, se: float) -> float:
        if self.null is None:
            return math.nan
        from scipy.special import ndtr  # here: slow to import

        far, beyond = (self.value - self.null) / se, self._critical
        above, below = float(ndtr(far - beyond)), float(ndtr(-far - beyond))
        return {"greater": above, "less": below}.get(self.alternative, above + below)

    @cached_property
    def _critical(self) -> float:
        """Standard errors from the null value at which it is ruled out."""
        from scipy.special import ndtri  # here: slow to import

        sides = 2 if self.alternative == "two-sided" else 1
        return float(-ndtri((1 - self.confidence) / sides))

    def _tried(self, subjects: int) -> Expected:
        rng = np.random.default_rng([self.seed, subjects])
        ends, values, ruled_out, undefined = [], [], 0, 0
        for number in range(self.samples):
            tails = self._sampled(subjects, rng, number)
            low, high = (math.nan, math.nan) if tails is None else tails.interval(self.confidence)
            if tails is None or math.isnan(low):
                undefined += 1
                continue
            ends.append((low, high))
            values.append(tails.estimate)
            if self.null is not None:
                ruled_out += p_value(tails, self.null, self.alternative) < 1 - self.confidence
        if not ends:
            return Expected(subjects, math.nan, math.nan, math.nan, 0.0, 1.0)
        low, high = np.mean(ends, axis=0) - (np.mean(values) - self.value)  # less noise
        high = min(1.0, high)
        power = math.nan if self.null is None else ruled_out / self.samples
        return Expected(
            subjects, float(low), float(high), float(high - low), power, undefined / self.samples
        )

    def _sampled(self, subjects: int, rng: np.random.Generator, number: int) -> DrawnTails | None:
        """What one sample tells; None if it leaves the coefficient undefined."""
        try:
            sample = self.population.draw(subjects, rng)
        except EmptyInputError:
            return None
        evaluation = Evaluation(self.coefficient, sample, self.scheme)
        if not np.isfinite(evaluation.value):
            return None
        return drawn_tails([evaluation], DRAWS, self.seed + number)[0]

    def size_for(self, goal: Goal) -> Expected:
        """Study of the size that reaches the goal: sizes are tried, between too few and enough."""
        subjects, few, enough = self._proposed(goal), LEAST - 1, None
        for _ in range(TRIES):
            found = self.expected(subjects)
            wanted = self._wanted(goal, found)
            if self._reached(goal, found):
                enough = found
            else:
                few = max(few, subjects)
            top = np.inf if enough is None else enough.subjects
            if enough is not None and (top <= few + 1 or abs(wanted / top - 1) <= CLOSE):
                return enough
            inside = few < wanted < top
            subjects = self._within(wanted if inside else math.sqrt(few * min(top, 9 * few)))
            if not few < subjects < top:
                break
        return found if enough is None else enough

    def _reached(self, goal: Goal, found: Expected) -> bool:
        """Whether a goal is reached, or as good as."""
        if goal.power is not None:
            return found.power >= goal.power - CLOSE / 2
        if goal.width is not None:
            return found.width <= goal.width * (1 + CLOSE)
        assert goal.lower is not None
        return self.value - found.lower <= (self.value - goal.lower) * (1 + CLOSE)

    def _proposed(self, goal: Goal) -> int:
        """Subjects by standard errors."""
        from scipy.special import ndtri  # here: slow to import

        if goal.power is not None:
            assert self.null is not None
            errors = (self._critical + float(ndtri(goal.power))) / abs(self.value - self.null)
        else:
            reach = goal.width / 2 if goal.width is not None else self.value - (goal.lower or 0.0)
            errors = float(ndtri((1 + self.confidence) / 2)) / reach
        return self._within((self.spread * errors) ** 2)

    def _wanted(self, goal: Goal, found: Expected) -> float:
        """Subjects for the goal, by what was found with some."""
        from scipy.special import ndtri  # here: slow to import

        if goal.power is not None:
            edge = 0.5 / self.samples
            reached = float(ndtri(min(max(found.power, edge), 1 - edge))) + self._critical
            factor = max(float(ndtri(goal.power)) + self._critical, 0.1) / max(reached, 0.3)
        elif goal.width is not None:
            factor = found.width / goal.width
        else:
            assert goal.lower is not None
            factor = (self.value - found.lower) / (self.value - goal.lower)
        if math.isnan(factor):  # undefined in all samples
            factor = 2.0
        return found.subjects * min(max(factor, 0.5), 3.0) ** 2

    @staticmethod
    def _within(subjects: float) -> int:
        if subjects > MOST:
            raise OptionError(
                f"this would take more than {MOST:,} subjects; ask for less precision, or expect a "
                "value further from the one to be ruled out."
            )
        return max(LEAST, math.ceil(subjects - 1e-9))
