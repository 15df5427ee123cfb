"""Permutation test of the mean distance of the ratings of a subject: exact, by moments, or drawn.

Berry and Mielke's test: each rater's ratings are shuffled among the subjects.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.base.wording import counted
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.enumeration import (
    MOST_ARRANGEMENTS,
    arrangements,
    enumerate_delta,
    sample_delta,
)
from accord.inference.moments import Moments, moments_of, permutation_moments, seconds
from accord.inference.pearson import type_three_cdf
from accord.options import InferenceOptions
from accord.statistics.weights import Weights

__all__ = ["MANY", "DeltaTest", "delta_test"]

MANY, LEAST = 10_000, 200  # arrangements drawn
CELLS = 300_000_000  # ratings that are shuffled at most, all arrangements together
PATIENCE = 120.0  # seconds that exact moments may take unless they are asked for
FEW = 10  # below so many subjects the authors do not trust the type III approximation
SLACK = 1e-9  # arrangements that differ from the observed one only by rounding count as equal


@dataclass(frozen=True, slots=True)
class DeltaTest:
    """Moments of δ, the mean distance of two ratings of a subject, and its permutation test.

    Parameters
    ----------
    method
        How the p-value was found.
    moments
        Moments of δ when each rater's ratings are shuffled among the subjects.
    p_value
        Probability of a δ as small or smaller.
    exact
        Whether the moments are exact; with missing ratings they are those of drawn arrangements.
    arrangements
        How many arrangements were gone through or drawn; 0 for none.
    notes
        What a reader of the test should know.
    """

    method: str
    moments: Moments
    p_value: float
    exact: bool
    arrangements: int = 0
    notes: tuple[str, ...] = ()

    @property
    def draws(self) -> bool:
        """Whether arrangements were drawn at random."""
        return self.arrangements > 0 and self.method != "exact"


def delta_test(
    patterns: Patterns,
    weights: Weights,
    p_method: str | None,
    settings: InferenceOptions,
    replicates: int | None,
) -> DeltaTest:
    """Test whether raters agree more than if their ratings were shuffled among the subjects.

    Parameters
    ----------
    patterns
        The ratings.
    weights
        Agreement weights: 1 less the distance of two ratings, in some unit.
    p_method
        ``exact``, ``moments`` or ``monte_carlo``; what suits the data if not given.
    settings
        Seed and progress.
    replicates
        Arrangements to draw; as many as are quick if not given.
    """
    exact = patterns.missing == 0 and (p_method == "moments" or seconds(patterns) < PATIENCE)
    times = replicates or int(np.clip(CELLS // (patterns.n * patterns.r), LEAST, MANY))
    method = p_method or _suited_method(patterns, exact, times)
    values = None
    if method == "exact":
        values = enumerate_delta(patterns, weights)
    elif method == "monte_carlo" or not exact:
        assert settings.seed is not None
        told = settings.progress_of("shuffling")
        values = sample_delta(patterns, weights, times, settings.seed, progress=told)
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


def _suited_method(patterns: Patterns, exact: bool, times: int) -> str:
    """Method for these data: exact for few subjects; draws where the moments are not at hand."""
    whole = not np.any(patterns.multiplicity % 1)
    if patterns.n < FEW and whole and arrangements(patterns) <= MOST_ARRANGEMENTS:
        return "exact"
    return "moments" if exact or times < MANY else "monte_carlo"


def _p_value(method: str, moments: Moments, values: FloatArray | None) -> float:
    """Probability of a δ as small as the observed one or smaller."""
    if method == "moments":
        return 1.0 if moments.variance == 0 else type_three_cdf(moments.t, moments.skewness)
    assert values is not None
    small = int(np.count_nonzero(values <= moments.delta + SLACK * moments.mu))
    return small / values.size if method == "exact" else (1 + small) / (1 + values.size)


def _notes(patterns: Patterns, method: str, exact: bool, moments: Moments) -> tuple[str, ...]:
    notes = []
    if patterns.n < FEW:
        how = {
            "exact": "the exact test is used instead of the type III approximation",
            "moments": "the type III approximation of the p-value is poor",
            "monte_carlo": "the p-value is by Monte Carlo, not by the type III approximation",
        }[method]
        notes.append(f"{counted(patterns.n, 'subject')}, fewer than {FEW}: {how}.")
    if not exact and method != "exact":
        why = "ratings are missing" if patterns.missing else "there are so many different ratings"
        notes.append(f"{why}, so variance and skewness of δ are by Monte Carlo.")
    if moments.variance == 0:
        notes.append(
            "δ is the same however the ratings are shuffled (a rater always says the same), so "
            "there is nothing to test."
        )
    if patterns.cluster is not None:
        notes.append(
            "the permutation test takes subjects as exchangeable and knows nothing of clusters; "
            "standard error and interval do."
        )
    return tuple(notes)
