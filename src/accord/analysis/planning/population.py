"""Populations of ratings: what raters would say, if we knew how good they are.

A subject has a true category; a rater sees it or errs. One number, the skill, moves any
coefficient from chance to perfect agreement, so a wished-for value is a root to be found.
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
HALVINGS = 60
MANY = 100_000  # patterns, or subjects that stand for all
LARGE = 2_000  # from so many subjects on, patterns are counted in place of subjects


@dataclass(frozen=True)
class Population(Record):
    """Subjects and raters without number.

    Parameters
    ----------
    prevalence
        Share of each category among the subjects.
    raters
        Ratings that a subject gets, were none missing.
    skill
        Probability that a rater sees the true category.
    errors
        What raters do otherwise: ``guess`` by the prevalence; go to an ``adjacent`` category; or
        all guess together at subjects that are ``hard``, and never at others.
    missing
        Share of ratings that are missing, by chance.

    Examples
    --------
    >>> people = Population((0.5, 0.5), raters=2, skill=0.8)
    >>> people.pairs.round(2).tolist()
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
        share = np.array(self.prevalence, dtype=np.float64)
        return np.asarray(share / share.sum())

    @cached_property
    def mistakes(self) -> FloatArray:
        """(q, q) distribution of what a rater says who does not see, by true category."""
        if self.errors != "adjacent":
            return np.tile(self._share, (self.q, 1))
        step = (np.abs(np.subtract.outer(np.arange(self.q), np.arange(self.q))) == 1).astype(float)
        return np.asarray(step / step.sum(axis=1, keepdims=True))

    @cached_property
    def pairs(self) -> FloatArray:
        """(q, q) distribution of two ratings of a subject."""
        if self.errors == "hard":
            guessed = np.outer(self._share, self._share)
            return np.asarray(self.skill * np.diag(self._share) + (1 - self.skill) * guessed)
        said = self.skill * np.eye(self.q) + (1 - self.skill) * self.mistakes
        return np.asarray(said.T @ (self._share[:, None] * said))

    def value(self, coefficient: Statistic, scheme: Scheme | str = "identity") -> float:
        """The coefficient in the population.

        It looks at pairs of ratings, and these are alike for any two raters, so two say it all.
        """
        first, second = np.divmod(np.arange(self.q**2), self.q)
        table = Patterns.build(self.scale, ("a", "b"), np.column_stack([first, second]))
        at = Evaluation(coefficient, table, scheme).at(self.pairs.reshape(1, -1), functional=True)
        return float(at[0])

    @cached_property
    def scale(self) -> Scale:
        """Scale of the ratings."""
        return Scale.declare(list(range(1, self.q + 1)))

    def with_value(
        self, target: float, coefficient: Statistic, scheme: Scheme | str = "identity"
    ) -> Population:
        """The same population with the skill that gives the coefficient this value."""
        skills = np.linspace(0, 1, 101)  # raters who all err alike agree, too
        values = [replace(self, skill=float(s)).value(coefficient, scheme) for s in skills]
        low, high = float(skills[int(np.argmin(values))]), 1.0
        least = min(values)
        if not least <= target <= 1:
            raise OptionError(
                f"{coefficient.title} is between {least:.2f} and 1 in such a population; "
                f"{target:g} cannot be reached.",
                option="value",
            )
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            reached = replace(self, skill=middle).value(coefficient, scheme) >= target
            low, high = (low, middle) if reached else (middle, high)
        return replace(self, skill=high)

    def draw(self, subjects: int, rng: np.random.Generator) -> Patterns:
        """Pattern table of a sample of subjects."""
        if subjects < LARGE or not self.countable:
            return self.table(self.ratings(subjects, rng))
        codes, share = self._possible
        times = rng.multinomial(subjects, share)
        drawn = times > 0
        return Patterns.build(self.scale, self._names, codes[drawn], multiplicity=times[drawn])

    def ratings(self, subjects: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """(n, r) codes of the ratings of a sample of subjects; -1 where missing."""
        shape = (subjects, self.raters)
        truth = rng.choice(self.q, subjects, p=self._share)
        sees = rng.random((subjects, 1) if self.errors == "hard" else shape) < self.skill
        upto = np.cumsum(self.mistakes, axis=1)[truth]
        says = (rng.random(shape)[:, :, None] > upto[:, None, :-1]).sum(axis=2)
        codes = np.where(sees, truth[:, None], says)
        if self.missing:
            codes[rng.random(shape) < self.missing] = -1
        return np.asarray(codes, dtype=np.int64)

    def table(self, codes: npt.NDArray[np.int64]) -> Patterns:
        """Pattern table of ratings."""
        return Patterns.build(self.scale, self._names, codes)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(f"rater {j + 1}" for j in range(self.raters))

    def typical(self) -> Patterns:
        """Pattern table as a sample without end would have it; a very large sample if that is long.

        Multiplicities are shares then, and add up to 1, together with subjects without a rating.
        """
        if not self.countable:
            return self.draw(MANY, np.random.default_rng(0))
        codes, share = self._possible
        return Patterns.build(self.scale, self._names, codes, multiplicity=share)

    @property
    def countable(self) -> bool:
        """Whether patterns are so few that each can be looked at."""
        return bool((self.q + (self.missing > 0)) ** self.raters <= MANY)

    @cached_property
    def _possible(self) -> tuple[npt.NDArray[np.int64], FloatArray]:
        """(P, r) all patterns that there can be, and the share of each."""
        said = self.skill * np.eye(self.q) + (1 - self.skill) * self.mistakes
        guessed = np.tile(self._share, (self.q, 1))
        ways = (
            [(self.skill, np.eye(self.q)), (1 - self.skill, guessed)]
            if self.errors == "hard"
            else [(1.0, said)]
        )
        width = self.q + (self.missing > 0)
        codes = np.indices((width,) * self.raters).reshape(self.raters, -1).T
        total = np.zeros(len(codes))
        for weight, by_truth in ways:
            each = np.column_stack([(1 - self.missing) * by_truth, np.full(self.q, self.missing)])
            for truth, share in enumerate(self._share):
                total += weight * share * each[truth][codes].prod(axis=1)
        there = total > 0
        codes = np.where(codes == self.q, -1, codes)[there]
        return codes, total[there] / total.sum()
