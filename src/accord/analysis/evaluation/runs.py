"""The same judge, run again and again: how far it agrees with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord.analysis.agreement import agreement
from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.results import MetricEstimate
from accord.analysis.evaluation.scores import Scores
from accord.data.columns import Codes
from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.options import InferenceOptions
from accord.options.presets import EXACT_AGREEMENT, HEADLINE
from accord.statistics.calculus import Quantity

__all__ = ["run_to_run"]


def run_to_run(
    scores: Scores, name: str, runs: Sequence[str], settings: InferenceOptions
) -> dict[str, Any]:
    """Agreement among the runs of a judge, with intervals, and how much their scores vary."""
    columns = {system.name: system for system in scores.systems}
    for run in runs:
        if run not in columns:
            raise OptionError(
                f"run {run!r} of {name!r} is none of {', '.join(columns)}.", option="runs"
            )
    if len(runs) < 2:
        raise OptionError(f"{name!r} has one run; two or more can be compared.", option="runs")
    own = [columns[run] for run in runs]
    found: dict[str, Any] = {"judge": name, "runs": list(runs)}
    if scores.scale is not None:
        codes = np.column_stack([column.codes for column in own])
        table = replace(
            scores.table,
            scale=scores.scale,
            raters=tuple(runs),
            columns=Codes(codes, scores.scale.size),
            group=None,
            groups=(),
            subjects=None,
        )
        weights = "identity" if own[0].values is None else "quadratic"
        for name_of, how in ((EXACT_AGREEMENT, "identity"), (HEADLINE, weights)):
            found_here = agreement(
                table,
                [name_of],
                how,
                ci=settings.ci,
                confidence=settings.confidence,
                seed=settings.seed,
            )
            (item,) = found_here.estimates
            found[item.name] = item.to_dict()
    values = [column.values for column in own if column.values is not None]
    if len(values) == len(own):
        spread = np.var(np.column_stack(values), axis=1, ddof=1)
        found["sd_between_runs"] = _deviation(spread, scores, settings.confidence).to_dict()
    return found


def _deviation(spread: FloatArray, scores: Scores, confidence: float) -> MetricEstimate:
    """Standard deviation between runs: the root of the mean variance of a subject's scores."""
    m = scores.table.multiplicity.astype(np.float64)
    there = (~np.isnan(spread)).astype(np.float64)
    variance = np.nan_to_num(spread)
    total = Quantity(np.array([m @ variance]), lambda: variance)
    number = Quantity(np.array([m @ there]), lambda: there)
    n = float(number.value[0])
    return estimate_quantity(
        "sd_between_runs",
        "standard deviation between runs",
        (total / number).sqrt(),
        scores.table,
        link="log",
        n=n,
        confidence=confidence,
        form="continuous",
    )
