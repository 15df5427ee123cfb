"""Aickin's alpha."""

from __future__ import annotations

import numpy as np

from accord.coefficients.calculus import Profile, Quantity
from accord.coefficients.registry import Terms, coefficient
from accord.coefficients.table import Table
from accord.scale import FloatArray

__all__ = ["aickin_alpha", "hard_marginals"]

STEPS = 20_000


@coefficient(
    "aickin_alpha",
    symbol="αA",
    title="Aickin's alpha",
    references=("aickin1990", "gwet2014"),
    missing="available case; each rater's distribution is over all he rated",
    raters=2,
    weighted=False,
    needs_identity=True,
)
def aickin_alpha(t: Table, *, pseudo_count: float = 0.0, tolerance: float = 1e-14) -> Terms:
    """Share of subjects that two raters classify alike for a cause rather than by chance.

    α = (pa - pe)/(1 - pe),  pe = Σ_k a_k b_k, where for every category k
    a_k = p_k+ / ((1 - α) + α b_k/pe)  and  b_k = p_+k / ((1 - α) + α a_k/pe)

    a and b are the raters' distributions over subjects that are hard to classify. The equations
    are iterated from the marginals, where α is Cohen's kappa, until α moves by less than
    ``tolerance``. ``pseudo_count`` subjects (Aickin suggests 1) are spread evenly over the q²
    cells, which helps when cells are empty.
    """
    n, share = t.n.value, t.q**-2.0
    A, B = t.marginal(0), t.marginal(1)
    pa = t.pa
    if pseudo_count:
        weight = n / (n + pseudo_count)
        A, B = _mixed(A, weight), _mixed(B, weight)
        pa = Quantity(
            weight * pa.value + (1 - weight) * t.q * share, lambda: weight[0] * t.pa.slope
        )
    alpha, a, b = hard_marginals(pa.value, A.value, B.value, tolerance)
    pe_value = np.einsum("bk,bk->b", a, b)
    pe = Quantity(pe_value, lambda: _chance_slope(alpha[0], a[0], b[0], pa, A, B))
    value = Quantity(alpha, lambda: (pa.slope - (1 - alpha[0]) * pe.slope) / (1 - pe_value[0]))
    return Terms(value, pa, pe)


def _mixed(marginal: Profile, weight: FloatArray) -> Profile:
    """Marginal with evenly spread pseudo-subjects."""
    q = marginal.value.shape[-1]
    return Profile(
        weight[:, None] * marginal.value + (1 - weight[:, None]) / q,
        lambda gradient: weight[0] * marginal.pull(gradient),
    )


def hard_marginals(
    pa: FloatArray, A: FloatArray, B: FloatArray, tolerance: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Solve Aickin's equations for each of B tables; NaN where they do not converge."""
    a, b = A.copy(), B.copy()
    pe = np.einsum("bk,bk->b", a, b)
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha = np.where(pe < 1 - 1e-12, (pa - pe) / (1 - pe), np.nan)
        moving = np.isfinite(alpha) & (pe > 0)
        for _ in range(STEPS):
            if not moving.any():
                break
            old, c, p = alpha[moving], alpha[moving, None], pe[moving, None]
            new_a = A[moving] / ((1 - c) + c * b[moving] / p)
            new_b = B[moving] / ((1 - c) + c * a[moving] / p)
            new_a[A[moving] == 0] = 0.0
            new_b[B[moving] == 0] = 0.0
            a[moving], b[moving] = new_a, new_b
            pe[moving] = np.einsum("bk,bk->b", new_a, new_b)
            alpha[moving] = (pa[moving] - pe[moving]) / (1 - pe[moving])
            step = np.abs(alpha[moving] - old)
            lost = ~np.isfinite(step) | (np.abs(alpha[moving]) > 1.000001)
            index = np.flatnonzero(moving)
            alpha[index[lost]] = np.nan
            moving[index[lost | (step <= tolerance)]] = False
        alpha[moving] = np.nan
    return alpha, a, b


def _chance_slope(
    alpha: float, a: FloatArray, b: FloatArray, pa: Quantity, A: Profile, B: Profile
) -> FloatArray:
    """Slope of pe, by differentiating the equations at their solution.

    For each k, M (da, db) = (dA, dB) + f dα + g dpe; with (u, v) = (b, a) M⁻¹ the sum of
    b da + a db is dpe = Σ (u dA + v dB) + F dα + G dpe, and dα = (dpa - (1-α) dpe)/(1-pe).
    """
    pe = float(a @ b)
    if alpha >= 1:
        return np.zeros_like(pa.slope)
    m11, m12 = (1 - alpha) + alpha * b / pe, alpha * a / pe
    m21, m22 = alpha * b / pe, (1 - alpha) + alpha * a / pe
    det = m11 * m22 - m12 * m21
    u, v = (b * m22 - a * m21) / det, (a * m11 - b * m12) / det
    F = u @ (a * (1 - b / pe)) + v @ (b * (1 - a / pe))
    G = (u + v) @ (alpha * a * b / pe**2)
    scale = 1 - G + F * (1 - alpha) / (1 - pe)
    return np.asarray((A.pull(u) + B.pull(v) + F / (1 - pe) * pa.slope) / scale)
