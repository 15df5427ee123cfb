"""Differences of two systems over prompts: their means, and adjusted p-values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from accord.analysis.prompts.pooling import Part, pooled, pooled_difference
from accord.analysis.prompts.results import (
    MeanMethod,
    PromptDifference,
)
from accord.inference.homogeneity import holm

__all__ = ["adjusted", "mean_differences", "methods_of_means"]


def methods_of_means(*, has_z: bool) -> tuple[MeanMethod, ...]:
    """Return how means are taken: also by Fisher's z, where it is defined."""
    return ("plain", "fisher_z") if has_z else ("plain",)


def mean_differences(
    found: Sequence[PromptDifference],
    sides: tuple[Sequence[Part], Sequence[Part]],
    confidence: float,
    *,
    has_z: bool,
    independent: bool,
) -> Iterable[PromptDifference]:
    """Yield the mean differences of two systems over prompts, from those on the prompts."""
    first = found[0]
    parts = [
        Part(str(d.prompt), d.difference, d.se, d.lower, d.upper, min(x.df, y.df))
        for d, x, y in zip(found, *sides, strict=True)
    ]
    for method in methods_of_means(has_z=has_z):
        fisher = method == "fisher_z"
        values = [pooled(side, confidence, fisher=fisher).value for side in sides]
        mean = pooled_difference(*sides, parts, confidence, fisher=fisher, independent=independent)
        yield PromptDifference(
            None, method, first.a, first.b, first.name, first.title, values[0], values[1],
            mean.value, mean.se, mean.lower, mean.upper, mean.p_value, math.nan,
            _subjects([d.n for d in found], independent=independent), mean.reason,
        )  # fmt: skip


def _subjects(numbers: Sequence[float], *, independent: bool) -> float:
    """Return the number of subjects of all prompts; variables have the same ones."""
    return sum(numbers) if independent else max(numbers)


def adjusted(differences: Sequence[PromptDifference]) -> tuple[PromptDifference, ...]:
    """Return differences with p-values adjusted by Holm's method within their families.

    The prompts of a pair of systems in a metric are a family, and the pairs of a mean.
    """
    families: dict[tuple[object, ...], list[int]] = {}
    for k, d in enumerate(differences):
        family = (d.name, d.a, d.b) if d.mean is None else (d.name, d.mean)
        families.setdefault(family, []).append(k)
    found = list(differences)
    for members in families.values():
        p_values = holm(np.array([differences[k].p_value for k in members]))
        for k, p in zip(members, p_values, strict=True):
            found[k] = replace(found[k], p_adjusted=float(p))
    return tuple(found)
