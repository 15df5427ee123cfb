"""Intra- and inter-rater reliability of ratings with replicates."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord.analysis.views.sections import SectionRequest, section
from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.validation import CONFIDENCE, check_number
from accord.data.patterns import Patterns
from accord.data.replicates import replicate_groups, replicate_name
from accord.data.scale import FloatArray, IntArray, stated_level
from accord.errors import ColumnNotFoundError, NotATableError, UnsupportedError
from accord.inference.results import ENDS, Interval
from accord.inference.tails import LinkTails
from accord.io import load
from accord.options import ReadOptions, with_options
from accord.statistics.crossed_components import (
    CellSums,
    RepeatedComponents,
    fixed_raters,
    one_factor,
    random_raters,
)
from accord.statistics.links import FISHER
from accord.version import __version__

__all__ = ["RaterRepeats", "RepeatReliability", "ReplicateStudy", "replicates"]

GROUPS = 200  # of subjects, of which the jackknife leaves out one at a time


@dataclass(frozen=True, slots=True)
class RepeatReliability(Record):
    """A reliability with its confidence interval.

    Parameters
    ----------
    name
        ``inter_random``, ``inter_fixed``, ``intra_random`` or ``intra_fixed`` of measurements;
        ``inter`` or ``intra`` of categories, corrected for chance.
    value
        The estimate.
    interval
        Confidence interval by the jackknife over subjects, on the scale of Fisher's z.
    lower_bound
        One-sided lower limit of Eliasziw et al. (1994), for balanced measurements.
    """

    name: str
    value: float
    interval: Interval = field(metadata=written(inline=True, names=ENDS))
    lower_bound: float = math.nan

    def __float__(self) -> float:
        return float(self.value)


@dataclass(frozen=True, slots=True)
class RaterRepeats(Record):
    """Consistency of one rater.

    Parameters
    ----------
    rater
        Name of the rater.
    intra
        Reliability of a repeated rating of this rater: with random raters for measurements, Fleiss'
        kappa of the replicates for categories.
    sem
        Standard deviation of the rater's replicates; undefined for categories.
    agreement
        Agreement of pairs of replicates; undefined for measurements.
    """

    rater: str
    intra: float
    sem: float
    agreement: float


@dataclass(frozen=True, slots=True, eq=False)
class ReplicateStudy(Displayed):
    """Intra- and inter-rater reliability of ratings with replicates, by name.

    Parameters
    ----------
    reliabilities
        Inter- and intra-rater reliability.
    raters
        Consistency of each rater.
    n
        Number of subjects.
    ratings
        Number of ratings.
    sem
        Standard error of measurement of a repeated rating; undefined for categories.
    components
        Variance components with random raters: ``subjects``, ``raters``, ``interaction`` and
        ``error``, without the middle two for a single rater; empty for categories.
    intra_agreement
        Agreement of pairs of ratings by the same rater; undefined for measurements.
    inter_agreement
        Agreement of pairs of ratings by different raters.
    chance
        Agreement expected by chance, the same for both.
    warnings
        Remarks on the data.
    version
        Version of accord.
    """

    reliabilities: tuple[RepeatReliability, ...]
    raters: tuple[RaterRepeats, ...]
    n: Count
    ratings: Count
    sem: float = math.nan
    components: dict[str, float] = field(default_factory=dict)
    intra_agreement: float = math.nan
    inter_agreement: float = math.nan
    chance: float = math.nan
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> RepeatReliability:
        for reliability in self.reliabilities:
            if reliability.name == name:
                return reliability
        known = ", ".join(reliability.name for reliability in self.reliabilities)
        raise KeyError(f"{name}; there are {known}")


@with_options(ReadOptions)
def replicates(
    data: Any,
    *,
    readings: Mapping[str, Sequence[str]] | None = None,
    confidence: float = 0.95,
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
    confidence = check_number("confidence", confidence, CONFIDENCE)
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
    return _study(patterns, groups, confidence, tuple(_remarks(patterns)))


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
    confidence: float,
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
        _of_numbers(subject, rater, patterns.points[codes], names, confidence)
        if measured
        else _of_categories(
            subject, rater, np.unique(codes, return_inverse=True)[1], names, confidence
        )
    )
    return replace(result, warnings=warnings)


def _of_numbers(
    subject: IntArray, rater: IntArray, y: FloatArray, names: Sequence[str], confidence: float
) -> ReplicateStudy:
    cells, alone = CellSums(subject, rater, y), len(names) == 1
    random = one_factor(cells) if alone else random_raters(cells)
    fixed = None if alone else fixed_raters(cells)
    measures: dict[str, Callable[[CellSums], float]] = {
        "inter_random": lambda c: random_raters(c).inter,
        "inter_fixed": lambda c: fixed_raters(c).inter,
        "intra_random": lambda c: random_raters(c).intra,
        "intra_fixed": lambda c: fixed_raters(c).intra,
    }
    if alone:
        measures = {"intra_fixed": lambda c: one_factor(c).intra}

    def of_part(measure: Callable[[CellSums], float]) -> Callable[[FloatArray], float]:
        def value_of(kept: FloatArray) -> float:
            chosen = kept[subject] > 0
            return measure(CellSums(subject[chosen], rater[chosen], y[chosen]))

        return value_of

    bounds = {}
    if fixed is not None:
        bounds = {
            "inter_random": _bound(cells, random, True),
            "inter_fixed": _bound(cells, fixed, False),
        }
    reliabilities = tuple(
        replace(
            _reliability(name, of_part(measure), cells.n, confidence),
            lower_bound=bounds.get(name, math.nan),
        )
        for name, measure in measures.items()
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = cells.by_rater / cells.df_by_rater
    raters = tuple(
        RaterRepeats(name, random.intra_with(float(e)), math.sqrt(e), math.nan)
        for name, e in zip(names, errors, strict=True)
    )
    crossed = {"raters": random.raters, "interaction": random.interaction}
    components = {
        "subjects": random.subjects,
        **({} if alone else crossed),
        "error": random.error,
    }
    sem = math.sqrt(max(random.error, 0.0))
    return ReplicateStudy(reliabilities, raters, cells.n, len(y), sem, components)


def _reliability(
    name: str, value_of: Callable[[FloatArray], float], subjects: int, confidence: float
) -> RepeatReliability:
    """Return a reliability with a jackknife interval on the scale of Fisher's z."""
    value = value_of(np.ones(subjects))
    groups = np.arange(subjects) % min(subjects, GROUPS)
    count = int(groups.max()) + 1
    with np.errstate(invalid="ignore", divide="ignore"):
        without = np.array([value_of((groups != g).astype(np.float64)) for g in range(count)])
        z = np.arctanh(without)
        spread = float(np.sum((z - z.mean()) ** 2)) * (count - 1) / count
    if count < 3 or not math.isfinite(spread) or abs(value) >= 1:
        return RepeatReliability(name, value, Interval(math.nan, math.nan, confidence, "fisher_z"))
    tails = LinkTails(value, math.sqrt(spread), count - 1, FISHER)
    return RepeatReliability(name, value, tails.interval(confidence))


def _bound(cells: CellSums, parts: RepeatedComponents, random: bool) -> float:
    """Return the lower limit of Eliasziw et al. at 95 %; NaN for unbalanced designs."""
    n, t = cells.n, cells.r
    size = float(cells.counts[0])
    balanced = cells.counts.size == n * t and bool(np.all(cells.counts == size))
    rho = parts.inter
    if not (balanced and size > 1 and 0 <= rho < 1):
        return math.nan
    from scipy.special import fdtri  # here: slow to import

    error = cells.error
    both = error + size * parts.interaction
    rows = both + size * t * parts.subjects
    columns = both + size * n * parts.raters if random else 0.0
    share = t / n if random else 0.0
    weights = np.array([share, t - 1 - share, t * (size - 1)])
    squares = np.array([columns, both, error])
    noise = (np.array([0.0, 1.0, 0.0]) + rho * weights) / (1 - rho) * squares
    df = np.array([t - 1, (n - 1) * (t - 1), n * t * (size - 1)])
    if not noise.sum() > 0:
        return math.nan
    combined = noise.sum() ** 2 / float(np.sum(noise**2 / df))
    f = float(fdtri(n - 1, combined, 0.95))
    return float((rows - f * both) / (rows + f * weights @ squares))


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

    def kappa(place: int) -> Callable[[FloatArray], float]:
        return lambda kept: _corrected(*_agreements(counts[kept > 0]))[place]

    reliabilities = tuple(
        _reliability(name, kappa(place), n, confidence)
        for place, name in enumerate(("intra", "inter"))
    )
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
    return _study(patterns, groups, request.settings.confidence)
