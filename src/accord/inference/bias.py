"""The bias of nonlinear coefficients in small samples, by draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.subject_weights import SubjectWeights
from accord.statistics import Evaluation, functional_values

__all__ = ["bias_by_draws"]


def bias_by_draws(evaluations: Sequence[Evaluation], weights: FloatArray) -> FloatArray:
    """Return (K,) estimates of the bias, from weights (B, P) without pseudo-observations.

    Nonlinear coefficients are biased in small samples, AC for example because its chance
    agreement is largest where categories are equally common. The part that influence values
    explain has expectation 0; subtracting it reduces the noise. A bias within two standard
    errors counts as 0.

    Parameters
    ----------
    evaluations
        Coefficients of one table, with the same weights.
    weights
        Random weights of its patterns.
    """
    results = []
    table = evaluations[0].patterns
    multiplicity, expected = table.multiplicity, SubjectWeights(table).expected
    values = functional_values(evaluations, np.concatenate([multiplicity[None], weights]))
    for e, row in zip(evaluations, values, strict=True):
        linear = weights @ e.influence / expected
        rest = row[1:] - row[0] - linear
        rest = rest[np.isfinite(rest)]
        if rest.size < 2:
            results.append(0.0)
            continue
        mean, noise = rest.mean(), 2 * rest.std() / np.sqrt(rest.size)
        results.append(float(np.sign(mean) * max(abs(mean) - noise, 0.0)))
    return np.array(results)
