"""Distributions in which the share of one category is moved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.weights import Weights

__all__ = ["Prevailing"]


@dataclass(frozen=True, eq=False)
class Prevailing:
    """Distributions π = x e + (1 - x) ρ: one category has the share x, the others keep theirs.

    Parameters
    ----------
    weights
        Agreement weights.
    most
        The category.
    rest
        (q,) proportions ρ of the other categories; 0 for the category itself.
    """

    weights: Weights
    most: int
    rest: FloatArray

    def form(self, x: FloatArray) -> FloatArray:
        """Compute Σ_kl w_kl π_k π_l at each share."""
        own, mixed, other = self._terms
        return x**2 * own + x * (1 - x) * mixed + (1 - x) ** 2 * other

    def square(self, x: FloatArray) -> FloatArray:
        """Compute Σ_k π_k² at each share."""
        return x**2 + (1 - x) ** 2 * float(self.rest @ self.rest)

    @cached_property
    def _terms(self) -> tuple[float, float, float]:
        """e'We, e'Wρ + ρ'We and ρ'Wρ."""
        single = np.zeros(self.weights.q)
        single[self.most] = 1.0
        w_single, w_rest = self.weights.apply(single), self.weights.apply(self.rest)
        mixed = float(w_rest[self.most] + self.rest @ w_single)
        return float(w_single[self.most]), mixed, float(self.rest @ w_rest)
