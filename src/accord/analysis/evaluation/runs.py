"""Agreement of repeated runs of one judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord.analysis.agreement import agreement
from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.scores import Scores
from accord.data.columns import Codes
from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.options import InferenceOptions
from accord.options.presets import EXACT_AGREEMENT, HEADLINE

__all__ = ["run_to_run"]


def run_to_run(
    scores: Scores, name: str, runs: Sequence[str], settings: InferenceOptions
) -> dict[str, Any]:
    """Return agreement among the runs of a judge, and the standard deviation of their scores."""
    columns = {system.name: system for system in scores.systems}
    for run in runs:
        if run not in columns:
            raise OptionError(
                f"run {run!r} of {name!r} is not a system; the systems are {', '.join(columns)}.",
                option="runs",
            )
    if len(runs) < 2:
        raise OptionError(f"{name!r} has one run; two or more are needed.", option="runs")
    chosen = [columns[run] for run in runs]
    result: dict[str, Any] = {"judge": name, "runs": list(runs)}
    if scores.scale is not None:
        codes = np.column_stack([column.codes for column in chosen])
        table = replace(
            scores.table,
            scale=scores.scale,
            raters=tuple(runs),
            columns=Codes(codes, scores.scale.size),
            group=None,
            groups=(),
            subjects=None,
        )
        weights = "identity" if chosen[0].values is None else "quadratic"
        for coefficient, scheme in ((EXACT_AGREEMENT, "identity"), (HEADLINE, weights)):
            (estimate,) = agreement(
                table,
                [coefficient],
                scheme,
                ci=settings.ci,
                confidence=settings.confidence,
                seed=settings.seed,
            ).estimates
            result[estimate.name] = estimate.to_dict()
    values = [column.values for column in chosen if column.values is not None]
    if len(values) == len(chosen):
        variances = np.var(np.column_stack(values), axis=1, ddof=1)
        result["sd_between_runs"] = _deviation(variances, scores, settings.confidence).to_dict()
    return result


def _deviation(variances: FloatArray, scores: Scores, confidence: float) -> MetricEstimate:
    """Return the standard deviation between runs: the root of a subject's mean variance."""
    number = scores.total(~np.isnan(variances))
    total = scores.total(np.nan_to_num(variances))
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
