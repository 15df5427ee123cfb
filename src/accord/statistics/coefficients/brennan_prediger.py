"""Brennan and Prediger's coefficient (S, G, PABAK, Randolph's kappa)."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.measures import measure_of_marks
from accord.statistics.prevailing import VariedPrevalence
from accord.statistics.registry import Terms, coefficient, uniform_floor
from accord.statistics.sums import Sums

__all__ = ["brennan_prediger"]


def _chance_at(shares: VariedPrevalence, x: FloatArray) -> FloatArray:
    """Return the chance agreement, which does not depend on the share x of a category."""
    weights = shares.weights
    return np.full_like(x, weights.total / weights.q**2)


@coefficient(
    "brennan_prediger",
    order=100,
    chance_at=_chance_at,
    symbol="BP",
    title="Brennan-Prediger",
    use="Where chance agreement should not depend on how often raters used the categories, and all "
    "categories could have been used.",
    references=("brennan1981", "gwet2014"),
    lists_categories=True,
    levels=("nominal", "ordinal"),
    floor=uniform_floor,
    pairable_only=True,
    missing="available case",
)
def brennan_prediger(t: Sums) -> Terms:
    r"""Agreement beyond that of raters who choose all categories with equal probability.

    BP = (pa - pe)/(1 - pe),  pe = T_w / q²

    T_w is the sum of all weights, q for identity weights. The chance term does not depend on the
    data, only on the number of categories, so unused categories should be declared.

    Notes
    -----
    .. math::

        BP = \frac{p_a - p_e}{1 - p_e}, \qquad p_e = \frac{T_w}{q^2}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.brennan_prediger(ratings).value, 4)
    0.75
    """
    pe = 0.0 * t.pa + t.weights.total / t.q**2
    return Terms.corrected(t.pa, pe)


measure_of_marks(
    "bp_quadratic",
    "Brennan-Prediger, quadratic",
    brennan_prediger,
    order=580,
    weights="quadratic",
)
