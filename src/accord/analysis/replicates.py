"""Intra- and inter-rater reliability of ratings with replicates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.validation import CONFIDENCE, check_number
from accord.data.scale import FloatArray, IntArray, show_label
from accord.errors import ColumnNotFoundError, NotATableError, UnsupportedError
from accord.inference.results import ENDS, Interval
from accord.inference.tails import LinkTails
from accord.io.engines.objects import as_frame
from accord.options import with_options
from accord.statistics.crossed_components import (
    CellSums,
    RepeatedComponents,
    fixed_raters,
    random_raters,
)
from accord.statistics.links import FISHER

__all__ = ["RaterRepeats", "RepeatReliability", "ReplicateStudy", "replicates"]

GROUPS = 200  # of subjects, of which the jackknife leaves out one at a time
NAMES = {
    "item": ("item", "subject", "id"),
    "rater": ("rater", "judge", "annotator"),
    "score": ("score", "rating", "value"),
}


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
        ``error``; empty for categories.
    intra_agreement
        Agreement of pairs of ratings by the same rater; undefined for measurements.
    inter_agreement
        Agreement of pairs of ratings by different raters.
    chance
        Agreement expected by chance, the same for both.
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

    def __getitem__(self, name: str) -> RepeatReliability:
        for reliability in self.reliabilities:
            if reliability.name == name:
                return reliability
        known = ", ".join(reliability.name for reliability in self.reliabilities)
        raise KeyError(f"{name}; there are {known}")


@with_options()
def replicates(
    data: Any,
    *,
    item: str | None = None,
    rater: str | None = None,
    score: str | None = None,
    confidence: float = 0.95,
) -> ReplicateStudy:
    """Estimate intra- and inter-rater reliability from repeated ratings by the same raters.

    Parameters
    ----------
    data
        An array or nested lists of subjects × raters × replicates; or a frame, a mapping of columns
        or a list of records with a row per rating. Designs may be unbalanced.
    item, rater, score
        Columns of the subject, the rater and the rating; those with usual names if not given.
    confidence
        Confidence level.

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
    subject, raters, y = _columns(data, item, rater, score)
    subject_codes = _codes(subject)
    names = list(dict.fromkeys(raters))
    rater_codes = np.array([names.index(name) for name in raters], dtype=np.int64)
    if len(y) == np.unique(subject_codes * len(names) + rater_codes).size:
        raise UnsupportedError(
            "no rater rated a subject twice, so there is no intra-rater reliability. Use icc()."
        )
    labels = [show_label(name) for name in names]
    values = _numbers(y)
    if values is None:
        return _of_categories(subject_codes, rater_codes, _codes(y), labels, confidence)
    return _of_numbers(subject_codes, rater_codes, values, labels, confidence)


def _columns(
    data: Any, item: str | None, rater: str | None, score: str | None
) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
    """Return the subject, the rater and the value of each rating."""
    nested = isinstance(data, np.ndarray) or (
        isinstance(data, list) and bool(data) and isinstance(data[0], (list, tuple, np.ndarray))
    )
    if nested:
        rows = [
            (i, str(g + 1), value)
            for i, of_subject in enumerate(data)
            for g, of_rater in enumerate(of_subject)
            for value in of_rater
            if value is not None and value == value
        ]
        return _transposed(rows)
    frame = as_frame(data)
    known = {column.casefold(): column for column in frame.columns}
    chosen = []
    for role, stated in (("item", item), ("rater", rater), ("score", score)):
        usual = [known[name] for name in NAMES[role] if name in known]
        column = stated if stated is not None else usual[0] if usual else None
        if column is None or column not in frame.columns:
            raise ColumnNotFoundError(
                f"there is no column {column or role!r}; the columns are "
                f"{', '.join(frame.columns)}."
            )
        chosen.append(frame[column].to_list())
    rows = [row for row in zip(*chosen, strict=True) if row[2] is not None and row[2] == row[2]]
    return _transposed(rows)


def _transposed(rows: Sequence[tuple[Any, Any, Any]]) -> tuple[list[Any], list[Any], list[Any]]:
    if not rows:
        raise NotATableError("there is not a single rating.")
    subject, rater, value = (list(column) for column in zip(*rows, strict=True))
    return subject, rater, value


def _codes(values: Sequence[Any]) -> IntArray:
    index: dict[Any, int] = {}
    return np.array([index.setdefault(value, len(index)) for value in values], dtype=np.int64)


def _numbers(values: Sequence[Any]) -> FloatArray | None:
    try:
        return np.array([float(value) for value in values])
    except (TypeError, ValueError):
        return None


def _of_numbers(
    subject: IntArray, rater: IntArray, y: FloatArray, names: Sequence[str], confidence: float
) -> ReplicateStudy:
    cells = CellSums(subject, rater, y)
    random, fixed = random_raters(cells), fixed_raters(cells)
    measures: dict[str, Callable[[CellSums], float]] = {
        "inter_random": lambda c: random_raters(c).inter,
        "inter_fixed": lambda c: fixed_raters(c).inter,
        "intra_random": lambda c: random_raters(c).intra,
        "intra_fixed": lambda c: fixed_raters(c).intra,
    }

    def of_part(measure: Callable[[CellSums], float]) -> Callable[[FloatArray], float]:
        def value_of(kept: FloatArray) -> float:
            chosen = kept[subject] > 0
            return measure(CellSums(subject[chosen], rater[chosen], y[chosen]))

        return value_of

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
    components = {
        "subjects": random.subjects,
        "raters": random.raters,
        "interaction": random.interaction,
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
