"""Krippendorff's family of alphas for units in a continuum (2016)."""

from __future__ import annotations

import numpy as np

from accord.errors import OptionError
from accord.statistics.calculus import Quantity
from accord.statistics.documents.features import DocumentSums, Units
from accord.statistics.registry import Terms
from accord.statistics.spans.registry import span_statistic

__all__ = [
    "cu_alpha",
    "ku_alpha",
    "unit_coverage",
    "unitizing_alpha",
    "unitizing_binary_alpha",
]

ROUNDING = 1e-12  # smallest share of expected disagreement at which a coefficient is defined


class _Coincidences:
    """Observed and expected lengths on which pairs of raters agree, of all labels and gaps."""

    def __init__(self, t: DocumentSums, units: Units) -> None:
        self.margins = [t.total(column) for column in units.margins.T]
        self.diagonal = [t.total(column) for column in units.diagonal.T]
        self.squares = [t.total(column) for column in units.squares.T]
        self.length = _sum(t, self.margins)
        self.observed = _sum(t, self.diagonal)
        self.room = self.length - _sum(t, self.squares) / self.length

    def expected(self, label: int) -> Quantity:
        """Return the expected length on which pairs agree on a label."""
        margin = self.margins[label]
        return (margin * margin - self.squares[label]) / self.room

    def expected_margin(self, label: int) -> Quantity:
        """Return the expected length of a label that is paired with any."""
        return (self.margins[label] * self.length - self.squares[label]) / self.room


def _sum(t: DocumentSums, parts: list[Quantity]) -> Quantity:
    return Quantity.total(parts) if parts else t.total(np.zeros(t.features.size))


def _terms(observed: Quantity, expected: Quantity, whole: Quantity, margin: Quantity) -> Terms:
    """Return 1 - (whole - observed)/(margin - expected), from lengths of agreement."""
    disagreement, chance = whole - observed, margin - expected
    defined = chance.value > ROUNDING * np.abs(margin.value)
    value = (1 - disagreement / chance).where(defined)
    return Terms(value, observed / whole, expected / margin)


@span_statistic(
    "unitizing_alpha",
    symbol="uα",
    title="Unitizing alpha",
    references=("krippendorff2016",),
    use="Raters both find the units in a text and label them, and what they leave unmarked counts "
    "as well.",
    corrected=True,
    floor=-np.inf,
    undefined="the expected disagreement is 0",
    order=10,
)
def unitizing_alpha(t: DocumentSums) -> Terms:
    r"""One minus the ratio of observed to expected disagreement on units, labels and gaps.

    uα = 1 - (ℓ - Σ_c ℓ_cc)/(ℓ - Σ_c ε_cc),  ε_cc = ℓ (ℓ_c² - Q_c)/(ℓ² - Σ_k Q_k)

    ℓ_cc is the length on which pairs of raters agree on the label c, or on a gap; ℓ_c is the length
    of c in all units, and ℓ that of the texts times the raters. Q_c is the sum of the squared
    lengths of the units of c, and for gaps that of their lengths: a unit is not paired with itself.
    Documents are laid end to end.

    Notes
    -----
    .. math::

        {}_u\alpha = 1 - \frac{\ell - \sum_c \ell_{cc}}{\ell - \sum_c \varepsilon_{cc}}, \qquad
        \varepsilon_{cc} = \ell \frac{\ell_c^2 - Q_c}{\ell^2 - \sum_k Q_k}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 3, 14, "k"), ("d1", "A", 22, 52, "k"), ("d1", "B", 3, 9, "k"),
    ...         ("d1", "B", 22, 52, "k"), ("d1", "C", 22, 45, "k")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> round(accord.unitizing_alpha(spans, lengths={"d1": 55}).value, 4)
    0.5859
    """
    c = _Coincidences(t, t.features.units)
    expected = _sum(t, [c.expected(label) for label in range(len(c.margins))])
    return _terms(c.observed, expected, c.length, c.length)


@span_statistic(
    "unitizing_binary_alpha",
    symbol="|uα",
    title="Unitizing alpha, units against gaps",
    references=("krippendorff2016",),
    use="Only whether a stretch of text is marked is of interest, not its label.",
    corrected=True,
    floor=-np.inf,
    undefined="the expected disagreement is 0",
    order=20,
)
def unitizing_binary_alpha(t: DocumentSums) -> Terms:
    r"""Agreement beyond chance on what is marked, whatever its label.

    binary uα = 1 - (ℓ_φ - ℓ_φφ)/(ε_φ - ε_φφ)

    φ stands for the gaps: ℓ_φ is their length, ℓ_φφ the length on which pairs of raters both have a
    gap, and ε are the expected lengths.

    Notes
    -----
    .. math::

        {}_{|u}\alpha = 1 - \frac{\ell_\varphi - \ell_{\varphi\varphi}}
        {\varepsilon_\varphi - \varepsilon_{\varphi\varphi}}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 3, 14, "x"), ("d1", "B", 3, 9, "y"), ("d1", "B", 20, 25, "x")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> round(accord.unitizing_binary_alpha(spans, lengths=40).value, 4)
    0.3966
    """
    c = _Coincidences(t, t.features.units)
    gap = len(c.margins) - 1
    return _terms(c.diagonal[gap], c.expected(gap), c.margins[gap], c.expected_margin(gap))


@span_statistic(
    "cu_alpha",
    symbol="cuα",
    title="Alpha of the labels of units",
    references=("krippendorff2016",),
    use="Whether raters label alike what they both mark, apart from where units begin and end.",
    corrected=True,
    floor=-np.inf,
    undefined="no two units overlap, or all that do have one label",
    order=30,
)
def cu_alpha(t: DocumentSums) -> Terms:
    r"""Agreement beyond chance on the labels of the stretches that raters both mark.

    cuα = 1 - (ℓ - Σ_c ℓ_cc)/(ℓ - Σ_c ε_cc),  ε_cc = (ℓ_c² - Q_c)/(ℓ - Σ_k Q_k/ℓ)

    All lengths are of intersections of units of two raters. Q_c is the sum over units of c, and
    over the other raters, of the squared length that the units of the other rater cover.

    Notes
    -----
    .. math::

        {}_{cu}\alpha = 1 - \frac{\ell - \sum_c \ell_{cc}}{\ell - \sum_c \varepsilon_{cc}}, \qquad
        \varepsilon_{cc} = \frac{\ell_c^2 - Q_c}{\ell - \sum_k Q_k / \ell}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 3, 14, "x"), ("d1", "A", 20, 30, "y"), ("d1", "A", 40, 50, "y"),
    ...         ("d1", "B", 3, 9, "x"), ("d1", "B", 21, 30, "y"), ("d1", "B", 40, 48, "x")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> round(accord.cu_alpha(spans).value, 4)
    0.4134
    """
    c = _Coincidences(t, t.features.common_units)
    expected = _sum(t, [c.expected(label) for label in range(len(c.margins))])
    return _terms(c.observed, expected, c.length, c.length)


@span_statistic(
    "ku_alpha",
    symbol="(k)uα",
    title="Alpha of one label of units",
    references=("krippendorff2016",),
    use="How reliable one label is among stretches that raters both mark.",
    corrected=True,
    floor=-np.inf,
    undefined="no unit with this label overlaps one of another rater, or all units have it",
    one_label=True,
    order=40,
)
def ku_alpha(t: DocumentSums, *, category: str = "") -> Terms:
    r"""Agreement beyond chance on one label, among the stretches that raters both mark.

    (k)uα = 1 - (ε_k/ℓ_k) (ℓ_k - ℓ_kk)/(ε_k - ε_kk)

    The lengths are those of cuα; ε_k is the expected length of k that is paired with any label.

    Notes
    -----
    .. math::

        {}_{(k)u}\alpha = 1 - \frac{\varepsilon_k}{\ell_k}
        \frac{\ell_k - \ell_{kk}}{\varepsilon_k - \varepsilon_{kk}}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 3, 14, "x"), ("d1", "A", 20, 30, "y"), ("d1", "A", 40, 50, "y"),
    ...         ("d1", "B", 3, 9, "x"), ("d1", "B", 21, 30, "y"), ("d1", "B", 40, 48, "x")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> round(accord.ku_alpha(spans, category="x").value, 4)
    0.3969
    """
    label = _index_of(t, category)
    c = _Coincidences(t, t.features.common_units)
    margin, expected = c.margins[label], c.expected_margin(label)
    chance = expected - c.expected(label)
    ratio = (expected / margin) * ((margin - c.diagonal[label]) / chance)
    value = (1 - ratio).where(chance.value > ROUNDING * np.abs(expected.value))
    return Terms(value, c.diagonal[label] / margin, c.expected(label) / expected)


@span_statistic(
    "unit_coverage",
    symbol="C",
    title="Coverage of units",
    references=("krippendorff2016",),
    use="Beside the alphas of labels, which say nothing on what only one rater marks.",
    undefined="no rater marked anything with this label",
    order=45,
)
def unit_coverage(t: DocumentSums, *, category: str = "") -> Terms:
    r"""Share of the text on which pairs of raters both have units.

    C = Σ_c ℓ_c/ℓ,  for one label C_k = ℓ_k/L_k

    ℓ_c is the length of the label c in intersections of units of two raters, ℓ the length of the
    texts times the raters, and L_k the length of the label in all units.

    Notes
    -----
    .. math:: C = \frac{1}{\ell} \sum_c \ell_c, \qquad C_k = \frac{\ell_k}{L_k}

    Examples
    --------
    >>> import accord
    >>> rows = [("d1", "A", 3, 14, "x"), ("d1", "B", 3, 9, "y"), ("d1", "B", 20, 25, "x")]
    >>> names = ("document", "rater", "start", "end", "label")
    >>> spans = [dict(zip(names, row)) for row in rows]
    >>> accord.unit_coverage(spans, lengths=40).value
    0.15
    """
    units, common = t.features.units, t.features.common_units
    if not category:
        return Terms(t.total(common.margins.sum(axis=1)) / t.total(units.margins.sum(axis=1)))
    label = _index_of(t, category)
    return Terms(t.total(common.margins[:, label]) / t.total(units.margins[:, label]))


def _index_of(t: DocumentSums, category: str) -> int:
    """Return the index of a label."""
    labels = t.features.spans.labels
    if category not in labels:
        raise OptionError(
            f"there is no label {category!r}; the labels are {', '.join(labels)}.",
            option="category",
            value=category,
        )
    return labels.index(category)
