"""Tests of Kendall's W, whose null hypothesis is that the raters rank independently."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from accord.base.wording import p_text
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnsupportedError
from accord.inference.declared import Inference
from accord.options import InferenceOptions, resolve_seed
from accord.statistics import Evaluation
from accord.statistics.coefficients.kendall import rank_deviations

__all__ = ["RankingTest", "chi2_test", "exact_test", "f_test", "monte_carlo_test", "ranking_test"]

MAX_ARRANGEMENTS = 2_000_000  # that the exact test enumerates
MAX_EXACT_SUBJECTS = 8  # 8! orders of the subjects
SLACK = 1e-9  # sums that differ by rounding count as equal


@dataclass(frozen=True, slots=True)
class RankingTest:
    """Tests of Kendall's W by the χ² and by the F distribution.

    Parameters
    ----------
    chi2, df
        k (n - 1) W, and its degrees of freedom n - 1.
    chi2_p_value
        P-value of χ².
    f, df1, df2
        (k - 1) W / (1 - W), with n - 1 - 2/k and (k - 1) times as many degrees of freedom.
    f_p_value
        P-value of F; 0 where W is 1 and F infinite.
    """

    chi2: float
    df: float
    chi2_p_value: float
    f: float
    df1: float
    df2: float
    f_p_value: float


def ranking_test(w: float, n: float, k: float) -> RankingTest:
    """Return the tests of a value of W of k raters and n subjects."""
    from scipy.special import chdtrc, fdtrc  # here: slow to import

    chi2, df = k * (n - 1) * w, n - 1
    df1 = n - 1 - 2 / k
    df2 = (k - 1) * df1
    f = math.inf if w >= 1 else (k - 1) * w / (1 - w)
    if not (math.isfinite(w) and df1 > 0):
        return RankingTest(chi2, df, math.nan, f, df1, df2, math.nan)
    p = 0.0 if math.isinf(f) else float(fdtrc(df1, df2, f))
    return RankingTest(chi2, df, float(chdtrc(df, chi2)), f, df1, df2, p)


def f_test(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:
    """Test independent rankings by the F distribution, which is better in small samples.

    Where all raters rank alike F is infinite, however few subjects there are; the exact p-value has
    a closed form there and is used instead.
    """
    test = _tested(evaluation, method, settings)
    if math.isinf(test.f):
        return _inference(test, _all_alike(rank_deviations(evaluation.sums.numbers)))
    return _inference(test, test.f_p_value)


def _all_alike(ranks: FloatArray) -> float:
    """Return the probability that k independent rankings with the ties of these are identical."""
    n, k = ranks.shape
    sizes = np.unique(ranks[:, 0], return_counts=True)[1]
    orders = math.lgamma(n + 1) - sum(math.lgamma(size + 1) for size in sizes.tolist())
    return math.exp(-(k - 1) * orders)


def chi2_test(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:
    """Test independent rankings by the χ² distribution (Friedman's test)."""
    test = _tested(evaluation, method, settings)
    return _inference(test, test.chi2_p_value)


def exact_test(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:
    """Test independent rankings by all permutations of each rater's ranks."""
    test = _tested(evaluation, method, settings)
    ranks = rank_deviations(evaluation.sums.numbers)
    n, k = ranks.shape
    if n > MAX_EXACT_SUBJECTS or math.factorial(n) ** (k - 1) > MAX_ARRANGEMENTS:
        raise UnsupportedError(
            f"the exact test would enumerate {n}! to the power of {k - 1} permutations. Use "
            "p_method='monte_carlo' or 'f'."
        )
    orders = np.array(list(permutations(range(n))))
    sums = ranks[None, :, 0]
    for g in range(1, k):
        sums = (sums[:, None] + ranks[:, g][orders][None]).reshape(-1, n)
    squares = (sums**2).sum(axis=1)
    return _inference(test, float(np.mean(squares >= _observed(ranks) * (1 - SLACK))))


def monte_carlo_test(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:
    """Test independent rankings by random permutations of each rater's ranks."""
    test = _tested(evaluation, method, settings)
    ranks = rank_deviations(evaluation.sums.numbers)
    rng = np.random.default_rng(resolve_seed(settings.seed))
    least, large = _observed(ranks) * (1 - SLACK), 0
    report = settings.progress_of("permutations")
    for done in range(settings.replicates):
        if report is not None and done % 100 == 0:
            report(done, settings.replicates)
        total = rng.permuted(ranks, axis=0).sum(axis=1)
        large += bool(total @ total >= least)
    p = (1 + large) / (1 + settings.replicates)
    return _inference(test, p, random=True)


def _observed(ranks: FloatArray) -> float:
    return float(np.sum(ranks.sum(axis=1) ** 2))


def _tested(evaluation: Evaluation, method: str, settings: InferenceOptions) -> RankingTest:
    title = evaluation.coefficient.title
    if settings.ci == method:
        raise OptionError(
            f"ci is {method!r}, and {title} has a test, but no interval, by this method.",
            option="ci",
            value=method,
            remedy="Leave ci out, and state p_method.",
        )
    if settings.null != 0 and settings.p_method is not None:
        raise OptionError(
            f"null is {settings.null:g}; the null hypothesis of the test of {title} is that raters "
            "rank independently.",
            option="null",
            value=settings.null,
            remedy="Leave null out.",
        )
    return ranking_test(evaluation.value, evaluation.subjects, evaluation.patterns.r)


def _inference(test: RankingTest, p: float, *, random: bool = False) -> Inference:
    notes = []
    if math.isfinite(test.f_p_value):
        chi2 = f"χ²({test.df:g}) = {test.chi2:.2f}, {p_text(test.chi2_p_value)}"
        f = f"F({test.df1:.4g}, {test.df2:.4g}) = {test.f:.2f}, {p_text(test.f_p_value)}"
        if math.isinf(test.f):
            f = "all raters rank alike, so F is infinite and the p-value is exact"
        notes.append(f"tests of independent rankings: {chi2}; {f}.")
    return Inference(
        p_value=p, alternative="greater", random=random, notes=tuple(notes), details=test
    )
