"""Krippendorff's alpha."""

from __future__ import annotations

from dataclasses import replace

from accord.statistics.measures import measure_of_marks
from accord.statistics.registry import Terms, coefficient
from accord.statistics.sums import Sums

__all__ = ["krippendorff_alpha"]


@coefficient(
    "krippendorff_alpha",
    order=120,
    prevalence_sensitive=True,
    symbol="α",
    title="Krippendorff's alpha",
    use="Content analysis, with any number of raters, missing ratings and any level of "
    "measurement.",
    references=("krippendorff2019",),
    missing="subjects with two or more ratings",
    pairable_only=True,
    drops_singles=True,
    level_weights={
        "nominal": "identity",
        "ordinal": "krippendorff_ordinal",
        "interval": "quadratic",
        "ratio": "ratio",
    },
    weight_titles={
        "krippendorff_ordinal": "ordinal metric",
        "quadratic": "interval metric",
        "ratio": "ratio metric",
    },
)
def krippendorff_alpha(t: Sums) -> Terms:
    r"""One minus the ratio of observed to expected disagreement, over pairable ratings.

    α = (pa - pe)/(1 - pe),  pa = (1 - ε) Σ_i r_i a_i / N + ε,  ε = 1/N,  pe = Σ_kl w_kl π_k π_l

    N is the number of ratings of subjects with two or more, π_k the share of category k in them,
    and a_i the weighted agreement of the pairs of ratings of subject i. ε compensates for the pairs
    of a rating with itself. It is a small-sample correction of the estimate, so standard errors are
    those of α without it. The nominal metric is ``identity`` weights, the ordinal
    ``krippendorff_ordinal``, the interval ``quadratic`` and the ratio metric ``ratio``; a stated
    level of measurement chooses among them.

    Notes
    -----
    .. math::

        \alpha = \frac{p_a - p_e}{1 - p_e}, \qquad
        p_a = (1 - \varepsilon) \frac{1}{N} \sum_i r_i a_i + \varepsilon, \qquad
        \varepsilon = \frac{1}{N}, \qquad p_e = \sum_{kl} w_{kl} \pi_k \pi_l

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.krippendorff_alpha(ratings).value, 4)
    0.7556
    """
    ratings = t.total(t.r * t.paired)
    pa = t.total(t.r * t.agreement * t.paired) / ratings
    pi = t.tally(t.paired).over(ratings)
    pe = pi.form(t.weights)
    epsilon = 1 / ratings
    alpha = Terms.corrected((1 - epsilon) * pa + epsilon, pe)
    return replace(alpha, functional=Terms.corrected(pa, pe).value)


measure_of_marks(
    "alpha_masi",
    "alpha, MASI weights",
    krippendorff_alpha,
    order=450,
    weights="masi",
    sets=True,
    parts=("summary", "people", "runs"),
)
