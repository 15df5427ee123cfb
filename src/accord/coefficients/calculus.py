"""Numbers that know their derivative.

A coefficient is a smooth function of sums over subjects. `Quantity` is such a number, for a batch
of B weightings of the pattern table at once; it also knows how it changes when a little more of
pattern p is added. Formulas are written with + - * / and the derivative follows, so no coefficient
ever spells out its influence values, and a bootstrap (many weightings, no derivative) pays nothing
for them: slopes are worked out only when asked for.

`Profile` is the same for a row of numbers per weighting (prevalences, marginals).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.scale import FloatArray
from accord.weights import Weights

__all__ = ["Profile", "Quantity", "Slope", "divide"]

Slope: TypeAlias = Callable[[], FloatArray]


class Quantity:
    """A number for each of B weightings, and its slope in each of P patterns.

    Parameters
    ----------
    value
        (B,) the number.
    slope
        () → (P,) derivative by the weight of each pattern, at the first weighting.
    """

    __slots__ = ("_slope", "value")

    def __init__(self, value: FloatArray, slope: Slope) -> None:
        self.value = value
        self._slope = slope

    @property
    def slope(self) -> FloatArray:
        """(P,) derivative by the weight of each pattern."""
        return self._slope()

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
                lambda: self.slope * other.value[0] + self.value[0] * other.slope,
            )
        return Quantity(self.value * other, lambda: self.slope * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Quantity | float) -> Quantity:
        if not isinstance(other, Quantity):
            return self * (1 / other)
        ratio = divide(self.value, other.value)
        return Quantity(
            ratio,
            lambda: (
                (self.slope - ratio[0] * other.slope) / other.value[0]
                if other.value[0] != 0
                else np.full_like(self.slope, np.nan)
            ),
        )

    def __rtruediv__(self, other: float) -> Quantity:
        inverse = divide(np.full_like(self.value, other), self.value)
        return Quantity(inverse, lambda: -inverse[0] / self.value[0] * self.slope)

    def sqrt(self) -> Quantity:
        """Square root; its slope at 0, where it has none, is taken as 0."""
        root = np.sqrt(self.value)
        return Quantity(
            root, lambda: self.slope / (2 * root[0]) if root[0] > 0 else np.zeros_like(self.slope)
        )

    def where(self, condition: npt.NDArray[np.bool_]) -> Quantity:
        """Keep the number where the condition holds; NaN elsewhere."""
        return Quantity(
            np.where(condition, self.value, np.nan),
            lambda: self.slope if condition[0] else np.full_like(self.slope, np.nan),
        )


class Profile:
    """F numbers for each of B weightings, and what a gradient in them means in the patterns.

    Parameters
    ----------
    value
        (B, F) the numbers.
    pull
        (F,) → (P,): Σ_f gradient_f ∂value_f/∂(weight of pattern p).
    """

    __slots__ = ("pull", "value")

    def __init__(self, value: FloatArray, pull: Callable[[FloatArray], FloatArray]) -> None:
        self.value = value
        self.pull = pull

    def form(self, weights: Weights, other: Profile | None = None) -> Quantity:
        """Bilinear form Σ_kl w_kl x_k y_l (with itself, in symmetric weights, if no other)."""
        if other is None:
            image = weights.apply(self.value)
            return Quantity(_dot(self.value, image), lambda: 2 * self.pull(image[0]))
        image = weights.apply(other.value)
        return Quantity(
            _dot(self.value, image),
            lambda: self.pull(image[0]) + other.pull(weights.apply_transposed(self.value[:1])[0]),
        )

    def sum(self) -> Quantity:
        """Sum of the numbers."""
        return Quantity(self.value.sum(axis=-1), lambda: self.pull(np.ones(self.value.shape[-1])))

    def dot(self, other: Profile) -> Quantity:
        """Σ_k x_k y_k."""
        return Quantity(
            _dot(self.value, other.value),
            lambda: self.pull(other.value[0]) + other.pull(self.value[0]),
        )

    def over(self, total: Quantity) -> Profile:
        """Each number divided by one and the same."""
        share = divide(self.value, total.value[:, None])

        def pull(gradient: FloatArray) -> FloatArray:
            if total.value[0] == 0:
                return np.full_like(total.slope, np.nan)
            lessened = self.pull(gradient) - (gradient @ share[0]) * total.slope
            return np.asarray(lessened / total.value[0])

        return Profile(share, pull)


def divide(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """Quotient; NaN, silently, where the bottom is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(bottom == 0, np.nan, top / bottom)


def _dot(x: FloatArray, y: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("...k,...k->...", x, y))
