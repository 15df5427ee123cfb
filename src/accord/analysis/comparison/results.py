"""Results of a comparison: differences, tests of homogeneity, and sentences about them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import capital, difference_digits, p_text, percent, short
from accord.inference.results import ENDS, Data, Estimate, Interval

__all__ = ["Comparison", "Difference", "Equivalence", "Homogeneity"]

SENTENCES = 6  # pairs with a sentence each; of more pairs, only those that differ


@dataclass(frozen=True, slots=True)
class Equivalence(Record):
    """Tests of equivalence and non-inferiority: two one-sided tests.

    Parameters
    ----------
    margin
        Largest difference that is irrelevant.
    p_equivalent
        P-value of the hypothesis that the difference is at least the margin, in either direction.
    p_not_worse
        P-value of the hypothesis that the first is worse by the margin or more.
    p_not_better
        P-value of the hypothesis that the first is better by the margin or more.
    """

    margin: float
    p_equivalent: float
    p_not_worse: float
    p_not_better: float


@dataclass(frozen=True, slots=True)
class Difference(Record):
    """One coefficient less another, with its uncertainty.

    Parameters
    ----------
    a
        First group, panel, system or coefficient.
    b
        Second group, panel, system or coefficient.
    coefficient
        Name of the first coefficient in the registry.
    coefficient_b
        Name of the second coefficient in the registry.
    title
        Name of the first coefficient in texts.
    weights
        Name of the agreement weights.
    value_a
        Estimate of the first.
    value_b
        Estimate of the second.
    value
        The first less the second; NaN if one of the two is undefined, with a ``reason``.
    se
        Standard error, by (joint) influence values or by the bootstrap.
    interval
        Confidence interval.
    statistic
        The difference over its standard error.
    df
        Degrees of freedom; infinite where null, if there is a standard error.
    p_value
        P-value of the hypothesis that there is no difference.
    method
        Method of the interval and the p-value.
    paired
        Whether both have the same subjects.
    p_adjusted
        P-value, adjusted by Holm's method for all pairs of a coefficient.
    equivalence
        Tests of equivalence and non-inferiority, if a margin is given.
    reason
        Why the two cannot be compared; None if they can.
    notes
        Notes on this difference.
    """

    a: str
    b: str
    coefficient: str
    coefficient_b: str
    title: str
    weights: str
    value_a: float
    value_b: float
    value: float = field(metadata=written(key="difference"))
    se: float
    interval: Interval = field(metadata=written(inline=True, names=ENDS))
    statistic: float
    df: float = field(metadata=written(null=math.inf))
    p_value: float
    method: str
    paired: bool
    p_adjusted: float = math.nan
    equivalence: Equivalence | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()

    _derived: ClassVar[Mapping[str, str]] = {"sentence": "sentence"}

    @property
    def sentence(self) -> str:
        """The result in words."""
        return _sentence(self)


@dataclass(frozen=True, slots=True)
class Homogeneity(Record):
    """Test of the hypothesis that a coefficient is the same in all groups.

    Parameters
    ----------
    coefficient
        Name of the coefficient in the registry.
    title
        Name of the coefficient in texts.
    chi_square
        Σ (κ_g - κ̄)²/v_g over the groups.
    df
        Degrees of freedom.
    p_value
        P-value of the hypothesis that the coefficient is the same in all groups.
    pooled
        κ̄, the mean weighted by 1/v_g.
    se
        Standard error of the pooled value.
    interval
        Confidence interval of the pooled value.
    groups
        Number of groups.
    p_method
        ``chi-square``, or ``pairs``: the smallest p-value of the pairs, adjusted by Holm's method.
    left_out
        Groups without a standard error, which are left out.
    reason
        Why the groups cannot be compared; None if they can.
    """

    coefficient: str
    title: str
    chi_square: float
    df: float
    p_value: float
    pooled: float
    se: float
    interval: Interval = field(metadata=written(inline=True, names=ENDS))
    groups: int
    p_method: str = "chi-square"
    left_out: tuple[str, ...] = ()
    reason: str | None = None

    _derived: ClassVar[Mapping[str, str]] = {"sentence": "sentence"}

    @property
    def sentence(self) -> str:
        """The result in words."""
        if self.reason is not None:
            return f"{self.title} cannot be compared across groups: {self.reason}."
        verdict = (
            f"differs significantly among the {self.groups} groups"
            if self.p_value < 1 - self.interval.confidence
            else f"does not differ significantly among the {self.groups} groups"
        )
        by = ", the smallest Holm-adjusted p of the pairs" if self.p_method == "pairs" else ""
        omitted = f", {', '.join(self.left_out)} left out" if self.left_out else ""
        return (
            f"{self.title} {verdict}{omitted} (χ² = {self.chi_square:.2f}, df = {self.df:g}; "
            f"{p_text(self.p_value)}{by}); pooled {short(self.pooled)}, "
            f"{percent(self.interval.confidence)} CI "
            f"[{short(self.interval.low)}, {short(self.interval.high)}]."
        )


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """Result of `compare`.

    Parameters
    ----------
    differences
        One per pair and coefficient.
    estimates
        Estimates of each group or panel, one per coefficient.
    data
        Data of each group or panel.
    paired
        Whether the groups or panels have the same subjects.
    homogeneity
        Tests of homogeneity of all independent groups, one per coefficient.
    warnings
        What was assumed, left out or undefined.
    seed
        Seed of the random draws; None if there were none.
    replicates
        Number of random draws; None if there were none.
    version
        Version of accord.
    """

    differences: tuple[Difference, ...] = field(metadata=written(key="comparisons"))
    estimates: Mapping[str, tuple[Estimate, ...]] = field(
        metadata=written(table="groups", index="group", key="coefficients")
    )
    data: Mapping[str, Data] = field(metadata=written(table="groups", index="group", key="data"))
    paired: bool
    homogeneity: tuple[Homogeneity, ...] = ()
    warnings: tuple[str, ...] = ()
    seed: int | None = None
    replicates: int | None = None
    version: str = field(default="", repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {
        **{name: name for name in ("difference", "se", "p_value", "method", "sentence")},
        "lower": "interval.low",
        "upper": "interval.high",
        "confidence": "interval.confidence",
    }

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)

    @property
    def difference(self) -> float:
        """Difference of the first pair."""
        return self.differences[0].value

    @property
    def se(self) -> float:
        """Standard error of the first difference."""
        return self.differences[0].se

    @property
    def interval(self) -> Interval:
        """Interval of the first difference."""
        return self.differences[0].interval

    @property
    def p_value(self) -> float:
        """P-value of the first difference."""
        return self.differences[0].p_value

    @property
    def method(self) -> str:
        """Method of the first difference."""
        return self.differences[0].method

    @property
    def sentence(self) -> str:
        """The result in words."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """The result in words: tests of homogeneity, then the pairs.

        Of many pairs, only those that differ significantly get a sentence.
        """
        overall = [item.sentence for item in self.homogeneity if item.groups > 2]
        if len(self) <= SENTENCES:
            return [*overall, *(item.sentence for item in self)]
        significant = [item for item in self if item.p_adjusted < 1 - item.interval.confidence]
        shown = [item.sentence for item in significant[:SENTENCES]]
        other = "other " if significant else ""
        omitted = len(significant) - len(shown)
        more = f"{omitted} more pairs differ significantly; " if omitted else ""
        summary = f"{more}no {other}pair of {len(self)} differs significantly."
        return [*overall, *shown, capital(summary)]

    def __str__(self) -> str:
        return self.sentence


def _sentence(d: Difference) -> str:
    """Return a difference in words, the higher value first if it is significant."""
    what = d.title if d.coefficient == d.coefficient_b else "agreement"
    if d.reason is not None:
        return f"{d.a} and {d.b} cannot be compared: {d.reason}."
    low, high = d.interval
    digits = difference_digits(d.value, low, high)
    first = f"{d.a} ({short(d.value_a, digits)})"
    second = f"{d.b} ({short(d.value_b, digits)})"
    level = percent(d.interval.confidence)
    tested = p_text(d.p_value)
    if not math.isnan(d.p_adjusted) and abs(d.p_adjusted - d.p_value) > 1e-12:
        tested += f" ({p_text(d.p_adjusted, adjusted=True)})"
    deciding = d.p_value if math.isnan(d.p_adjusted) else d.p_adjusted
    if deciding < 1 - d.interval.confidence:
        if d.value < 0:  # the higher value comes first, so that the difference is positive
            first, second, low, high = second, first, -high, -low
        text = (
            f"{capital(what)} is higher for {first} than for {second} by "
            f"{short(abs(d.value), digits)}, {level} CI "
            f"[{short(low, digits)}, {short(high, digits)}], {tested}."
        )
    else:
        text = (
            f"{capital(what)} does not differ significantly between {first} and {second}: "
            f"difference ({d.a} − {d.b}) {short(d.value, digits)}, {level} CI "
            f"[{short(low, digits)}, {short(high, digits)}], {tested}."
        )
    if d.equivalence is None:
        return text
    return f"{text} {_equivalence(d, d.equivalence)}"


def _equivalence(d: Difference, e: Equivalence) -> str:
    """Return the tests of equivalence in words: the strongest conclusion that is significant."""
    level, margin = 1 - d.interval.confidence, short(e.margin)
    if e.p_equivalent < level:
        return f"The two are equivalent within ±{margin} ({p_text(e.p_equivalent)})."
    for p, side in ((e.p_not_worse, "lower"), (e.p_not_better, "higher")):
        if p < level:
            return f"With a margin of {margin}, {d.a} is not {side} than {d.b} ({p_text(p)})."
    return (
        f"A difference of {margin} or more is not ruled out in either direction (equivalence "
        f"{p_text(e.p_equivalent)})."
    )
