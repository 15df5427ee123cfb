"""The confusion matrix: counts of the pairs of categories given to the same subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from accord.analysis.views.sections import MOST_SHOWN, SectionRequest, section
from accord.base.forms import Matrix
from accord.base.showing import Shown
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Label
from accord.errors import OptionError, UnsupportedError
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options

__all__ = ["ConfusionMatrix", "confusion", "two_raters"]

MOST_CATEGORIES = 1_000  # a matrix of 8 MB


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionMatrix(Shown):
    """Counts of pairs of ratings of the same subject.

    Parameters
    ----------
    rows
        Rater whose categories are the rows; ``one rating`` if raters are pooled.
    columns
        Rater whose categories are the columns; ``another`` if raters are pooled.
    categories
        Categories of rows and columns, in the order of the scale.
    counts
        (q, q) number of subjects, or of ordered pairs of ratings if raters are pooled.
    pooled
        Whether the pairs of all raters are counted together. The matrix is then symmetric, and a
        subject with r ratings counts r (r - 1) times.
    """

    rows: str
    columns: str
    categories: tuple[Label, ...]
    counts: Matrix
    pooled: bool = False

    _derived: ClassVar[Mapping[str, str]] = {"title": "title"}

    @property
    def title(self) -> str:
        """Title of the matrix."""
        if self.pooled:
            return "Pairs of ratings of the same subject, all raters, each pair in both orders"
        return f"Subjects by the ratings of {self.rows} and {self.columns}"

    @property
    def agreement(self) -> float:
        """Share of the pairs on the diagonal; NaN if there is no pair."""
        total = self.counts.sum()
        return float(np.trace(self.counts) / total) if total else float("nan")


@takes_raters
@with_options(ReadOptions)
def confusion(
    data: Any, a: str | None = None, b: str | None = None, **loading: Any
) -> ConfusionMatrix:
    """Count the pairs of categories that two raters gave to the same subject.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    a, b
        Names of two raters. If not given, the only two raters; with more, all pairs of ratings.
    **loading
        Options of reading.

    Returns
    -------
    ConfusionMatrix
        Counts by the categories of both ratings.

    Examples
    --------
    >>> confusion([["x", "x"], ["x", "y"], ["y", "y"]]).counts
    array([[1., 1.],
           [0., 1.]])
    """
    patterns = load(data, **loading)
    if patterns.q > MOST_CATEGORIES:
        raise UnsupportedError(
            f"a confusion matrix is computed for up to {MOST_CATEGORIES} categories; the data have "
            f"{patterns.q}."
        )
    labels = patterns.scale.labels
    if a is None and b is None and not patterns.is_pair:
        return ConfusionMatrix("one rating", "another", labels, _pooled(patterns), pooled=True)
    pair = two_raters(patterns, a, b)
    first, second = pair.raters
    return ConfusionMatrix(first, second, labels, _cross_tabulate(pair))


def two_raters(patterns: Patterns, a: str | None, b: str | None) -> Patterns:
    """Return the ratings of the two raters named, or of the only two."""
    if a is None and b is None and patterns.r == 2:
        return patterns.select(patterns.raters)
    if a is None or b is None:
        raise OptionError(
            f"name two of the {patterns.r} raters: {', '.join(patterns.raters)}.",
            option="b" if b is None else "a",
        )
    return patterns.select([a, b])


def _cross_tabulate(pair: Patterns) -> FloatArray:
    """Return the (q, q) number of subjects by the ratings of two raters."""
    codes = pair.by_rater()
    q, (first, second), both = pair.q, codes.rows.astype(np.int64).T, codes.both(0, 1)
    cells = first[both] * q + second[both]
    weight = np.asarray(pair.multiplicity[both], dtype=np.float64)
    counts = np.bincount(cells, weights=weight, minlength=q * q)
    return np.asarray(counts.reshape(q, q), dtype=np.float64)


def _pooled(patterns: Patterns) -> FloatArray:
    """Return the (q, q) number of ordered pairs of ratings: Σ_p m_p (r_pk r_pl - [k = l] r_pk)."""
    uses = patterns.columns.sparse_counts()
    weight = np.asarray(patterns.multiplicity, dtype=np.float64)
    pairs: Any = uses.T @ (uses * weight[:, None])
    return np.asarray(pairs.toarray() - np.diag(patterns.category_totals()))


@section(
    "confusion",
    "Confusion matrix",
    order=30,
    part="raters",
    suits=lambda request: request.categorical and 1 < request.patterns.q <= MOST_SHOWN,
    text="Confusion matrix.",
    always_written=True,
)
def confusion_section(request: SectionRequest) -> ConfusionMatrix | None:
    """Count the pairs of categories given to the same subject."""
    return confusion(request.patterns)
