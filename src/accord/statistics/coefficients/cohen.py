"""Cohen's kappa and its two forms for many raters: Conger's and Light's."""

from __future__ import annotations

from functools import cache

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.statistics.calculus import Quantity, divide
from accord.statistics.measures import measure_of_marks
from accord.statistics.pairs import RaterPairs
from accord.statistics.registry import ROOM, NullVariance, Terms, coefficient
from accord.statistics.sparsity import few_common_subjects
from accord.statistics.sums import Sums

__all__ = ["cohen_kappa", "conger_kappa", "light_kappa"]


def cohen_null_variance(t: Sums) -> float:
    """Compute the variance of kappa when the raters are independent (Fleiss, Cohen and Everitt).

    (Σ_kl p_k+ p_+l (w_kl - w_k+ - w_+l)² - pe²) / (n (1 - pe)²),
    w_k+ = Σ_l w_kl p_+l,  w_+l = Σ_k w_kl p_k+

    over the n subjects that both raters rated. The sum of squares is expanded to
    Σ_kl p_k+ p_+l w_kl² - Σ_k p_k+ w_k+² - Σ_l p_+l w_+l² + 2 pe², which needs no matrix.
    """
    both = t.both(0, 1)
    n = t.total(both).value[0]
    if n < t.n.value[0]:
        raise UnsupportedError("it needs both ratings of every subject")
    rows, columns = (t.column(g, both).value[0] / n for g in (0, 1))
    row_means, column_means = t.weights.apply(columns), t.weights.apply(rows)
    pe = rows @ row_means
    spread = (
        t.weights.squared_form(rows, columns)
        - rows @ row_means**2
        - columns @ column_means**2
        + pe**2
    )
    return float(max(spread, 0.0) / (n * (1 - pe) ** 2)) if 1 - pe > ROOM else float("nan")


@coefficient(
    "cohen_kappa",
    order=40,
    prevalence_sensitive=True,
    many_raters="conger_kappa, light_kappa or fleiss_kappa",
    tests=("cicchetti_heavens",),
    symbol="κ",
    title="Cohen's kappa",
    use="The same two raters throughout, each with their own distribution. Report the prevalence "
    "beside it.",
    references=("cohen1960", "cohen1968", "komen2009"),
    missing="available case; each rater's distribution is over all their ratings",
    raters=2,
    needs_identity=True,
    directed=True,
    null_variance=NullVariance(cohen_null_variance, "fleiss1969"),
)
def cohen_kappa(t: Sums) -> Terms:
    r"""Agreement of two raters beyond that of independent draws from their own distributions.

    κ = (pa - pe)/(1 - pe),  pe = Σ_kl w_kl p_k+ p_+l

    With identity weights pe depends only on how often each rater used each value, so the raters'
    categories may differ, and there may be any number of them. A weight matrix need not be
    symmetric: w_kl is the weight of k by the first rater and l by the second.

    Notes
    -----
    .. math::

        \kappa = \frac{p_a - p_e}{1 - p_e}, \qquad p_e = \sum_{kl} w_{kl} p_{k+} p_{+l}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.cohen_kappa(ratings).value, 4)
    0.7391
    """
    return Terms.corrected(t.pa, t.marginal(0).form(t.weights, t.marginal(1)))


measure_of_marks(
    "cohen_kappa", "Cohen's kappa", cohen_kappa, order=520, parts=("summary", "people")
)
measure_of_marks(
    "qwk",
    "quadratic weighted kappa of marks",
    cohen_kappa,
    order=530,
    weights="quadratic",
    parts=("summary", "people", "subgroups", "runs"),
    at_least=0.70,
)


@coefficient(
    "conger_kappa",
    order=50,
    prevalence_sensitive=True,
    symbol="κC",
    title="Conger's kappa",
    use="The same three or more raters throughout: Cohen's kappa for a panel.",
    references=("conger1980", "gwet2014"),
    missing="available case; each rater's distribution is over all their ratings",
    needs_identity=True,
    reduces_to="cohen_kappa",
)
def conger_kappa(t: Sums) -> Terms:
    r"""Agreement beyond that of raters who each draw from their own distribution.

    κ = (pa - pe)/(1 - pe),  pe = mean over pairs of raters g ≠ h of Σ_kl w_kl p_gk p_hl

    The mean over pairs is (|Σ_g p_g|² - Σ_g |p_g|²) / (r (r - 1)) in the norm of the weights, so
    the cost is linear in the number of raters.

    Notes
    -----
    .. math::

        \kappa = \frac{p_a - p_e}{1 - p_e}, \qquad
        p_e = \frac{1}{r (r - 1)} \sum_{g \ne h} \sum_{kl} w_{kl} p_{gk} p_{hl}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.conger_kappa(ratings).value, 4)
    0.7391
    """
    p = t.marginals
    shares = p.value.reshape(-1, t.patterns.r, t.q)
    r = np.isfinite(shares[:, :, 0]).sum(axis=1)  # raters without ratings do not count
    shares = np.nan_to_num(shares)
    sums = shares.sum(axis=1)
    sum_image, images = t.weights.apply(sums), t.weights.apply(shares)
    pairs = np.where(r > 1, r * (r - 1.0), np.nan)
    pe = Quantity(
        (np.einsum("bk,bk->b", sums, sum_image) - np.einsum("bgk,bgk->b", shares, images)) / pairs,
        cache(
            lambda: p.slope(
                (2 * (sum_image[:, None] - images) / pairs[:, None, None]).reshape(len(images), -1)
            )
        ),
    )
    return Terms.corrected(t.pa, pe)


@coefficient(
    "light_kappa",
    order=70,
    prevalence_sensitive=True,
    symbol="κL",
    title="Light's kappa",
    use="A fixed panel, for the mean of all pairs of raters. Conger's kappa is usually close to it "
    "and faster.",
    references=("light1971",),
    missing="each pair over the subjects that both rated",
    needs_identity=True,
    by_pairs=True,
    directed=True,
    not_smooth=few_common_subjects,
    reduces_to="cohen_kappa",
)
def light_kappa(t: Sums) -> Terms:
    r"""Mean of Cohen's kappa over all pairs of raters.

    κ = mean over g < h of (pa_gh - pe_gh)/(1 - pe_gh),  pe_gh = Σ_kl w_kl p_gk p_hl

    Pairs without a common subject, or with chance agreement of 1, are left out. The observed and
    chance agreement in results are the means over the other pairs.

    Notes
    -----
    .. math::

        \kappa = \binom{r}{2}^{-1} \sum_{g < h} \frac{p_{a,gh} - p_{e,gh}}{1 - p_{e,gh}}, \qquad
        p_{e,gh} = \sum_{kl} w_{kl} p_{gk} p_{hl}

    Examples
    --------
    >>> import accord
    >>> ratings = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["a", "a"], ["c", "c"]]
    >>> round(accord.light_kappa(ratings).value, 4)
    0.7391
    """
    pairs = RaterPairs(t)
    p = t.marginals
    shares = p.value.reshape(-1, t.patterns.r, t.q)
    first, second = shares[:, pairs.g], shares[:, pairs.h]
    pa = pairs.agreement.value
    pe = np.einsum("bjk,bjk->bj", first, t.weights.apply(second))
    defined = 1 - pe > ROOM
    kappa = divide(pa - pe, np.where(defined, 1 - pe, 0.0))
    used = np.maximum(np.isfinite(kappa).sum(axis=1), 1)

    def mean(x: FloatArray) -> FloatArray:
        kept = np.where(np.isfinite(kappa), x, 0.0)
        return np.where(np.isfinite(kappa).any(axis=1), kept.sum(axis=1) / used, np.nan)

    def slope_of(by_pa: FloatArray, by_pe: FloatArray) -> FloatArray:
        """Return the slope of a mean, given the derivatives of its terms by pa and pe."""
        by_pa, by_pe = (
            np.where(np.isfinite(kappa), x, 0.0) / used[:, None] for x in (by_pa, by_pe)
        )
        gradient = np.zeros_like(shares)
        steps = by_pe[:, :, None]
        by_rater = gradient.transpose(1, 0, 2)
        np.add.at(by_rater, pairs.g, (steps * t.weights.apply(second)).transpose(1, 0, 2))
        np.add.at(by_rater, pairs.h, (steps * t.weights.apply_transposed(first)).transpose(1, 0, 2))
        return np.asarray(
            pairs.agreement.slope(by_pa) + p.slope(gradient.reshape(len(gradient), -1))
        )

    def slope_of_mean() -> FloatArray:
        room = np.where(defined, 1 - pe, 1.0)
        return slope_of(1 / room, -(1 - kappa) / room)

    one, zero = np.ones_like(pe), np.zeros_like(pe)
    left_out = t.patterns.r * (t.patterns.r - 1) // 2 - int(np.isfinite(kappa[0]).sum())
    return Terms(
        Quantity(mean(kappa), slope_of_mean),
        Quantity(mean(pa), lambda: slope_of(one, zero)),
        Quantity(mean(pe), lambda: slope_of(zero, one)),
        notes=_left_out(left_out, t.patterns.r),
    )


def _left_out(pairs: int, r: int) -> tuple[str, ...]:
    if not pairs:
        return ()
    return (
        f"Light's kappa leaves out {pairs} of {r * (r - 1) // 2} pairs of raters, which have no "
        "common subject or used one category only.",
    )
