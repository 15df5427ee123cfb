"""Agreement specific to one category."""

from __future__ import annotations

from accord.statistics.registry import Statistic, Terms
from accord.statistics.sums import Sums

__all__ = ["specific_agreement"]


def specific_agreement(code: int, label: str) -> Statistic:
    """Return the statistic of agreement on one category.

    p_k = Σ_i r_ik (r_ik - 1)/(r_i - 1) / Σ_i r_ik, over subjects with two or more ratings: the
    probability that another rater chooses k, given that one rater did.
    """

    def formula(t: Sums) -> Terms:
        """Agreement specific to one category."""
        ratings = t.uses(code)
        paired = ratings * t.paired
        agreement = paired * (ratings - 1) / (t.r - 1 + (1 - t.paired))  # no division by 0
        value = t.total(agreement) / t.total(paired)
        return Terms(value, value, 0.0 * value)

    return Statistic(
        f"specific_agreement[{label}]",
        "ps",
        f"Agreement on {label}",
        formula,
        ("fleiss2003",),
        "subjects with two or more ratings",
        weighted=False,
        at_least=1,
        floor=lambda _: 0.0,
        corrected=False,
    )
