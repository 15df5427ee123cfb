"""Percent agreement: averaged over subjects, and pooled over pairs of ratings."""

from __future__ import annotations

from accord.statistics.measures import measure_of_marks, one_step
from accord.statistics.registry import Terms, coefficient, lowest_weight
from accord.statistics.sums import Sums

__all__ = ["percent_agreement", "percent_agreement_pooled", "percent_agreement_ratings"]


@coefficient(
    "percent_agreement",
    order=10,
    link="rate",
    symbol="pa",
    title="Percent agreement",
    use="Always, beside a coefficient that is corrected for chance. Alone it is high wherever one "
    "category is very frequent.",
    references=("gwet2014",),
    missing="subjects with two or more ratings",
    at_least=1,
    levels=("nominal", "ordinal"),
    corrected=False,
    floor=lowest_weight,
    pairable_only=True,
    exact_title="Exact agreement",
    weighted_title="Weighted agreement",
)
def percent_agreement(t: Sums) -> Terms:
    r"""Share of the pairs of ratings of a subject that agree, averaged over subjects.

    pa = 1/n' Σ_i Σ_k r_ik (r*_ik - 1) / (r_i (r_i - 1)),  r*_ik = Σ_l w_kl r_il

    The sum is over the n' subjects with two or more ratings. There is no correction for agreement
    by chance.

    Notes
    -----
    .. math::

        p_a = \frac{1}{n'} \sum_i \sum_k \frac{r_{ik} (r^*_{ik} - 1)}{r_i (r_i - 1)}, \qquad
        r^*_{ik} = \sum_l w_{kl} r_{il}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.percent_agreement(ratings).value, 4)
    0.8333
    """
    return Terms(t.pa, t.pa, 0.0 * t.pa)


measure_of_marks(
    "mean_jaccard",
    "mean Jaccard index",
    percent_agreement,
    order=460,
    weights="jaccard",
    sets=True,
    parts=("summary", "people", "runs"),
)
measure_of_marks(
    "mean_dice",
    "mean F1 of labels (Dice)",
    percent_agreement,
    order=470,
    weights="dice",
    sets=True,
    parts=("summary", "people"),
)
measure_of_marks(
    "exact",
    "identical marks",
    percent_agreement,
    order=500,
    short="same",
    parts=("summary", "people", "subgroups", "runs"),
    at_least=0.50,
)
measure_of_marks(
    "adjacent",
    "adjacent marks",
    percent_agreement,
    order=510,
    weights=one_step,
    parts=("summary", "people"),
    at_least=0.95,
)


@coefficient(
    "percent_agreement_pooled",
    order=20,
    link="rate",
    symbol="pa*",
    title="Percent agreement, pooled over pairs",
    use="Missing ratings, if all pairs of ratings should have the same weight: a subject with many "
    "ratings then has more weight than one with two.",
    references=("uebersax1982",),
    missing="all pairs of ratings of the same subject",
    completes_to="percent_agreement",
    at_least=1,
    levels=(),
    corrected=False,
    floor=lowest_weight,
    pairable_only=True,
    exact_title="Exact agreement, pooled over pairs",
    weighted_title="Weighted agreement, pooled over pairs",
)
def percent_agreement_pooled(t: Sums) -> Terms:
    r"""Share of all pairs of ratings of the same subject that agree.

    pa* = Σ_i Σ_k r_ik (r*_ik - 1) / Σ_i r_i (r_i - 1),  r*_ik = Σ_l w_kl r_il

    Subjects are weighted by their number of pairs of ratings. Where every subject has the same
    number of ratings, this is percent agreement.

    Notes
    -----
    .. math::

        p_a^* = \frac{\sum_i \sum_k r_{ik} (r^*_{ik} - 1)}{\sum_i r_i (r_i - 1)}, \qquad
        r^*_{ik} = \sum_l w_{kl} r_{il}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.percent_agreement_pooled(ratings).value, 4)
    0.8333
    """
    pairs = t.r * (t.r - 1)
    value = t.total(t.agreement * pairs) / t.total(pairs)
    return Terms(value, value, 0.0 * value)


@coefficient(
    "percent_agreement_ratings",
    order=30,
    link="rate",
    symbol="pa†",
    title="Percent agreement, subjects weighted by ratings",
    use="Missing ratings, to compare with DKPro and with the observed agreement of Krippendorff's "
    "alpha, in which every rating has the same weight.",
    references=("krippendorff2019",),
    missing="subjects with two or more ratings, each weighted by its number of ratings",
    completes_to="percent_agreement",
    at_least=1,
    levels=(),
    corrected=False,
    floor=lowest_weight,
    pairable_only=True,
    exact_title="Exact agreement, subjects weighted by ratings",
    weighted_title="Weighted agreement, subjects weighted by ratings",
)
def percent_agreement_ratings(t: Sums) -> Terms:
    r"""Share of the pairs of ratings of a subject that agree, averaged over ratings.

    pa† = Σ_i r_i a_i / Σ_i r_i,  a_i = Σ_k r_ik (r*_ik - 1) / (r_i (r_i - 1))

    The sums are over the subjects with two or more ratings. Where every subject has the same
    number of ratings, this is percent agreement.

    Notes
    -----
    .. math::

        p_a^\dagger = \frac{\sum_i r_i a_i}{\sum_i r_i}, \qquad
        a_i = \sum_k \frac{r_{ik} (r^*_{ik} - 1)}{r_i (r_i - 1)}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.percent_agreement_ratings(ratings).value, 4)
    0.8333
    """
    ratings = t.r * t.paired
    value = t.total(t.agreement * ratings) / t.total(ratings)
    return Terms(value, value, 0.0 * value)
