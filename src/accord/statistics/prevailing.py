"""Distributions in which the share of one category varies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.weights import Weights

__all__ = ["VariedPrevalence"]


@dataclass(frozen=True, eq=False)
class VariedPrevalence:
    """Distributions π = x e + (1 - x) ρ of the categories, for shares x of one category.

    The other categories keep their proportions.

    Parameters
    ----------
    weights
        Agreement weights.
    category
        Code of the category that has the share x.
    rest
        (q,) proportions ρ of the other categories; 0 for the category itself.
    """

    weights: Weights
    category: int
    rest: FloatArray

    def form(self, x: FloatArray) -> FloatArray:
        """Compute Σ_kl w_kl π_k π_l at each share."""
        same, mixed, rest = self._terms
        return x**2 * same + x * (1 - x) * mixed + (1 - x) ** 2 * rest

    def square(self, x: FloatArray) -> FloatArray:
        """Compute Σ_k π_k² at each share."""
        return x**2 + (1 - x) ** 2 * float(self.rest @ self.rest)

    @cached_property
    def _terms(self) -> tuple[float, float, float]:
        """Return e'We, e'Wρ + ρ'We and ρ'Wρ."""
        single = np.zeros(self.weights.q)
        single[self.category] = 1.0
        w_single, w_rest = self.weights.apply(single), self.weights.apply(self.rest)
        mixed = float(w_rest[self.category] + self.rest @ w_single)
        return float(w_single[self.category]), mixed, float(self.rest @ w_rest)
