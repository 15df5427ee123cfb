"""Prevalence and bias: indices that explain the value of kappa, and the maximum of kappa."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.analysis.interpretation import explain_paradox
from accord.base.serialise import Record
from accord.data.scale import Label
from accord.inference.estimate import measure
from accord.inference.results import Agreement, Estimate
from accord.io import load, takes_raters
from accord.options import InferenceOptions, ReadOptions, presets, split_options, with_options
from accord.statistics import BIAS_INDEX, KAPPA_MAXIMUM, PREVALENCE_INDEX, Statistic, find
from accord.statistics.sums import Sums
from accord.statistics.weights import scheme_named, weights_for

__all__ = ["Diagnosis", "diagnose"]


@dataclass(frozen=True, slots=True)
class Diagnosis(Record):
    """Prevalence and bias of the ratings.

    Parameters
    ----------
    prevalence_index
        Difference of the shares of the categories.
    bias_index
        Difference between the raters' distributions; for two raters only.
    kappa_maximum
        Largest kappa that the raters' distributions allow; for two raters only.
    pabak
        Prevalence- and bias-adjusted kappa: Brennan-Prediger with identity weights.
    most_frequent
        The most frequent category.
    sentence
        Explanation of a large difference between kappa and percent agreement; None if small.
    """

    prevalence_index: Estimate
    bias_index: Estimate | None
    kappa_maximum: Estimate | None
    pabak: Estimate
    most_frequent: Label
    sentence: str | None


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def diagnose(data: Any, **options: Any) -> Diagnosis:
    """Estimate the prevalence and bias index, the maximum of kappa and PABAK.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    **options
        Options of inference and of reading.

    Returns
    -------
    Diagnosis
        The estimates, and an explanation if kappa and percent agreement differ much.

    Examples
    --------
    >>> table = [[90, 5], [5, 0]]
    >>> result = diagnose(table, layout="contingency", categories=["yes", "no"])
    >>> round(result.prevalence_index.value, 2), round(result.pabak.value, 2)
    (0.9, 0.8)
    """
    settings, loading = split_options(options)
    patterns = load(data, **loading)
    two = patterns.is_pair
    names = (presets.EXACT_AGREEMENT, *presets.CHANCE_CORRECTED)
    entries = [find(name) for name in names] + [PREVALENCE_INDEX]
    if two:
        entries += [find(presets.PAIR_COEFFICIENT), BIAS_INDEX, KAPPA_MAXIMUM]
    estimates = measure(patterns, entries, scheme_named("identity"), settings, {})
    bias = estimates["bias_index"] if two else None
    sums = Sums(patterns.anonymous(), weights_for("identity", patterns.scale))
    label = patterns.scale.labels[int(np.argmax(sums.prevalence.value[0]))]
    prevalence = estimates["prevalence_index"]
    pabak = replace(estimates[presets.EVEN_CHANCE], title="PABAK")
    return Diagnosis(
        prevalence,
        bias,
        estimates["kappa_maximum"] if two else None,
        pabak,
        label,
        explain_paradox(estimates, _kappa(entries, estimates), prevalence, bias, label),
    )


def _kappa(entries: Sequence[Statistic], estimates: Agreement) -> Estimate:
    """Return the first coefficient, in the order of presentation, that depends on prevalence."""
    sensitive = [entry for entry in entries if entry.prevalence_sensitive]
    return estimates[min(sensitive, key=lambda entry: entry.order).name]
