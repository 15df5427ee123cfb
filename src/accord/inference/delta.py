"""Permutation test of δ, the mean distance of two ratings of the same subject.

Berry and Mielke's test permutes each rater's ratings among the subjects. The p-value is exact, by
moments, or by Monte Carlo.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.base.wording import counted
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.inference.declared import Inference
from accord.inference.enumeration import (
    MAX_ARRANGEMENTS,
    arrangements,
    enumerate_delta,
    sample_delta,
)
from accord.inference.moments import Moments, moments_of, permutation_moments, seconds_needed
from accord.inference.pearson import type_three_cdf
from accord.options import InferenceOptions, resolve_seed
from accord.options.generalized import GeneralizedTest
from accord.statistics import Evaluation
from accord.statistics.weights import Weights

__all__ = ["DEFAULT_PERMUTATIONS", "DeltaTest", "by_delta", "default_method", "delta_test"]

DEFAULT_PERMUTATIONS, MIN_PERMUTATIONS = 10_000, 200
MAX_RATINGS = 300_000_000  # permuted ratings, in all permutations; some seconds
MAX_SECONDS = 120.0  # for exact moments, unless these are stated
MIN_SUBJECTS = 10  # for the type III approximation, as its authors recommend
SLACK = 1e-9  # values of δ that differ by rounding count as equal


@dataclass(frozen=True, slots=True)
class DeltaTest:
    """Moments of δ, the mean distance of two ratings of a subject, and its permutation test.

    Parameters
    ----------
    method
        Method of the p-value: ``exact``, ``moments`` or ``monte_carlo``.
    moments
        Moments of δ under permutation.
    p_value
        Probability of a δ as small or smaller.
    exact
        Whether the moments are exact; with missing ratings they are by Monte Carlo.
    arrangements
        Number of permutations that were enumerated or drawn; 0 for none.
    notes
        Remarks on the test.
    """

    method: str
    moments: Moments
    p_value: float
    exact: bool
    arrangements: int = 0
    notes: tuple[str, ...] = ()

    @property
    def draws(self) -> bool:
        """Whether permutations were drawn at random."""
        return self.arrangements > 0 and self.method != "exact"


def by_delta(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:
    """Test a measure 1 - δ/μ by permutation; the method that its declaration names."""
    if settings.alternative == "less":
        raise OptionError(
            f"alternative is 'less', and p_method={method!r} tests for better agreement than by "
            "chance.",
            option="alternative",
            value=settings.alternative,
            remedy="Leave alternative out, or use p_method='permutation'.",
        )
    test = delta_test(evaluation.patterns, evaluation.sums.weights, method, settings)
    return Inference(
        p_value=test.p_value,
        alternative="greater",
        random=test.draws,
        notes=test.notes,
        details=test,
    )


def delta_test(
    patterns: Patterns, weights: Weights, method: str, settings: InferenceOptions
) -> DeltaTest:
    """Test whether raters agree more than if their ratings were permuted among the subjects.

    Parameters
    ----------
    patterns
        The ratings.
    weights
        Agreement weights: 1 minus the distance of two ratings, in some unit.
    method
        ``exact``, ``moments`` or ``monte_carlo``.
    settings
        Seed, number of permutations to draw, and progress. The default number is reduced if each
        permutation takes long.
    """
    exact = _exact_moments(patterns, method)
    values = None
    if method == "exact":
        values = enumerate_delta(patterns, weights)
    elif method == "monte_carlo" or not exact:
        values = sample_delta(
            patterns,
            weights,
            _permutations(patterns, settings),
            resolve_seed(settings.seed),
            progress=settings.progress_of("permutations"),
        )
    if values is None or exact:
        moments = permutation_moments(
            patterns, weights, progress=settings.progress_of("exact moments")
        )
    else:
        moments = moments_of(values, patterns, weights)
    return DeltaTest(
        method,
        moments,
        _p_value(method, moments, values),
        exact or method == "exact",
        0 if values is None else values.size,
        _notes(patterns, method, exact, moments),
    )


def _exact_moments(patterns: Patterns, method: str | None) -> bool:
    """Return whether exact moments are possible, and fast unless they are stated."""
    return patterns.missing == 0 and (method == "moments" or seconds_needed(patterns) < MAX_SECONDS)


def _permutations(patterns: Patterns, settings: InferenceOptions) -> int:
    """Return the number of permutations to draw: as stated, or at most the default."""
    if settings.replicates != DEFAULT_PERMUTATIONS:
        return settings.replicates
    # A permutation of a few ratings takes as long as one of ten.
    affordable = MAX_RATINGS // (max(patterns.n, MIN_SUBJECTS) * patterns.r)
    return int(np.clip(affordable, MIN_PERMUTATIONS, DEFAULT_PERMUTATIONS))


def default_method(patterns: Patterns, settings: InferenceOptions) -> GeneralizedTest:
    """Return the method for these data: exact for few subjects, otherwise preferably moments.

    Moments that are not exact are used only if a Monte Carlo test is limited to few permutations
    and ratings are missing; otherwise moments are exact, which takes too long for too many ratings.
    """
    whole = not np.any(patterns.multiplicity % 1)
    if patterns.n < MIN_SUBJECTS and whole and arrangements(patterns) <= MAX_ARRANGEMENTS:
        return "exact"
    few = patterns.missing > 0 and _permutations(patterns, settings) < DEFAULT_PERMUTATIONS
    return "moments" if few or _exact_moments(patterns, None) else "monte_carlo"


def _p_value(method: str, moments: Moments, values: FloatArray | None) -> float:
    """Return the probability of a δ as small as the observed one or smaller."""
    if method == "moments":
        return 1.0 if moments.variance == 0 else type_three_cdf(moments.t, moments.skewness)
    assert values is not None
    small = int(np.count_nonzero(values <= moments.delta + SLACK * moments.mu))
    return small / values.size if method == "exact" else (1 + small) / (1 + values.size)


def _notes(patterns: Patterns, method: str, exact: bool, moments: Moments) -> tuple[str, ...]:
    notes = []
    if patterns.n < MIN_SUBJECTS:
        how = {
            "exact": "the exact test is used instead of the type III approximation",
            "moments": "the type III approximation of the p-value is poor",
            "monte_carlo": "the p-value is by Monte Carlo, not by the type III approximation",
        }[method]
        notes.append(f"{counted(patterns.n, 'subject')}, fewer than {MIN_SUBJECTS}: {how}.")
    if not exact and method != "exact":
        why = "ratings are missing" if patterns.missing else "there are many different ratings"
        notes.append(f"{why}, so variance and skewness of δ are by Monte Carlo.")
    if moments.variance == 0:
        notes.append(
            "δ is the same for all permutations, because the ratings of a rater do not vary, so "
            "there is nothing to test."
        )
    if patterns.cluster is not None:
        notes.append(
            "the permutation test assumes exchangeable subjects and ignores clusters; the standard "
            "error and the interval include them."
        )
    return tuple(notes)
