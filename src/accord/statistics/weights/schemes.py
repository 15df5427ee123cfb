"""Schemes of agreement weights.

A weight is 1 for equal ratings and decreases to 0 with their distance. A scheme has a function for
the *disagreement* δ(a, b) of two points of the scale; the weight is 1 - δ/max δ. Points are the
values of the categories if they are numbers, else their ranks. A matrix contains the weights
themselves; `matrix_on` in ``fitting`` aligns it with a scale and checks it.

For few categories the weights are computed as a matrix. For many (ids, continuous scores) there is
no matrix: ``sums`` has the schemes whose sums take linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray, Label
from accord.errors import UnknownNameError, WeightsError
from accord.statistics.weights.labelled import matrix_of
from accord.statistics.weights.set_distances import (
    SetDistance,
    dice,
    hamming,
    jaccard,
    masi,
    overlap,
)
from accord.statistics.weights.sums import (
    absolute_sums,
    circular_sums,
    ordinal_sums,
    ratio_sums,
    squared_sums,
    unequal_sums,
)

__all__ = [
    "SCHEMES",
    "SET_SCHEMES",
    "WEIGHTS",
    "Scheme",
    "WeightsLike",
    "compares_sets",
    "scheme_named",
    "within",
]

RatingPair: TypeAlias = Callable[[Any, Any], float]
WeightsLike: TypeAlias = (
    "str | npt.ArrayLike | Mapping[Any, Mapping[Any, float]] | RatingPair | Scheme"
)
Distance: TypeAlias = Callable[..., FloatArray]  # (a, b, low, high)
Sums: TypeAlias = Callable[[FloatArray, FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to weight disagreements.

    Parameters
    ----------
    distance
        δ(a, b), elementwise over points; further arguments are the ends of the scale.
    sums
        (points, x) → Σ_l x_l δ(k, l) for every k in linear time, if that is possible.
    by_rank
        Whether points are always ranks 1..q.
    by_data
        Whether points are mid-ranks of the ratings, so that weights depend on the data.
    maximum
        Points → max δ, if it is not that of the outermost two.
    matrix, labels
        Matrix of the weights, and the categories of its rows and columns if it is labelled.
    default_labels
        Whether the labels may be default numbers: they count only if they are those of the scale.
    radial
        δ as a function of the Euclidean distance, for ratings with several responses.
    needs_order
        Whether the weights depend on the order of the categories.
    set_distance
        Distance of two sets of labels, for ratings that are sets.
    function
        Distance or similarity of two ratings as Python values.
    """

    name: str
    summary: str
    references: tuple[str, ...]
    distance: Distance
    sums: Sums | None = None
    by_rank: bool = False
    by_data: bool = False
    maximum: Callable[[FloatArray], float] | None = None
    matrix: FloatArray | None = None
    labels: tuple[Label, ...] | None = None
    default_labels: bool = False
    radial: Callable[[FloatArray], FloatArray] | None = None
    needs_order: bool = True
    set_distance: SetDistance | None = None
    function: RatingPair | None = None

    @property
    def asymmetric(self) -> bool:
        """Whether the weight of two ratings depends on which rater gave which."""
        return self.matrix is not None and not is_symmetric(self.matrix)

    @property
    def title(self) -> str:
        """Title of the weights in results.

        >>> SCHEMES["quadratic"].title, scheme_named("power:1.5").title
        ('quadratic weights', 'power 1.5 weights')
        """
        titles = {
            "matrix": "custom",
            "function": "custom",
            "krippendorff_ordinal": "Krippendorff's ordinal",
            "jaccard": "Jaccard",
            "masi": "MASI",
            "dice": "Dice",
            "hamming": "Hamming",
        }
        return f"{titles.get(self.name, self.name.replace(':', ' '))} weights"


def is_symmetric(matrix: FloatArray) -> bool:
    """Return whether a matrix equals its transpose, up to rounding."""
    scale = float(np.max(np.abs(matrix), initial=0.0))
    return bool(np.allclose(matrix, matrix.T, rtol=0, atol=1e-12 * scale))


SCHEMES: dict[str, Scheme] = {}


def _register(name: str, summary: str, *references: str, **facts: Any) -> Callable[..., Distance]:
    def add(distance: Distance) -> Distance:
        SCHEMES[name] = Scheme(name, summary, references, distance, **facts)
        return distance

    return add


def _circular_maximum(points: FloatArray) -> float:
    """Return the largest sin² of two points: for each, of the point nearest to half a turn away."""
    span = np.ptp(points) + 1
    ordered = np.sort(points)
    index = np.searchsorted(ordered, ordered + span / 2)
    partners = [np.clip(index + shift, 0, ordered.size - 1) for shift in (-1, 0)]
    return float(max(np.max(np.sin(np.pi * (ordered - ordered[p]) / span) ** 2) for p in partners))


def _bipolar_maximum(points: FloatArray) -> float:
    low, high = points.min(), points.max()
    blocks = (points[start : start + 256, None] for start in range(0, points.size, 256))
    return max((float(_bipolar(block, points, low, high).max()) for block in blocks), default=0.0)


# --- the schemes ------------------------------------------------------------------------------


@_register(
    "identity", "only equal ratings agree", "cohen1960", sums=unequal_sums, needs_order=False
)
def _identity(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.asarray(a != b, dtype=np.float64)


@_register(
    "linear",
    "1 - |a-b|/range",
    "cicchetti1971",
    "gwet2014",
    sums=absolute_sums,
    radial=lambda d: d,
)
def _linear(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.abs(a - b)


@_register(
    "quadratic",
    "1 - (a-b)²/range²",
    "cohen1968",
    "fleiss1973",
    sums=squared_sums,
    radial=np.square,
)
def _quadratic(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.square(a - b)


@_register(
    "ordinal",
    "Gwet's ordinal weights: by the number of pairs of ranks from a to b",
    "gwet2014",
    sums=ordinal_sums,
    by_rank=True,
)
def _ordinal(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    d = np.abs(a - b)
    return np.asarray(d * (d + 1) / 2)


@_register(
    "krippendorff_ordinal",
    "Krippendorff's ordinal metric: squared difference of mid-ranks in the data",
    "krippendorff2019",
    sums=squared_sums,
    by_data=True,
)
def _krippendorff_ordinal(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.square(a - b)


@_register("radical", "1 - √|a-b|/√range", "gwet2014", radial=np.sqrt)
def _radical(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.sqrt(np.abs(a - b))


@_register("ratio", "1 - ((a-b)/(a+b))², scaled", "gwet2014", "krippendorff2019", sums=ratio_sums)
def _ratio(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    total = a + b
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(a == b, 0.0, np.square((a - b) / total))


@_register(
    "circular",
    "1 - sin²(π(a-b)/(range+1)), scaled: the last category is next to the first",
    "gwet2014",
    "krippendorff2019",
    sums=circular_sums,
    maximum=_circular_maximum,
)
def _circular(a: FloatArray, b: FloatArray, low: float, high: float) -> FloatArray:
    return np.asarray(np.sin(np.pi * (a - b) / (high - low + 1)) ** 2)


@_register(
    "bipolar",
    "1 - (a-b)²/((a+b-2min)(2max-a-b)), scaled: differences weigh more near the poles",
    "gwet2014",
    "krippendorff2019",
    maximum=_bipolar_maximum,
)
def _bipolar(a: FloatArray, b: FloatArray, low: float, high: float) -> FloatArray:
    depth = (a + b - 2 * low) * (2 * high - a - b)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(a == b, 0.0, (a - b) ** 2 / depth))


@_register(
    "power",
    "1 - (|a-b|/range)^p; write power:1.5 (power alone is power:2)",
    "warrens2012",
    radial=np.square,
)
def _power(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
    return np.square(a - b)


def _set_scheme(name: str, summary: str, distance: SetDistance, *references: str) -> Scheme:
    return Scheme(name, summary, references, _identity, needs_order=False, set_distance=distance)


SET_SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        _set_scheme("jaccard", "sets of labels: |a∩b|/|a∪b|", jaccard, "jaccard1912"),
        _set_scheme(
            "masi", "sets of labels: Jaccard's index times monotonicity", masi, "passonneau2006"
        ),
        _set_scheme("dice", "sets of labels: 2|a∩b|/(|a|+|b|)", dice, "dice1945"),
        _set_scheme("overlap", "sets of labels: |a∩b|/min(|a|, |b|)", overlap),
        _set_scheme("hamming", "sets of labels: share of labels in both or in neither", hamming),
    )
}
WEIGHTS: Mapping[str, Scheme] = SCHEMES | SET_SCHEMES
ALIASES = {"exact": "identity"}


def compares_sets(weights: object) -> bool:
    """Return whether weights are a distance of sets of labels.

    >>> compares_sets("masi"), compares_sets("quadratic"), compares_sets(None)
    (True, False, False)
    """
    if isinstance(weights, Scheme):
        return weights.set_distance is not None
    return isinstance(weights, str) and weights in SET_SCHEMES


def within(distance: float) -> Scheme:
    """Return the scheme in which ratings at most ``distance`` points apart agree fully."""
    if not distance >= 0:
        raise WeightsError(
            f"the distance of ratings that agree must be 0 or more, not {distance:g}."
        )

    def beyond(a: FloatArray, b: FloatArray, *_: float) -> FloatArray:
        slack = 1e-12 * distance + 4e-16 * np.maximum(np.abs(a), np.abs(b))
        return np.asarray(np.abs(a - b) > distance + slack, dtype=np.float64)

    return Scheme(
        f"within:{distance:g}",
        f"ratings at most {distance:g} apart agree",
        (),
        beyond,
        maximum=lambda _: 1.0,
    )


def scheme_named(weights: WeightsLike) -> Scheme:
    """Return the scheme of a name, of a matrix, or of a function of two ratings.

    >>> scheme_named("power:1.5").name
    'power:1.5'
    """
    if isinstance(weights, Scheme):
        return weights
    if isinstance(weights, str):
        name, _, exponent = ALIASES.get(weights, weights).partition(":")
        if name not in WEIGHTS or (exponent and name != "power"):
            raise UnknownNameError("weight scheme", weights, WEIGHTS, option="weights")
        scheme = WEIGHTS[name]
        if not exponent:
            return scheme
        try:
            power = float(exponent)
        except ValueError:
            power = np.nan
        if not 0 < power < np.inf:
            raise WeightsError(f"weights {weights!r}: the exponent must be a positive number.")
        return replace(
            scheme,
            name=weights,
            distance=lambda a, b, *_: np.abs(a - b) ** power,
            radial=lambda d: d**power,
        )
    if callable(weights):
        return Scheme(
            "function", "weights by a function", (), _identity, needs_order=False, function=weights
        )
    matrix = matrix_of(weights)
    return Scheme(
        "matrix",
        "weights given as a matrix",
        (),
        _identity,
        matrix=matrix.weights,
        labels=matrix.labels,
        default_labels=matrix.default_labels,
    )
