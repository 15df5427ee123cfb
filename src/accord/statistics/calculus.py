"""Reverse-mode differentiation of formulas over sums.

A coefficient is a smooth function of sums over subjects. `Quantity` holds its value at B weightings
of the pattern table and its slope: the derivative by the weight of each pattern. Formulas are
written with + - * /, and slopes follow by the rules of differentiation, so no coefficient derives
its influence values itself. Slopes are computed when they are used, so a bootstrap, which needs
none, does not pay for them.

`Profile` is the same for several numbers per weighting, such as prevalences or marginals.

A slope is (P,), at the first weighting, or (B, P), at each. The sums of the table decide which;
the operations here support both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.statistics.weights import Weights

__all__ = ["Profile", "Quantity", "Slope", "divide", "divide_slope", "scale_slope"]

Slope: TypeAlias = Callable[[], FloatArray]


class Quantity:
    """A number at each of B weightings, with its derivative by the weights of P patterns.

    Parameters
    ----------
    value
        (B,) the number.
    slope
        Function that returns the derivative by the weight of each pattern: (P,), at the first
        weighting, or (B, P), at each.
    """

    __slots__ = ("_slope", "value")

    def __init__(self, value: FloatArray, slope: Slope) -> None:
        self.value = value
        self._slope = slope

    @property
    def slope(self) -> FloatArray:
        """(P,) or (B, P) derivative by the weight of each pattern."""
        return self._slope()

    @classmethod
    def total(cls, parts: Sequence[Quantity]) -> Quantity:
        """Return the sum of any number of quantities.

        The slope of ``a + b + c + …`` would nest a call for each, up to the limit of Python.
        """
        return cls(
            reduce(add, [part.value for part in parts]),
            lambda: reduce(add, (part.slope for part in parts)),
        )

    def __add__(self, other: Quantity | float) -> Quantity:
        if isinstance(other, Quantity):
            return Quantity(self.value + other.value, lambda: self.slope + other.slope)
        return Quantity(self.value + other, self._slope)

    __radd__ = __add__

    def __neg__(self) -> Quantity:
        return Quantity(-self.value, lambda: -self.slope)

    def __sub__(self, other: Quantity | float) -> Quantity:
        return self + (-other)

    def __rsub__(self, other: float) -> Quantity:
        return -self + other

    def __mul__(self, other: Quantity | float) -> Quantity:
        if isinstance(other, Quantity):
            return Quantity(
                self.value * other.value,
                lambda: scale_slope(self.slope, other.value) + scale_slope(other.slope, self.value),
            )
        return Quantity(self.value * other, lambda: self.slope * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Quantity | float) -> Quantity:
        if not isinstance(other, Quantity):
            return self * (1 / other)
        ratio = divide(self.value, other.value)
        return Quantity(
            ratio,
            lambda: divide_slope(self.slope - scale_slope(other.slope, ratio), other.value),
        )

    def __rtruediv__(self, other: float) -> Quantity:
        inverse = divide(np.full_like(self.value, other), self.value)
        return Quantity(inverse, lambda: scale_slope(self.slope, -divide(inverse, self.value)))

    def sqrt(self) -> Quantity:
        """Return the square root; its slope at 0, where it is not differentiable, is set to 0."""
        root = np.sqrt(self.value)
        half = np.where(root > 0, 0.5 / np.where(root > 0, root, 1.0), 0.0)
        return Quantity(root, lambda: scale_slope(self.slope, half))

    def where(self, condition: npt.NDArray[np.bool_]) -> Quantity:
        """Return the number where the condition holds, and NaN elsewhere."""
        return Quantity(
            np.where(condition, self.value, np.nan),
            lambda: (
                self.slope
                if condition.all()
                else scale_slope(self.slope, np.where(condition, 1.0, np.nan))
            ),
        )


class Profile:
    """F numbers at each of B weightings, with their vector–Jacobian product.

    Parameters
    ----------
    value
        (B, F) the numbers.
    pull
        (F,) → (P,): Σ_f gradient_f ∂value_f/∂(weight of pattern p), at the first weighting.
    per_weighting
        Whether ``pull`` is (B, F) → (B, P) instead: a gradient and a slope for each weighting.
    """

    __slots__ = ("per_weighting", "pull", "value")

    def __init__(
        self,
        value: FloatArray,
        pull: Callable[[FloatArray], FloatArray],
        *,
        per_weighting: bool = False,
    ) -> None:
        self.value = value
        self.pull = pull
        self.per_weighting = per_weighting

    def slope(self, gradient: FloatArray) -> FloatArray:
        """Return the slope of a number whose gradient by the profile is (B, F)."""
        return self.pull(gradient if self.per_weighting else gradient[0])

    def form(self, weights: Weights, other: Profile | None = None) -> Quantity:
        """Return Σ_kl w_kl x_k y_l; without ``other``, y is x and the weights are symmetric."""
        if other is None:
            image = weights.apply(self.value)
            return Quantity(_dot(self.value, image), lambda: 2 * self.slope(image))
        image = weights.apply(other.value)
        return Quantity(
            _dot(self.value, image),
            lambda: self.slope(image) + other.slope(weights.apply_transposed(self.value)),
        )

    def sum(self) -> Quantity:
        """Return the sum of the numbers."""
        return Quantity(self.value.sum(axis=-1), lambda: self.slope(np.ones_like(self.value)))

    def dot(self, other: Profile) -> Quantity:
        """Return Σ_k x_k y_k."""
        return Quantity(
            _dot(self.value, other.value),
            lambda: self.slope(other.value) + other.slope(self.value),
        )

    def over(self, total: Quantity) -> Profile:
        """Return the numbers, each divided by the total."""
        shares = divide(self.value, total.value[:, None])

        def pull(gradient: FloatArray) -> FloatArray:
            mean = np.atleast_1d(_dot(gradient, shares if self.per_weighting else shares[0]))
            return divide_slope(self.pull(gradient) - scale_slope(total.slope, mean), total.value)

        return Profile(shares, pull, per_weighting=self.per_weighting)


def divide(dividend: FloatArray, divisor: FloatArray) -> FloatArray:
    """Return the quotient; NaN, without a warning, where the divisor is 0."""
    if divisor.all():
        return dividend / divisor
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(divisor == 0, np.nan, dividend / divisor)


def scale_slope(slope: FloatArray, factor: FloatArray) -> FloatArray:
    """Return a slope times (B,) factors: the first factor for (P,), each for (B, P)."""
    return slope * factor[0] if slope.ndim == 1 else slope * factor[:, None]


def divide_slope(slope: FloatArray, divisor: FloatArray) -> FloatArray:
    """Return a slope over (B,) divisors, as `scale_slope`; NaN where the divisor is 0."""
    if slope.ndim == 2:
        return divide(slope, divisor[:, None])
    return slope / divisor[0] if divisor[0] != 0 else np.full_like(slope, np.nan)


def _dot(x: FloatArray, y: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("...k,...k->...", x, y))
