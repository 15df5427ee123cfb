"""Precision, recall and F of spans, matched by their ends, and of single characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.base.wording import counted
from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.statistics.calculus import Quantity
from accord.statistics.documents.features import DocumentSums
from accord.statistics.documents.matching import Match
from accord.statistics.measures import measure_of_spans
from accord.statistics.registry import Terms
from accord.statistics.spans.registry import span_statistic

__all__ = ["character_f1", "span_f1", "span_precision", "span_recall"]

AVERAGES = ("mean", "micro")
NOTHING = "no rater of any pair marked anything"


def _averaged(
    t: DocumentSums, parts: Sequence[tuple[FloatArray, FloatArray]], average: str
) -> Terms:
    """Return the mean over pairs of raters of ratios of sums, or the ratio of all sums.

    Pairs whose ratio is undefined are left out of the mean.
    """
    if average not in AVERAGES:
        raise OptionError(
            f"average is {average!r}; it must be 'mean' or 'micro'.", option="average"
        )
    if average == "micro":
        parts = [(np.sum([a for a, _ in parts], axis=0), np.sum([b for _, b in parts], axis=0))]
    used = [(a, b) for a, b in parts if b.sum() > 0]
    if not used:
        return Terms(t.total(np.full(t.features.size, np.nan)))
    ratios = [t.total(a) / t.total(b) for a, b in used]
    lost = len(parts) - len(used)
    notes = (f"{counted(lost, 'pair')} of raters without any span is left out.",) if lost else ()
    value: Quantity = sum(ratios[1:], ratios[0]) / len(ratios)
    return Terms(value, notes=notes)


def _of_spans(
    t: DocumentSums,
    match: Match,
    labelled: bool,
    average: str,
    ratio: Callable[[FloatArray], tuple[FloatArray, FloatArray]],
    *,
    directed: bool = False,
) -> Terms:
    pairs = t.features.directed_pairs if directed else t.features.pairs
    if directed and len(t.features.spans.raters) == 2:
        pairs = [(0, 1)]  # the first rater is the reference
    counts = [t.features.matches(g, h, match, labelled) for g, h in pairs]
    return _averaged(t, [ratio(each) for each in counts], average)


@span_statistic(
    "span_f1",
    symbol="F₁",
    title="Span F1",
    references=("hripcsak2005",),
    use="Spans in long texts, most of which nobody marks: the limit of kappa as unmarked text "
    "grows.",
    undefined=NOTHING,
    order=50,
)
def span_f1(
    t: DocumentSums,
    *,
    match: Match = "exact",
    labelled: bool = True,
    average: str = "mean",
) -> Terms:
    r"""Share of the spans of two raters that are matched with one of the other.

    F₁ = 2 TP/(n_a + n_b)

    TP is the largest number of pairs of spans, one of each rater and each in one pair at most, that
    match: equal, overlapping, or with an intersection of at least this share of the union, and
    with the same label unless ``labelled`` is false. It does not matter which rater is the
    reference.

    Notes
    -----
    .. math:: F_1 = \frac{2\,TP}{n_a + n_b}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 0, 4, "x"), ("d1", "A", 9, 12, "y"), ("d1", "B", 0, 4, "x"),
    ...         ("d1", "B", 8, 12, "y"), ("d2", "A", 5, 7, "x"), ("d2", "B", 5, 7, "x")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> exact, near = (accord.span_f1(spans, match=m) for m in ("exact", 0.5))
    >>> round(exact.value, 4), near.value, exact.n
    (0.6667, 1.0, 2)
    """
    return _of_spans(t, match, labelled, average, lambda n: (2 * n[:, 0], n[:, 1] + n[:, 2]))


@span_statistic(
    "span_precision",
    symbol="P",
    title="Span precision",
    references=("hripcsak2005",),
    use="How many of a rater's or a system's spans a reference has.",
    reference=True,
    undefined=NOTHING,
    order=60,
)
def span_precision(
    t: DocumentSums,
    *,
    match: Match = "exact",
    labelled: bool = True,
    average: str = "mean",
) -> Terms:
    r"""Share of the spans of a rater that are matched with one of the reference.

    P = TP/n_b

    Notes
    -----
    .. math:: P = \frac{TP}{n_b}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 0, 4, "x"), ("d1", "B", 0, 4, "x"), ("d1", "B", 8, 12, "y")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> accord.span_precision(spans, raters=("A", "B")).value
    0.5
    """
    return _of_spans(t, match, labelled, average, lambda n: (n[:, 0], n[:, 2]), directed=True)


@span_statistic(
    "span_recall",
    symbol="R",
    title="Span recall",
    references=("hripcsak2005",),
    use="How many spans of a reference a rater or a system finds.",
    reference=True,
    undefined=NOTHING,
    order=70,
)
def span_recall(
    t: DocumentSums,
    *,
    match: Match = "exact",
    labelled: bool = True,
    average: str = "mean",
) -> Terms:
    r"""Share of the spans of the reference that are matched with one of a rater.

    R = TP/n_a

    Notes
    -----
    .. math:: R = \frac{TP}{n_a}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 0, 4, "x"), ("d1", "B", 0, 4, "x"), ("d1", "B", 8, 12, "y")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> accord.span_recall(spans, raters=("A", "B")).value
    1.0
    """
    return _of_spans(t, match, labelled, average, lambda n: (n[:, 0], n[:, 1]), directed=True)


@span_statistic(
    "character_f1",
    symbol="F₁",
    title="Character F1",
    references=("hripcsak2005",),
    use="Long spans whose ends are not sharp, so that hardly any two are equal.",
    undefined=NOTHING,
    order=80,
)
def character_f1(t: DocumentSums, *, average: str = "mean") -> Terms:
    r"""Share of the labelled characters of two raters that both marked.

    F₁ = 2 n(A ∩ B)/(n(A) + n(B))

    A and B are the pairs of a label and a character, or token, of the two raters.

    Notes
    -----
    .. math:: F_1 = \frac{2\,|A \cap B|}{|A| + |B|}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 0, 4, "x"), ("d1", "B", 0, 3, "x"), ("d1", "B", 8, 11, "y")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> accord.character_f1(spans).value
    0.6
    """
    counts = [t.features.characters(g, h) for g, h in t.features.pairs]
    return _averaged(t, [(2 * n[:, 0], n[:, 1] + n[:, 2]) for n in counts], average)


MATCHED = ((span_f1, "F1"), (span_precision, "precision"), (span_recall, "recall"))

for place, (statistic, word) in enumerate(MATCHED):
    name = statistic.name
    measure_of_spans(name, f"span {word}", statistic, order=10 + place, parts=("summary",))
    measure_of_spans(
        f"{name}_overlap",
        f"span {word}, overlap",
        statistic,
        order=20 + place,
        options={"match": "overlap"},
    )
measure_of_spans("character_f1", "character F1", character_f1, order=30, parts=("summary",))
