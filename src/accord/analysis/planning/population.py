"""Populations of subjects and raters, as models of the ratings of a planned study.

Each subject has a true category. A rater recognises it with a probability, the skill, and errs
otherwise. The skill moves any coefficient from chance to perfect agreement, so the skill for a
given value of a coefficient is the root of an equation.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.base.serialise import Record, written
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale
from accord.errors import OptionError
from accord.statistics import Evaluation, Statistic
from accord.statistics.weights import Scheme

__all__ = ["ERRORS", "Population"]

ERRORS = ("guess", "adjacent", "hard")
HALVINGS = 60  # of an interval of skills, to the precision of numbers
MOST_PATTERNS = 100_000  # that are enumerated
TYPICAL_SUBJECTS = 100_000  # of the sample that replaces more patterns
LARGE = 2_000  # subjects from which counts of patterns are drawn instead of ratings


@dataclass(frozen=True)
class Population(Record):
    """Infinite population of subjects and raters.

    Parameters
    ----------
    prevalence
        Share of each true category among the subjects.
    raters
        Number of ratings of a subject if none is missing.
    skill
        Probability that a rater recognises the true category.
    errors
        Errors of raters: ``guess``, a category drawn by the prevalence; ``adjacent``, an adjacent
        category; ``hard``, all raters guess on hard subjects and never on others.
    missing
        Share of ratings that are missing at random.

    Examples
    --------
    >>> population = Population((0.5, 0.5), raters=2, skill=0.8)
    >>> population.pairs.round(2).tolist()
    [[0.41, 0.09], [0.09, 0.41]]
    """

    prevalence: tuple[float, ...]
    raters: int = field(default=2, metadata=written(omitted=True))
    skill: float = 0.8
    errors: str = "guess"
    missing: float = 0.0

    def __post_init__(self) -> None:
        if self.errors not in ERRORS:
            raise OptionError(
                f"errors {self.errors!r} is not one of {', '.join(ERRORS)}.", option="errors"
            )

    @property
    def q(self) -> int:
        """Number of categories."""
        return len(self.prevalence)

    @cached_property
    def _share(self) -> FloatArray:
        """(q,) shares of the categories, which add up to 1."""
        share = np.array(self.prevalence, dtype=np.float64)
        return np.asarray(share / share.sum())

    @cached_property
    def mistakes(self) -> FloatArray:
        """(q, q) distribution of the rating of a rater who errs, by true category."""
        if self.errors != "adjacent":
            return np.tile(self._share, (self.q, 1))
        step = (np.abs(np.subtract.outer(np.arange(self.q), np.arange(self.q))) == 1).astype(float)
        return np.asarray(step / step.sum(axis=1, keepdims=True))

    @cached_property
    def pairs(self) -> FloatArray:
        """(q, q) distribution of two ratings of a subject."""
        if self.errors == "hard":
            guesses = np.outer(self._share, self._share)
            return np.asarray(self.skill * np.diag(self._share) + (1 - self.skill) * guesses)
        rating = self._rating
        return np.asarray(rating.T @ (self._share[:, None] * rating))

    @property
    def _rating(self) -> FloatArray:
        """(q, q) distribution of a rating, by true category, if raters err independently."""
        return np.asarray(self.skill * np.eye(self.q) + (1 - self.skill) * self.mistakes)

    def value(self, coefficient: Statistic, scheme: Scheme | str = "identity") -> float:
        """Return the value of the coefficient in the population.

        All pairs of raters have the same distribution, so the value for two raters is that for any
        number.
        """
        first, second = np.divmod(np.arange(self.q**2), self.q)
        table = Patterns.build(self.scale, ("a", "b"), np.column_stack([first, second]))
        evaluation = Evaluation(coefficient, table, scheme)
        return float(evaluation.at(self.pairs.reshape(1, -1), functional=True)[0])

    @cached_property
    def scale(self) -> Scale:
        """Scale of the ratings."""
        return Scale.declare(list(range(1, self.q + 1)))

    def with_value(
        self, target: float, coefficient: Statistic, scheme: Scheme | str = "identity"
    ) -> Population:
        """Return the population with the skill at which the coefficient has this value."""
        skills = np.linspace(0, 1, 101)  # not monotone: raters who err alike agree
        values = [replace(self, skill=float(s)).value(coefficient, scheme) for s in skills]
        low, high = float(skills[int(np.argmin(values))]), 1.0
        least = min(values)
        if not least <= target <= 1:
            raise OptionError(
                f"{coefficient.title} is between {least:.2f} and 1 in such a population; "
                f"{target:g} is not possible.",
                option="value",
            )
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            reached = replace(self, skill=middle).value(coefficient, scheme) >= target
            low, high = (low, middle) if reached else (middle, high)
        return replace(self, skill=high)

    def draw(self, subjects: int, rng: np.random.Generator) -> Patterns:
        """Draw a sample of subjects."""
        if subjects < LARGE or not self.countable:
            return self.table(self.ratings(subjects, rng))
        codes, share = self._possible
        times = rng.multinomial(subjects, share)
        drawn = times > 0
        return Patterns.build(self.scale, self._names, codes[drawn], multiplicity=times[drawn])

    def ratings(self, subjects: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Draw the (n, r) codes of the ratings of a sample of subjects; -1 where missing."""
        shape = (subjects, self.raters)
        truth = rng.choice(self.q, subjects, p=self._share)
        correct = rng.random((subjects, 1) if self.errors == "hard" else shape) < self.skill
        cumulative = np.cumsum(self.mistakes, axis=1)[truth]
        mistaken = (rng.random(shape)[:, :, None] > cumulative[:, None, :-1]).sum(axis=2)
        codes = np.where(correct, truth[:, None], mistaken)
        if self.missing:
            codes[rng.random(shape) < self.missing] = -1
        return np.asarray(codes, dtype=np.int64)

    def table(self, codes: npt.NDArray[np.int64]) -> Patterns:
        """Return the pattern table of the codes of ratings."""
        return Patterns.build(self.scale, self._names, codes)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(f"rater {j + 1}" for j in range(self.raters))

    def typical(self) -> Patterns:
        """Return the pattern table of the population, or of a large sample if that is too long.

        The multiplicities of a population are shares. With the share of subjects without a rating,
        they add up to 1.
        """
        if not self.countable:
            return self.draw(TYPICAL_SUBJECTS, np.random.default_rng(0))
        codes, share = self._possible
        return Patterns.build(self.scale, self._names, codes, multiplicity=share)

    @property
    def countable(self) -> bool:
        """Whether the possible patterns are few enough to be enumerated."""
        return bool((self.q + (self.missing > 0)) ** self.raters <= MOST_PATTERNS)

    @cached_property
    def _possible(self) -> tuple[npt.NDArray[np.int64], FloatArray]:
        """(P, r) possible patterns, and the share of each."""
        guess = np.tile(self._share, (self.q, 1))
        mixture = (  # weights, and distributions of a rating by true category
            [(self.skill, np.eye(self.q)), (1 - self.skill, guess)]
            if self.errors == "hard"
            else [(1.0, self._rating)]
        )
        width = self.q + (self.missing > 0)
        codes = np.indices((width,) * self.raters).reshape(self.raters, -1).T
        total = np.zeros(len(codes))
        for weight, rating in mixture:
            code = np.column_stack([(1 - self.missing) * rating, np.full(self.q, self.missing)])
            for truth, share in enumerate(self._share):
                total += weight * share * code[truth][codes].prod(axis=1)
        possible = total > 0
        codes = np.where(codes == self.q, -1, codes)[possible]
        return codes, total[possible] / total.sum()
