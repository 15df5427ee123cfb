"""Krippendorff's first alpha for units (1995), for comparison with published values."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray, IntArray
from accord.data.spans import Spans
from accord.errors import UnsupportedError
from accord.statistics.documents.features import DocumentSums
from accord.statistics.registry import Terms
from accord.statistics.spans.registry import span_statistic

__all__ = ["unitizing_alpha_1995"]


@span_statistic(
    "unitizing_alpha_1995",
    symbol="α_u",
    title="Unitizing alpha of 1995",
    references=("krippendorff1995",),
    use="Comparison with published values only: with more than two raters it misbehaves, as its "
    "author found.",
    corrected=True,
    floor=-np.inf,
    one_document=True,
    undefined="the expected disagreement is 0",
    order=120,
)
def unitizing_alpha_1995(t: DocumentSums) -> Terms:
    r"""One minus observed by expected squared differences of units, over all labels.

    α = 1 - Σ_c D_o,c/Σ_c D_e,c

    Two overlapping units differ by the squared differences of their ends, and a unit within a gap
    by its squared length. The expected difference is that of units placed at random.

    Notes
    -----
    .. math:: \alpha = 1 - \frac{\sum_c D_{o,c}}{\sum_c D_{e,c}}

    Examples
    --------
    >>> import accord
    >>> rows = [("d", "i", 75, 145, "c"), ("d", "i", 220, 250, "c"), ("d", "j", 70, 150, "c"),
    ...         ("d", "j", 205, 225, "c"), ("d", "j", 250, 270, "c")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> round(accord.unitizing_alpha_1995(spans, lengths=300).value, 4)
    0.7286
    """
    spans = t.features.spans
    if len(spans.documents) != 1:
        raise UnsupportedError(
            "the alpha of 1995 is for one document. For several, use the unitizing alpha of 2016."
        )
    spans.require_lengths()
    pairs = [_of_label(spans.of_label(label)) for label in spans.labels]
    observed, expected = np.sum(pairs, axis=0) if pairs else (0.0, 0.0)
    one = t.total(np.ones(t.features.size)) / t.total(np.ones(t.features.size))
    value = 1 - observed / expected if expected > 0 else np.nan
    return Terms(one * value)


def _of_label(spans: Spans) -> tuple[float, float]:
    """Return the observed and the expected difference of one label."""
    spans.require_disjoint()
    raters, length = len(spans.raters), float(spans.lengths[0])
    units = [_units_of(spans, rater) for rater in range(raters)]
    gaps = [_gaps_of(each, int(length)) for each in units]
    observed = sum(
        _difference(units[g], units[h], gaps[h])
        for g in range(raters)
        for h in range(raters)
        if g != h
    )
    return (
        observed / (raters * (raters - 1) * length**2),
        _expected(np.concatenate(units), np.concatenate(gaps), raters, length),
    )


def _units_of(spans: Spans, rater: int) -> IntArray:
    """Return (U, 2) start and end of the units of a rater, in order."""
    own = spans.rater == rater
    units = np.column_stack([spans.start[own], spans.end[own]])
    return np.asarray(units[np.argsort(units[:, 0])])


def _gaps_of(units: IntArray, length: int) -> IntArray:
    """Return (G, 2) start and end of the gaps between units."""
    starts = np.concatenate([[0], units[:, 1]])
    ends = np.concatenate([units[:, 0], [length]])
    return np.column_stack([starts, ends])[ends > starts]


def _difference(units: IntArray, others: IntArray, gaps: IntArray) -> float:
    """Return the squared differences of the units of a rater from those of another."""
    begin, end = units[:, :1], units[:, 1:]
    overlap = (begin < others[:, 1]) & (others[:, 0] < end)
    squares = (begin - others[:, 0]) ** 2 + (end - others[:, 1]) ** 2
    within = ((begin >= gaps[:, 0]) & (end <= gaps[:, 1])).any(axis=1)
    # Both orders of a pair of raters count; a unit in a gap is met in one of them only.
    return float(squares[overlap].sum() + 2 * ((end - begin)[:, 0] ** 2)[within].sum())


def _expected(units: IntArray, gaps: IntArray, raters: int, length: float) -> float:
    """Return the expected difference of units and gaps of all raters, placed at random."""
    sizes = (units[:, 1] - units[:, 0]).astype(np.float64)
    gap_sizes = (gaps[:, 1] - gaps[:, 0]).astype(np.float64)
    room = gap_sizes[None, :] - sizes[:, None] + 1
    placed = np.where(room > 0, room, 0.0).sum(axis=1)
    cubes: FloatArray = (2 * sizes**3 - 3 * sizes**2 + sizes) / 3
    total = float(((sizes.size - 1) * cubes + sizes**2 * placed).sum())
    positions = raters * length
    return 2 / length * total / (positions * (positions - 1) - float((sizes * (sizes - 1)).sum()))
