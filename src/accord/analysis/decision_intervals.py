"""Intervals of the reliability of a design, by the jackknife over persons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.quantities import kurtosis_df
from accord.inference.results import Interval
from accord.inference.tails import LinkTails
from accord.statistics.links import mean_reliability_link

__all__ = ["JackknifedComponents", "reliability_parts"]

DecisionUse: TypeAlias = Literal["relative", "absolute"]
V = TypeVar("V", float, FloatArray)


def reliability_parts(
    components: Mapping[str, V], size: Mapping[str, int], fixed: str | None
) -> tuple[V, V, V]:
    """Return the variance of what is measured, and the error of relative and absolute decisions.

    Parameters
    ----------
    components
        Variance by source: ``p``, ``r``, ``pr`` and so on.
    size
        Number of raters ``r`` and of occasions ``o`` that are averaged over.
    fixed
        The facet that is fixed, if any: its interaction with persons is part of what is measured,
        and its own variance no error.
    """
    person = components["p"]
    relative = absolute = person * 0
    for source, variance in components.items():
        facets = source.removeprefix("p")
        if not facets:
            continue
        error = variance / math.prod(size[facet] for facet in facets)
        if source.startswith("p") and facets == fixed:
            person = person + error
        elif source.startswith("p"):
            relative = relative + error
        elif facets != fixed:
            absolute = absolute + error
    return person, relative, absolute + relative


@dataclass(frozen=True, slots=True, eq=False)
class JackknifedComponents:
    """Variance components of a study, and those without each person.

    Parameters
    ----------
    components
        Variance by source.
    without
        The same without each person, as (n,) arrays.
    confidence
        Confidence level.
    """

    components: Mapping[str, float]
    without: Mapping[str, FloatArray]
    confidence: float

    def interval(self, size: Mapping[str, int], fixed: str | None, use: DecisionUse) -> Interval:
        r"""Return the interval of the reliability of a design.

        Notes
        -----
        The reliability is ρ = 1 - e/(p + e) with the variance p of what is measured and the error
        e. The jackknife over the n persons gives the standard error of

        .. math:: z = -\tfrac12 \log(1 - \rho)

        and the degrees of freedom, n - 1 or fewer, follow the kurtosis of its values. Negative
        variances of errors count as 0, and that of the persons as it is, since a variance that is
        cut has no spread. Raters and occasions are those of the study.

        Where e is near 0, as with many raters, its logarithm is imprecise. Reliability does not
        fall with the numbers of raters and occasions, so a limit of smaller numbers is one of
        larger numbers, too: the lower limit is the largest of them.
        """
        single = self._single(size, fixed, use)
        smaller = (self._single(each, fixed, use).low for each in _smaller(size, fixed))
        lows = [low for low in (single.low, *smaller) if math.isfinite(low)]
        if not lows:
            return single
        high = single.high if math.isfinite(single.high) else 1.0
        return Interval(max(0.0, *lows), max(high, 0.0), self.confidence)

    def _single(self, size: Mapping[str, int], fixed: str | None, use: DecisionUse) -> Interval:
        """Return the jackknife interval of a design by itself; NaN where it is undefined."""
        whole = {source: np.array([value]) for source, value in self.components.items()}
        value = _reliability(whole, size, fixed, use)
        values = _reliability(self.without, size, fixed, use)
        n = values.size
        link = mean_reliability_link()
        with np.errstate(invalid="ignore", divide="ignore"):
            change = link.transform(values) - link.transform(value)
        unknown = Interval(math.nan, math.nan, self.confidence)
        if not np.isfinite(change).all():
            return unknown
        change -= change.mean()
        se = math.sqrt((n - 1) / n * float(change @ change))
        if not se > 0:
            return unknown
        df = kurtosis_df(change, np.ones(n), n - 1.0, float(n))
        return LinkTails(float(value[0]), se, df, link, (-math.inf, 1.0)).interval(self.confidence)


def _smaller(size: Mapping[str, int], fixed: str | None) -> Iterator[Mapping[str, int]]:
    """Yield designs with fewer raters or occasions, which are not more reliable.

    Numbers are halved. A facet that is fixed keeps its number.
    """
    for facet in size:
        number = size[facet]
        while facet != fixed and number > 1:
            number //= 2
            yield {**size, facet: number}


def _reliability(
    components: Mapping[str, FloatArray],
    size: Mapping[str, int],
    fixed: str | None,
    use: DecisionUse,
) -> FloatArray:
    """Return the reliability, not defined where variances are not those of any ratings."""
    cut = {s: v if s == "p" else np.maximum(v, 0.0) for s, v in components.items()}
    person, relative, absolute = reliability_parts(cut, size, fixed)
    error = relative if use == "relative" else absolute
    total = person + error
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, person / total, np.nan)
