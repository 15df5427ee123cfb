"""What a comparison found: differences, the test of all groups together, and words for them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.base.plain import plain, plain_dict
from accord.base.showing import Shown
from accord.base.wording import capital, difference_digits, p_text, percent, short
from accord.inference.results import Data, Estimate, Interval

__all__ = ["Comparison", "Difference", "Equivalence", "Homogeneity"]

SPELLED_OUT = 6  # so many pairs get a sentence each


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether a difference is small enough not to matter: two one-sided tests.

    Parameters
    ----------
    margin
        Differences up to this do not matter.
    p_equivalent
        P-value of the hypothesis that the difference is at least the margin, either way.
    p_not_worse, p_not_better
        P-values of the hypotheses that the first is worse, or better, by the margin or more.
    """

    margin: float
    p_equivalent: float
    p_not_worse: float
    p_not_better: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values, NaN as None."""
        return plain_dict(
            {
                "margin": self.margin,
                "p_equivalent": self.p_equivalent,
                "p_not_worse": self.p_not_worse,
                "p_not_better": self.p_not_better,
            }
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """One coefficient less another, with its uncertainty.

    Parameters
    ----------
    a, b
        What is compared; the difference is the first less the second.
    first, second
        The two estimates.
    value
        The difference; NaN if one of the two is undefined, and then ``reason`` says why.
    se
        Standard error, by (joint) influence values or by the bootstrap.
    interval
        Confidence interval.
    statistic, df
        The difference over its standard error, and degrees of freedom.
    p_value
        Of the hypothesis that there is no difference, by ``method``.
    p_adjusted
        Adjusted by Holm's method for all the pairs of a coefficient.
    paired
        Whether both are of the same subjects.
    equivalence
        Where a margin is given.
    """

    a: str
    b: str
    first: Estimate
    second: Estimate
    value: float
    se: float
    interval: Interval
    statistic: float
    df: float
    p_value: float
    method: str
    paired: bool
    p_adjusted: float = math.nan
    equivalence: Equivalence | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The result in words."""
        return _sentence(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, NaN as None."""
        return plain_dict(
            {
                "a": self.a,
                "b": self.b,
                "coefficient": self.first.name,
                "coefficient_b": self.second.name,
                "weights": self.first.weights,
                "value_a": self.first.value,
                "value_b": self.second.value,
                "difference": self.value,
                "se": self.se,
                "lower": self.interval.low,
                "upper": self.interval.high,
                "confidence": self.interval.confidence,
                "ci_method": self.interval.method,
                "statistic": self.statistic,
                "df": None if math.isinf(self.df) else self.df,
                "p_value": self.p_value,
                "p_adjusted": self.p_adjusted,
                "method": self.method,
                "paired": self.paired,
                "equivalence": None if self.equivalence is None else self.equivalence.to_dict(),
                "reason": self.reason,
                "notes": list(self.notes),
                "sentence": self.sentence,
            }
        )


@dataclass(frozen=True, slots=True)
class Homogeneity:
    """Whether a coefficient is the same in all groups.

    Parameters
    ----------
    coefficient
        Its registry name.
    chi_square, df, p_value
        Σ (κ_g - κ̄)²/v_g, its degrees of freedom, and the p-value.
    pooled, se, interval
        κ̄, the mean weighted by 1/v_g, with its uncertainty.
    p_method
        ``chi-square``, or ``pairs``: the smallest p-value of the pairs, adjusted by Holm's method.
    groups, left_out
        How many there are, and names of those without a standard error, which are left out.
    """

    coefficient: str
    title: str
    chi_square: float
    df: float
    p_value: float
    pooled: float
    se: float
    interval: Interval
    groups: int
    p_method: str = "chi-square"
    left_out: tuple[str, ...] = ()
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, NaN as None."""
        return plain_dict(
            {
                "coefficient": self.coefficient,
                "chi_square": self.chi_square,
                "df": self.df,
                "p_value": self.p_value,
                "p_method": self.p_method,
                "pooled": self.pooled,
                "se": self.se,
                "lower": self.interval.low,
                "upper": self.interval.high,
                "groups": self.groups,
                "left_out": list(self.left_out),
                "reason": self.reason,
                "sentence": self.sentence,
            }
        )

    @property
    def sentence(self) -> str:
        """The result in words."""
        if self.reason is not None:
            return f"{self.title} cannot be compared across groups: {self.reason}."
        verdict = (
            f"differs among the {self.groups} groups"
            if self.p_value < 1 - self.interval.confidence
            else f"was not shown to differ among the {self.groups} groups"
        )
        by = ", the smallest Holm-adjusted p of the pairs" if self.p_method == "pairs" else ""
        rest = f", {', '.join(self.left_out)} left out" if self.left_out else ""
        return (
            f"{self.title} {verdict}{rest} (χ² = {self.chi_square:.2f}, df = {self.df:g}; "
            f"{p_text(self.p_value)}{by}); pooled {short(self.pooled)}, "
            f"{percent(self.interval.confidence)} CI "
            f"[{short(self.interval.low)}, {short(self.interval.high)}]."
        )


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """Everything that `compare` found.

    Parameters
    ----------
    differences
        One per pair and coefficient.
    estimates
        By group (or panel) and coefficient, in order.
    homogeneity
        One per coefficient, for independent groups.
    data
        What was measured, by group or panel.
    warnings
        What was assumed, dropped or undefined.
    seed, replicates
        Of whatever was drawn at random, and how often; None if nothing was.
    """

    differences: tuple[Difference, ...]
    estimates: Mapping[str, tuple[Estimate, ...]]
    data: Mapping[str, Data]
    paired: bool
    homogeneity: tuple[Homogeneity, ...] = ()
    warnings: tuple[str, ...] = ()
    seed: int | None = None
    replicates: int | None = None
    version: str = field(default="", repr=False)

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
    def sentence(self) -> str:
        """The result in words."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """The result in words: all groups together, then the pairs; of many, the telling ones."""
        told = [item.sentence for item in self.homogeneity if item.groups > 2]
        if len(self) <= SPELLED_OUT:
            return [*told, *(item.sentence for item in self)]
        telling = [item for item in self if item.p_adjusted < 1 - item.interval.confidence]
        shown = [item.sentence for item in telling[:SPELLED_OUT]]
        other = "other " if telling else ""
        more = f"{len(telling) - len(shown)} more pairs differ; " if telling[SPELLED_OUT:] else ""
        return [*told, *shown, capital(f"{more}no {other}pair of {len(self)} was shown to differ.")]

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as ``accord compare --json`` prints them."""
        first = self.differences[0].to_dict()
        keys = ("difference", "se", "lower", "upper", "confidence", "p_value", "method")
        return {
            "accord": self.version,
            "paired": self.paired,
            **{key: first[key] for key in keys},
            "comparisons": [item.to_dict() for item in self.differences],
            "homogeneity": [item.to_dict() for item in self.homogeneity],
            "groups": [
                {
                    "group": label,
                    "data": self.data[label].to_dict(),
                    "coefficients": [item.to_dict() for item in found],
                }
                for label, found in self.estimates.items()
            ],
            "seed": plain(self.seed),
            "replicates": plain(self.replicates),
            "sentence": self.sentence,
            "warnings": list(self.warnings),
        }


def _sentence(d: Difference) -> str:
    what = d.first.title if d.first.name == d.second.name else "agreement"
    if d.reason is not None:
        return f"{d.a} and {d.b} cannot be compared: {d.reason}."
    low, high = d.interval
    digits = difference_digits(d.value, low, high)
    first = f"{d.a} ({short(d.first.value, digits)})"
    second = f"{d.b} ({short(d.second.value, digits)})"
    level = percent(d.interval.confidence)
    tested = p_text(d.p_value)
    if not math.isnan(d.p_adjusted) and abs(d.p_adjusted - d.p_value) > 1e-12:
        tested += f" ({p_text(d.p_adjusted, adjusted=True)})"
    deciding = d.p_value if math.isnan(d.p_adjusted) else d.p_adjusted
    if deciding < 1 - d.interval.confidence:
        if d.value < 0:  # the higher one comes first, so the difference is positive
            first, second, low, high = second, first, -high, -low
        text = (
            f"{capital(what)} is higher for {first} than for {second} by "
            f"{short(abs(d.value), digits)}, {level} CI "
            f"[{short(low, digits)}, {short(high, digits)}], {tested}."
        )
    else:
        text = (
            f"{capital(what)} was not shown to differ between {first} and {second}: difference "
            f"({d.a} − {d.b}) {short(d.value, digits)}, {level} CI "
            f"[{short(low, digits)}, {short(high, digits)}], {tested}."
        )
    if d.equivalence is None:
        return text
    return f"{text} {_equivalence(d, d.equivalence)}"


def _equivalence(d: Difference, e: Equivalence) -> str:
    level = 1 - d.interval.confidence
    margin = short(e.margin)
    if e.p_equivalent < level:
        return f"The two are equivalent within ±{margin} ({p_text(e.p_equivalent)})."
    if e.p_not_worse < level:
        return f"That {d.a} is lower by {margin} or more is ruled out ({p_text(e.p_not_worse)})."
    if e.p_not_better < level:
        return f"That {d.a} is higher by {margin} or more is ruled out ({p_text(e.p_not_better)})."
    return (
        f"A difference of {margin} or more is not ruled out either way (equivalence "
        f"{p_text(e.p_equivalent)})."
    )
