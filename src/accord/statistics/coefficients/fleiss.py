"""Fleiss' kappa, and Scott's pi, its form for two raters."""

from __future__ import annotations

import numpy as np

from accord.errors import UnsupportedError
from accord.statistics.registry import NullVariance, Terms, coefficient
from accord.statistics.sums import Sums

__all__ = ["fleiss_kappa", "scott_pi"]


def fleiss_null_variance(t: Sums) -> float:
    """Compute the variance of Fleiss' kappa under chance agreement (Fleiss, Nee and Landis).

    2 (S² - Σ_k p_k q_k (q_k - p_k)) / (S² n r (r - 1)),  S = Σ_k p_k q_k,  q_k = 1 - p_k

    for n subjects with r ratings each. For two categories it is 2 / (n r (r - 1)).
    """
    if t.weights.scheme.name != "identity":
        raise UnsupportedError("the formula of Fleiss, Nee and Landis is for identity weights")
    ratings = t.r[t.m[0] > 0]
    r = float(ratings[0])
    if np.any(ratings != r):
        raise UnsupportedError(
            "the formula of Fleiss, Nee and Landis needs the same number of ratings for every "
            f"subject; these have {ratings.min():.0f} to {ratings.max():.0f}"
        )
    p = t.prevalence.value[0]
    pq = p * (1 - p)
    total = pq.sum()
    excess = total**2 - pq @ (1 - 2 * p)
    return float(2 * excess / (total**2 * t.n.value[0] * r * (r - 1)))


NULL = NullVariance(fleiss_null_variance, "fleiss1979")


@coefficient(
    "fleiss_kappa",
    order=90,
    prevalence_sensitive=True,
    chance_at=lambda shares, x: shares.form(x),
    symbol="κF",
    title="Fleiss' kappa",
    use="Raters who may differ from subject to subject and are regarded as interchangeable.",
    references=("fleiss1971", "gwet2014"),
    missing="available case; single ratings count in the prevalence",
    reduces_to="scott_pi",
    null_variance=NULL,
)
def fleiss_kappa(t: Sums) -> Terms:
    r"""Agreement beyond that of raters who draw from one common distribution.

    κ = (pa - pe)/(1 - pe),  pe = Σ_kl w_kl π_k π_l

    π_k is the mean over subjects of r_ik / r_i. Raters are interchangeable: it does not matter who
    gave a rating.

    Notes
    -----
    .. math::

        \kappa = \frac{p_a - p_e}{1 - p_e}, \qquad p_e = \sum_{kl} w_{kl} \pi_k \pi_l

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.fleiss_kappa(ratings).value, 4)
    0.7333
    """
    return Terms.corrected(t.pa, t.prevalence.form(t.weights))


@coefficient(
    "scott_pi",
    order=80,
    prevalence_sensitive=True,
    many_raters="fleiss_kappa",
    symbol="π",
    title="Scott's pi",
    use="Two raters who are regarded as interchangeable, as in content analysis.",
    references=("scott1955",),
    missing="available case; single ratings count in the prevalence",
    raters=2,
    null_variance=NULL,
)
def scott_pi(t: Sums) -> Terms:
    r"""Agreement of two raters beyond that of draws from their common distribution.

    π = (pa - pe)/(1 - pe),  pe = Σ_kl w_kl π_k π_l,  π_k = (p_k+ + p_+k)/2

    Notes
    -----
    .. math::

        \pi = \frac{p_a - p_e}{1 - p_e}, \qquad p_e = \sum_{kl} w_{kl} \pi_k \pi_l, \qquad
        \pi_k = \tfrac{1}{2} (p_{k+} + p_{+k})

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.scott_pi(ratings).value, 4)
    0.7333
    """
    return Terms.corrected(t.pa, t.prevalence.form(t.weights))
