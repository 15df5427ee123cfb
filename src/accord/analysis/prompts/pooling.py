r"""Means over prompts, each prompt counting the same, with intervals.

Prompts have different subjects, so their estimates are independent. The interval of a mean
combines the intervals of the prompts, whatever their method, by variance recovery (MOVER; Zou and
Donner 2008): the lower limit of the mean of k values :math:`v_j` with limits :math:`l_j, u_j` is

.. math:: \bar v - \tfrac1k \sqrt{\textstyle\sum_j (v_j - l_j)^2}

and the upper limit likewise. Fisher's means take :math:`z = \operatorname{artanh} v` of values and
limits, clipped to ±.999 as in Kaggle's competition on essay scoring, and transform the result back.
The p-value of a difference is that of a t distribution whose interval has the same limit on the
side of 0, with Satterthwaite's degrees of freedom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from accord.inference.results import Estimate
from accord.inference.tails import StudentTails, two_sided

__all__ = ["CLIP", "SAME_SUBJECTS", "Part", "Pooled", "pooled", "pooled_difference"]

CLIP = 0.999
SAME_SUBJECTS = "the variables have the same subjects, so their estimates are not independent"
EQUAL = 1e-12  # values that differ by rounding only

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part:
    """An estimate on one prompt.

    Parameters
    ----------
    prompt
        Name of the prompt.
    value, se, low, high, df
        Value, standard error, confidence limits and degrees of freedom.
    """

    prompt: str
    value: float
    se: float = math.nan
    low: float = math.nan
    high: float = math.nan
    df: float = math.nan

    @classmethod
    def of(cls, prompt: str, e: Estimate) -> Part:
        """Return an estimate on a prompt."""
        return cls(prompt, e.value, e.se, e.lower, e.upper, e.df)


@dataclass(frozen=True, slots=True)
class Pooled:
    """A mean over prompts, or the difference of two.

    Parameters
    ----------
    value, se, lower, upper, df
        The mean, its standard error, its interval and its degrees of freedom.
    p_value
        P-value of the hypothesis that it is 0.
    reason
        Why the value, or its interval, is undefined.
    """

    value: float
    se: float = math.nan
    lower: float = math.nan
    upper: float = math.nan
    df: float = math.nan
    p_value: float = math.nan
    reason: str | None = None


def pooled(
    parts: Sequence[Part], confidence: float, *, fisher: bool = False, independent: bool = True
) -> Pooled:
    """Return the mean of estimates over prompts.

    Parameters
    ----------
    parts
        The estimate on each prompt.
    confidence
        Confidence level of their intervals and of that of the mean.
    fisher
        Whether to average Fisher's z of the values.
    independent
        Whether prompts have different subjects.
    """
    absent = _undefined(parts)
    if absent is not None:
        return Pooled(math.nan, reason=absent)
    z = _mean([_in_z(part) for part in parts] if fisher else parts, confidence)
    shown = replace(z, value=math.tanh(z.value)) if fisher else z
    if not independent:
        return Pooled(shown.value, reason=SAME_SUBJECTS)
    if z.reason is not None or not fisher:
        return shown
    ends = (math.tanh(z.lower), math.tanh(z.upper))
    return replace(shown, se=z.se * (1 - shown.value**2), lower=ends[0], upper=ends[1])


def pooled_difference(
    first: Sequence[Part],
    second: Sequence[Part],
    differences: Sequence[Part],
    confidence: float,
    *,
    fisher: bool = False,
    independent: bool = True,
) -> Pooled:
    """Return the difference of the means of two systems over prompts.

    By Fisher's z it is the difference of the two means transformed back. Its interval is that of
    the mean difference of z, whose limits on each prompt follow from those of the difference by
    the slope of the transformation between the two values.

    Parameters
    ----------
    first, second, differences
        The estimates of both systems and of their difference, on each prompt.
    confidence
        Confidence level of the intervals.
    fisher
        Whether to average Fisher's z of the values.
    independent
        Whether prompts have different subjects.
    """
    if not fisher:
        return pooled(differences, confidence, independent=independent)
    absent = _undefined(differences)
    if absent is not None:
        return Pooled(math.nan, reason=absent)
    sides = [[float(np.clip(part.value, -CLIP, CLIP)) for part in side] for side in (first, second)]
    means = [float(np.arctanh(side).mean()) for side in sides]
    value = math.tanh(means[0]) - math.tanh(means[1])
    if not independent:
        return Pooled(value, reason=SAME_SUBJECTS)
    z = _mean(
        [_difference_in_z(d, a, b) for d, a, b in zip(differences, *sides, strict=True)],
        confidence,
    )
    if z.reason is not None:
        return replace(z, value=value)
    middle = (means[0] + means[1]) / 2  # the limits keep the middle of the two means
    low, high = (
        math.tanh(middle + end / 2) - math.tanh(middle - end / 2) for end in (z.lower, z.upper)
    )
    return replace(z, value=value, se=z.se * (1 - math.tanh(middle) ** 2), lower=low, upper=high)


def _mean(parts: Sequence[Part], confidence: float) -> Pooled:
    """Return the mean of independent estimates, with an interval by variance recovery."""
    v, se, low, high, df = (
        np.array([getattr(part, name) for part in parts], dtype=np.float64)
        for name in ("value", "se", "low", "high", "df")
    )
    mean = float(v.mean())
    without = [p.prompt for p in parts if not (math.isfinite(p.low) and math.isfinite(p.high))]
    if without:
        return Pooled(mean, reason=f"no interval on {', '.join(without)}")
    below, above = (math.sqrt(float((part**2).sum())) / v.size for part in (v - low, high - v))
    error, degrees = _error(se, df)
    half = below if mean > 0 else above  # towards 0
    return Pooled(
        mean,
        error,
        mean - below,
        mean + above,
        degrees,
        _p_value(mean, half, degrees, confidence),
    )


def _p_value(mean: float, half: float, df: float, confidence: float) -> float:
    """Return the p-value that corresponds to an interval of some half width."""
    unit = StudentTails(0.0, 1.0, df).interval(confidence).high
    return two_sided(StudentTails(mean, half / unit, df)) if unit > 0 else math.nan


def _error(errors: Floats, dfs: Floats) -> tuple[float, float]:
    """Return the standard error of the mean of independent estimates, and Satterthwaite's df."""
    squares = errors**2
    total = float(squares.sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = float((squares**2 / dfs).sum())
    return math.sqrt(total) / errors.size, total**2 / parts if parts > 0 else math.inf


def _in_z(part: Part) -> Part:
    """Return an estimate on Fisher's scale, clipped."""
    value, low, high = np.clip([part.value, part.low, part.high], -CLIP, CLIP).tolist()
    return Part(
        part.prompt,
        math.atanh(value),
        part.se / (1 - value**2),
        math.atanh(low) if math.isfinite(low) else low,
        math.atanh(high) if math.isfinite(high) else high,
        part.df,
    )


def _difference_in_z(part: Part, a: float, b: float) -> Part:
    """Return a difference on Fisher's scale: by the slope between the two values."""
    z = math.atanh(a) - math.atanh(b)
    slope = z / (a - b) if abs(a - b) > EQUAL else 1 / (1 - a**2)
    below, above = (part.value - part.low) * slope, (part.high - part.value) * slope
    return Part(part.prompt, z, part.se * slope, z - below, z + above, part.df)


def _undefined(parts: Sequence[Part]) -> str | None:
    absent = [part.prompt for part in parts if not math.isfinite(part.value)]
    return f"undefined on {', '.join(absent)}" if absent else None
