"""Bangdiwala's B."""

from __future__ import annotations

from accord.statistics.registry import Terms, coefficient
from accord.statistics.sums import Sums

__all__ = ["bangdiwala_b"]


@coefficient(
    "bangdiwala_b",
    order=140,
    many_raters="fleiss_kappa",
    symbol="B",
    title="Bangdiwala's B",
    use="Two raters, beside kappa: the shares of the agreement chart. It is not corrected for "
    "chance.",
    references=("bangdiwala1985",),
    missing="subjects that both rated",
    raters=2,
    weighted=False,
    needs_identity=True,
    at_least=1,
    levels=("nominal",),
    corrected=False,
    pairable_only=True,
    drops_singles=True,
    floor=lambda _: 0.0,
)
def bangdiwala_b(t: Sums) -> Terms:
    r"""Area of agreement in the agreement chart of two raters.

    B = Σ_k n_kk² / Σ_k n_k+ n_+k

    The chart has a rectangle n_k+ × n_+k for each category, and in it a square of side n_kk. There
    is no chance term; with equal marginals B is close to the square of percent agreement.

    Notes
    -----
    .. math::

        B = \frac{\sum_k n_{kk}^2}{\sum_k n_{k+} n_{+k}}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.bangdiwala_b(ratings).value, 4)
    0.6923
    """
    both = t.both(0, 1)
    agreements = t.column(0, t.equal(0, 1))
    rows, columns = t.column(0, both), t.column(1, both)
    value = agreements.dot(agreements) / rows.dot(columns)
    return Terms(value, value, 0.0 * value)
