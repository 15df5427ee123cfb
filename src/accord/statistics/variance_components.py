"""Variance components of ratings by the method of moments, for complete and incomplete designs.

Sums of squares are set equal to their expectations, which are linear in the components. With
complete ratings the solution is the analysis of variance. Henderson (1953) describes the method.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity, scale_slope
from accord.statistics.number_sums import NumberSums

__all__ = [
    "Components",
    "MeanSquares",
    "mean_squares",
    "one_way",
    "one_way_squares",
    "positive",
    "two_way",
]

ROUNDING = 1e-12  # smaller shares of a sum are rounding errors
CANCELLED = 1e-6  # a smaller difference of sums is computed in another way


@dataclass(frozen=True, slots=True)
class Components:
    """Variance components of single ratings.

    Parameters
    ----------
    subjects, raters, error
        Variance of the subjects, of the raters and of the residual; the raters' is 0 in a one-way
        design, where it is part of the residual.
    ratings
        Number of ratings of a subject: the harmonic mean.
    complete
        Whether all raters rated all subjects.
    """

    subjects: Quantity
    raters: Quantity
    error: Quantity
    ratings: Quantity
    complete: bool

    @property
    def cut(self) -> Components:
        """Components without negative ones where ratings are missing; else all as they are.

        With complete ratings a negative component is part of the published formulas.
        """
        if self.complete:
            return self
        return Components(
            positive(self.subjects),
            positive(self.raters),
            positive(self.error),
            self.ratings,
            self.complete,
        )

    @property
    def total(self) -> FloatArray:
        """(B,) sum of the sizes of the components."""
        parts = (self.subjects, self.raters, self.error)
        return np.asarray(sum(np.abs(part.value) for part in parts))

    def ratio(self, noise: Quantity) -> Quantity:
        """Return s/(s + noise); undefined where the divisor is 0 but for rounding errors."""
        divisor = self.subjects + noise
        return (self.subjects / divisor).where(np.abs(divisor.value) > ROUNDING * self.total)


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """Mean squares of complete ratings.

    Parameters
    ----------
    rows, columns, error, within
        Between subjects, between raters, of the residual, and within subjects.
    n, k
        Number of subjects and of raters.
    """

    rows: float
    columns: float
    error: float
    within: float
    n: float
    k: float

    @property
    def rater_f(self) -> float:
        """F statistic of the differences between raters."""
        return self.columns / self.error if self.error > 0 else np.nan

    @property
    def row_df(self) -> float:
        """Degrees of freedom between subjects."""
        return self.n - 1

    @property
    def error_df(self) -> float:
        """Degrees of freedom of the residual."""
        return (self.n - 1) * (self.k - 1)


class _Squares:
    """Sums of squares of the ratings, as functions of features."""

    def __init__(self, t: NumberSums) -> None:
        self.t = t

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects."""
        return self.t.feature("ones")

    @cached_property
    def ratings(self) -> Quantity:
        """M, the number of ratings."""
        return self.t.feature("sizes")

    @cached_property
    def correction(self) -> Quantity:
        """T0 = (Σy)²/M."""
        total = self.t.feature("sums")
        return total * total / self.ratings

    @cached_property
    def whole(self) -> Quantity:
        """T2 = Σy²."""
        return self.t.feature("squares")

    @cached_property
    def by_subject(self) -> Quantity:
        """Ts = Σ_i y_i²/m_i."""
        return self.t.feature("shares")

    @cached_property
    def by_rater(self) -> Quantity:
        """Tr = Σ_j y_j²/m_j."""
        t = self.t
        totals, counts = t.rater_totals, t.rater_counts
        used = counts.value > 0
        means = totals.value / np.where(used, counts.value, 1.0)

        def slope() -> FloatArray:
            return totals.slope(2 * means) - counts.slope(means**2)

        return Quantity((means * totals.value).sum(axis=-1), slope)

    @cached_property
    def subject_weight(self) -> Quantity:
        """k1 = Σ_i m_i²/M."""
        return self.t.feature("size_squares") / self.ratings

    @cached_property
    def rater_weight(self) -> Quantity:
        """k2 = Σ_j m_j²/M."""
        counts = self.t.rater_counts
        return counts.dot(counts) / self.ratings

    @cached_property
    def harmonic(self) -> Quantity:
        """Harmonic mean of the number of ratings of a subject."""
        return self.n / self.t.feature("inverse_sizes")

    def vary(self) -> np.ndarray:
        """Return (B,) whether ratings vary, beyond rounding errors."""
        scale = self.whole.value + self.ratings.value * self.t.centre**2
        spread = self.whole.value - self.correction.value
        return np.asarray(spread > ROUNDING**2 * scale)


def one_way(t: NumberSums, *, limit: bool = False) -> Components:
    """Return the components of subjects and of ratings within subjects, by features.

    E(T2 - Ts) = (M - n) e,  E(Ts - T0) = (n - 1) e + (M - k1) s

    With ``limit``, the terms that vanish in large samples are left out.
    """
    squares, one = _Squares(t), 0.0 if limit else 1.0
    n, ratings = squares.n, squares.ratings
    error = (squares.whole - squares.by_subject) / (ratings - n)
    between = squares.by_subject - squares.correction - (n - one) * error
    subjects = between / (ratings - one * squares.subject_weight)
    return _components(squares, subjects, 0.0 * n, error)


def two_way(t: NumberSums, *, limit: bool = False) -> Components:
    """Return the components of subjects, of raters and of the residual, by features.

    E(T2 - Ts) = (M - n)(e + r),  E(T2 - Tr) = (M - k)(e + s),
    E(T2 - T0) = (M - 1) e + (M - k1) s + (M - k2) r

    With ``limit``, the terms that vanish in large samples of subjects are left out; the number of
    raters k stays.
    """
    squares, one = _Squares(t), 0.0 if limit else 1.0
    ratings = squares.ratings
    active = (t.rater_counts.value > 0).sum(axis=-1)
    within = (squares.whole - squares.by_subject) / (ratings - squares.n)
    residual_df = Quantity(ratings.value - one * active, lambda: ratings.slope)
    columns = (squares.whole - squares.by_rater) / residual_df
    by_subject = ratings - one * squares.subject_weight
    by_rater = ratings - squares.rater_weight
    error = (by_subject * columns + by_rater * within - (squares.whole - squares.correction)) / (
        by_subject + by_rater - (ratings - one)
    )
    return _components(squares, columns - error, within - error, error)


def _components(
    squares: _Squares, subjects: Quantity, raters: Quantity, error: Quantity
) -> Components:
    defined = squares.vary()
    return Components(
        subjects.where(defined),
        raters.where(defined),
        error.where(defined),
        squares.harmonic,
        squares.t.all_complete,
    )


def positive(part: Quantity) -> Quantity:
    """Return a component, 0 where it is negative."""
    above = np.where(part.value < 0, 0.0, 1.0)
    return Quantity(np.maximum(part.value, 0.0), lambda: scale_slope(part.slope, above))


def mean_squares(t: NumberSums) -> MeanSquares | None:
    """Return the mean squares of complete ratings; None where ratings are missing."""
    if not t.all_complete:
        return None
    n, k = float(t.feature("ones").value[0]), float(t.k)
    within, rows, error = _complete_squares(t, n, k)
    if not n > 1:
        return MeanSquares(np.nan, np.nan, np.nan, np.nan, n, k)
    columns = max(within - error, 0.0) / (k - 1)
    return MeanSquares(
        rows / (n - 1), columns, error / ((n - 1) * (k - 1)), within / (n * (k - 1)), n, k
    )


def _complete_squares(t: NumberSums, n: float, k: float) -> tuple[float, float, float]:
    """Return sums of squares within subjects, between subjects, and of the residual.

    Differences of sums lose digits where they are small; these are computed as sums of squared
    deviations.
    """
    squares = _Squares(t)
    shares, correction = (float(part.value[0]) for part in (squares.by_subject, squares.correction))
    rows, within = shares - correction, float(squares.whole.value[0]) - shares
    m = t.m[0]
    if rows <= CANCELLED * shares or within <= CANCELLED * shares:
        means = t.sums / t.r
        grand = float(m @ means / n)
        rows = k * float(m @ (means - grand) ** 2)
        within = float(m @ np.maximum(t.squares - t.sums**2 / t.r, 0.0))
    if not t.identity:
        return within, rows, np.nan
    columns = t.rater_totals.value[0] / n
    between = n * float(np.sum((columns - columns.mean()) ** 2))
    error = within - between
    if error <= CANCELLED * within:
        error = _residual(t, t.sums / t.r, columns, float(columns.mean()))
    floor = ROUNDING**2 * (rows + within + n * k * t.centre**2)
    within, rows, error = (0.0 if part <= floor else part for part in (within, rows, error))
    return within, rows, error


def _residual(t: NumberSums, means: FloatArray, columns: FloatArray, grand: float) -> float:
    """Return the residual sum of squares from the residuals themselves."""
    residuals = t.values - means[:, None] - columns + grand
    return float(t.m[0] @ np.sum(residuals**2, axis=1))


def one_way_squares(t: NumberSums) -> tuple[float, float, float, float]:
    """Return F between subjects, its degrees of freedom, and m0, the ratings of a subject.

    m0 = (M - k1)/(n - 1) is the number of ratings in the expected mean square between subjects.
    """
    n, ratings = float(t.feature("ones").value[0]), float(t.feature("sizes").value[0])
    squares = _Squares(t)
    shares, correction = (float(part.value[0]) for part in (squares.by_subject, squares.correction))
    between, within = shares - correction, float(squares.whole.value[0]) - shares
    if between <= CANCELLED * shares or within <= CANCELLED * shares:
        m, r = t.m[0], t.r
        grand = float(m @ t.sums / ratings)
        between = float(m @ (r * (t.sums / r - grand) ** 2))
        within = float(m @ np.maximum(t.squares - t.sums**2 / r, 0.0))
    floor = ROUNDING**2 * (between + within + ratings * t.centre**2)
    between, within = (0.0 if part <= floor else part for part in (between, within))
    df1, df2 = n - 1, ratings - n
    if not (df1 > 0 and df2 > 0):
        return np.nan, df1, df2, np.nan
    ratio = (between / df1) / (within / df2) if within > 0 else np.inf if between > 0 else np.nan
    size = (ratings - float(squares.subject_weight.value[0])) / df1
    return ratio, df1, df2, size
