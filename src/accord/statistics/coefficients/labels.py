"""Agreement on sets of labels, label by label: the mean over labels, and all decisions pooled.

For one label a rating is a decision, in the set or not. The statistics here are functions of the
weights of subjects like any other, so that their standard errors include the correlation of the
labels of a subject.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale, SetScale
from accord.errors import UnsupportedError
from accord.statistics.calculus import Quantity
from accord.statistics.registry import Statistic, Terms
from accord.statistics.sums import Sums
from accord.statistics.weights import Weights, weights_for

__all__ = ["label_mean", "label_share", "pooled_decisions", "set_scale_of", "with_label"]

DECISION = Scale.observed([False, True])


def with_label(patterns: Patterns, label: int) -> Patterns:
    """Return the decisions on one label, record by record: 1 where it is in the set, else 0."""
    chosen = set_scale_of(patterns).table[:, label].astype(np.int64)
    return replace(
        patterns, scale=DECISION, columns=patterns.columns.recoded(chosen, 2), subjects=None
    )


def label_share(patterns: Patterns, label: int) -> float:
    """Return the share of ratings that contain a label."""
    totals = patterns.category_totals()
    return float(totals @ set_scale_of(patterns).table[:, label] / totals.sum())


def label_mean(coefficient: Statistic, labels: Sequence[int]) -> Statistic:
    """Return the statistic that is the mean of a coefficient over some labels."""

    def formula(t: Sums) -> Terms:
        """Mean over labels of the agreement on each."""
        terms = [coefficient.formula(sums) for sums in _sums_of_labels(t, labels)]
        total = Quantity.total([each.value for each in terms])
        limit = Quantity.total([each.limit for each in terms])
        return Terms(total / len(terms), functional=limit / len(terms))

    return _over_labels(coefficient, formula, "label_mean", "mean over labels")


def pooled_decisions(coefficient: Statistic, labels: Sequence[int]) -> Statistic:
    """Return the coefficient of all decisions, one for each rating and label."""

    def formula(t: Sums) -> Terms:
        """Agreement of the decisions on all labels together."""
        tables = [with_label(t.patterns, label) for label in labels]
        columns = tables[0].columns
        for table in tables[1:]:
            columns = columns.followed_by(table.columns)
        size = len(t.patterns)
        stacked = replace(
            tables[0], columns=columns, multiplicity=np.tile(t.patterns.multiplicity, len(labels)),
            cluster=None, group=None, groups=(),
        )  # fmt: skip
        sums = Sums(stacked, _weights(), np.tile(t.m, (1, len(labels))))
        terms = coefficient.formula(sums)
        return Terms(_folded(terms.value, size), functional=_folded(terms.limit, size))

    return _over_labels(coefficient, formula, "pooled_decisions", "all decisions pooled")


def _folded(quantity: Quantity, size: int) -> Quantity:
    """Return a number of stacked records by the weights of the records, which occur repeatedly."""

    def slope() -> FloatArray:
        return np.asarray(quantity.slope.reshape(-1, size).sum(axis=0))

    return Quantity(quantity.value, slope)


def _sums_of_labels(t: Sums, labels: Sequence[int]) -> list[Sums]:
    return [Sums(with_label(t.patterns, label), _weights(), t.m) for label in labels]


def _weights() -> Weights:
    return weights_for("identity", DECISION)


def _over_labels(
    coefficient: Statistic, formula: Callable[[Sums], Terms], name: str, what: str
) -> Statistic:
    return replace(
        coefficient,
        name=f"{name}[{coefficient.name}]",
        title=f"{coefficient.exact_title or coefficient.title}, {what}",
        formula=formula,
        weighted=False,
        lists_categories=False,
        exact_title=None,
        weighted_title=None,
        methods={},
        null_variance=None,
        reduces_to=None,
        options={},
        floor=lambda _: -1.0 if coefficient.corrected else 0.0,
        not_smooth=coefficient.not_smooth,
        undefined="no label is both used and left out",
    )


def set_scale_of(patterns: Patterns) -> SetScale:
    """Return the scale of ratings that are sets of labels; raise an error for others."""
    if not isinstance(patterns.scale, SetScale):
        raise UnsupportedError(
            "agreement on each label needs ratings that are sets of labels; these are single "
            "labels. State how labels are separated within a cell: sets=';' (--sets ';')."
        )
    return patterns.scale
