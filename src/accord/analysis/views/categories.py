"""Agreement on single categories."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from accord.analysis.views.draws import loaded
from accord.base.serialise import Record, written
from accord.data.scale import Label, show_label
from accord.errors import UnsupportedError
from accord.inference.estimate import measure
from accord.inference.results import Estimate
from accord.io import takes_raters
from accord.options import InferenceOptions, ReadOptions, with_options
from accord.options.presets import CATEGORY_COEFFICIENT
from accord.statistics import find, specific_agreement
from accord.statistics.weights import scheme_named

__all__ = ["MOST_CATEGORIES", "CategoryAgreement", "by_category"]

MOST_CATEGORIES = 200


@dataclass(frozen=True, slots=True)
class CategoryAgreement(Record):
    """Agreement on one category.

    Parameters
    ----------
    category
        The category.
    share
        Share of all ratings.
    specific
        When one rater chooses it, how often another one does.
    kappa
        Coefficient of this category against all others.
    """

    category: Label
    share: float
    specific: Estimate = field(metadata=written(key="specific_agreement"))
    kappa: Estimate


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def by_category(
    data: Any, coefficient: str = CATEGORY_COEFFICIENT, **options: Any
) -> tuple[CategoryAgreement, ...]:
    """Estimate the agreement on each category.

    It is estimated as specific agreement, and by a coefficient of the category against the rest.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    coefficient
        Name of the coefficient.
    **options
        Options of inference and of reading.

    Returns
    -------
    tuple of CategoryAgreement
        One for each category, in the order of the scale.

    Examples
    --------
    >>> rows = by_category([["a", "a"], ["a", "b"], ["b", "b"], ["c", "c"]])
    >>> [(row.category, round(row.specific.value, 3)) for row in rows]
    [('a', 0.667), ('b', 0.667), ('c', 1.0)]
    """
    patterns, settings = loaded(data, options, lambda p: 2 * p.q)
    if patterns.q > MOST_CATEGORIES:
        raise UnsupportedError(
            f"agreement per category is worked out for up to {MOST_CATEGORIES} categories; the "
            f"data have {patterns.q}."
        )
    entry, identity = find(coefficient), scheme_named("identity")
    totals = patterns.category_totals()
    singles = [specific_agreement(k, show_label(s)) for k, s in enumerate(patterns.scale.labels)]
    distinct = len({single.name for single in singles}) == len(singles)
    groups = [singles] if distinct else [[single] for single in singles]  # at once to share draws
    on_each = [e for own in groups for e in measure(patterns, own, identity, settings, {})]
    found = []
    for code, label in enumerate(patterns.scale.labels):
        specific = on_each[code]
        kappa = measure(patterns.one_vs_rest(code), [entry], identity, settings, {})[coefficient]
        if totals[code] == 0:
            unused = "nobody used this category"
            specific, kappa = replace(specific, reason=unused), replace(kappa, reason=unused)
        found.append(CategoryAgreement(label, float(totals[code] / totals.sum()), specific, kappa))
    return tuple(found)
