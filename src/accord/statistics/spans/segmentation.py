"""Agreement on where segments begin: Pk, WindowDiff and boundary similarity."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.statistics.calculus import Quantity
from accord.statistics.documents.features import DocumentSums
from accord.statistics.registry import Terms
from accord.statistics.spans.registry import span_statistic

__all__ = ["boundary_similarity", "pk", "window_diff"]


def _mean(t: DocumentSums, parts: list[tuple[FloatArray, FloatArray]]) -> Terms:
    """Return the mean over pairs of raters of ratios of sums."""
    used = [(a, b) for a, b in parts if b.sum() > 0]
    if not used:
        return Terms(t.total(np.full(t.features.size, np.nan)))
    ratios = [t.total(a) / t.total(b) for a, b in used]
    value: Quantity = sum(ratios[1:], ratios[0]) / len(ratios)
    return Terms(value)


def _of_windows(t: DocumentSums, window: int | None, column: int) -> Terms:
    boundaries = t.features.boundaries
    if window is not None and not (isinstance(window, int) and window >= 1):
        raise OptionError(f"window is {window!r}; it must be 1 or more.", option="window")
    pairs = t.features.directed_pairs if len(t.features.spans.raters) > 2 else [(0, 1)]
    parts = []
    for reference, other in pairs:
        both = t.features.both(reference, other)
        size = boundaries.window(reference, both) if window is None else window
        counts = boundaries.windows(reference, other, size) * both[:, None]
        parts.append((counts[:, column], counts[:, 2]))
    return _mean(t, parts)


@span_statistic(
    "pk",
    symbol="Pk",
    title="Pk",
    references=("beeferman1999",),
    use="Comparison with published values; boundary similarity is symmetric and has no window.",
    segments=True,
    reference=True,
    error=True,
    undefined="the documents are shorter than the window",
    order=90,
)
def pk(t: DocumentSums, *, window: int | None = None) -> Terms:
    r"""Share of pairs of positions that are in one segment for one rater and not for the other.

    Pk = Σ_i [δ_i(a) ≠ δ_i(b)]/(N - k)

    δ_i tells whether there is a boundary between positions i and i + k. The window k is half the
    mean length of the reference's segments, rounded half to even, and at least 2. 0 is agreement.

    Notes
    -----
    .. math:: P_k = \frac{1}{N - k} \sum_i [\delta_i(a) \ne \delta_i(b)]

    Examples
    --------
    >>> import accord
    >>> round(accord.pk({"A": [5, 3, 5], "B": [6, 2, 5]}).value, 4)
    0.1818
    """
    return _of_windows(t, window, 0)


@span_statistic(
    "window_diff",
    symbol="WD",
    title="WindowDiff",
    references=("pevzner2002",),
    use="As Pk, but near misses and additional boundaries are counted alike.",
    segments=True,
    reference=True,
    error=True,
    undefined="the documents are shorter than the window",
    order=100,
)
def window_diff(t: DocumentSums, *, window: int | None = None) -> Terms:
    r"""Share of windows in which two raters have different numbers of boundaries.

    WD = Σ_i [b_i(a) ≠ b_i(b)]/(N - k)

    b_i is the number of boundaries between positions i and i + k; the window k is that of Pk. 0 is
    agreement.

    Notes
    -----
    .. math:: WD = \frac{1}{N - k} \sum_i [b_i(a) \ne b_i(b)]

    Examples
    --------
    >>> import accord
    >>> round(accord.window_diff({"A": [5, 3, 5], "B": [6, 2, 5]}).value, 4)
    0.1818
    """
    return _of_windows(t, window, 1)


@span_statistic(
    "boundary_similarity",
    symbol="B",
    title="Boundary similarity",
    references=("fournier2013",),
    use="Texts that raters cut into segments; symmetric, with credit for near misses.",
    segments=True,
    undefined="no rater set a boundary",
    order=110,
)
def boundary_similarity(t: DocumentSums) -> Terms:
    r"""One minus the boundaries to edit, as a share of all: near misses count half.

    B = 1 - (A + T/2)/(A + T + M)

    A boundaries have no partner, T pairs are one position apart, and M are common.

    Notes
    -----
    .. math:: B = 1 - \frac{A + T / 2}{A + T + M}

    Examples
    --------
    >>> import accord
    >>> accord.boundary_similarity({"A": [5, 3, 5], "B": [6, 2, 5]}).value
    0.75
    """
    parts = []
    for g, h in t.features.pairs:
        counts = t.features.boundaries.edits(g, h) * t.features.both(g, h)[:, None]
        alone, moved, matched = counts.T
        parts.append((matched + moved / 2, alone + moved + matched))
    return _mean(t, parts)
