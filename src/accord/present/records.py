"""Records that ``--json`` prints: a result, its source, and the sentences on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from accord.analysis.berry_mielke import GeneralizedAgreement
from accord.analysis.checks import Check
from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.interpretation import BenchmarkScale
from accord.analysis.lead import Lead
from accord.analysis.planning import StudyPlan
from accord.analysis.prompts import PromptComparison, PromptTable
from accord.analysis.studies import Study
from accord.analysis.sweeps import Sweep
from accord.analysis.tables import AgreementTable
from accord.analysis.views import Details, Diagnosis, ShownSections
from accord.base.serialise import Record, dump, load, written
from accord.base.wording import Doubt
from accord.data.scale import Label
from accord.errors import InputError
from accord.inference import Differ
from accord.inference.results import Agreement, Estimate
from accord.io.preview import Preview
from accord.version import __version__

__all__ = [
    "KINDS",
    "SUMMARIES",
    "Citation",
    "ComparisonReport",
    "EvaluationReport",
    "Leading",
    "OtherReading",
    "Report",
    "ReportedBand",
    "ReportedEstimate",
    "ReportedGroup",
    "Several",
    "Summary",
    "doubtful",
    "loaded",
    "several_summary",
    "summary_of",
]

SCHEMA = 1  # version of the JSON; incremented when an entry changes its meaning or is removed
INLINE = written(inline=True)


@dataclass(frozen=True, slots=True)
class Citation(Record):
    """A publication.

    Parameters
    ----------
    text
        The publication as it is cited.
    url
        Its address; empty if there is none.
    """

    text: str
    url: str


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
class Summary(Record):
    """What ``--json`` prints.

    Parameters
    ----------
    kind
        Kind of result.
    schema
        Version of the JSON.
    source
        Names of the files.
    doubts
        The warnings that the data may not have been read as intended.
    """

    kind: str
    schema: int = SCHEMA
    source: str | None = ""
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported(Summary):
    """Parts that reports have in common.

    Parameters
    ----------
    apa
        Sentences to paste into a paper.
    methods
        Methods, in words.
    references
        Publications of the methods that are used.
    reproduce
        The command line and the call in Python that reproduce the result.
    """

    apa: str
    methods: str
    references: tuple[Citation, ...]
    reproduce: Mapping[str, str]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonReport(Reported):
    """What ``accord compare`` prints; the entries of the first difference are repeated at the top.

    Parameters
    ----------
    headline
        The result in a sentence.
    sentences
        A sentence for each difference.
    """

    kind: Literal["comparison"] = "comparison"
    result: Comparison = field(metadata=INLINE)
    headline: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationReport(Reported):
    """What ``accord evaluate`` prints.

    Parameters
    ----------
    by_prompt
        The systems on each subgroup evaluated by itself, and means over these.
    """

    kind: Literal["evaluation"] = "evaluation"
    result: Verdict = field(metadata=INLINE)
    by_prompt: PromptTable | None = field(default=None, metadata=written(optional=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSummary(Summary):
    """What ``accord plan`` prints."""

    kind: Literal["plan"] = "plan"
    result: StudyPlan = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepSummary(Summary):
    """What ``accord sweep`` prints."""

    kind: Literal["sweep"] = "sweep"
    result: Sweep = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class StudySummary(Summary):
    """What ``accord study`` prints."""

    kind: Literal["study"] = "study"
    result: Study = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralizedSummary(Summary):
    """What ``accord agree`` prints."""

    kind: Literal["generalized"] = "generalized"
    result: GeneralizedAgreement = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferSummary(Summary):
    """What ``accord differ`` prints."""

    kind: Literal["differ"] = "differ"
    result: Differ = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary(Summary):
    """The table of several variables as a notebook shows it, without the report on each."""

    kind: Literal["table"] = "table"
    result: AgreementTable = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSummary(Summary):
    """What ``accord evaluate`` prints of several variables."""

    kind: Literal["prompts"] = "prompts"
    result: PromptTable = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptComparisonSummary(Summary):
    """What ``accord compare`` prints with ``--gold`` and ``--by``, or of several variables."""

    kind: Literal["prompt_comparison"] = "prompt_comparison"
    result: PromptComparison = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSummary(Summary):
    """What ``accord check`` prints."""

    kind: Literal["check"] = "check"
    result: Check = field(metadata=INLINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewSummary(Summary):
    """What ``accord preview`` prints."""

    kind: Literal["preview"] = "preview"
    result: Preview = field(metadata=INLINE)


KINDS: Mapping[str, type[Summary]] = {
    "report": Report,
    "comparison": ComparisonReport,
    "evaluation": EvaluationReport,
    "plan": PlanSummary,
    "sweep": SweepSummary,
    "study": StudySummary,
    "generalized": GeneralizedSummary,
    "differ": DifferSummary,
    "preview": PreviewSummary,
    "table": TableSummary,
    "check": CheckSummary,
    "prompts": PromptSummary,
    "prompt_comparison": PromptComparisonSummary,
}
SUMMARIES: Mapping[type, Callable[..., Summary]] = {  # of results that are reported as they are
    StudyPlan: PlanSummary,
    Sweep: SweepSummary,
    Study: StudySummary,
    GeneralizedAgreement: GeneralizedSummary,
    Differ: DifferSummary,
    Preview: PreviewSummary,
    AgreementTable: TableSummary,
    Check: CheckSummary,
    PromptTable: PromptSummary,
    PromptComparison: PromptComparisonSummary,
}


def summary_of(result: Any, source: str = "") -> dict[str, Any]:
    """Return what ``--json`` prints of a result that is reported as it is."""
    doubts = doubtful(getattr(result, "warnings", ()))
    return dump(SUMMARIES[type(result)](source=source, result=result, doubts=doubts))


def doubtful(warnings: Iterable[str]) -> tuple[str, ...]:
    """Return the warnings that the data may not have been read as intended."""
    return tuple(str(text) for text in warnings if isinstance(text, Doubt))


def several_summary(
    table: AgreementTable, questions: Sequence[Mapping[str, Any]], source: str
) -> dict[str, Any]:
    """Return what ``--json`` prints of several questions, from their table and each report."""
    empty = dump(Several(source=source, table=table, questions=()))
    return {**empty, "questions": list(questions)}


def loaded(plain: Mapping[str, Any]) -> Summary | Several:
    """Return the record that was printed with ``--json``, which contains the result.

    Parameters
    ----------
    plain
        The JSON document.

    Returns
    -------
    Summary or Several
        The result is its attribute ``result``.
    """
    if "questions" in plain and "kind" not in plain:
        return load(Several, plain)
    kind = KINDS.get(str(plain.get("kind")))
    if kind is None:
        raise InputError(
            f"this JSON is not a result of accord: its kind is not one of {', '.join(KINDS)}.",
            column="kind",
        )
    return load(kind, plain)
