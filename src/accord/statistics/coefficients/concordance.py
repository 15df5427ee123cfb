"""Concordance correlation of Lin, and its form for many raters."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity
from accord.statistics.links import FISHER, Link, reliability_link
from accord.statistics.number_sums import NumberSums
from accord.statistics.references import Reference
from accord.statistics.registry import Terms, coefficient

__all__ = ["ccc"]

ROUNDING = 1e-24  # smaller shares of the sum of squares are rounding errors

LIN = Reference(
    "lin1989",
    "Lin, L. I.",
    1989,
    "A concordance correlation coefficient to evaluate reproducibility",
    "Biometrics 45(1), 255-268",
    "10.2307/2532051",
)
BARNHART = Reference(
    "barnhart2002",
    "Barnhart, H. X., Haber, M. and Song, J.",
    2002,
    "Overall concordance correlation coefficient for evaluating agreement among multiple observers",
    "Biometrics 58(4), 1020-1027",
    "10.1111/j.0006-341X.2002.01020.x",
)


def _scale(t: NumberSums) -> Link:
    """Return the scale of the interval; its lower end is the least value of k raters."""
    return FISHER if t.k == 2 else reliability_link(t.k)


@coefficient(
    "ccc",
    order=37,
    symbol="ρc",
    title="Concordance correlation",
    use="The same raters or methods measure all subjects, and their values should be identical. "
    "For two raters it is Cohen's kappa with quadratic weights, and close to ICC(A,1).",
    references=(LIN, BARNHART),
    missing="each pair of raters over the subjects that both rated",
    undefined="the ratings do not vary",
    weighted=False,
    numbers=True,
    needs_identity=True,
    by_pairs_if_missing=True,
    pairable_only=True,
    levels=("interval", "ratio"),
    floor=lambda t: -1.0 / (t.k - 1) if t.all_complete else -1.0,
    link=_scale,
    methods={"lin": "accord.inference.lin:lin_interval"},
)
def ccc(t: NumberSums) -> Terms:
    r"""Agreement of measurements with the line of identity.

    ρc = 2 s_xy / (s_x² + s_y² + (m_x - m_y)²)

    with means m and variances s² over n. It is the correlation, times a factor that decreases as
    means and variances of the raters differ. For more raters, numerators and denominators are
    summed over all pairs (Barnhart, Haber and Song 2002).

    Notes
    -----
    .. math::

        \rho_c = \frac{\sum_{g < h} 2 s_{gh}}
        {\sum_{g < h} \left( s_g^2 + s_h^2 + (\bar x_g - \bar x_h)^2 \right)}

    Examples
    --------
    >>> import accord
    >>> pair = {"ann": [1.0, 2.5, 3.0, 4.5], "bo": [1.5, 2.0, 3.5, 4.5]}
    >>> round(accord.ccc(pair).value, 4)
    0.9375
    """
    together, apart = _complete(t) if t.all_complete else _pairwise(t)
    scale = t.feature("squares").value + t.feature("sizes").value * t.centre**2
    ratio = (together / apart).where(apart.value > ROUNDING * scale)
    return Terms(t.expand(ratio) if t.all_complete else ratio)


def _complete(t: NumberSums) -> tuple[Quantity, Quantity]:
    """Return sums over all pairs of twice the covariance, and of the expected squared difference.

    Σ_{g≠h} s_gh is the variance of the row sums less the sum of the variances, and
    Σ_{g<h} (m_g - m_h)² is k Σ_g (m_g - m)². All terms are multiplied by n, which cancels.
    """
    n, grand, totals = t.feature("ones"), t.feature("sums"), t.rater_totals
    by_rater = totals.dot(totals) / n
    variances = t.feature("squares") - by_rater
    row_sums = float(t.k) * t.feature("shares") - grand * grand / n
    shifts = t.k * by_rater - grand * grand / n
    return row_sums - variances, (t.k - 1) * variances + shifts


def _pairwise(t: NumberSums) -> tuple[Quantity, Quantity]:
    """Return the same sums, each pair over the subjects that both rated."""
    together: list[Quantity] = []
    apart: list[Quantity] = []
    values, rated = t.terms.filled, t.terms.rated
    for g, h in combinations(range(t.k), 2):
        both = rated[:, g] * rated[:, h]
        n = t.total(both)
        if not n.value[0] > 0:
            continue
        x, y = values[:, g] * both, values[:, h] * both
        x_sum, y_sum = t.total(x), t.total(y)
        together.append(_share(2 * (t.total(x * y) - x_sum * y_sum / n), n))
        apart.append(_share(_spread(t, x, x_sum, n) + _spread(t, y, y_sum, n), n))
        shift = _share(x_sum - y_sum, n)
        apart.append(shift * shift)
    none = t.total(np.zeros(t.r.size))
    return Quantity.total([none, *together]), Quantity.total([none, *apart])


def _spread(t: NumberSums, x: FloatArray, total: Quantity, n: Quantity) -> Quantity:
    """Return the sum of squared deviations from the mean."""
    return t.total(x * x) - total * total / n


def _share(total: Quantity, n: Quantity) -> Quantity:
    """Return a sum over n; 0 where a pair has no subject left."""
    empty = n.value <= 0
    if not empty.any():
        return total / n
    ratio = total / n
    return Quantity(np.where(empty, 0.0, ratio.value), lambda: ratio.slope)
