"""`plan`: numbers of subjects and raters for an interval of a width, a limit, or a power."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from accord.analysis.planning.population import Population
from accord.analysis.planning.size import LEAST_SUBJECTS, Design, Expected, Goal
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

RATERS = (2, 3, 4, 5)  # planned if no number is given
MOST_RATERS = 1_000
POWER = 0.8  # if not given, as is usual
CURVE = (0.4, 0.7, 1.0, 1.5, 2.2)  # sizes of a curve, in multiples of the planned one
OFTEN_UNDEFINED = 0.01  # share of studies above which a plan warns of undefined coefficients


@dataclass(frozen=True, slots=True)
class Choice(Record):
    """A number of raters, the subjects that it needs, and the expected results.

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
        Expected interval and power for other numbers of subjects.
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
    """Designs of a study that reach a goal.

    Parameters
    ----------
    choices
        A design for each number of raters.
    goal
        The goal; all its parts are None if the number of subjects was given.
    coefficient
        Name of the coefficient in the registry.
    title
        Name of the coefficient in texts.
    weights
        Name of the agreement weights.
    value
        Expected value of the coefficient.
    population
        Assumptions about the ratings.
    ci
        Method of the interval.
    confidence
        Confidence level of the interval.
    null
        Value of the coefficient under the null hypothesis; None without a test.
    alternative
        Alternative hypothesis.
    samples
        Number of simulated studies of each size; 0 if a formula is used.
    seed
        Seed of the simulation; None if a formula is used.
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
        """Cheapest choice; of those with equal costs, the one with fewest raters."""
        return min(self.choices, key=lambda choice: (choice.cost, choice.raters))

    @property
    def sentence(self) -> str:
        """Cheapest choice in a sentence."""
        cheapest = self.cheapest
        expected = cheapest.expected
        size = f"{counted(cheapest.raters, 'rater')} and {counted(cheapest.subjects, 'subject')}"
        remark = " (the cheapest design)" if len(self.choices) > 1 else ""
        ends = f"[{short(expected.lower, 2)}, {short(expected.upper, 2)}]"
        result = f"the expected {percent(self.confidence)} interval is {ends}"
        if self.null is not None and not math.isnan(expected.power):
            result = f"the power to reject {short(self.null, 2)} is {expected.power:.0%}"
        true_value = f"if the true value is {short(self.value, 2)}"
        return f"{self.title}: with {size}{remark}, {result}, {true_value}."

    def __str__(self) -> str:
        return self.sentence


@with_options(PlanOptions)
def plan(
    value: float,
    coefficient: str = HEADLINE,
    weights: WeightsLike | None = None,
    **options: Any,
) -> StudyPlan:
    """Find the numbers of subjects and raters that a study of agreement needs.

    Parameters
    ----------
    value
        Expected value of the coefficient.
    coefficient
        Name of the coefficient.
    weights
        Agreement weights: the name of a scheme, or a matrix.
    **options
        The goal, the expected ratings, the costs, and options of inference.

    Returns
    -------
    StudyPlan
        The number of subjects for each number of raters, with the expected interval and power.

    Examples
    --------
    >>> import accord
    >>> result = accord.plan(0.6, "cohen_kappa", null=0.4, prevalence=0.3, ci="t")
    >>> [(choice.raters, choice.subjects) for choice in result.choices]
    [(2, 153)]
    """
    check_number("value", value, ANY_NUMBER)
    study = PlanOptions(**options)
    entry = find(coefficient)
    if entry.spans:
        raise OptionError(
            f"{entry.title} has no plan, because no population of documents with spans is defined. "
            "In a pilot study, take its standard error times the square root of the number of "
            "documents: over the root of a planned number it is the standard error to expect.",
            option="coefficient",
            value=coefficient,
        )
    if not entry.plannable:
        raise OptionError(
            f"a plan is of a coefficient that is 1 for perfect agreement; {entry.title} is not.",
            option="coefficient",
            value=coefficient,
        )
    scheme, population = _population(entry, value, study, weights)
    goal = _goal(value, study)
    _check_test(value, study)
    choices, missed = _choices(entry, scheme, population, goal, study)
    simulated = study.ci == "dirichlet"
    return StudyPlan(
        tuple(choices),
        goal,
        coefficient,
        entry.title_with(scheme),
        scheme.name,
        value,
        population,
        study.ci,
        study.confidence,
        study.null,
        study.alternative,
        study.samples if simulated else 0,
        resolve_seed(study.seed) if simulated else None,
        study.cost_per_rating,
        study.cost_per_subject,
        (
            *_warnings(choices, missed, simulated=simulated),
            *([_of_marks(population)] if entry.numbers else []),
        ),
    )


def _of_marks(population: Population) -> str:
    """Return a remark on plans of statistics of numbers."""
    return (
        f"the plan is of ratings on {counted(population.q, 'mark')}; state categories and "
        "prevalence if measurements have more. For the number of raters that the mean of their "
        "measurements needs, use g_study()."
    )


def _choices(
    entry: Statistic, scheme: Scheme, population: Population, goal: Goal, study: PlanOptions
) -> tuple[list[Choice], list[int]]:
    """Return a design for each number of raters, and the numbers that do not reach the goal."""
    numbers = _raters(study.raters, entry)
    progress = study.progress or (lambda *_: None)
    choices, missed = [], []
    for done, number in enumerate(numbers):
        progress("sizes", done, len(numbers))
        design = Design(
            replace(population, raters=number),
            entry,
            scheme,
            study.ci,
            study.confidence,
            study.null,
            study.alternative,
            study.samples,
            resolve_seed(study.seed),
        )
        expected, reached = (
            (design.expected(study.subjects), True)
            if study.subjects is not None
            else design.size_for(goal)
        )
        ratings = expected.subjects * number * (1 - study.missing)
        cost = ratings * study.cost_per_rating + expected.subjects * study.cost_per_subject
        curve = _curve(design, expected) if study.curves else ()
        choices.append(Choice(number, ratings, cost, expected, curve))
        missed += [] if reached else [number]
    progress("sizes", len(numbers), len(numbers))
    return choices, missed


def _check_test(value: float, study: PlanOptions) -> None:
    """Check that the interval and the test can be planned at this value."""
    if study.ci == "t" and value == 1:
        raise OptionError(
            "at a value of 1 the standard error is 0; use dirichlet intervals.", option="ci"
        )
    null, alternative = study.null, study.alternative
    if null is not None and {"greater": null > value, "less": null < value}.get(alternative):
        raise OptionError(
            f"with alternative {alternative}, a value of {value:g} cannot reject {null:g}; use the "
            "opposite alternative.",
            option="alternative",
        )


def _population(
    entry: Statistic, value: float, study: PlanOptions, weights: WeightsLike | None
) -> tuple[Scheme, Population]:
    """Return the agreement weights, and a population in which the coefficient has the value."""
    shares = _shares(study.categories, study.prevalence)
    population = Population(shares, errors=study.errors, missing=study.missing)
    scheme = resolve_weights(entry, population.scale, weights)
    reason = entry.unsuited(population.typical(), scheme.name == "identity")
    if reason is not None:
        raise UnsupportedError(reason)
    return scheme, population.with_value(value, entry, scheme)


def _shares(
    categories: int | None, prevalence: float | Sequence[float] | None
) -> tuple[float, ...]:
    """Return the share of each category; equal shares if no prevalence is given."""
    if prevalence is None:
        q = 2 if categories is None else int(categories)
        return (1 / q,) * q
    given = [check_number("prevalence", p, POSITIVE) for p in _as_list(prevalence)]
    if not given:
        raise OptionError("prevalence lists no share.", option="prevalence")
    shares = [*given, 1 - given[0]] if len(given) == 1 else given
    if not min(shares) > 0 or not math.isclose(sum(shares), 1, abs_tol=1e-6):
        text = ", ".join(f"{share:g}" for share in shares)
        raise OptionError(
            f"prevalence is {text}; shares must be above 0 and add up to 1.", option="prevalence"
        )
    if categories is not None and categories != len(shares):
        raise OptionError(
            f"categories is {categories}, but prevalence has {len(shares)} shares.",
            option="categories",
        )
    return tuple(float(share) for share in shares)


def _goal(value: float, study: PlanOptions) -> Goal:
    """Return the goal, if it can be reached at this value."""
    if study.subjects is not None:
        return Goal()
    if study.lower is not None and not study.lower < value:
        raise OptionError(
            f"lower is {study.lower:g}; it must be below the value, {value:g}.", option="lower"
        )
    if study.null is not None and study.null == value:
        raise OptionError(f"null is {study.null:g}; it must differ from the value.", option="null")
    power = POWER if study.power is None else study.power
    return Goal(study.width, study.lower, None if study.null is None else power)


def _raters(raters: int | Iterable[int] | None, entry: Statistic) -> list[int]:
    """Return the numbers of raters that are planned."""
    if raters is None:
        return [2] if entry.raters == 2 else list(RATERS)
    allowed = Number(least=2, most=MOST_RATERS, whole=True)
    numbers = [int(check_number("raters", number, allowed)) for number in _as_list(raters)]
    if not numbers:
        raise OptionError("raters lists no number.", option="raters")
    for number in numbers:
        if entry.raters == 2 and number != 2:
            raise OptionError(
                f"{entry.title} needs exactly two raters; raters is {number}.", option="raters"
            )
    return list(dict.fromkeys(numbers))


def _as_list(given: Any) -> list[Any]:
    """Return one value or several as a list; text is one value."""
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]


def _curve(design: Design, expected: Expected) -> tuple[Expected, ...]:
    """Return the expected results of studies smaller and larger than the planned one."""
    planned = expected.subjects
    sizes = sorted({max(LEAST_SUBJECTS, round(planned * multiple)) for multiple in CURVE})
    return tuple(expected if n == planned else design.expected(n) for n in sizes)


def _warnings(
    choices: Sequence[Choice], missed: Sequence[int], *, simulated: bool
) -> tuple[str, ...]:
    """Return remarks on goals that were not reached, formulas, and undefined coefficients."""
    warnings = [
        f"no size that was simulated reaches the goal with {counted(raters, 'rater')}."
        for raters in missed
    ]
    if simulated and any(choice.expected.ci_method == "t" for choice in choices):
        warnings.append(
            "some studies are so large that formula and simulation agree. They were not "
            "simulated, and their intervals are t intervals."
        )
    undefined = max((choice.expected.undefined for choice in choices), default=0.0)
    if undefined > OFTEN_UNDEFINED:
        warnings.append(
            f"the coefficient is undefined in up to {undefined:.0%} of such studies, because all "
            "ratings are equal or too few subjects have two ratings. Plan more subjects, or select "
            "them so that rare categories occur."
        )
    return tuple(warnings)
