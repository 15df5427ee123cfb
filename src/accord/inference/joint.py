"""Statistics that are compared: their covariance, and standard errors of their differences.

`compare`, `evaluate` and `sweep` measure systems or panels on common subjects. Each is a term, a
quantity of the records of the table, so that a difference has a standard error by construction.
Coefficients of independent groups have tables of their own and no covariance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.analytic import (
    covariance,
    degrees_of_freedom,
    influence_matrix,
    square_root,
)
from accord.inference.quantities import influence_of
from accord.statistics import Evaluation
from accord.statistics.calculus import Quantity

__all__ = ["IndependentTerms", "JointTerms", "Term", "panel_quantity", "term_of_panel"]

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A quantity of the records of a table.

    Parameters
    ----------
    quantity
        Its value, with its slope by the weight of each record.
    used
        (P,) records that it uses.
    paired
        (P,) records that add a degree of freedom: those with two or more ratings.
    """

    quantity: Quantity
    used: Mask
    paired: Mask

    @property
    def value(self) -> float:
        """The value; NaN if undefined."""
        return float(self.quantity.value[0])


def panel_quantity(evaluation: Evaluation, panel: Panel) -> Quantity:
    """Return a coefficient of a panel as a quantity of the records of the whole table."""
    total = float(panel.table.n)
    return Quantity(
        np.array([evaluation.value]), lambda: panel.spread(evaluation.influence) / total
    )


def term_of_panel(evaluation: Evaluation, panel: Panel) -> Term:
    """Return a coefficient of a panel as a term.

    It uses the subjects that the panel rated or, if it needs pairs, those with two or more ratings.
    """
    ratings = np.append(panel.patterns.rating_counts, 0)[panel.index]
    paired = ratings >= 2
    used = paired if evaluation.coefficient.pairable_only else ratings >= 1
    return Term(panel_quantity(evaluation, panel), used, paired)


@dataclass(frozen=True, eq=False)
class JointTerms:
    """Terms of one table.

    Parameters
    ----------
    table
        The table of the records.
    terms
        Quantities of the records.
    """

    table: Patterns
    terms: Sequence[Term]

    @property
    def values(self) -> FloatArray:
        """(K,) value of each term; NaN if undefined."""
        return np.array([term.value for term in self.terms])

    @cached_property
    def covariance(self) -> FloatArray:
        """(K, K) covariance; NaN where a value is undefined."""
        n, units = float(self.table.n), [self.units(term.used) for term in self.terms]
        rows = [
            n * influence_of(term.quantity, used, self.table)
            for term, used in zip(self.terms, units, strict=True)
        ]
        return covariance(np.stack(rows), self.table, units)

    def units(self, records: Mask) -> float:
        """Return the number of subjects, or of clusters, of the chosen records."""
        if self.table.cluster is not None:
            return float(np.unique(self.table.cluster[records]).size)
        return float(self.table.multiplicity[records].sum())

    def standard_error(self, k: int) -> float:
        """Return the standard error of a term."""
        return square_root(float(self.covariance[k, k]))

    def difference(self, i: int, j: int, sign: float = 1.0) -> tuple[float, float]:
        """Return the standard error of term i less term j, and its degrees of freedom.

        The degrees of freedom are those of the term with fewer subjects. With a ``sign`` of -1 it
        is the standard error of the sum.
        """
        v = self.covariance
        df = min(self.units(self.terms[k].paired) for k in (i, j)) - 1
        return square_root(float(v[i, i] + v[j, j] - 2 * sign * v[i, j])), df


@dataclass(frozen=True, eq=False)
class IndependentTerms:
    """Coefficients of independent groups, each on a table of its own.

    Parameters
    ----------
    evaluations
        The coefficients.
    """

    evaluations: Sequence[Evaluation]

    @cached_property
    def covariance(self) -> FloatArray:
        """(K, K) covariance, which is 0 between groups; NaN where a value is undefined."""
        variances = [
            covariance(influence_matrix([e]), e.patterns, e.units)[0, 0] for e in self.evaluations
        ]
        return np.diag(variances)

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """Return the standard error of a difference and its degrees of freedom.

        The degrees of freedom are those of Welch and Satterthwaite.
        """
        variances = [float(self.covariance[k, k]) for k in (i, j)]
        dfs = [degrees_of_freedom(self.evaluations[k].patterns) for k in (i, j)]
        spread = sum(part**2 / df for part, df in zip(variances, dfs, strict=True))
        df = sum(variances) ** 2 / spread if spread > 0 else min(dfs)
        return square_root(sum(variances)), df
