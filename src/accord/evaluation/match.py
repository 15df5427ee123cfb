"""A truth and what is judged by it: two columns of scores of the same subjects."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from accord.coefficients import Evaluation, find
from accord.coefficients.calculus import Quantity, Slope
from accord.evaluation.dominance import concordance
from accord.evaluation.family import Family
from accord.inference.analytic import DUST
from accord.marks import Grid
from accord.pairing import Panel, panel_of
from accord.patterns import Patterns
from accord.scale import FloatArray, IntArray
from accord.weights import Scheme, scheme_named

__all__ = ["Agreed", "Match"]


class Agreed(Quantity):
    """A coefficient of the registry on a panel of truth and judged, which may be drawn again."""

    __slots__ = ("evaluation", "family")

    def __init__(self, evaluation: Evaluation, family: Family, slope: Slope) -> None:
        super().__init__(np.array([evaluation.value]), slope)
        self.evaluation = evaluation
        self.family = family


class Match:
    """Truth ``x`` and score ``y`` of every pattern of a table, NaN where there is none.

    Sums over subjects are `Quantity`s, so that every metric made of them knows its slope in each
    pattern, and with it its standard error and its covariance with any other.

    Parameters
    ----------
    marks
        Table of the same patterns whose first two raters are truth and judged on the scale of
        marks; None where there are no marks.
    x, y
        (P,) scores as they are; None for words.
    multiplicity
        (P,) subjects of each pattern.
    humans
        (P, h) what each person gave, where the truth comes from several.
    left_out
        (U, P) subjects of each pattern without each unit in turn, for the jackknife. Sums and what
        is made of them are then U + 1 numbers, the first of which is that of the data.
    """

    def __init__(
        self,
        marks: Patterns | None,
        x: FloatArray | None,
        y: FloatArray | None,
        multiplicity: FloatArray,
        grid: Grid | None,
        humans: FloatArray | None = None,
        left_out: FloatArray | None = None,
    ) -> None:
        self.marks = marks
        self.grid = grid
        self.humans = humans
        self.multiplicity = multiplicity.astype(np.float64)
        if x is None or y is None:
            assert marks is not None
            assert marks.codes is not None
            self.both = (marks.codes >= 0).all(axis=1)
            self.numeric = False
            x = y = np.zeros(len(multiplicity))
        else:
            self.both = ~(np.isnan(x) | np.isnan(y))
            self.numeric = True
        self.x = np.where(self.both, x, 0.0)
        self.y = np.where(self.both, y, 0.0)
        self.m = self.multiplicity * self.both
        self._left_out = np.zeros((0, self.m.size)) if left_out is None else left_out
        self._families: dict[str, Family] = {}

    # --- sums over subjects ---

    def total(self, values: FloatArray) -> Quantity:
        """Σ m f over the subjects that have both scores."""
        kept = np.where(self.both, values, 0.0)
        return Quantity(np.append(self.m @ kept, self._left_out @ kept), lambda: kept)

    def total_of_each(self, kind: IntArray, values: FloatArray | float = 1.0) -> FloatArray:
        """(U + 1, K) Σ m f over the subjects of each kind."""
        return np.stack([np.bincount(kind, weights=row) for row in self.weightings * values])

    @property
    def weightings(self) -> FloatArray:
        """(U + 1, P) weight of each pattern in the data, and without each unit."""
        return np.vstack([self.m, self._left_out * self.both])

    @cached_property
    def n(self) -> Quantity:
        """Number of subjects with both scores."""
        return self.total(np.ones(self.m.size))

    def mean(self, values: FloatArray) -> Quantity:
        """Mean over the subjects with both scores."""
        return self.total(values) / self.n

    @cached_property
    def mean_x(self) -> Quantity:
        """Mean truth."""
        return self.mean(self.x)

    @cached_property
    def mean_y(self) -> Quantity:
        """Mean score."""
        return self.mean(self.y)

    def _centred(self, values: FloatArray, mean: Quantity) -> FloatArray:
        """Values less their mean."""
        if self.both.any() and np.ptp(values[self.both]) == 0:
            return np.zeros_like(values)  # and not what rounding leaves
        return np.asarray(values - mean.value[0])

    def _moment(self, a: FloatArray, b: FloatArray) -> Quantity:
        """Mean product of deviations from the mean; what is only rounding is 0."""
        product, shift_a, shift_b = self.mean(a * b), self.mean(a), self.mean(b)
        moment = product - shift_a * shift_b
        dust = np.abs(moment.value) <= DUST * np.abs(product.value)
        return Quantity(np.where(dust, 0.0, moment.value), lambda: moment.slope)

    @cached_property
    def var_x(self) -> Quantity:
        """Variance of the truth, over n."""
        x = self._centred(self.x, self.mean_x)
        return self._moment(x, x)

    @cached_property
    def var_y(self) -> Quantity:
        """Variance of the scores, over n."""
        y = self._centred(self.y, self.mean_y)
        return self._moment(y, y)

    @cached_property
    def cov(self) -> Quantity:
        """Covariance, over n."""
        return self._moment(self._centred(self.x, self.mean_x), self._centred(self.y, self.mean_y))

    @property
    def unbiased(self) -> Quantity:
        """Factor n/(n-1) that makes a variance unbiased."""
        return self.n / (self.n - 1.0)

    @property
    def difference(self) -> FloatArray:
        """(P,) score less truth."""
        return self.y - self.x

    # --- marks ---

    @cached_property
    def codes(self) -> tuple[IntArray, IntArray]:
        """(P,) marks of truth and judged, as places on the grid."""
        assert self.marks is not None
        assert self.marks.codes is not None
        return self.marks.codes[:, 0], self.marks.codes[:, 1]

    @cached_property
    def ranks(self) -> tuple[IntArray, IntArray]:
        """(P,) ranks of truth and score among the subjects with both, from 0 without gaps."""
        found = []
        for values in (self.x, self.y):
            ranks = np.zeros(values.size, dtype=np.int64)
            ranks[self.both] = np.unique(values[self.both], return_inverse=True)[1]
            found.append(ranks)
        return found[0], found[1]

    @cached_property
    def concordant(self) -> FloatArray:
        """(P,) subjects in the same order as each, less those in opposite order."""
        (x, y), kept = self.ranks, self.both
        each = np.zeros(self.m.size)
        each[kept] = concordance(x[kept], y[kept], self.m[kept])
        return each

    @cached_property
    def _panel(self) -> Panel:
        assert self.marks is not None
        return panel_of(self.marks, self.marks.raters[:2])

    def coefficient(self, name: str, weights: Scheme | str = "identity") -> Quantity:
        """Agreement of the marks by a coefficient of the registry."""
        panel, scheme = self._panel, scheme_named(weights)
        family = self._families.setdefault(scheme.name, Family(panel, scheme))
        done = family.member(find(name))
        return Agreed(done, family, lambda: panel.spread(done.influence) / self.marks_n)

    @cached_property
    def marks_n(self) -> float:
        """Number of subjects in the whole table."""
        return float(self.multiplicity.sum())
