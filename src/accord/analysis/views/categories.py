"""Agreement on single categories."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from accord.analysis.views.draws import load_for_many
from accord.analysis.views.sections import SectionRequest, section
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

MOST_CATEGORIES = 200  # each takes estimates of its own


@dataclass(frozen=True, slots=True)
class CategoryAgreement(Record):
    """Agreement on one category.

    Parameters
    ----------
    category
        The category.
    share
        Share of the category in all ratings.
    specific
        Specific agreement: probability that a rater chooses the category if another one did.
    kappa
        Coefficient of the category against all others together.
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
    """Estimate specific agreement on each category, and a coefficient of it against the rest.

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
        A row for each category, in the order of the scale.

    Examples
    --------
    >>> rows = by_category([["a", "a"], ["a", "b"], ["b", "b"], ["c", "c"]])
    >>> [(row.category, round(row.specific.value, 3)) for row in rows]
    [('a', 0.667), ('b', 0.667), ('c', 1.0)]
    """
    patterns, settings = load_for_many(data, options, lambda p: 2 * p.q)
    if patterns.q > MOST_CATEGORIES:
        raise UnsupportedError(
            f"agreement on each category is computed for up to {MOST_CATEGORIES} categories; the "
            f"data have {patterns.q}."
        )
    entry, identity = find(coefficient), scheme_named("identity")
    totals = patterns.category_totals()
    labels = patterns.scale.labels
    entries = [specific_agreement(k, show_label(label)) for k, label in enumerate(labels)]
    distinct = len({e.name for e in entries}) == len(entries)
    batches = [entries] if distinct else [[e] for e in entries]  # one batch shares its draws
    estimates = [e for batch in batches for e in measure(patterns, batch, identity, settings, {})]
    rows = []
    for code, (label, specific) in enumerate(zip(labels, estimates, strict=True)):
        kappa = measure(patterns.one_vs_rest(code), [entry], identity, settings, {})[coefficient]
        if totals[code] == 0:
            reason = "no rater used this category"
            specific, kappa = replace(specific, reason=reason), replace(kappa, reason=reason)
        rows.append(CategoryAgreement(label, float(totals[code] / totals.sum()), specific, kappa))
    return tuple(rows)


def _note(request: SectionRequest) -> str | None:
    if not request.measured or request.patterns.q > MOST_CATEGORIES:
        return None
    return (
        f"agreement on single categories is not shown: the {request.patterns.q} distinct values "
        "are measurements. To compute it, use by_category()."
    )


@section(
    "categories",
    "Agreement on each category",
    order=10,
    part="categories",
    suits=lambda request: request.categorical and request.patterns.q <= MOST_CATEGORIES,
    note=_note,
    text="Agreement on each category.",
    always_written=True,
)
def categories_section(request: SectionRequest) -> tuple[CategoryAgreement, ...]:
    """Estimate the agreement on each category."""
    return by_category(request.patterns, **request.options)
