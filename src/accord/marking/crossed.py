"""Runs of a marker over a grid of parameters, cross-validated: the table that a sweep takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from accord.data.scale import FloatArray, show_label
from accord.errors import OptionError
from accord.marking.lsa import LSAMarker

__all__ = ["cross_validated", "grid_of"]

Progress = Callable[[str, int, int], None]


def grid_of(choices: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Every combination of the choices.

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
    """Scores of every run, each text scored by a marker that has not seen it; and parameters.

    Parameters
    ----------
    choices
        Values of `LSAMarker`'s parameters, and of ``train``: how many marked answers are learnt
        from.
    """
    y = np.asarray(marks, dtype=np.float64)
    if not 2 <= folds <= y.size:
        raise OptionError(f"{folds} folds of {y.size} answers cannot be made.", option="folds")
    rng = np.random.default_rng(seed)
    part = rng.permutation(y.size) % folds
    order = rng.permutation(y.size)
    grid = list(grid_of(choices))
    runs: dict[str, FloatArray] = {}
    parameters: dict[str, dict[str, Any]] = {}
    for number, own in enumerate(grid):
        name = "_".join(f"{key}={show_label(value)}" for key, value in own.items())
        settings = dict(own)
        train = settings.pop("train", None)
        scores = np.empty(y.size)
        for fold in range(folds):
            seen = [int(i) for i in order if part[i] != fold]
            learnt = seen if train is None else seen[: int(train)]
            marker = LSAMarker(**settings).fit([texts[i] for i in learnt], y[learnt].tolist())
            out = np.flatnonzero(part == fold).tolist()
            scores[out] = marker.predict([texts[i] for i in out])
        runs[name], parameters[name] = scores, own
        if progress is not None:
            progress("runs", number + 1, len(grid))
    return runs, parameters
