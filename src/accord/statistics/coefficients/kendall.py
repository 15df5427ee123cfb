"""Kendall's coefficient of concordance W of the rankings of several raters."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity
from accord.statistics.number_sums import NumberSums
from accord.statistics.references import Reference
from accord.statistics.registry import Terms, coefficient

__all__ = ["kendall_w", "rank_deviations"]

ROUNDING = 1e-12  # smaller shares of a sum are rounding errors

KENDALL = Reference(
    "kendall1939",
    "Kendall, M. G. and Babington Smith, B.",
    1939,
    "The problem of m rankings",
    "The Annals of Mathematical Statistics 10(3), 275-287",
    "10.1214/aoms/1177732186",
)
LEGENDRE = Reference(
    "legendre2005",
    "Legendre, P.",
    2005,
    "Species associations: the Kendall coefficient of concordance revisited",
    "Journal of Agricultural, Biological, and Environmental Statistics 10(2), 226-245",
    "10.1198/108571105X46642",
)


@coefficient(
    "kendall_w",
    order=38,
    symbol="W",
    title="Kendall's W",
    use="The same raters rank all subjects, or only the order of their ratings matters. It is 0 if "
    "the rankings cancel out, about 1/k for independent rankings of k raters, and 1 if all are "
    "equal.",
    references=(KENDALL, LEGENDRE),
    missing="subjects that all raters rated",
    undefined="no rater distinguishes the subjects that all raters rated",
    weighted=False,
    numbers=True,
    ranks=True,
    complete_only=True,
    needs_identity=True,
    corrected=False,
    kind="association",
    levels=(),
    floor=lambda _: 0.0,
    link="logit",
    test="f",
    methods={
        "f": "accord.inference.rankings:f_test",
        "chi2": "accord.inference.rankings:chi2_test",
        "exact": "accord.inference.rankings:exact_test",
        "monte_carlo": "accord.inference.rankings:monte_carlo_test",
    },
)
def kendall_w(t: NumberSums) -> Terms:
    r"""Concordance of the rankings of the subjects by k raters, with midranks for ties.

    W = 12 S / (k² (n³ - n) - k Σ (t³ - t))

    S is the sum of the squared deviations of the rank totals from their mean, and the last sum is
    over the sizes t of all groups of ties of all raters. A rater with the same rating for all
    subjects adds nothing. The test is of independent rankings.

    Notes
    -----
    .. math::

        W = \frac{12 S}{k^2 (n^3 - n) - k \sum (t^3 - t)}

    With :math:`D_{gi}` the midrank of subject i by rater g less its mean,
    :math:`W = \sum_i (\sum_g D_{gi})^2 / (k \sum_g \sum_i D_{gi}^2)`, which is how W is computed
    for subjects with weights.

    Examples
    --------
    >>> import accord
    >>> ranks = {"ann": [1, 2, 3, 4, 5], "bo": [2, 1, 4, 3, 5], "cy": [1, 3, 2, 4, 5]}
    >>> round(accord.kendall_w(ranks).value, 4)
    0.8222
    """
    complete = t.complete
    m = t.m * complete
    deviations = [_Ranks(t.values[:, g], complete > 0, m) for g in range(t.k)]
    totals = np.sum([ranks.deviation for ranks in deviations], axis=0)
    agreed = np.sum(m * totals**2, axis=1)
    spread = t.k * np.sum([np.sum(m * ranks.deviation**2, axis=1) for ranks in deviations], axis=0)

    def agreed_slope() -> FloatArray:
        back = sum(ranks.pull(m[0] * totals[0]) for ranks in deviations)
        return np.asarray((totals[0] ** 2 + 2 * back) * complete)

    def spread_slope() -> FloatArray:
        own = sum(ranks.deviation[0] ** 2 for ranks in deviations)
        back = sum(ranks.pull(m[0] * ranks.deviation[0]) for ranks in deviations)
        return np.asarray(t.k * (own + 2 * back) * complete)

    value = Quantity(agreed, agreed_slope) / Quantity(spread, spread_slope)
    return Terms(value.where(spread > ROUNDING * m.sum(axis=1) ** 3))


class _Ranks:
    """Midranks by one rater at B weightings, less their mean.

    Parameters
    ----------
    values
        (P,) ratings.
    used
        (P,) whether a pattern counts.
    m
        (B, P) weights, 0 for patterns that do not count.
    """

    def __init__(self, values: FloatArray, used: npt.NDArray[np.bool_], m: FloatArray) -> None:
        self.groups = np.zeros(values.size, dtype=np.intp)
        distinct, codes = np.unique(values[used], return_inverse=True)
        self.groups[used] = codes
        self.size = distinct.size
        self.order = np.argsort(self.groups, kind="stable")
        self.starts = np.searchsorted(self.groups[self.order], np.arange(max(self.size, 1)))
        self.deviation = -self._centred(m)

    def _centred(self, x: FloatArray) -> FloatArray:
        """Return (B, P) half the sum of x over higher values, less half of that over lower ones."""
        sums = np.add.reduceat(x[:, self.order], self.starts, axis=1)
        below = np.cumsum(sums, axis=1) - sums
        half = (sums.sum(axis=1, keepdims=True) - 2 * below - sums) / 2
        return np.asarray(half[:, self.groups])

    def pull(self, x: FloatArray) -> FloatArray:
        """Return (P,) Σ_i x_i ∂D_i/∂m_p."""
        return np.asarray(self._centred(x[None])[0])


def rank_deviations(t: NumberSums) -> FloatArray:
    """Return (n, k) midranks of complete subjects, less their mean, with a row per subject."""
    used = t.complete > 0
    counts = np.rint(t.m[0][used]).astype(np.intp)
    rows = np.repeat(t.values[used], counts, axis=0)
    everyone = np.ones(len(rows), dtype=bool)
    ones = np.ones((1, len(rows)))
    return np.column_stack([_Ranks(column, everyone, ones).deviation[0] for column in rows.T])
