"""Decision studies: how many raters, and occasions, a reliability needs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from accord.analysis.generalizability import MOST_RATERS, Decision, GStudy, g_study
from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.validation import ANY_NUMBER, Number, check_number
from accord.base.wording import counted, joined, percent, short
from accord.errors import OptionError, UnsupportedError
from accord.options import DecisionOptions, ReadOptions, declared, with_options
from accord.options.decisions import DecisionKind
from accord.version import __version__

__all__ = ["DecisionStudy", "RequiredRaters", "decision_study"]

PANELS = (1, 2, 3, 5, 10)  # numbers of raters that are considered if none are stated
OCCASIONS = (1, 2, 3)
SOURCES = ("p", "r", "o", "pr", "po", "ro", "pro")
SIZE = Number(least=1, most=MOST_RATERS, whole=True)


@dataclass(frozen=True, slots=True)
class RequiredRaters(Record):
    """The smallest number of raters whose mean reaches a reliability.

    Parameters
    ----------
    occasions
        Number of occasions.
    raters
        Number of raters; undefined if no number is enough.
    least, most
        The number at the upper and at the lower confidence limit of the reliability; undefined if
        no number is enough there.
    """

    occasions: Count
    raters: float
    least: float = math.nan
    most: float = math.nan


@dataclass(frozen=True, slots=True, eq=False)
class DecisionStudy(Shown):
    """Reliability of means over numbers of raters and occasions, and the numbers that a goal needs.

    Parameters
    ----------
    study
        The variance components.
    decisions
        Reliability of each design.
    reliability
        The reliability to reach; None without a goal.
    kind
        ``absolute`` or ``relative`` decisions.
    fixed
        The facet that is fixed, if any.
    required
        Numbers of raters that reach the reliability, for each number of occasions.
    warnings
        Remarks.
    version
        Version of accord.
    """

    study: GStudy
    decisions: tuple[Decision, ...]
    reliability: float | None
    kind: DecisionKind = field(metadata=written(key="decision_kind"))
    fixed: str | None = None
    required: tuple[RequiredRaters, ...] = ()
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {"sentence": "sentence"}

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if self.reliability is None:
            return self._present
        name = "dependability" if self.kind == "absolute" else "generalizability"
        goal = f"{self.kind} decisions with a reliability ({name}) of {short(self.reliability)}"
        parts = [self._enough(each) for each in self.required]
        return f"For {goal}: {'; '.join(parts)}."

    @property
    def _present(self) -> str:
        study = self.study  # of stated components, the largest design is named
        decision = study.decide(fixed=self.fixed) if study.raters else self.decisions[-1]
        size = counted(decision.raters, "rater")
        if self.study.facets == 2:
            size += f" on {counted(decision.occasions, 'occasion')}"
        return (
            f"The mean of {size} has a generalizability of {short(decision.generalizability)} "
            f"(relative decisions) and a dependability of {short(decision.dependability)} "
            "(absolute decisions)."
        )

    def _enough(self, each: RequiredRaters) -> str:
        where = f" on {counted(each.occasions, 'occasion')}" if self.study.facets == 2 else ""
        if math.isnan(each.raters):
            return f"no number of raters is enough{where}"
        text = f"the mean of {counted(each.raters, 'rater')}{where}"
        if math.isnan(each.least):
            return text
        level = percent(self.study.absolute_interval.confidence)
        if math.isnan(each.most):
            return f"{text} ({level} CI: {each.least:.0f} or more)"
        return f"{text} ({level} CI: {each.least:.0f} to {each.most:,.0f})"

    def __str__(self) -> str:
        return self.sentence


@with_options(DecisionOptions, ReadOptions)
def decision_study(
    data: Any = None,
    *,
    components: Mapping[str, float] | None = None,
    occasion: str | None = None,
    **options: Any,
) -> DecisionStudy:
    """Find how many raters, and occasions, the mean of the ratings needs to be reliable.

    Parameters
    ----------
    data
        A pilot study, as `g_study` takes it, or the result of `g_study`.
    components
        Variance components, in place of a pilot study: of persons ``p``, raters ``r`` and the
        residual ``pr``; with occasions also ``o``, ``po``, ``ro`` and ``pro``.
    occasion
        Column of the occasions of the pilot study.
    **options
        The goal, the designs to consider, and options of reading.

    Returns
    -------
    DecisionStudy
        The reliability of each design, and the smallest number of raters that reaches the goal,
        with its confidence interval.

    Examples
    --------
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> result = decision_study(ratings, reliability=0.9, decisions="relative")
    >>> [each.raters for each in result.required]
    [4]
    >>> stated = decision_study(components={"p": 2.6, "r": 5.2, "pr": 1.0}, reliability=0.9)
    >>> stated.required[0].raters
    22
    """
    names = declared(DecisionOptions)
    goal = DecisionOptions(**{name: options.pop(name) for name in names if name in options})
    study = _study(data, components, occasion, goal.confidence, options)
    if goal.fixed == "o" and study.facets == 1:
        raise OptionError("there are no occasions that could be fixed.", option="fixed", value="o")
    occasions = _sizes("occasions", goal.occasions) or _usual_occasions(study)
    if study.facets == 1 and occasions != [1]:
        raise OptionError(
            "the study has no occasions, so their number cannot be planned.",
            option="occasions",
            value=goal.occasions,
            remedy="Name the column of the occasions with occasion (--occasion), or state the "
            "components p, r, o, pr, po, ro and pro.",
        )
    required = (
        ()
        if goal.reliability is None
        else tuple(_required(study, goal, number) for number in occasions)
    )
    panels = _sizes("panels", goal.panels) or _usual_panels(study, required)
    return DecisionStudy(
        study,
        tuple(study.decide(g, o, fixed=goal.fixed) for o in occasions for g in panels),
        goal.reliability,
        goal.decisions,
        goal.fixed,
        required,
        (*study.warnings, *_negative(study)),
    )


def _study(
    data: Any,
    components: Mapping[str, float] | None,
    occasion: str | None,
    confidence: float,
    loading: Mapping[str, Any],
) -> GStudy:
    if (data is None) == (components is None):
        raise OptionError(
            "a decision study needs either the data of a pilot study or variance components.",
            option="components",
        )
    if components is not None:
        return GStudy(_checked(components))
    if isinstance(data, GStudy):
        return data
    return g_study(data, occasion=occasion, confidence=confidence, **loading)


def _checked(components: Mapping[str, float]) -> dict[str, float]:
    """Return stated components of one or two facets in their order; those left out are 0."""
    unknown = [name for name in components if name not in SOURCES]
    if unknown or "p" not in components:
        problem = f"{unknown[0]!r} is no component" if unknown else "the component p is missing"
        raise OptionError(
            f"{problem}; components are p, r and pr, and with occasions also o, po, ro and pro.",
            option="components",
        )
    two = any("o" in name for name in components)
    sources = SOURCES if two else ("p", "r", "pr")
    values = {
        name: check_number(f"components {name}", components.get(name, 0.0), ANY_NUMBER)
        for name in sources
    }
    if not values["p"] > 0:
        raise OptionError("the variance of the persons, p, must be above 0.", option="components")
    return values


def _sizes(name: str, given: int | Iterable[int] | None) -> list[int]:
    if given is None:
        return []
    numbers = [given] if not isinstance(given, Iterable) else list(given)
    return sorted({int(check_number(name, number, SIZE)) for number in numbers})


def _usual_occasions(study: GStudy) -> list[int]:
    return sorted({*OCCASIONS, int(study.occasions)}) if study.facets == 2 else [1]


def _usual_panels(study: GStudy, required: Sequence[RequiredRaters]) -> list[int]:
    needed = {int(each.raters) for each in required if not math.isnan(each.raters)}
    panels = {*PANELS, *(needed if study.facets == 1 else ())}
    return sorted(panels | ({int(study.raters)} if study.raters else set()))


def _required(study: GStudy, goal: DecisionOptions, occasions: int) -> RequiredRaters:
    """Return the number of raters that reach a reliability, with its interval."""
    assert goal.reliability is not None
    absolute = goal.decisions == "absolute"
    raters = _enough(study, goal, occasions)
    if study.facets == 2:
        if not math.isfinite(study.decide(1, occasions, fixed=goal.fixed).of(absolute, "upper")):
            return RequiredRaters(occasions, raters)
        least = _enough(study, goal, occasions, "upper")
        return RequiredRaters(occasions, raters, least, _enough(study, goal, occasions, "lower"))
    if goal.fixed is not None:
        return RequiredRaters(occasions, raters)
    interval = study.absolute_interval if absolute else study.relative_interval
    least, most = (_stepped(goal.reliability, end) for end in (interval.high, interval.low))
    return RequiredRaters(occasions, raters, least, most)


def _enough(
    study: GStudy,
    goal: DecisionOptions,
    occasions: int,
    limit: Literal["lower", "upper"] | None = None,
) -> float:
    """Return the number of raters for which the reliability, or a limit, reaches the goal."""
    assert goal.reliability is not None
    try:
        return study.raters_for(
            goal.reliability,
            absolute=goal.decisions == "absolute",
            occasions=occasions,
            fixed=goal.fixed,
            limit=limit,
        )
    except UnsupportedError:
        return math.nan


def _stepped(reliability: float, single: float) -> float:
    """Return the number of raters that reach a reliability, given that of one (Spearman–Brown)."""
    if not 0 < single < 1:
        return 1.0 if single >= 1 else math.nan
    return max(1.0, math.ceil(reliability * (1 - single) / (single * (1 - reliability)) - 1e-9))


def _negative(study: GStudy) -> list[str]:
    names = [name for name, value in study.components.items() if value < 0]
    if not names:
        return []
    if len(names) == 1:
        return [f"the variance of {names[0]} is estimated as negative and counts as 0."]
    return [f"the variances of {joined(names)} are estimated as negative and count as 0."]
