"""Aickin's alpha."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord.base.validation import Number, check_number
from accord.data.scale import FloatArray
from accord.statistics.calculus import Profile, Quantity, divide_slope, scale_slope
from accord.statistics.registry import Terms, coefficient
from accord.statistics.sums import Sums

__all__ = ["aickin_alpha", "hard_marginals"]

STEPS = 2_000  # of the iteration, which usually takes tens
HALVINGS = 60  # of an interval within 0 to 1: to the last bit of a float
EDGE = 1e-6  # smallest chance agreement at which the equations are differentiated


@coefficient(
    "aickin_alpha",
    order=130,
    many_raters="gwet_ac",
    undefined="the iteration does not converge on these data; try a pseudo-count of 1",
    symbol="αA",
    title="Aickin's alpha",
    use="Two raters, if the question is which share of the subjects they agree on by cause and "
    "not by chance.",
    references=("aickin1990", "gwet2014"),
    missing="subjects that both rated",
    raters=2,
    weighted=False,
    pairable_only=True,
    drops_singles=True,
    levels=("nominal",),
    needs_identity=True,
)
def aickin_alpha(t: Sums, *, pseudo_count: float = 0.0, tolerance: float = 1e-13) -> Terms:
    r"""Share of subjects that two raters classify alike for a cause rather than by chance.

    α = (pa - pe)/(1 - pe),  pe = Σ_k a_k b_k, where for every category k
    a_k = p_k+ / ((1 - α) + α b_k/pe)  and  b_k = p_+k / ((1 - α) + α a_k/pe)

    a and b are the raters' distributions over subjects that are hard to classify. Above chance, α
    is the root of one equation. Otherwise the equations are iterated, from the marginals, at which
    α is Cohen's kappa, until α changes by less than ``tolerance``. ``pseudo_count`` subjects
    (Aickin suggests 1) are spread evenly over the q² cells, which helps if cells are empty.
    Subjects with one rating are left out, because the equations would contradict each other.

    Notes
    -----
    .. math::

        \alpha = \frac{p_a - p_e}{1 - p_e}, \qquad p_e = \sum_k a_k b_k, \qquad
        a_k = \frac{p_{k+}}{(1 - \alpha) + \alpha b_k / p_e}, \qquad
        b_k = \frac{p_{+k}}{(1 - \alpha) + \alpha a_k / p_e}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.aickin_alpha(ratings).value, 4)
    0.8333
    """
    check_number("pseudo_count", pseudo_count, Number(least=0))
    check_number("tolerance", tolerance, Number(least=0))
    both = t.both(0, 1)
    pairs = t.total(both)
    A, B, pa = t.column(0, both).over(pairs), t.column(1, both).over(pairs), t.pa
    n = pairs.value
    if pseudo_count:
        weight = n / (n + pseudo_count)
        A, B = _mixed(A, weight), _mixed(B, weight)
        pa = Quantity(
            weight * t.pa.value + (1 - weight) / t.q, lambda: scale_slope(t.pa.slope, weight)
        )
        disjoint = np.zeros(len(n), dtype=bool)
    else:
        disjoint = _disjoint_disagreements(t)
    alpha, a, b = hard_marginals(pa.value, A.value, B.value, tolerance, disjoint)
    pe_value = np.einsum("bk,bk->b", a, b)
    pe = Quantity(pe_value, lambda: _chance_slope(alpha, a, b, pa, A, B))
    value = Quantity(
        alpha,
        lambda: divide_slope(pa.slope - scale_slope(pe.slope, 1 - alpha), 1 - pe_value),
    )
    return Terms(value, pa, pe)


def _disjoint_disagreements(t: Sums) -> npt.NDArray[np.bool_]:
    """Return (B,) whether no category is used by both raters in disagreements.

    The distributions over hard subjects then have no common category, agreement by chance is
    impossible, and the solution is at the boundary: pe = 0 and α = pa.
    """
    differing = t.both(0, 1) - t.equal(0, 1)
    rows, columns = t.column(0, differing).value, t.column(1, differing).value
    return np.asarray(~((rows > 0) & (columns > 0)).any(axis=-1))


def _mixed(marginal: Profile, weight: FloatArray) -> Profile:
    """Return a marginal with evenly spread pseudo-subjects."""
    q = marginal.value.shape[-1]
    return Profile(
        weight[:, None] * marginal.value + (1 - weight[:, None]) / q,
        lambda gradient: scale_slope(marginal.pull(gradient), weight),
        per_weighting=marginal.per_weighting,
    )


def hard_marginals(
    pa: FloatArray,
    A: FloatArray,
    B: FloatArray,
    tolerance: float,
    disjoint: npt.NDArray[np.bool_],
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Solve Aickin's equations for each of B tables; NaN where they do not converge.

    Above chance, the solution is the root of one equation in α, which is found by bisection; the
    published iteration has the same limit but often needs thousands of steps. At or below chance,
    the equations are iterated, and every two steps are extrapolated (the squared extrapolation of
    Varadhan and Roland).

    Parameters
    ----------
    pa, A, B
        (B,) observed agreement and (B, q) marginals of the two raters.
    tolerance
        Change of α at which the iteration ends.
    disjoint
        (B,) whether no category is used by both raters in disagreements.

    Returns
    -------
    tuple
        α, and the distributions a and b over hard subjects.
    """
    x = np.stack([A, B], axis=1)
    start = np.einsum("bk,bk->b", A, B)
    with np.errstate(all="ignore"):
        alpha = np.where(start < 1 - 1e-12, (pa - start) / (1 - start), np.nan)
        edge = disjoint & np.isfinite(alpha)
        x[edge] = 0.0
        alpha[edge] = pa[edge]
        inside = np.isfinite(alpha) & ~edge & (start > 0)
        above = np.flatnonzero(inside & (alpha > EDGE) & (pa < 1))
        alpha[above], x[above] = _root(pa[above], A[above], B[above])
        inside[above] = False
        moving = np.flatnonzero(inside)
        alpha[np.isfinite(alpha) & ~edge & (start == 0)] = np.nan
        for _ in range(STEPS):
            if moving.size == 0:
                break
            x0, margins = x[moving], np.stack([A[moving], B[moving]], axis=1)
            x1, old = _step(x0, pa[moving], margins)
            x2, now = _step(x1, pa[moving], margins)
            alpha[moving] = now
            diverged = ~np.isfinite(now) | (np.abs(now) > 1.000001)
            ongoing = ~diverged & (np.abs(now - old) > tolerance)
            x[moving] = np.where(ongoing[:, None, None], _extrapolated(x0, x1, x2), x2)
            alpha[moving[diverged]] = np.nan
            moving = moving[ongoing]
        alpha[moving] = np.nan
    return alpha, x[:, 0], x[:, 1]


def _root(pa: FloatArray, A: FloatArray, B: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the α between 0 and pa at which Σ_k a_k b_k is its pe, and (B, 2, q) a and b.

    The difference of the two equations gives b_k = a_k - (p_k+ - p_+k)/(1 - α), and with it a
    quadratic equation in a_k.
    """

    def at(alpha: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        pe = (pa - alpha) / (1 - alpha)
        ratio, difference = (alpha / pe)[:, None], (A - B) / (1 - alpha)[:, None]
        linear = (1 - alpha)[:, None] - ratio * difference
        root = np.sqrt(linear**2 + 4 * ratio * A)
        a = np.where(linear > 0, 2 * A / (linear + root), (root - linear) / (2 * ratio))
        return a, a - difference, pe

    low, high = np.zeros(len(pa)), pa.copy()
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        a, b, pe = at(middle)
        below = np.einsum("bk,bk->b", a, b) < pe
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    a, b, _ = at(low)
    return low, np.stack([a, b], axis=1)


def _step(x: FloatArray, pa: FloatArray, margins: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the result of one iteration, and the α that it used."""
    pe = np.einsum("bk,bk->b", x[:, 0], x[:, 1])
    alpha = (pa - pe) / (1 - pe)
    c = alpha[:, None, None]
    after = margins / ((1 - c) + c * x[:, ::-1] / pe[:, None, None])
    return np.where(margins == 0, 0.0, after), alpha


def _extrapolated(x0: FloatArray, x1: FloatArray, x2: FloatArray) -> FloatArray:
    """Return the extrapolation of two steps; the second step if that is outside 0 to 1."""
    step, curvature = x1 - x0, (x2 - x1) - (x1 - x0)
    length = np.sqrt((step**2).sum(axis=(1, 2)) / (curvature**2).sum(axis=(1, 2)))
    s = np.maximum(length, 1.0)[:, None, None]
    x = x0 + 2 * s * step + s**2 * curvature
    valid = np.isfinite(x) & (x >= 0) & ((x > 0) | (x2 == 0)) & (x <= 1)
    return np.where(valid.all(axis=(1, 2))[:, None, None], x, x2)


def _chance_slope(
    alpha: FloatArray, a: FloatArray, b: FloatArray, pa: Quantity, A: Profile, B: Profile
) -> FloatArray:
    """Return the slope of pe, by implicit differentiation of the equations.

    For each k, M (da, db) = (dA, dB) + f dα + g dpe; with (u, v) = (b, a) M⁻¹ the sum of
    b da + a db is dpe = Σ (u dA + v dB) + F dα + G dpe, and dα = (dpa - (1-α) dpe)/(1-pe).
    """
    pe = np.einsum("bk,bk->b", a, b)
    inside = pe >= EDGE  # at the boundary pe is constant
    x, e = alpha[:, None], np.where(inside, pe, 1.0)[:, None]
    m11, m12 = (1 - x) + x * b / e, x * a / e
    m21, m22 = x * b / e, (1 - x) + x * a / e
    with np.errstate(invalid="ignore", divide="ignore"):
        det = m11 * m22 - m12 * m21
        u, v = (b * m22 - a * m21) / det, (a * m11 - b * m12) / det
        F = (u * a * (1 - b / e) + v * b * (1 - a / e)).sum(axis=1)
        G = ((u + v) * (x * a * b / e**2)).sum(axis=1)
        scale = 1 - G + F * (1 - alpha) / (1 - pe)
    scale = np.where(np.abs(scale) < 1e-12, 0.0, scale)
    slope = A.slope(u) + B.slope(v) + scale_slope(pa.slope, F / (1 - pe))
    return np.where(
        inside[:, None] if slope.ndim == 2 else inside[0], divide_slope(slope, scale), 0.0
    )
