"""Record of ``accord report``: agreement in one set of ratings, or in the answers to questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from accord.analysis.interpretation import BenchmarkScale
from accord.analysis.lead import Lead
from accord.analysis.tables import AgreementTable
from accord.analysis.views import Details, Diagnosis, ShownSections
from accord.base.serialise import Record, dump, written
from accord.data.scale import Label
from accord.inference.results import Agreement, Estimate
from accord.present.records.common import INLINE, SCHEMA, Reported
from accord.version import __version__

__all__ = [
    "Leading",
    "OtherReading",
    "Report",
    "ReportedBand",
    "ReportedEstimate",
    "ReportedGroup",
    "Several",
    "several_summary",
]


@dataclass(frozen=True, slots=True)
class ReportedBand(Record):
    """The band of an estimate on a benchmark scale.

    Parameters
    ----------
    scale
        Name of the scale.
    band
        Band of the point estimate.
    secured
        Best band reached with 95 % probability.
    probabilities
        Probability of each band or a better one, best band first.
    """

    scale: str
    band: str
    secured: str
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReportedEstimate(Record):
    """An estimate in a report.

    Parameters
    ----------
    estimate
        The estimate.
    shown
        Whether the report shows it; false where it equals another coefficient on these data or does
        not suit them.
    benchmark
        Its band on the benchmark scale.
    """

    estimate: Estimate = field(metadata=INLINE)
    shown: bool
    benchmark: ReportedBand | None


@dataclass(frozen=True, slots=True)
class ReportedGroup(Record):
    """A subgroup in a report.

    Parameters
    ----------
    result
        Estimates of the subgroup.
    coefficients
        The estimates with their bands.
    """

    result: Agreement = field(metadata=INLINE)
    coefficients: tuple[ReportedEstimate, ...]


@dataclass(frozen=True, slots=True)
class OtherReading(Record):
    """The second analysis of ratings that may be ordered: exact or weighted agreement.

    Parameters
    ----------
    level
        Level of measurement of this analysis.
    coefficients
        Estimates of all subjects.
    groups
        Estimates of the subgroups.
    """

    level: str
    coefficients: tuple[ReportedEstimate, ...]
    groups: Mapping[Label, tuple[ReportedEstimate, ...]] = field(
        metadata=written(table="groups", index="group", key="coefficients")
    )


@dataclass(frozen=True, slots=True)
class Leading(Record):
    """What a report shows first.

    Parameters
    ----------
    agreement
        Exact agreement, weighted agreement, or agreement on measured values.
    part
        Where the estimates are that are shown first.
    follows
        Whether the other estimates follow.
    coefficient
        Name of the coefficient in the headline.
    """

    agreement: Lead
    part: Literal["coefficients", "beside"]
    follows: bool
    coefficient: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Reported):
    """What ``accord report`` prints.

    Parameters
    ----------
    question
        The question that the ratings answer, where a file has several.
    coefficients
        The estimates with their bands.
    groups
        The same for each subgroup.
    beside
        The second analysis of ratings that may be ordered: weighted agreement where
        ``coefficients`` are exact, exact agreement where they are weighted.
    lead
        What the report shows first.
    headline
        The result in a few sentences.
    equalities
        Coefficients that are equal on these data, in words.
    scale
        The benchmark scale.
    diagnosis
        Prevalence and bias; null for measured values.
    details
        Views of the ratings.
    shown
        Further sections that are shown without details, too.
    """

    kind: Literal["report"] = "report"
    question: str | None = field(default=None, metadata=written(optional=True))
    result: Agreement = field(metadata=INLINE)
    coefficients: tuple[ReportedEstimate, ...]
    groups: Mapping[Label, ReportedGroup] = field(
        default_factory=dict,
        metadata=written(
            table="groups", index="group", optional=True, without=("accord", "groups")
        ),
    )
    beside: OtherReading | None
    lead: Leading
    warnings: tuple[str, ...]
    headline: str
    equalities: tuple[str, ...]
    scale: BenchmarkScale
    diagnosis: Diagnosis | None
    details: Details | None = field(default=None, metadata=written(optional=True))
    shown: ShownSections = field(default_factory=ShownSections, metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Record):
    """What ``accord report`` prints of several questions.

    Parameters
    ----------
    schema
        Version of the JSON.
    version
        Version of accord.
    source
        Names of the files.
    table
        A row for each question.
    questions
        A report on each question.
    """

    schema: int = SCHEMA
    version: str = field(default=__version__, metadata=written(key="accord"))
    source: str
    table: AgreementTable
    questions: tuple[Report, ...]


def several_summary(
    table: AgreementTable, questions: Sequence[Mapping[str, Any]], source: str
) -> dict[str, Any]:
    """Return what ``--json`` prints of several questions, from their table and each report."""
    empty = dump(Several(source=source, table=table, questions=()))
    return {**empty, "questions": list(questions)}
