"""Posterior draws of the sides of a comparison.

Panels of the same subjects share the weights of the subjects; see docs/comparing.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from accord.data.panel import Panel
from accord.data.scale import FloatArray
from accord.inference.dirichlet import sampler_of
from accord.inference.subject_weights import PSEUDO, SUBJECTS, SubjectWeights
from accord.statistics import Evaluation

__all__ = ["side_draws"]


def side_draws(
    evaluations: Sequence[Evaluation],
    panel: Panel | None,
    spans: Iterable[slice],
    draws: int,
    seed: int,
    number: int,
) -> tuple[FloatArray, FloatArray]:
    """Return (K, B) draws of coefficients of one side, for the lower and for the upper limit.

    All have the same weights of the subjects. Coefficients with different agreement weights have
    different sums, and pseudo-observations of their own.

    Parameters
    ----------
    evaluations
        The coefficients, on the table of the side.
    panel
        The ratings of the side among those of the common subjects; None for an independent group.
    spans
        Batches of the draws.
    draws
        Number of draws.
    seed, number
        Seed of all sides, and number of this one.
    """
    members: dict[int, list[int]] = {}
    for k, e in enumerate(evaluations):
        members.setdefault(id(e.sums), []).append(k)
    samplers = [
        (
            rows,
            sampler_of(
                [evaluations[k] for k in rows], np.random.default_rng([seed, PSEUDO, number])
            ),
        )
        for rows in members.values()
    ]
    rng = np.random.default_rng([seed, SUBJECTS, number if panel is None else 0])
    subjects = SubjectWeights(evaluations[0].patterns if panel is None else panel.table)
    low, high = (np.full((len(evaluations), draws), np.nan) for _ in range(2))
    for span in spans:
        weights = subjects.draw(span.stop - span.start, rng)
        side_weights = weights if panel is None else panel.gather(weights)
        for rows, sampler in samplers:
            low[rows, span], high[rows, span] = sampler.at(side_weights)
    floor = np.array([e.range[0] for e in evaluations])[:, None]
    return np.clip(low, floor, 1.0), np.clip(high, floor, 1.0)
