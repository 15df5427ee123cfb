"""`plan`: how many subjects and raters, for a width, a limit or a power."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from accord.analysis.planning.population import Population
from accord.analysis.planning.size import Design, Expected, Goal
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.validation import ANY_NUMBER, POSITIVE, Number, check_number
from accord.base.wording import counted, percent, short
from accord.errors import OptionError, UnsupportedError
from accord.options import PlanOptions, resolve_seed, with_options
from accord.options.presets import HEADLINE
from accord.statistics import Statistic, find, resolve_weights
from accord.statistics.weights import Scheme, WeightsLike
from accord.version import __version__

__all__ = ["Choice", "StudyPlan", "plan"]

RATERS, MOST_RATERS = (2, 3, 4, 5), 1_000
POWER = 0.8
CURVE = (0.4, 0.7, 1.0, 1.5, 2.2)


@dataclass(frozen=True, slots=True)
class Choice(Record):
    """A number of raters, the subjects it takes, and what is then to be expected.

    Parameters
    ----------
    raters
        Number of raters.
    ratings
        Expected number of ratings.
    cost
        Cost of the subjects and the ratings.
    expected
        Expected interval and power.
    curve
        Expected interval and power with other numbers of subjects.
    """

    raters: int
    ratings: float
    cost: float
    expected: Expected = field(metadata=written(inline=True))
    curve: tuple[Expected, ...] = ()

    @property
    def subjects(self) -> int:
        """Number of subjects."""
        return self.expected.subjects


@dataclass(frozen=True, slots=True)
class StudyPlan(Shown):
    """Studies that reach a goal.

    Parameters
    ----------
    choices
        A study for each number of raters.
    goal
        What the study should reach; all None where the number of subjects was given.
    coefficient
        Name of the coefficient in the registry.
    title
        Name of the coefficient in texts.
    weights
        Name of the agreement weights.
    value
        Expected value of the coefficient.
    population
        Assumptions on the ratings.
    ci
        Method of the interval.
    confidence
        Confidence level of the interval.
    null
        Value of the coefficient under the null hypothesis; None without a test.
    alternative
        Alternative hypothesis.
    samples
        Number of simulated studies of each size; 0 where a formula is used.
    seed
        Seed of the simulation; None where a formula is used.
    cost_per_rating
        Cost of a rating.
    cost_per_subject
        Cost of a subject.
    warnings
        Remarks on the plan.
    version
        Version of accord.
    """

    choices: tuple[Choice, ...]
    goal: Goal
    coefficient: str
    title: str
    weights: str
    value: float
    population: Population = field(metadata=written(inline=True))
    ci: str = field(metadata=written(key="ci_method"))
    confidence: float
    null: float | None
    alternative: str
    samples: int
    seed: int | None
    cost_per_rating: float = 1.0
    cost_per_subject: float = 0.0
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {"cheapest": "cheapest.raters", "sentence": "sentence"}

    @property
    def cheapest(self) -> Choice:
        """The choice that costs least, with the fewest raters of those."""
        return min(self.choices, key=lambda choice: (choice.cost, choice.raters))

    @property
    def sentence(self) -> str:
        """The plan in a sentence."""
        best = self.cheapest
        found = best.expected
        who = f"{counted(best.raters, 'rater')} and {counted(best.subjects, 'subject')}"
        level = f"{percent(self.confidence)} interval"
        ends = f"[{short(found.lower, 2)}, {short(found.upper, 2)}] on average"
        then = f"the {level} of {self.title} will be {ends}, if its value is {short(self.value, 2)}"
        if self.null is not None and not math.isnan(found.power):
            then = (
                f"{self.title} of {short(self.value, 2)} will be told from {short(self.null, 2)} "
                f"with a probability of {found.power:.0%}"
            )
        cheap = " (the cheapest)" if len(self.choices) > 1 else ""
        return f"With {who}{cheap}, {then}."

    def __str__(self) -> str:
        return self.sentence


@with_options(PlanOptions)
def plan(
    value: float,
    coefficient: str = HEADLINE,
    weights: WeightsLike | None = None,
    **options: Any,
) -> StudyPlan:
    """Find how many subjects, and how many raters, a study of agreement needs.

    Parameters
    ----------
    value
        The value of the coefficient that you expect.
    coefficient
        Name of the coefficient.
    weights
        Agreement weights: the name of a scheme, or a matrix.
    **options
        The goal, the expected ratings, the costs, and options of inference.

    Returns
    -------
    StudyPlan
        The number of subjects for each number of raters, with the interval and the power to expect.

    Examples
    --------
    >>> import accord
    >>> found = accord.plan(0.6, "cohen_kappa", null=0.4, prevalence=0.3, ci="t")
    >>> [(choice.raters, choice.subjects) for choice in found.choices]
    [(2, 153)]
    """
    check_number("value", value, ANY_NUMBER)
    study = PlanOptions(**options)
    entry = find(coefficient)
    scheme, people = _population(entry, value, study, weights)
    goal = _goal(value, study)
    _check_test(value, study)
    choices, missed = _choices(entry, scheme, people, goal, study)
    simulated = study.ci == "dirichlet"
    return StudyPlan(
        tuple(choices),
        goal,
        coefficient,
        entry.title_with(scheme),
        scheme.name,
        value,
        people,
        study.ci,
        study.confidence,
        study.null,
        study.alternative,
        study.samples if simulated else 0,
        resolve_seed(study.seed) if simulated else None,
        study.cost_per_rating,
        study.cost_per_subject,
        _warnings(choices, missed, tried=simulated),
    )


def _choices(
    entry: Statistic, scheme: Scheme, people: Population, goal: Goal, study: PlanOptions
) -> tuple[list[Choice], list[int]]:
    """Return a study for each number of raters, and the numbers that do not reach the goal."""
    numbers = _raters(study.raters, entry)
    progress = study.progress or (lambda *_: None)
    choices, missed = [], []
    for place, number in enumerate(numbers):
        progress("sizes", place, len(numbers))
        design = Design(
            replace(people, raters=number),
            entry,
            scheme,
            study.ci,
            study.confidence,
            study.null,
            study.alternative,
            study.samples,
            resolve_seed(study.seed),
        )
        found, reached = (
            (design.expected(study.subjects), True)
            if study.subjects is not None
            else design.size_for(goal)
        )
        ratings = found.subjects * number * (1 - study.missing)
        cost = ratings * study.cost_per_rating + found.subjects * study.cost_per_subject
        curve = _curve(design, found) if study.curves else ()
        choices.append(Choice(number, ratings, cost, found, curve))
        missed += [] if reached else [number]
    progress("sizes", len(numbers), len(numbers))
    return choices, missed


def _check_test(value: float, study: PlanOptions) -> None:
    """Refuse an interval or a test that cannot be planned at this value."""
    if study.ci == "t" and value == 1:
        raise OptionError(
            "at a value of 1 there is no standard error; use dirichlet intervals.", option="ci"
        )
    null, alternative = study.null, study.alternative
    if null is not None and {"greater": null > value, "less": null < value}.get(alternative):
        raise OptionError(
            f"a value of {value:g} is no reason to rule out {null:g} against {alternative}; turn "
            "the alternative round.",
            option="alternative",
        )


def _population(
    entry: Statistic, value: float, study: PlanOptions, weights: WeightsLike | None
) -> tuple[Scheme, Population]:
    """Agreement weights, and the population in which the coefficient has the value."""
    shares = _shares(study.categories, study.prevalence)
    people = Population(shares, errors=study.errors, missing=study.missing)
    scheme = resolve_weights(entry, people.scale, weights)
    why = entry.unsuited(people.typical(), scheme.name == "identity")
    if why is not None:
        raise UnsupportedError(why)
    return scheme, people.with_value(value, entry, scheme)


def _shares(
    categories: int | None, prevalence: float | Sequence[float] | None
) -> tuple[float, ...]:
    if prevalence is None:
        q = 2 if categories is None else int(categories)
        return (1 / q,) * q
    given = [check_number("prevalence", p, POSITIVE) for p in _listed(prevalence)]
    if not given:
        raise OptionError("prevalence lists no share.", option="prevalence")
    shares = [*given, 1 - given[0]] if len(given) == 1 else given
    if not min(shares) > 0 or not math.isclose(sum(shares), 1, abs_tol=1e-6):
        shown = ", ".join(f"{share:g}" for share in shares)
        raise OptionError(
            f"prevalence is {shown}; shares are above 0 and add up to 1.", option="prevalence"
        )
    if categories is not None and categories != len(shares):
        raise OptionError(
            f"categories is {categories}, and prevalence has {len(shares)} shares.",
            option="categories",
        )
    return tuple(float(share) for share in shares)


def _goal(value: float, study: PlanOptions) -> Goal:
    """Return the goal, after checking that it can be reached at this value."""
    if study.subjects is not None:
        return Goal()
    if study.lower is not None and not study.lower < value:
        raise OptionError(
            f"lower is {study.lower:g}; it must lie below the value, {value:g}.", option="lower"
        )
    if study.null is not None and study.null == value:
        raise OptionError(
            f"null is {study.null:g}, which is the value itself; they cannot be told apart.",
            option="null",
        )
    power = POWER if study.power is None else study.power
    return Goal(study.width, study.lower, None if study.null is None else power)


def _raters(raters: int | Iterable[int] | None, entry: Statistic) -> list[int]:
    if raters is None:
        return [2] if entry.raters == 2 else list(RATERS)
    allowed = Number(least=2, most=MOST_RATERS, whole=True)
    numbers = [int(check_number("raters", number, allowed)) for number in _listed(raters)]
    if not numbers:
        raise OptionError("raters lists no number.", option="raters")
    for number in numbers:
        if entry.raters == 2 and number != 2:
            raise OptionError(
                f"{entry.title} is of two raters; {number} are given.", option="raters"
            )
    return list(dict.fromkeys(numbers))


def _listed(given: Any) -> list[Any]:
    """One value, or several, as a list; text is one value."""
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]


def _curve(design: Design, found: Expected) -> tuple[Expected, ...]:
    sizes = sorted({max(5, round(found.subjects * share)) for share in CURVE})
    return tuple(found if n == found.subjects else design.expected(n) for n in sizes)


def _warnings(choices: Sequence[Choice], missed: Sequence[int], *, tried: bool) -> tuple[str, ...]:
    found = [
        f"the goal was not reached with {counted(raters, 'rater')} in any size that was tried."
        for raters in missed
    ]
    if tried and any(choice.expected.ci_method == "t" for choice in choices):
        found.append(
            "some studies are so large that the formula tells as much: they were not tried out, "
            "and their intervals are t intervals."
        )
    lost = [choice for choice in choices if choice.expected.undefined > 0.01]
    if not lost:
        return tuple(found)
    worst = max(choice.expected.undefined for choice in lost)
    return (
        *found,
        f"in up to {worst:.0%} of such studies nothing can be told, because every rating is the "
        "same or hardly a subject has two; take more subjects, or choose them so that rare "
        "categories occur.",
    )
