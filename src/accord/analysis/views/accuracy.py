"""Diagnostic accuracy of raters or tests against a reference of two categories."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.analysis.views.accuracy_results import DiagnosticAccuracy
from accord.analysis.views.readings import Readings, Test
from accord.base.validation import CONFIDENCE, SHARE, check_number
from accord.base.wording import joined
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale, as_number, show_label
from accord.errors import OptionError
from accord.io import load
from accord.options import AccuracyOptions, ReadOptions, with_options

__all__ = ["diagnostic_accuracy"]

POSITIVE = frozenset(
    ["yes", "y", "true", "t", "1", "positive", "pos", "+", "present", "abnormal", "diseased", "ill",
     "case", "malignant", "pass", "correct"]
)  # fmt: skip


@with_options(AccuracyOptions, ReadOptions)
def diagnostic_accuracy(
    data: Any,
    reference: str,
    tests: str | Sequence[str] | None = None,
    *,
    positive: Any = None,
    threshold: float | None = None,
    prevalence: float | None = None,
    confidence: float = 0.95,
    **loading: Any,
) -> DiagnosticAccuracy:
    """Estimate the accuracy of raters or tests against a reference of two categories.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    reference
        Name of the rater that is the reference.
    tests
        Names of the raters or tests; all others if not given.
    positive
        Positive category of the reference. If not given, it is the one with a usual name, such as
        ``yes`` or ``positive``, otherwise the last.
    threshold
        Smallest value that counts as positive, for tests of more than two values.
    prevalence
        Prevalence for the predictive values; that in the data if not given.
    confidence
        Confidence level.
    **loading
        Options of reading. Clusters of subjects are allowed for.

    Returns
    -------
    DiagnosticAccuracy
        Sensitivity, specificity, predictive values, likelihood ratios and the area under the ROC
        curve of each test, with intervals. Over all readings, those of a subject are a cluster.

    Examples
    --------
    >>> scans = {"biopsy": ["yes"] * 4 + ["no"] * 6,
    ...          "ann": ["yes", "yes", "yes", "no", "no", "no", "no", "no", "yes", "no"]}
    >>> ann = diagnostic_accuracy(scans, "biopsy")["ann"]
    >>> round(ann["sensitivity"].value, 2), round(ann["specificity"].value, 2)
    (0.75, 0.83)
    """
    confidence = check_number("confidence", confidence, CONFIDENCE)
    if prevalence is not None:
        prevalence = check_number("prevalence", prevalence, SHARE)
    names = [tests] if isinstance(tests, str) else tests
    patterns = _with_reference(data, reference, names, loading)
    if names is None:
        names = [name for name in patterns.raters if name != reference]
    table = patterns.select([reference, *names])
    codes = table.by_rater().rows
    truth = codes[:, 0]
    pair = _two_categories(table, truth)
    code = _positive_code(table, pair, positive)
    m = np.where(truth >= 0, table.multiplicity, 0).astype(np.float64)
    readings = Readings(table, truth == code, m, confidence, prevalence)
    panel = [
        _test(name, table.scale, codes[:, g], pair, code, threshold)
        for g, name in enumerate(names, start=1)
    ]
    return DiagnosticAccuracy(
        readings.readers(panel),
        reference,
        table.scale.first(code + 1)[-1],
        math.nan if threshold is None else float(threshold),
        readings.share,
        float(m.sum()),
        patterns.warnings,
    )


def _with_reference(
    data: Any, reference: str, names: Sequence[str] | None, loading: Mapping[str, Any]
) -> Patterns:
    """Read the tests with the reference, which is no rater if its column is named like one."""
    patterns = load(data, **loading)
    if reference in patterns.raters or isinstance(data, Patterns) or loading.get("raters"):
        return patterns
    others = patterns.raters if names is None else names
    return load(data, **{**loading, "raters": [reference, *others]})


def _two_categories(table: Patterns, truth: npt.NDArray[Any]) -> tuple[int, int]:
    """Return the codes of the two categories of the reference."""
    used = np.unique(truth[truth >= 0]).tolist()
    if len(used) != 2:
        labels = table.scale.first(max(used, default=0) + 1)
        listed = joined([show_label(labels[code]) for code in used[:8]])
        raise OptionError(
            f"the reference {table.raters[0]!r} needs two categories; it has {listed or 'none'}.",
            option="reference",
            value=table.raters[0],
        )
    return used[0], used[1]


def _positive_code(table: Patterns, pair: tuple[int, int], positive: Any) -> int:
    labels = {code: show_label(table.scale.first(code + 1)[-1]) for code in pair}
    if positive is not None:
        for code, text in labels.items():
            if text == show_label(positive):
                return code
        raise OptionError(
            f"positive is {positive!r}; the categories of the reference are "
            f"{joined(list(labels.values()))}.",
            option="positive",
            value=positive,
        )
    usual = [code for code, text in labels.items() if text.casefold() in POSITIVE]
    return usual[0] if len(usual) == 1 else pair[1]


def _test(
    name: str,
    scale: Scale,
    codes: npt.NDArray[Any],
    pair: tuple[int, int],
    positive: int,
    threshold: float | None,
) -> Test:
    """Return the readings of a test: whether they are positive, and their values."""
    read = np.unique(codes[codes >= 0]).tolist()
    like_reference = set(read) <= set(pair)
    points, values = _points(scale, read), None
    if scale.ordered and scale.size > 2:
        values = np.append(scale.positions.astype(np.float64), math.nan)[codes]
    elif like_reference:
        values = np.where(codes >= 0, (codes == positive).astype(np.float64), math.nan)
    elif points is not None:
        values = points[codes]
    called = None
    if threshold is not None and points is not None:
        called = np.asarray(points[codes] >= threshold)
    elif like_reference:
        called = np.asarray(codes == positive)
    return Test(name, codes >= 0, called, values)


def _points(scale: Scale, read: Sequence[int]) -> FloatArray | None:
    """Return the number of each category, and NaN at the end; None if some that are read have none.

    Readings may be numbers beside a reference in words.
    """
    if scale.ordered:
        return np.append(scale.points, math.nan)
    points = np.full(scale.size + 1, math.nan)
    labels = scale.first(scale.size)
    for code in read:
        number = as_number(labels[code])
        if number is None:
            return None
        points[code] = number
    return points
