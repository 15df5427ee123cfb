"""Fleiss' kappa, and Scott's pi, its form for two raters."""

from __future__ import annotations

from accord.coefficients.registry import Terms, coefficient
from accord.coefficients.table import Table

__all__ = ["fleiss_kappa", "scott_pi"]


@coefficient(
    "fleiss_kappa",
    symbol="κF",
    title="Fleiss' kappa",
    use="Raters who may differ from subject to subject and are regarded as interchangeable.",
    references=("fleiss1971", "gwet2014"),
    missing="available case; single ratings count in the prevalence",
    reduces_to="scott_pi",
)
def fleiss_kappa(t: Table) -> Terms:
    """Agreement beyond that of raters who draw from one common distribution.

    κ = (pa - pe)/(1 - pe),  pe = Σ_kl w_kl π_k π_l

    π_k is the mean over subjects of r_ik / r_i. Raters are interchangeable: who gave a rating
    does not matter.
    """
    return Terms.corrected(t.pa, t.prevalence.form(t.weights))


@coefficient(
    "scott_pi",
    symbol="π",
    title="Scott's pi",
    use="Two raters who are regarded as interchangeable, as in content analysis.",
    references=("scott1955",),
    missing="available case; single ratings count in the prevalence",
    raters=2,
)
def scott_pi(t: Table) -> Terms:
    """Agreement of two raters beyond that of draws from their common distribution.

    π = (pa - pe)/(1 - pe),  pe = Σ_kl w_kl π_k π_l,  π_k = (p_k+ + p_+k)/2
    """
    return Terms.corrected(t.pa, t.prevalence.form(t.weights))
