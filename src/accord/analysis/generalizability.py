"""Generalizability studies of one and two facets, and the reliability of other designs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import numpy as np

from accord.analysis.decision_intervals import (
    DecisionUse,
    JackknifedComponents,
    reliability_parts,
)
from accord.analysis.views.reliability import icc
from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.validation import WHOLE, check_number
from accord.data.scale import FloatArray
from accord.errors import NotATableError, OptionError, UnsupportedError
from accord.inference.results import Interval
from accord.io import load
from accord.io.reading import ParsedOptions
from accord.io.sources import load_tables
from accord.options import ReadOptions, presets, with_options
from accord.statistics.crossed_components import two_facets, two_facets_without_each

__all__ = ["Decision", "GStudy", "g_study"]

FEWEST = 2  # persons of whom one cannot be left out
MOST_RATERS = 10_000  # of a search for a coefficient
UNKNOWN = Interval(math.nan, math.nan)
LEVEL = "confidence"


@dataclass(frozen=True, slots=True)
class Decision(Record):
    """Reliability of the mean over a number of raters and occasions.

    Parameters
    ----------
    raters
        Number of raters of a decision.
    occasions
        Number of occasions.
    generalizability
        Coefficient for relative decisions, such as rankings: Eρ².
    dependability
        Coefficient for absolute decisions, such as passing a mark: Φ.
    relative_error
        Error variance of relative decisions.
    absolute_error
        Error variance of absolute decisions.
    generalizability_interval
        Confidence interval of Eρ²; unknown where components were stated.
    dependability_interval
        Confidence interval of Φ.
    """

    raters: Count
    occasions: Count
    generalizability: float
    dependability: float
    relative_error: float
    absolute_error: float
    generalizability_interval: Interval = field(default=UNKNOWN, metadata=written(level=LEVEL))
    dependability_interval: Interval = field(default=UNKNOWN, metadata=written(level=LEVEL))

    _derived: ClassVar[Mapping[str, str]] = {
        "relative_sem": "relative_sem",
        "absolute_sem": "absolute_sem",
    }

    def of(self, absolute: bool, limit: Literal["lower", "upper"] | None = None) -> float:
        """Return the coefficient of absolute or relative decisions, or a confidence limit."""
        interval = self.dependability_interval if absolute else self.generalizability_interval
        if limit is not None:
            return interval.low if limit == "lower" else interval.high
        return self.dependability if absolute else self.generalizability

    @property
    def relative_sem(self) -> float:
        """Standard error of measurement of relative decisions."""
        return math.sqrt(self.relative_error)

    @property
    def absolute_sem(self) -> float:
        """Standard error of measurement of absolute decisions."""
        return math.sqrt(self.absolute_error)


@dataclass(frozen=True, slots=True, eq=False)
class GStudy(Displayed):
    """Variance components of persons, raters and, with two facets, occasions.

    Parameters
    ----------
    components
        Variance by source: ``p``, ``r`` and ``pr`` (with the residual), and with occasions also
        ``o``, ``po``, ``ro`` and ``pro``. Negative estimates are listed as they are, and count as 0
        in decisions.
    n
        Number of persons.
    raters
        Number of raters.
    occasions
        Number of occasions; 1 for a design with one facet.
    relative_interval
        Confidence interval of the generalizability of one rater, and of one occasion.
    absolute_interval
        Confidence interval of the dependability of one rater, and of one occasion.
    warnings
        Remarks on the data.
    jackknifed
        The components without each person, of a study with two facets.
    """

    components: Mapping[str, float] = field()
    n: Count = 0
    raters: Count = 0
    occasions: Count = 1
    relative_interval: Interval = field(default=UNKNOWN, metadata=written(level=LEVEL))
    absolute_interval: Interval = field(default=UNKNOWN, metadata=written(level=LEVEL))
    warnings: tuple[str, ...] = ()
    jackknifed: JackknifedComponents | None = field(
        default=None, repr=False, metadata=written(omitted=True)
    )

    @property
    def facets(self) -> int:
        """Number of facets: raters, and occasions if they are part of the design."""
        return 2 if any("o" in source for source in self.components) else 1

    def decide(
        self, raters: int | None = None, occasions: int | None = None, *, fixed: str | None = None
    ) -> Decision:
        """Return the reliability of the mean over numbers of raters and occasions.

        Parameters
        ----------
        raters, occasions
            Numbers for which to decide; those of the study if not given.
        fixed
            ``r`` or ``o`` if this facet is fixed, so that its interaction with persons is part of
            what is measured, and its own variance no error.
        """
        if fixed not in (None, "r", "o"):
            raise OptionError("fixed must be 'r' or 'o'.", option="fixed", value=fixed)
        raters = int(check_number("raters", raters or self.raters, WHOLE))
        occasions = int(check_number("occasions", occasions or self.occasions, WHOLE))
        if raters < 1 or occasions < 1:
            raise OptionError("raters and occasions must be 1 or more.", option="raters")
        part = {key: max(value, 0.0) for key, value in self.components.items()}
        size = {"r": raters, "o": occasions}
        person, relative, absolute = reliability_parts(part, size, fixed)
        return Decision(
            raters,
            occasions,
            _ratio(person, person + relative),
            _ratio(person, person + absolute),
            relative,
            absolute,
            self._interval(size, fixed, "relative"),
            self._interval(size, fixed, "absolute"),
        )

    def _interval(self, size: Mapping[str, int], fixed: str | None, use: DecisionUse) -> Interval:
        """Return the interval of a reliability, where it is known."""
        if self.jackknifed is not None:
            return self.jackknifed.interval(size, fixed, use)
        single = self.relative_interval if use == "relative" else self.absolute_interval
        return _of_mean(single, size["r"]) if fixed is None and self.facets == 1 else UNKNOWN

    def raters_for(
        self,
        reliability: float,
        *,
        absolute: bool = True,
        occasions: int | None = None,
        fixed: str | None = None,
        limit: Literal["lower", "upper"] | None = None,
    ) -> int:
        """Return the smallest number of raters whose mean reaches a reliability.

        Parameters
        ----------
        reliability
            Coefficient to reach, between 0 and 1.
        absolute
            Whether decisions are absolute, so that differences between raters are error.
        occasions
            Number of occasions; that of the study if not given.
        fixed
            As in `decide`.
        limit
            Whether the lower or the upper confidence limit is to reach it, rather than the
            estimate.

        Raises
        ------
        UnsupportedError
            If no number of raters reaches it.
        """
        if not 0 < reliability < 1:
            raise OptionError(
                f"reliability is {reliability:g}, and must be between 0 and 1.",
                option="reliability",
                value=reliability,
            )

        def reaches(raters: int) -> bool:
            return self.decide(raters, occasions, fixed=fixed).of(absolute, limit) >= reliability

        low, high = 1, MOST_RATERS
        if not reaches(high):
            further = "; more occasions may" if self.facets == 2 else ""
            raise UnsupportedError(
                f"even {MOST_RATERS:,} raters do not reach {reliability:g}{further}."
            )
        while low < high:
            middle = (low + high) // 2
            if reaches(middle):
                high = middle
            else:
                low = middle + 1
        return low

    def __str__(self) -> str:
        lines = [f"{source}: {value:.4g}" for source, value in self.components.items()]
        decision = self.decide()
        return "\n".join(
            [
                *lines,
                f"{decision.raters} raters, {decision.occasions} occasions: generalizability "
                f"{decision.generalizability:.3f}, dependability {decision.dependability:.3f}",
            ]
        )


def _ratio(top: float, bottom: float) -> float:
    return top / bottom if bottom > 0 else 0.0


def _of_mean(interval: Interval, raters: int) -> Interval:
    """Return the interval of the mean of raters, given that of one (Spearman–Brown)."""
    low, high = (
        end * raters / (1 + (raters - 1) * end) if 1 + (raters - 1) * end > 0 else math.nan
        for end in interval
    )
    return Interval(low, high, interval.confidence)


@with_options(ReadOptions)
def g_study(
    data: Any, *, occasion: str | None = None, confidence: float = 0.95, **loading: Any
) -> GStudy:
    """Estimate the variance components of a generalizability study of one or two facets.

    Parameters
    ----------
    data
        Anything that `load` takes: persons rated by raters. Or an array of persons × raters ×
        occasions with one score in each cell, for two facets.
    occasion
        Column of the occasions, of a table with two facets: each rater rated each person on each
        occasion.
    confidence
        Confidence level of the intervals.
    **loading
        Options of reading.

    Returns
    -------
    GStudy
        The components; its method ``decide`` gives the reliability for other numbers of raters and
        occasions, and ``raters_for`` the number of raters that a reliability needs.

    Examples
    --------
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> study = g_study(ratings)
    >>> round(study.decide(10).dependability, 2), study.raters_for(0.9)
    (0.8, 23)
    """
    if occasion is not None:
        return _two_facets(*_cube(data, occasion, loading), confidence=confidence)
    if isinstance(data, np.ndarray) and data.ndim == 3:
        return _of_array(data, loading, confidence)
    if isinstance(data, list) and data and np.ndim(data) == 3:
        return _of_array(np.asarray(data), loading, confidence)
    result = icc(data, confidence=confidence, **loading)
    parts = result.components
    if math.isnan(parts.raters):
        raise UnsupportedError("a generalizability study needs the rater of each rating.")
    components = {"p": parts.subjects, "r": parts.raters, "pr": parts.residual}
    return GStudy(
        components,
        result.n,
        len(result.raters),
        1,
        _of_mean(result[presets.GENERALIZABILITY].interval, 1),
        _of_mean(result[presets.DEPENDABILITY].interval, 1),
        result.warnings,
    )


def _of_array(array: Any, loading: Mapping[str, Any], confidence: float) -> GStudy:
    if loading:
        raise OptionError(
            "an array of persons × raters × occasions takes no options of reading.", option="data"
        )
    return _two_facets(np.asarray(array, dtype=np.float64), confidence=confidence)


def _two_facets(y: FloatArray, warnings: tuple[str, ...] = (), *, confidence: float) -> GStudy:
    if not np.isfinite(y).all() or min(y.shape) < 2:
        raise NotATableError(
            "a study of two facets needs one finite score in each cell, and two persons, raters "
            "and occasions or more."
        )
    n, raters, occasions = y.shape
    components = two_facets(y)
    jackknifed = None
    if n > FEWEST:
        jackknifed = JackknifedComponents(components, two_facets_without_each(y), confidence)
    study = GStudy(components, n, raters, occasions, warnings=warnings, jackknifed=jackknifed)
    single = study.decide(1, 1)
    return replace(
        study,
        relative_interval=single.generalizability_interval,
        absolute_interval=single.dependability_interval,
    )


def _cube(
    data: Any, occasion: str, loading: Mapping[str, Any]
) -> tuple[FloatArray, tuple[str, ...]]:
    """Return persons × raters × occasions of a table, and the remarks on its reading.

    A row of the table is a person on an occasion: persons are its clusters, occasions its
    subgroups.
    """
    person = _person_column(data, occasion, loading)
    roles = {"item": [person, occasion], "cluster": person, "by": occasion}
    patterns = load(data, **{**loading, **roles})
    if patterns.scale.scores is None:
        raise UnsupportedError("a generalizability study needs numbers; the ratings are words.")
    assert patterns.cluster is not None
    assert patterns.group is not None
    rows = patterns.by_rater().rows
    shape = patterns.clusters, len(patterns.groups), patterns.r
    y = np.full(shape, np.nan)
    y[patterns.cluster, patterns.group] = np.append(patterns.points, np.nan)[rows]
    notes = tuple(note for note in patterns.warnings if repr(occasion) not in note)
    return np.moveaxis(y, 1, 2), notes


def _person_column(data: Any, occasion: str, loading: Mapping[str, Any]) -> str:
    """Return the column of the persons: the stated one, or that of the subjects."""
    stated = loading.get("item")
    columns: Sequence[Any] = [stated] if isinstance(stated, (str, int)) else stated or ()
    if not columns:
        options = ParsedOptions(**{**loading, "duplicates": "first"})
        reading = load_tables((data,), options).reading
        name = getattr(reading.variables[0].layout, "item", None) if reading else None
        columns = reading.joined.get(name, (name,)) if reading and name else ()
    persons = [str(column) for column in columns if column != occasion]
    if len(persons) != 1:
        raise OptionError(
            "a study with occasions needs one column of persons.",
            option="item",
            remedy="State it with item (--item).",
        )
    return persons[0]
