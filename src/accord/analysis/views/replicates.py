"""Intra- and inter-rater reliability of ratings with replicates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.analysis.views.group_jackknife import BoolArray, jackknifed
from accord.analysis.views.repeated_measurements import by_moments, restricted
from accord.analysis.views.replicate_results import (
    RaterRepeats,
    RepeatReliability,
    ReplicateStudy,
)
from accord.analysis.views.sections import SectionRequest, section
from accord.base.validation import CONFIDENCE, check_number
from accord.data.patterns import Patterns
from accord.data.replicates import replicate_groups, replicate_name
from accord.data.scale import FloatArray, IntArray, stated_level
from accord.errors import ColumnNotFoundError, NotATableError, UnsupportedError
from accord.io import load
from accord.options import ComponentOptions, ReadOptions, with_options
from accord.options.components import Estimator
from accord.statistics.crossed_components import CellSums

__all__ = ["RaterRepeats", "RepeatReliability", "ReplicateStudy", "replicates"]


@dataclass(frozen=True, slots=True)
class _Settings:
    """How reliabilities are estimated."""

    confidence: float
    estimator: Estimator


@with_options(ComponentOptions, ReadOptions)
def replicates(
    data: Any,
    *,
    readings: Mapping[str, Sequence[str]] | None = None,
    confidence: float = 0.95,
    estimator: Estimator = "moments",
    **loading: Any,
) -> ReplicateStudy:
    """Estimate intra- and inter-rater reliability from repeated ratings by the same raters.

    Parameters
    ----------
    data
        An array or nested lists of subjects × raters × replicates; or anything that `load` takes,
        with a row per rating. Designs may be unbalanced.
    readings
        Columns of the repeated ratings of each rater, of a table with a column for each.
    confidence
        Confidence level.
    estimator
        Estimator of the variance components of numbers. With ``reml``, the intervals of random
        raters are those of the profile likelihood, for raters from a population.
    **loading
        Options of reading.

    Returns
    -------
    ReplicateStudy
        For numbers, reliabilities with random and with fixed raters (Eliasziw et al. 1994; by the
        method of moments if unbalanced); for categories, agreement and kappas.

    Examples
    --------
    >>> angles = [[[-2, 0], [2, 1]], [[16, 15], [12, 13]], [[5, 6], [4, 4]], [[11, 10], [9, 8]]]
    >>> study = replicates(angles)
    >>> round(study["intra_random"].value, 3), round(study["inter_random"].value, 3)
    (0.983, 0.913)
    """
    settings = _Settings(
        check_number("confidence", confidence, CONFIDENCE), ComponentOptions(estimator).estimator
    )
    cube = _cube(data)
    if cube is not None:
        groups = replicate_groups(cube[1])
        patterns = load(cube[0], **{**loading, "raters": cube[1], "layout": "wide"})
    elif readings:
        names = [name for columns in readings.values() for name in columns]
        patterns = load(data, **{**loading, "raters": names})
        groups = _groups_of(readings, patterns)
    else:
        patterns = load(data, **{**loading, "duplicates": "replicates"})
        groups = replicate_groups(patterns.raters)
    return _study(patterns, groups, settings, tuple(_remarks(patterns)))


def _cube(data: Any) -> tuple[list[list[Any]], list[str]] | None:
    """Return a row per subject of an array of subjects × raters × replicates, and column names."""
    nested = isinstance(data, np.ndarray) and data.ndim == 3
    if isinstance(data, list) and data and isinstance(data[0], (list, tuple, np.ndarray)):
        nested = any(isinstance(cell, (list, tuple, np.ndarray)) for cell in data[0])
    if not nested:
        return None
    raters = max(len(row) for row in data)
    times = max(len(cell) for row in data for cell in row)
    rows = []
    for row in data:
        cells = [list(cell) + [None] * (times - len(cell)) for cell in row]
        cells += [[None] * times] * (raters - len(cells))
        rows.append([cells[g][t] for t in range(times) for g in range(raters)])
    names = [replicate_name(str(g + 1), t + 1) for t in range(times) for g in range(raters)]
    return rows, names


def _groups_of(readings: Mapping[str, Sequence[str]], patterns: Patterns) -> dict[str, list[int]]:
    """Return the columns of each rater, as they are stated."""
    place = {name: k for k, name in enumerate(patterns.raters)}
    groups = {}
    for rater, columns in readings.items():
        missing = [name for name in columns if str(name) not in place]
        if missing:
            raise ColumnNotFoundError(
                f"there is no column {missing[0]!r} with ratings; the columns are "
                f"{', '.join(patterns.raters)}."
            )
        groups[str(rater)] = [place[str(name)] for name in columns]
    return groups


def _remarks(patterns: Patterns) -> Iterator[str]:
    """Yield the remarks on reading, without that on repeated ratings, which are expected here."""
    for text in patterns.warnings:
        if "count as those of further raters" not in text:
            yield text


def _study(
    patterns: Patterns,
    groups: Mapping[str, Sequence[int]],
    settings: _Settings,
    warnings: tuple[str, ...] = (),
) -> ReplicateStudy:
    """Return the reliability of ratings whose columns belong to raters."""
    rows = np.repeat(patterns.by_rater().rows, patterns.multiplicity.astype(np.int64), axis=0)
    owner = np.full(patterns.r, -1)
    for g, columns in enumerate(groups.values()):
        owner[list(columns)] = g
    subject, column = np.nonzero((rows >= 0) & (owner >= 0))
    if not subject.size:
        raise NotATableError("there is not a single rating.")
    codes, rater = rows[subject, column], owner[column]
    subject = np.unique(subject, return_inverse=True)[1]
    if codes.size == np.unique(subject * len(groups) + rater).size:
        raise UnsupportedError(
            "no rater rated a subject twice, so there is no intra-rater reliability. If rows are "
            "single ratings, name their columns with item, rater and score (--item, --rater, "
            "--score); otherwise use icc (accord report)."
        )
    used, rater = np.unique(rater, return_inverse=True)
    names = [name for g, name in enumerate(groups) if g in used]
    scale = patterns.scale
    measured = scale.scores is not None and stated_level(scale, "interval") != "nominal"
    result = (
        _of_numbers(subject, rater, patterns.points[codes], names, settings)
        if measured
        else _of_categories(
            subject, rater, np.unique(codes, return_inverse=True)[1], names, settings.confidence
        )
    )
    return replace(result, warnings=(*warnings, *result.warnings))


def _of_numbers(
    subject: IntArray, rater: IntArray, y: FloatArray, names: Sequence[str], settings: _Settings
) -> ReplicateStudy:
    cells = CellSums(subject, rater, y)
    by_reml = settings.estimator == "reml"
    repeated = (restricted if by_reml else by_moments)(subject, rater, y, settings.confidence)
    parts = repeated.components
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = cells.by_rater / cells.df_by_rater
    raters = tuple(
        RaterRepeats(name, parts.intra_with(float(e)), math.sqrt(e), math.nan)
        for name, e in zip(names, errors, strict=True)
    )
    crossed = {"raters": parts.raters, "interaction": parts.interaction}
    return ReplicateStudy(
        repeated.reliabilities,
        raters,
        cells.n,
        len(y),
        sem=math.sqrt(max(parts.error, 0.0)),
        components={
            "subjects": parts.subjects,
            **({} if len(names) == 1 else crossed),
            "error": parts.error,
        },
        warnings=repeated.notes,
        estimator=settings.estimator,
        minus2_reml_loglik=repeated.minus2_loglik,
    )


def _of_categories(
    subject: IntArray,
    rater: IntArray,
    category: IntArray,
    names: Sequence[str],
    confidence: float,
) -> ReplicateStudy:
    n, r, q = int(subject.max()) + 1, len(names), int(category.max()) + 1
    counts = np.zeros((n, r, q))
    np.add.at(counts, (subject, rater, category), 1)
    intra, inter, chance = _agreements(counts)

    def kappas(kept: BoolArray) -> Sequence[float]:
        return _corrected(*_agreements(counts[kept]))

    reliabilities = jackknifed(("intra", "inter"), kappas, n, confidence)
    raters = tuple(RaterRepeats(name, *_of_rater(counts[:, g])) for g, name in enumerate(names))
    return ReplicateStudy(
        reliabilities,
        raters,
        n,
        category.size,
        intra_agreement=intra,
        inter_agreement=inter,
        chance=chance,
    )


def _agreements(counts: FloatArray) -> tuple[float, float, float]:
    """Return the agreement within and between raters, and the agreement by chance of both.

    Within raters it is the mean over cells of two or more ratings; between raters the mean over
    subjects of all pairs of ratings by different raters.
    """
    sizes = counts.sum(axis=2)
    same = (counts * (counts - 1)).sum(axis=2)
    repeated = sizes > 1
    intra = (
        float(np.mean(same[repeated] / (sizes * (sizes - 1))[repeated]))
        if repeated.any()
        else math.nan
    )
    whole, total = counts.sum(axis=1), sizes.sum(axis=1)
    pairs = total**2 - (sizes**2).sum(axis=1)
    agreed = (whole**2).sum(axis=1) - (counts**2).sum(axis=(1, 2))
    rated = pairs > 0
    inter = float(np.mean(agreed[rated] / pairs[rated])) if rated.any() else math.nan
    shares = counts.sum(axis=(0, 1)) / counts.sum()
    return intra, inter, float(shares @ shares)


def _corrected(intra: float, inter: float, chance: float) -> tuple[float, float]:
    if chance >= 1:
        return math.nan, math.nan
    return (intra - chance) / (1 - chance), (inter - chance) / (1 - chance)


def _of_rater(counts: FloatArray) -> tuple[float, float, float]:
    """Return Fleiss' kappa of the replicates of one rater, no SEM, and their agreement."""
    intra, _, chance = _agreements(counts[counts.sum(axis=1) > 1][:, None])
    return _corrected(intra, math.nan, chance)[0], math.nan, intra


def _has_replicates(request: SectionRequest) -> bool:
    """Return whether some rater rated more than once."""
    patterns = request.patterns
    if patterns.spans is not None or not patterns.identity or patterns.scale.several:
        return False
    return any(len(columns) > 1 for columns in replicate_groups(patterns.raters).values())


@section(
    "replicates",
    "Intra- and inter-rater reliability",
    order=45,
    details_only=False,
    suits=_has_replicates,
    text="Reliability of ratings repeated by the same rater and by others.",
)
def replicates_section(request: SectionRequest) -> ReplicateStudy | None:
    """Estimate the reliability of repeated ratings."""
    patterns = request.patterns
    groups = replicate_groups(patterns.raters)
    settings = _Settings(request.settings.confidence, request.estimator)
    return _study(patterns, groups, settings)
