"""Remarks on the data and on estimates, which readers should know."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from accord.base.wording import counted
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.inference.choice import no_valid_method
from accord.inference.results import SHOWN_CATEGORIES, Estimate
from accord.options import InferenceOptions
from accord.statistics import Evaluation
from accord.statistics.weights import Scheme

__all__ = ["error_notes", "warnings_of"]


def warnings_of(
    patterns: Patterns, weights: Scheme | None, estimates: Sequence[Estimate]
) -> tuple[str, ...]:
    """Return the remarks on the data and on all estimates."""
    notes = list(patterns.warnings)
    if patterns.unrated:
        notes.append(f"not counted: {counted(patterns.unrated, 'subject')} without any rating.")
    notes += _role_notes(patterns)
    if patterns.q > SHOWN_CATEGORIES:
        notes.append(f"categories lists the first {SHOWN_CATEGORIES} of {patterns.q}.")
    plain = any(estimate.weights == "identity" for estimate in estimates)
    if patterns.scale.shares_labels and plain and weights is None:
        notes.append(
            "ratings are sets of labels, and only equal sets count as agreement. Weights such as "
            "masi or jaccard give credit for common labels."
        )
    if patterns.scale.several:
        number = len(patterns.scale.responses)
        notes.append(
            f"ratings have {number} responses; only ratings with all {number} equal count as "
            "agreement."
            if plain
            else f"ratings have {number} responses and are compared by their Euclidean distance."
        )
    elif plain and weights is None and _could_be_ordered(patterns.scale):
        notes.append(
            f"only equal ratings count as agreement. If the {patterns.q} categories are ordered, "
            "state level ordinal or interval to give credit for near misses; level nominal "
            "confirms that they are codes."
        )
    if patterns.without_lengths is not None:
        notes.append(f"no coefficients of characters: {patterns.without_lengths}")
    notes += _merged_notes(estimates)
    notes += _missing_error_notes(patterns, estimates)
    return tuple(dict.fromkeys(notes))


def _could_be_ordered(scale: Scale) -> bool:
    """Return whether categories seem to be ordered although no level was stated."""
    return scale.guessed and scale.ordered and scale.size > 2 and scale.measure != "nominal"


def _role_notes(patterns: Patterns) -> list[str]:
    """Return a note that names the raters who are not people, if only some are."""
    others = sorted((n, role) for n, role in patterns.roles.items() if role != "human")
    if not 0 < len(others) < patterns.r:
        return []
    names = ", ".join(n if n == role else f"{n} ({role})" for n, role in others[:6])
    names += ", …" if len(others) > 6 else ""
    declared = "human" in patterns.roles.values()
    remedy = "use --role human" if declared else "list the people with --raters"
    return [
        f"the raters are not all people: {names}. They are included like any other rater; to "
        f"leave them out, {remedy}."
    ]


def _missing_error_notes(patterns: Patterns, estimates: Sequence[Estimate]) -> list[str]:
    """Return the remarks on undefined values, and on standard errors that are 0 or missing."""
    undefined: dict[str, list[str]] = {}
    for estimate in estimates:
        if estimate.reason is not None:
            undefined.setdefault(estimate.reason, []).append(estimate.title)
    notes = [
        f"{', '.join(titles)}: undefined, {reason.rstrip('.')}."
        for reason, titles in undefined.items()
    ]
    zero = [estimate for estimate in estimates if estimate.se == 0]
    if zero and all(estimate.observed > 1 - 1e-12 for estimate in zero):
        notes.append(
            "no disagreement was observed, so standard errors are 0; that understates the "
            "uncertainty."
        )
    elif zero:
        notes.append(
            f"{', '.join(estimate.title for estimate in zero)}: all subjects contribute equally, "
            "so the standard error is 0; that understates the uncertainty."
        )
    if patterns.n < 2:
        notes.append("one subject gives no standard error and no interval.")
    elif patterns.paired_units < 2 and any(
        math.isfinite(e.value) and math.isnan(e.lower) for e in estimates
    ):
        notes.append("fewer than two subjects, or clusters, have two ratings: no interval.")
    return notes


def _merged_notes(estimates: Sequence[Estimate]) -> list[str]:
    """Return the notes of all estimates; equal notes on several coefficients are combined."""
    titles: dict[str, list[str]] = {}
    for item in estimates:
        for note in item.notes:
            text = note.removeprefix(f"{item.title}: ")
            titles.setdefault(text, []).extend([item.title] if text != note else [])
    return [f"{'; '.join(names)}: {text}" if names else text for text, names in titles.items()]


def error_notes(evaluation: Evaluation, settings: InferenceOptions) -> list[str]:
    """Return why the standard error is by the jackknife, or why there is no interval."""
    not_smooth, title = evaluation.not_smooth, evaluation.title
    if not_smooth is None and no_valid_method(settings, evaluation):
        without = "no interval and no test" if settings.p_method is None else "no interval"
        return [
            f"{title}: {without}. Posterior draws take long with "
            f"{evaluation.patterns.r:,} raters, and the t distribution is not reliable with so few "
            "subjects; ci='dirichlet' computes the draws."
        ]
    if not_smooth is None or not np.isfinite(evaluation.value):
        return []
    notes = [f"{title}: {not_smooth}."]
    if settings.se == "influence":
        missing = evaluation.no_influence
        notes[0] = f"{title}: {not_smooth}; " + (
            "the standard error is by the jackknife."
            if missing is None
            else f"no standard error and no interval: {missing}."
        )
    if "dirichlet" in (settings.ci, settings.p_method):
        notes.append(
            f"{title}: posterior draws are not valid for these data; interval and test are by "
            "the t distribution."
        )
    return notes
