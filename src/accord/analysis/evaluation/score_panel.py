"""Truth and scores of one table, which measures compare."""

from __future__ import annotations

from dataclasses import dataclass, field

from accord.analysis.evaluation.family import CoefficientQuantity, Family
from accord.data.panel import Panel
from accord.data.scale import FloatArray
from accord.statistics import Statistic
from accord.statistics.score_sums import ScoreSums
from accord.statistics.weights import Scheme, scheme_named

__all__ = ["ScorePanel"]


@dataclass(frozen=True, slots=True, eq=False)
class ScorePanel:
    """Truth and scores of the records of a table: sums of the numbers, and a panel of the marks.

    Metrics of scores need no categories and use the sums. Coefficients are computed on the marks,
    as on any other panel.

    Parameters
    ----------
    sums
        Truth and score of every record; zeros where they are words.
    marks
        Panel of truth and score, in this order, on the scale of marks, which has all records of
        the table; None where there are no marks.
    numeric
        Whether truth and scores are numbers.
    """

    sums: ScoreSums
    marks: Panel | None = None
    numeric: bool = True
    _families: dict[str, Family] = field(default_factory=dict)

    @property
    def m(self) -> FloatArray:
        """(P,) subjects of each record that have both a truth and a score."""
        return self.sums.subjects

    @property
    def n(self) -> float:
        """Number of subjects with both."""
        return float(self.sums.n.value[0])

    def coefficient(
        self, statistic: Statistic, weights: Scheme | str = "identity"
    ) -> CoefficientQuantity:
        """Return the agreement of the marks by a coefficient of the registry."""
        assert self.marks is not None
        scheme = scheme_named(weights)
        family = self._families.setdefault(scheme.name, Family(self.marks, scheme))
        return family.quantity(statistic)
