"""Draws of what is compared: sides that rated the same subjects get the same weights of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from accord.data.panel import Panel
from accord.data.scale import FloatArray
from accord.inference.dirichlet import Dirichlet, gamma_weights
from accord.inference.tails import UNBOUNDED, DrawnTails
from accord.statistics import Evaluation

__all__ = ["drawn_difference", "drawn_side"]

SUBJECTS, PSEUDO = 1, 2  # streams of random numbers


def drawn_side(
    evaluations: Sequence[Evaluation],
    panel: Panel | None,
    spans: Iterable[slice],
    draws: int,
    seed: int,
    number: int,
) -> tuple[FloatArray, FloatArray]:
    """(K, B) draws of coefficients on the table of one side, for low claims and for high ones.

    Parameters
    ----------
    panel
        The side's part of the common subjects; None if the side has subjects of its own.
    spans
        Batches in which the draws are made.
    seed, number
        Seed of all sides, and the number of this one.
    """
    pseudo = Dirichlet(evaluations, np.random.default_rng([seed, PSEUDO, number]))
    subjects = np.random.default_rng([seed, SUBJECTS, number if panel is None else 0])
    table = evaluations[0].patterns if panel is None else panel.table
    low, high = (np.full((len(evaluations), draws), np.nan) for _ in range(2))
    for span in spans:
        weights = gamma_weights(table, span.stop - span.start, subjects)
        own = weights if panel is None else panel.gather(weights)
        low[:, span], high[:, span] = pseudo.at(own)
    floor = np.array([e.range[0] for e in evaluations])[:, None]
    return np.clip(low, floor, 1.0), np.clip(high, floor, 1.0)


def drawn_difference(
    difference: float,
    first: tuple[FloatArray, FloatArray],
    second: tuple[FloatArray, FloatArray],
    df: float,
    limits: tuple[float, float] = UNBOUNDED,
) -> DrawnTails:
    """Tails of a difference, from draws of its two sides for their lower and upper limits.

    The interval of the difference lies within ``limits``.
    """
    low, high = first[0] - second[1], first[1] - second[0]
    return DrawnTails(difference, low[np.isfinite(low)], high[np.isfinite(high)], df, range=limits)
