"""Cross-validated runs of a marker over a grid of parameters, as input of `accord.sweep`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, show_label
from accord.errors import OptionError
from accord.marking.lsa import LSAMarker
from accord.options import Progress

__all__ = ["cross_validated", "grid_of"]


def grid_of(choices: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Yield every combination of the choices.

    >>> list(grid_of({"k": [1, 2]}))
    [{'k': 1}, {'k': 2}]
    """
    for values in product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


def cross_validated(
    texts: Sequence[str],
    marks: Sequence[float],
    choices: Mapping[str, Sequence[Any]],
    *,
    folds: int = 5,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[dict[str, FloatArray], dict[str, dict[str, Any]]]:
    """Score each text in every run, by a marker that was not fitted to it.

    Parameters
    ----------
    texts, marks
        Answers and their marks.
    choices
        Values of the parameters of `LSAMarker`, and of ``train``, the number of marked answers
        that a marker is fitted to.
    folds
        Number of parts of the answers.
    seed
        Seed of the random parts.
    progress
        Called with (name of the step, runs done, runs in total).

    Returns
    -------
    tuple
        The scores and the parameters of each run.
    """
    y = np.asarray(marks, dtype=np.float64)
    if not 2 <= folds <= y.size:
        raise OptionError(
            f"folds is {folds}; it must be from 2 to {y.size}, the number of answers.",
            option="folds",
            value=folds,
        )
    rng = np.random.default_rng(seed)
    part = rng.permutation(y.size) % folds
    order = rng.permutation(y.size)
    grid = list(grid_of(choices))
    runs: dict[str, FloatArray] = {}
    parameters: dict[str, dict[str, Any]] = {}
    for done, choice in enumerate(grid, start=1):
        name = "_".join(f"{key}={show_label(value)}" for key, value in choice.items())
        settings = dict(choice)
        size = settings.pop("train", None)
        scores = np.empty(y.size)
        for fold in range(folds):
            others = [int(i) for i in order if part[i] != fold]
            training = others if size is None else others[: int(size)]
            marker = LSAMarker(**settings).fit([texts[i] for i in training], y[training].tolist())
            test = np.flatnonzero(part == fold).tolist()
            scores[test] = marker.predict([texts[i] for i in test])
        runs[name], parameters[name] = scores, choice
        if progress is not None:
            progress("runs", done, len(grid))
    return runs, parameters
