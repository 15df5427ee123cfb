"""Truth and scores of one table, which measures compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from accord.analysis.evaluation.family import CoefficientQuantity, Family
from accord.data.documents import document_panel
from accord.data.panel import Panel
from accord.data.scale import FloatArray
from accord.data.spans import Spans
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
    without_lengths
        Reason why marks of characters cannot be counted; None if they can.
    """

    sums: ScoreSums
    marks: Panel | None = None
    numeric: bool = True
    without_lengths: str | None = None
    _families: dict[tuple[str, bool], Family] = field(default_factory=dict)

    @property
    def m(self) -> FloatArray:
        """(P,) subjects of each record that have both a truth and a score."""
        return self.sums.subjects

    @property
    def n(self) -> float:
        """Number of subjects with both."""
        return float(self.sums.n.value[0])

    @property
    def spans(self) -> Spans | None:
        """Spans of the truth and the score; None if one of them is no rater's."""
        return None if self.marks is None else self.marks.patterns.spans

    def with_spans(self, spans: Spans) -> ScorePanel:
        """Return the panel with other spans in the same documents."""
        assert self.marks is not None
        patterns = replace(self.marks.patterns, spans=spans)
        return replace(self, marks=replace(self.marks, patterns=patterns), _families={})

    def units(self, statistic: Statistic) -> float:
        """Return the number of subjects with both: of documents, for statistics of spans."""
        if not statistic.spans or self.spans is None:
            return self.n
        return float(self.spans.annotated.all(axis=1).sum())

    def coefficient(
        self,
        statistic: Statistic,
        weights: Scheme | str = "identity",
        options: Mapping[str, Any] | None = None,
    ) -> CoefficientQuantity:
        """Return the agreement of the marks, or of spans, by a statistic of the registry."""
        assert self.marks is not None
        scheme = scheme_named(weights)
        key = scheme.name, statistic.spans
        if key not in self._families:
            panel = document_panel(self.marks) if statistic.spans else self.marks
            self._families[key] = Family(panel, scheme)
        return self._families[key].quantity(statistic, options or {})
