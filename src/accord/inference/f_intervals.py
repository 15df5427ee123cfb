"""Intervals and tests of intraclass correlations by the F distribution.

They assume normal ratings and complete data. In the formulas of agreement the raters are a random
sample, so that their intervals are wide with few raters, and they are those of McGraw and Wong
(1996), with one number of degrees of freedom for single ratings and for means.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from accord.inference.declared import Inference
from accord.inference.results import Interval
from accord.options import InferenceOptions
from accord.options.inference import Alternative
from accord.statistics import Evaluation
from accord.statistics.variance_components import MeanSquares, mean_squares, one_way_squares

__all__ = [
    "FTails",
    "agreement",
    "agreement_mean",
    "consistency",
    "consistency_mean",
    "one_way",
    "one_way_mean",
]

RANDOM = "the F interval takes the raters as a random sample of raters."
FIXED = "the F interval holds for these raters."
NORMAL = "the F interval assumes independent subjects and ignores the clusters."
GAPS = "no F interval: with missing ratings there is none for two-way designs."


@dataclass(frozen=True, slots=True)
class FTails:
    """Tails of an intraclass correlation by F tests.

    Parameters
    ----------
    test
        Value under the null hypothesis → (F, df1, df2).
    limits
        Confidence level → lower and upper limit of single ratings.
    k
        Number of ratings of a mean; 1 for single ratings.
    """

    test: Callable[[float], tuple[float, float, float]]
    limits: Callable[[float], tuple[float, float]]
    k: float = 1.0

    def at_most(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at most ``value``."""
        from scipy.special import fdtrc  # here: slow to import

        f, df1, df2 = self.test(_single(value, self.k))
        return 0.0 if math.isinf(f) else float(fdtrc(df1, df2, f))

    def at_least(self, value: float) -> float:
        """Return the p-value of the hypothesis that the quantity is at least ``value``."""
        return 1 - self.at_most(value)

    def interval(self, confidence: float) -> Interval:
        """Return the limits; for a mean by the Spearman–Brown formula."""
        low, high = (_stepped_up(limit, self.k) for limit in self.limits(confidence))
        return Interval(low, high, confidence, "f")


def _stepped_up(rho: float, k: float) -> float:
    """Return the reliability of a mean of k ratings, given that of one; NaN where it has none.

    The reliability of a mean falls without bound as that of one rating falls to -1/(k - 1).
    """
    divisor = 1 + (k - 1) * rho
    if k == 1:
        return rho
    return k * rho / divisor if divisor > 0 else math.nan


def _single(rho: float, k: float) -> float:
    """Return the reliability of one rating, given that of a mean of k."""
    return rho / (k - (k - 1) * rho)


def _quantiles(confidence: float, df1: float, df2: float) -> tuple[float, float]:
    """Return the upper quantiles of F(df1, df2) and of F(df2, df1)."""
    from scipy.special import fdtri  # here: slow to import

    level = (1 + confidence) / 2
    return float(fdtri(df1, df2, level)), float(fdtri(df2, df1, level))


def _divide(top: float, bottom: float) -> float:
    return top / bottom if bottom != 0 else math.copysign(math.inf, top) if top else math.nan


def _ratio_tails(f: float, df1: float, df2: float, size: float, k: float) -> FTails:
    """Return the tails if the ratio of two mean squares has an F distribution.

    It has if differences between raters do not count, or are within subjects.

    Parameters
    ----------
    f, df1, df2
        The ratio, and its degrees of freedom.
    size
        Number of ratings of a subject.
    k
        Number of ratings of a mean; 1 for single ratings.
    """

    def test(null: float) -> tuple[float, float, float]:
        return f * (1 - null) / (1 + (size - 1) * null), df1, df2

    def limits(confidence: float) -> tuple[float, float]:
        upper, lower = _quantiles(confidence, df1, df2)
        low, high = f / upper, f * lower
        return (_reliability(low, size), _reliability(high, size))

    return FTails(test, limits, k)


def _reliability(f: float, size: float) -> float:
    return 1.0 if math.isinf(f) else _divide(f - 1, f + size - 1)


def _agreement_tails(ms: MeanSquares, rho: float, k: float) -> FTails:
    """Return the tails of agreement, by Satterthwaite's approximation.

    Parameters
    ----------
    ms
        Mean squares.
    rho
        The estimate of the reliability of single ratings.
    k
        Number of ratings of a mean; 1 for single ratings.
    """
    n, size, rows, columns, error = ms.n, ms.k, ms.rows, ms.columns, ms.error

    def combined(value: float) -> tuple[float, float]:
        """Return a MSC + b MSE at a reliability, and its degrees of freedom."""
        odds = value / (1 - value)
        a, b = size * odds / n, 1 + size * odds * (n - 1) / n
        noise = a * columns + b * error
        spread = (a * columns) ** 2 / (size - 1) + (b * error) ** 2 / ms.error_df
        return noise, noise**2 / spread if spread > 0 else math.nan

    def test(null: float) -> tuple[float, float, float]:
        noise, df = combined(null)
        return (rows / noise if noise > 0 else math.inf), ms.row_df, df

    def limits(confidence: float) -> tuple[float, float]:
        if rho >= 1:  # no variance but between subjects
            return 1.0, 1.0
        upper, lower = _quantiles(confidence, ms.row_df, combined(rho)[1])
        rest = size * columns + (size * n - size - n) * error
        low = _divide(n * (rows - upper * error), upper * rest + n * rows)
        high = _divide(n * (lower * rows - error), rest + n * lower * rows)
        return low, high

    return FTails(test, limits, k)


def _inference(
    tails: FTails | None, evaluation: Evaluation, settings: InferenceOptions, note: str
) -> Inference:
    """Return the result; the test is of a larger value, unless a smaller one is stated."""
    clusters = (NORMAL,) if evaluation.patterns.cluster is not None else ()
    alternative: Alternative = "less" if settings.alternative == "less" else "greater"
    title = evaluation.coefficient.symbol
    notes = tuple(f"{title}: {text}" for text in (note, *clusters))
    return Inference(tails or _NONE, alternative=alternative, notes=notes)


def _undefined(_: float) -> tuple[float, float, float]:
    return math.nan, math.nan, math.nan


_NONE = FTails(_undefined, lambda _: (math.nan, math.nan))


def one_way(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return the F interval and test of ICC(1)."""
    return _one_way(evaluation, settings, mean=False)


def one_way_mean(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return the F interval and test of ICC(k)."""
    return _one_way(evaluation, settings, mean=True)


def _one_way(evaluation: Evaluation, settings: InferenceOptions, *, mean: bool) -> Inference:
    t = evaluation.sums.numbers
    f, df1, df2, size = t.once(one_way_squares)
    harmonic = float((t.feature("ones") / t.feature("inverse_sizes")).value[0])
    tails = _ratio_tails(f, df1, df2, size, harmonic if mean else 1.0) if df1 > 0 < df2 else None
    note = "the F interval takes the raters of each subject as a random sample."
    if not t.all_complete:
        note += " With missing ratings it is approximate."
    return _inference(tails, evaluation, settings, note)


def agreement(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return the F interval and test of ICC(A,1)."""
    return _agreement(evaluation, settings, mean=False)


def agreement_mean(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return the F interval and test of ICC(A,k)."""
    return _agreement(evaluation, settings, mean=True)


def _agreement(evaluation: Evaluation, settings: InferenceOptions, *, mean: bool) -> Inference:
    ms = evaluation.sums.numbers.once(mean_squares)
    if ms is None:
        return _inference(None, evaluation, settings, GAPS)
    spread = ms.rows + (ms.k - 1) * ms.error + ms.k / ms.n * (ms.columns - ms.error)
    rho = _divide(ms.rows - ms.error, spread)
    tails = _agreement_tails(ms, rho, ms.k if mean else 1.0) if ms.n > 1 else None
    return _inference(tails, evaluation, settings, RANDOM)


def consistency(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return the F interval and test of ICC(C,1)."""
    return _consistency(evaluation, settings, mean=False)


def consistency_mean(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return the F interval and test of ICC(C,k)."""
    return _consistency(evaluation, settings, mean=True)


def _consistency(evaluation: Evaluation, settings: InferenceOptions, *, mean: bool) -> Inference:
    ms = evaluation.sums.numbers.once(mean_squares)
    if ms is None:
        return _inference(None, evaluation, settings, GAPS)
    if not ms.n > 1:
        return _inference(None, evaluation, settings, FIXED)
    f = _divide(ms.rows, ms.error)
    tails = _ratio_tails(f, ms.row_df, ms.error_df, ms.k, ms.k if mean else 1.0)
    return _inference(tails, evaluation, settings, FIXED)
