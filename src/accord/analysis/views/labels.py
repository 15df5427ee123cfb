"""Agreement on single labels, where ratings are sets of labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.analysis.views.draws import load_for_many
from accord.analysis.views.sections import SectionRequest, section
from accord.base.serialise import Record
from accord.base.showing import Shown
from accord.data.patterns import Patterns
from accord.data.scale import SetScale
from accord.errors import UnsupportedError
from accord.inference.estimate import measure
from accord.inference.results import Estimate
from accord.io import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.options.presets import EXACT_AGREEMENT, SETS_COEFFICIENT, SETS_WEIGHTS
from accord.statistics import Statistic, find
from accord.statistics.coefficients.labels import (
    label_mean,
    label_share,
    pooled_decisions,
    set_scale_of,
)
from accord.statistics.weights import scheme_named

__all__ = ["LabelAgreement", "LabelsAgreement", "by_label"]

MOST_LABELS = 200  # each takes estimates of its own


@dataclass(frozen=True, slots=True)
class LabelAgreement(Record):
    """Agreement on one label: whether it is in the set or not.

    Parameters
    ----------
    label
        The label.
    share
        Share of the ratings that contain the label.
    agreement
        Observed agreement of the decisions.
    coefficient
        Coefficient of the decisions; undefined where all ratings have the label, or none.
    """

    label: str
    share: float
    agreement: Estimate
    coefficient: Estimate


@dataclass(frozen=True, slots=True)
class LabelsAgreement(Shown):
    """Agreement on each label of ratings that are sets of labels.

    Parameters
    ----------
    labels
        A row for each label.
    mean
        Mean of the coefficient over the labels for which it is defined.
    left_out
        Labels for which it is undefined.
    pooled
        Coefficient of all decisions together, a decision for each rating and label. Labels that
        nobody chooses count as agreement.
    """

    labels: tuple[LabelAgreement, ...]
    mean: Estimate
    left_out: tuple[str, ...]
    pooled: Estimate


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def by_label(data: Any, coefficient: str = SETS_COEFFICIENT, **options: Any) -> LabelsAgreement:
    """Estimate the agreement on each label of ratings that are sets of labels.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned; cells are sets or lists of labels, or
        texts with the option ``sets``.
    coefficient
        Name of the coefficient.
    **options
        Options of inference and of reading.

    Returns
    -------
    LabelsAgreement
        A row for each label, the mean over labels, and the coefficient of all decisions.

    Examples
    --------
    >>> rows = [[{"joy"}, {"joy"}], [{"joy", "fear"}, {"fear"}], [set(), set()], [{"fear"}, set()]]
    >>> result = by_label(rows)
    >>> [(row.label, round(row.coefficient.value, 3)) for row in result.labels]
    [('fear', 0.533), ('joy', 0.533)]
    >>> round(result.mean.value, 3)
    0.533
    """
    patterns, settings = load_for_many(data, options, _estimates, SETS_WEIGHTS)
    scale = set_scale_of(patterns)
    if len(scale.members) > MOST_LABELS:
        raise UnsupportedError(
            f"agreement on each label is computed for up to {MOST_LABELS} labels; the data have "
            f"{len(scale.members)}."
        )
    entry, exact = find(coefficient), find(EXACT_AGREEMENT)
    if entry.spans:
        raise UnsupportedError(
            f"{entry.title} of each label is in the report of spans; for one label, state it as "
            f"{entry.name}(…, label='{scale.members[0]}')."
        )
    rows = []
    for code, label in enumerate(scale.members):
        decisions = patterns.one_of(scale.table[:, code])
        pair = measure(decisions, [exact, entry], scheme_named("identity"), settings, {})
        share = label_share(patterns, code)
        rows.append(LabelAgreement(label, share, pair[exact.name], pair[entry.name]))
    defined = [k for k, row in enumerate(rows) if np.isfinite(row.coefficient.value)]
    left_out = tuple(row.label for row in rows if not np.isfinite(row.coefficient.value))
    return LabelsAgreement(
        tuple(rows),
        _single(patterns, label_mean(entry, defined or range(len(rows))), settings),
        left_out,
        _single(patterns, pooled_decisions(entry, range(len(rows))), settings),
    )


def _estimates(patterns: Patterns) -> int:
    """Return the number of estimates."""
    scale = patterns.scale
    return 2 * len(scale.members) if isinstance(scale, SetScale) else 1


def _single(patterns: Patterns, entry: Statistic, settings: InferenceOptions) -> Estimate:
    return next(iter(measure(patterns, [entry], scheme_named("identity"), settings, {})))


@section(
    "labels",
    "Agreement on each label",
    order=5,
    details_only=False,
    suits=lambda request: _few_labels(request.patterns),
    text="Agreement on each label, where ratings are sets of labels.",
)
def labels_section(request: SectionRequest) -> LabelsAgreement | None:
    """Estimate the agreement on each label."""
    return by_label(request.patterns, **request.options)


def _few_labels(patterns: Patterns) -> bool:
    scale = patterns.scale
    return isinstance(scale, SetScale) and 0 < len(scale.members) <= MOST_LABELS
