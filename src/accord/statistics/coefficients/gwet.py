"""Gwet's AC1 and AC2."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.measures import measure_of_marks
from accord.statistics.prevailing import VariedPrevalence
from accord.statistics.registry import Terms, coefficient, uniform_floor
from accord.statistics.sums import Sums

__all__ = ["gwet_ac"]


def _chance_at(shares: VariedPrevalence, x: FloatArray) -> FloatArray:
    """Return the chance agreement at each share x of a category."""
    q = shares.weights.q
    return shares.weights.total / (q * (q - 1)) * (1 - shares.square(x))


@coefficient(
    "gwet_ac",
    order=110,
    chance_at=_chance_at,
    symbol="AC",
    title="Gwet's AC",
    use="Where one category is very frequent and most subjects are easy to rate, so that kappa is "
    "low although raters agree.",
    references=("gwet2008", "gwet2014"),
    lists_categories=True,
    levels=("nominal", "ordinal"),
    floor=uniform_floor,
    exact_title="Gwet's AC1",
    weighted_title="Gwet's AC2",
    exact_symbol="AC1",
    weighted_symbol="AC2",
    missing="available case; single ratings count in the prevalence",
)
def gwet_ac(t: Sums) -> Terms:
    r"""Agreement beyond chance, where raters guess only on subjects that are hard to rate.

    AC = (pa - pe)/(1 - pe),  pe = T_w / (q (q - 1)) Σ_k π_k (1 - π_k)

    π_k is the mean over subjects of r_ik / r_i and T_w the sum of all weights. With identity
    weights this is AC1, otherwise AC2. If one category is far more frequent than the others, it is
    close to percent agreement, while kappa is close to 0.

    Notes
    -----
    .. math::

        AC = \frac{p_a - p_e}{1 - p_e}, \qquad
        p_e = \frac{T_w}{q (q - 1)} \sum_k \pi_k (1 - \pi_k)

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.gwet_ac(ratings).value, 4)
    0.7576
    """
    pi = t.prevalence
    spread = pi.sum() - pi.dot(pi)
    pairs = t.q * (t.q - 1)
    pe = t.weights.total / pairs * spread if pairs else np.nan * spread
    return Terms.corrected(t.pa, pe)


measure_of_marks("ac1", "Gwet's AC1", gwet_ac, order=560, parts=("summary", "people"))
measure_of_marks(
    "ac2_quadratic",
    "AC2, quadratic",
    gwet_ac,
    order=570,
    weights="quadratic",
    parts=("summary", "people", "subgroups", "runs"),
)
