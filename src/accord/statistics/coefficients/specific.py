"""Agreement specific to one category."""

from __future__ import annotations

from accord.statistics.registry import Statistic, Terms
from accord.statistics.sums import Sums

__all__ = ["specific_agreement"]


def specific_agreement(code: int, label: str) -> Statistic:
    """Statistic that measures the agreement on one category.

    p_k = Σ_i r_ik (r_ik - 1)/(r_i - 1) / Σ_i r_ik, over subjects with two or more ratings: when
    one rater says k, how often does another one say so too?
    """

    def formula(t: Sums) -> Terms:
        """Agreement specific to one category."""
        uses = t.uses(code)
        said = uses * t.paired
        again = said * (uses - 1) / (t.r - 1 + (1 - t.paired))
        value = t.total(again) / t.total(said)
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
