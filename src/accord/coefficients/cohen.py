"""Cohen's kappa and its two forms for many raters: Conger's and Light's."""

from __future__ import annotations

import numpy as np

from accord.coefficients.calculus import Profile, Quantity, mean
from accord.coefficients.registry import ROOM, Terms, coefficient
from accord.coefficients.table import Table

__all__ = ["cohen_kappa", "conger_kappa", "light_kappa"]


@coefficient(
    "cohen_kappa",
    symbol="κ",
    title="Cohen's kappa",
    references=("cohen1960", "cohen1968", "komen2009"),
    missing="available case; each rater's distribution is over all he rated",
    raters=2,
    needs_identity=True,
)
def cohen_kappa(t: Table) -> Terms:
    """Agreement of two raters beyond that of independent draws from their own distributions.

    κ = (pa - pe)/(1 - pe),  pe = Σ_kl w_kl p_k+ p_+l

    With identity weights pe only asks how often each rater used a value, so the raters' category
    sets may differ, and values may be ids without end.
    """
    return Terms.corrected(t.pa, t.marginal(0).form(t.weights, t.marginal(1)))


@coefficient(
    "conger_kappa",
    symbol="κC",
    title="Conger's kappa",
    references=("conger1980", "gwet2014"),
    missing="available case; each rater's distribution is over all he rated",
    needs_identity=True,
    reduces_to="cohen_kappa",
)
def conger_kappa(t: Table) -> Terms:
    """Agreement beyond that of raters who draw each from his own distribution.

    κ = (pa - pe)/(1 - pe),  pe = mean over pairs of raters g ≠ h of Σ_kl w_kl p_gk p_hl

    The mean over pairs is (|Σ_g p_g|² - Σ_g |p_g|²) / (r (r - 1)) in the norm of the weights, so
    the cost is linear in the number of raters.
    """
    raters = [t.marginal(g) for g in range(t.patterns.r)]
    everyone: Profile = sum(raters[1:], start=raters[0])
    own: Quantity = sum((p.form(t.weights) for p in raters[1:]), raters[0].form(t.weights))
    pe = (everyone.form(t.weights) - own) / (t.patterns.r * (t.patterns.r - 1))
    return Terms.corrected(t.pa, pe)


@coefficient(
    "light_kappa",
    symbol="κL",
    title="Light's kappa",
    references=("light1971",),
    missing="each pair over the subjects that both rated",
    needs_identity=True,
    reduces_to="cohen_kappa",
)
def light_kappa(t: Table) -> Terms:
    """Mean of Cohen's kappa over all pairs of raters.

    κ = mean over g < h of (pa_gh - pe_gh)/(1 - pe_gh),  pe_gh = Σ_kl w_kl p_gk p_hl

    Pairs without a common subject, or without room for agreement beyond chance, are left out.
    Observed and chance agreement shown are the means over the pairs used.
    """
    raters = [t.marginal(g) for g in range(t.patterns.r)]
    pairs = []
    total = 0
    for g in range(t.patterns.r):
        for h in range(g + 1, t.patterns.r):
            total += 1
            if t.both(g, h) @ t.patterns.multiplicity == 0:
                continue
            pair = Terms.corrected(t.pair_agreement(g, h), raters[g].form(t.weights, raters[h]))
            if 1 - pair.chance.value[0] > ROOM:
                pairs.append(pair)
    if not pairs:
        nothing = np.nan * t.pa
        return Terms(nothing, nothing, nothing)
    left_out = total - len(pairs)
    notes = (
        (
            f"Light's kappa leaves out {left_out} of {total} pairs of raters: no common "
            "subject, or both always say the same.",
        )
        if left_out
        else ()
    )
    return Terms(
        mean([pair.value for pair in pairs]),
        mean([pair.observed for pair in pairs]),
        mean([pair.chance for pair in pairs]),
        notes=notes,
    )
