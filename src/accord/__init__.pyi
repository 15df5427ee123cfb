"""Types of the public functions; written by ``tools/stub.py``, not by hand."""

# fmt: off
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from typing import overload
import os

from accord.analysis.berry_mielke import GeneralizedAgreement as GeneralizedAgreement
from accord.analysis.checks.check import Check as Check
from accord.analysis.comparison.results import Comparison as Comparison
from accord.analysis.decisions import DecisionStudy as DecisionStudy
from accord.analysis.evaluation.results import Verdict as Verdict
from accord.analysis.generalizability import GStudy as GStudy
from accord.analysis.interpretation import Benchmark
from accord.analysis.interpretation import BenchmarkScale
from accord.analysis.planning.plan import StudyPlan as StudyPlan
from accord.analysis.prompts.results import PromptComparison as PromptComparison
from accord.analysis.prompts.results import PromptTable as PromptTable
from accord.analysis.report import AgreementReport as AgreementReport
from accord.analysis.studies.study import Study as Study
from accord.analysis.sweeps.sweep import Sweep as Sweep
from accord.analysis.tables.results import AgreementTable as AgreementTable
from accord.analysis.tables.variables import Codebook
from accord.analysis.views.accuracy_results import DiagnosticAccuracy
from accord.analysis.views.categories import CategoryAgreement
from accord.analysis.views.confusion import ConfusionMatrix
from accord.analysis.views.diagnosis import Diagnosis
from accord.analysis.views.distributions import Distributions
from accord.analysis.views.homogeneity import MarginalHomogeneity
from accord.analysis.views.labels import LabelsAgreement
from accord.analysis.views.left_out import RaterLeftOut
from accord.analysis.views.limit_results import LimitsOfAgreement
from accord.analysis.views.limits import TrueValue
from accord.analysis.views.missingness import Missingness
from accord.analysis.views.pairs import RaterMatrix
from accord.analysis.views.panel_limits import PanelLimits
from accord.analysis.views.prevalence import PrevalenceCurve
from accord.analysis.views.reliability import IntraclassCorrelations
from accord.analysis.views.replicate_results import ReplicateStudy
from accord.analysis.views.subjects import Disagreement
from accord.data.patterns import Patterns as Patterns
from accord.data.patterns import Role
from accord.errors import AccordError as AccordError
from accord.errors import DataWarning as DataWarning
from accord.inference.differ import Differ
from accord.inference.normal_limits import LimitMethod
from accord.inference.results import Agreement as Agreement
from accord.inference.results import Estimate as Estimate
from accord.inference.results import Interval as Interval
from accord.io.preview import Preview as Preview
from accord.options.comparison import ComparisonMethod
from accord.options.comparison import Reading
from accord.options.comparison import Unmatched
from accord.options.components import Estimator
from accord.options.decisions import DecisionKind
from accord.options.decisions import Facet
from accord.options.declaration import Progress
from accord.options.evaluation import EvaluationInterval
from accord.options.generalized import GeneralizedTest
from accord.options.inference import Alternative
from accord.options.inference import IntervalMethod
from accord.options.inference import StandardError
from accord.options.inference import TestMethod
from accord.options.planning import PlanInterval
from accord.options.reading import Column
from accord.options.reading import DecimalMark
from accord.options.reading import Duplicates
from accord.options.reading import EachFile
from accord.options.reading import Engine
from accord.options.reading import Layout
from accord.options.reading import Names
from accord.statistics.weights.schemes import WeightsLike

__all__ = [
    "AccordError", "Agreement", "AgreementReport", "AgreementTable", "Check", "Comparison",
    "DataWarning", "DecisionStudy", "Estimate", "GStudy", "GeneralizedAgreement", "Interval",
    "Patterns", "Preview", "PromptComparison", "PromptTable", "Study", "StudyPlan", "Sweep",
    "Verdict", "__version__", "agreement", "agreement_table", "aickin_alpha", "bangdiwala_b",
    "benchmark", "berry_mielke", "boundary_similarity", "brennan_prediger", "by_category",
    "by_label", "ccc", "character_f1", "check", "cohen_kappa", "compare", "compare_prompts",
    "confusion", "conger_kappa", "coverage_probability", "cu_alpha", "decision_study", "diagnose",
    "diagnostic_accuracy", "differ", "disagreements", "distributions", "evaluate",
    "evaluate_prompts", "fleiss_kappa", "g_study", "gwet_ac", "icc", "icc_1", "icc_1k", "icc_a1",
    "icc_ak", "icc_c1", "icc_ck", "kendall_w", "krippendorff_alpha", "ku_alpha", "leave_one_out",
    "light_kappa", "limits_of_agreement", "load", "marginal_homogeneity", "merge", "missingness",
    "pairwise", "panel_limits", "percent_agreement", "percent_agreement_pooled",
    "percent_agreement_ratings", "pk", "plan", "prevalence_curve", "preview", "replicates",
    "report", "scott_pi", "span_f1", "span_precision", "span_recall", "study", "sweep", "tdi",
    "unit_coverage", "unitizing_alpha", "unitizing_alpha_1995", "unitizing_binary_alpha",
    "window_diff", "within",
]

__version__: str

@overload
def agreement(
    data: Any, coefficients: str | Sequence[str] | None = None,
    weights: WeightsLike | None = None, *, options: Mapping[str, Any] | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Agreement:
    """Estimate the agreement of raters by several coefficients, with intervals and p-values."""
@overload
def agreement(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    coefficients: str | Sequence[str] | None = None, weights: WeightsLike | None = None,
    options: Mapping[str, Any] | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Agreement:
    """Estimate the agreement of raters by several coefficients, with intervals and p-values."""

def agreement_table(
    data: Any, coefficients: str | Sequence[str] | None = None,
    weights: WeightsLike | Mapping[str, WeightsLike] | None = None, *,
    levels: str | Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | Codebook | None = None,
    scale: str | BenchmarkScale | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> AgreementTable:
    """Estimate the agreement of raters in every variable of a study, a row for each."""

@overload
def aickin_alpha(
    data: Any, weights: WeightsLike | None = None, *, pseudo_count: float = 0.0,
    tolerance: float = 1e-13, se: StandardError = 'influence', ci: IntervalMethod | None = None,
    confidence: float = 0.95, seed: int | None = None, null: float = 0.0,
    alternative: Alternative = 'two-sided', p_method: TestMethod | None = None,
    replicates: int = 10000, population: float | None = None,
    rater_population: float | None = None, sample_raters: bool = False,
    progress: Progress | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Aickin's alpha."""
@overload
def aickin_alpha(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, pseudo_count: float = 0.0, tolerance: float = 1e-13,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Aickin's alpha."""

@overload
def bangdiwala_b(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Bangdiwala's B."""
@overload
def bangdiwala_b(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Bangdiwala's B."""

def benchmark(
    value: float | Estimate, se: float = ..., scale: str | BenchmarkScale = 'landis_koch', *,
    probability: float = 0.95,
) -> Benchmark | None:
    """Find the band of a benchmark scale that a value reaches with a given probability."""

@overload
def berry_mielke(
    data: Any, weights: WeightsLike | None = None, *, power: float = 1.0,
    scaling: str | Sequence[float] | None = None, p_method: GeneralizedTest | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    replicates: int | None = None, seed: int | None = None, null: float = 0.0,
    alternative: Alternative = 'two-sided', population: float | None = None,
    rater_population: float | None = None, sample_raters: bool = False,
    progress: Progress | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> GeneralizedAgreement:
    """Estimate Berry and Mielke's generalized measure of agreement, with its permutation test."""
@overload
def berry_mielke(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, power: float = 1.0,
    scaling: str | Sequence[float] | None = None, p_method: GeneralizedTest | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    replicates: int | None = None, seed: int | None = None, null: float = 0.0,
    alternative: Alternative = 'two-sided', population: float | None = None,
    rater_population: float | None = None, sample_raters: bool = False,
    progress: Progress | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> GeneralizedAgreement:
    """Estimate Berry and Mielke's generalized measure of agreement, with its permutation test."""

def boundary_similarity(
    spans: Any, *, label: str | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Boundary similarity."""

@overload
def brennan_prediger(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Brennan-Prediger."""
@overload
def brennan_prediger(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Brennan-Prediger."""

@overload
def by_category(
    data: Any, coefficient: str = 'fleiss_kappa', *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> tuple[CategoryAgreement, ...]:
    """Estimate specific agreement on each category, and a coefficient of it against the rest."""
@overload
def by_category(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    coefficient: str = 'fleiss_kappa', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> tuple[CategoryAgreement, ...]:
    """Estimate specific agreement on each category, and a coefficient of it against the rest."""

@overload
def by_label(
    data: Any, coefficient: str = 'krippendorff_alpha', *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> LabelsAgreement:
    """Estimate the agreement on each label of ratings that are sets of labels."""
@overload
def by_label(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    coefficient: str = 'krippendorff_alpha', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> LabelsAgreement:
    """Estimate the agreement on each label of ratings that are sets of labels."""

@overload
def ccc(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Concordance correlation."""
@overload
def ccc(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Concordance correlation."""

def character_f1(
    spans: Any, *, label: str | None = None, average: str = 'mean',
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Character F1."""

def check(
    data: Any, min: str | Mapping[str, Any] | None = None, min_lower: str | Mapping[str,
    Any] | None = None, *,
    no_worse_than: str | os.PathLike[str] | Agreement | AgreementTable | None = None,
    margin: float = 0.0, weights: WeightsLike | Mapping[str, WeightsLike] | None = None,
    levels: str | Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | Codebook | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Check:
    """Check whether coefficients reach thresholds, with unrounded numbers."""

@overload
def cohen_kappa(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Cohen's kappa."""
@overload
def cohen_kappa(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Cohen's kappa."""

def compare(
    *data: Any, coefficient: str | Sequence[str] | None = None,
    weights: WeightsLike | None = None, paired: bool = False, panels: Mapping[str,
    Sequence[str]] | None = None, gold: str | None = None,
    systems: str | Sequence[str] | None = None, labels: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None, method: ComparisonMethod | None = None,
    margin: float | None = None, confidence: float = 0.95, seed: int | None = None,
    replicates: int | None = None, reading: Reading = 'printed', unmatched: Unmatched = 'error',
    progress: Progress | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Comparison:
    """Compare the agreement of groups, panels, systems against a gold standard, or coefficients."""

def compare_prompts(
    data: Any, gold: str, *, systems: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None, weights: WeightsLike | None = None,
    options: Mapping[str, Any] | None = None, progress: Progress | None = None,
    method: ComparisonMethod | None = None, margin: float | None = None,
    confidence: float = 0.95, seed: int | None = None, replicates: int | None = None,
    reading: Reading = 'printed', unmatched: Unmatched = 'error', layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> PromptComparison:
    """Compare systems by their agreement with a gold standard, on each prompt and on average."""

@overload
def confusion(
    data: Any, a: str | None = None, b: str | None = None, *, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> ConfusionMatrix:
    """Count the pairs of categories that two raters gave to the same subject."""
@overload
def confusion(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any], a: str | None = None,
    b: str | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> ConfusionMatrix:
    """Count the pairs of categories that two raters gave to the same subject."""

@overload
def conger_kappa(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Conger's kappa."""
@overload
def conger_kappa(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Conger's kappa."""

@overload
def coverage_probability(
    data: Any, weights: WeightsLike | None = None, *, delta: float | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Coverage probability."""
@overload
def coverage_probability(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, delta: float | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Coverage probability."""

def cu_alpha(
    spans: Any, *, label: str | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Alpha of the labels of units."""

def decision_study(
    data: Any = None, *, components: Mapping[str, float] | None = None,
    occasion: str | None = None, reliability: float | None = None,
    decisions: DecisionKind = 'absolute', panels: int | Iterable[int] | None = None,
    occasions: int | Iterable[int] | None = None, fixed: Facet | None = None,
    confidence: float = 0.95, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> DecisionStudy:
    """Find how many raters, and occasions, the mean of the ratings needs to be reliable."""

@overload
def diagnose(
    data: Any, *, se: StandardError = 'influence', ci: IntervalMethod | None = None,
    confidence: float = 0.95, seed: int | None = None, null: float = 0.0,
    alternative: Alternative = 'two-sided', p_method: TestMethod | None = None,
    replicates: int = 10000, population: float | None = None,
    rater_population: float | None = None, sample_raters: bool = False,
    progress: Progress | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Diagnosis:
    """Estimate the prevalence and bias index, the maximum of kappa and PABAK."""
@overload
def diagnose(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Diagnosis:
    """Estimate the prevalence and bias index, the maximum of kappa and PABAK."""

def diagnostic_accuracy(
    data: Any, reference: str, tests: str | Sequence[str] | None = None, *,
    positive: Any = None, threshold: float | None = None, prevalence: float | None = None,
    confidence: float = 0.95, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> DiagnosticAccuracy:
    """Estimate the accuracy of raters or tests against a reference of two categories."""

def differ(
    r1: float, mu1: float, var1: float, skew1: float, r2: float, mu2: float, var2: float,
    skew2: float, *, reading: Reading = 'printed',
) -> Differ:
    """Test the difference of two of Berry and Mielke's measures, from two independent groups."""

@overload
def disagreements(
    data: Any, top: int = 20, weights: WeightsLike | None = None, *,
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> tuple[Disagreement, ...]:
    """Return the subjects with most disagreement, without those on which all raters agree."""
@overload
def disagreements(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any], top: int = 20,
    weights: WeightsLike | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> tuple[Disagreement, ...]:
    """Return the subjects with most disagreement, without those on which all raters agree."""

@overload
def distributions(
    data: Any, *, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Distributions:
    """Count how often each rater used each category, and how many ratings are missing."""
@overload
def distributions(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Distributions:
    """Count how often each rater used each category, and how many ratings are missing."""

def evaluate(
    data: Any, gold: str | Sequence[str] | None = None,
    systems: str | Sequence[str] | None = None, *, second: str | Sequence[str] | None = None,
    combine: str = 'mean', range: tuple[float, float] | str | None = None,
    headline: str | None = None, positive: Any | None = None, threshold: float | None = None,
    prevalence: float | None = None, runs: Mapping[str, Sequence[str]] | None = None,
    epsilon: float = 0.1, ci: EvaluationInterval | None = None, confidence: float = 0.95,
    seed: int | None = None, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Verdict:
    """Evaluate scoring systems, or judges, against people."""

def evaluate_prompts(
    data: Any, gold: str | Sequence[str] | None = None, *,
    systems: str | Sequence[str] | None = None, second: str | Sequence[str] = (),
    progress: Progress | None = None, combine: str = 'mean', range: tuple[float,
    float] | str | None = None, headline: str | None = None, positive: Any = None,
    threshold: float | None = None, prevalence: float | None = None, epsilon: float = 0.1,
    ci: EvaluationInterval | None = None, confidence: float = 0.95, seed: int | None = None,
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> PromptTable:
    """Evaluate systems against people on each prompt, with means over the prompts."""

@overload
def fleiss_kappa(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Fleiss' kappa."""
@overload
def fleiss_kappa(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Fleiss' kappa."""

def g_study(
    data: Any, *, occasion: str | None = None, confidence: float = 0.95,
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> GStudy:
    """Estimate the variance components of a generalizability study of one or two facets."""

@overload
def gwet_ac(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Gwet's AC."""
@overload
def gwet_ac(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Gwet's AC."""

@overload
def icc(
    data: Any, *, estimator: Estimator = 'moments', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> IntraclassCorrelations:
    """Estimate the intraclass correlations of all kinds, with the errors of measurement."""
@overload
def icc(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    estimator: Estimator = 'moments', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> IntraclassCorrelations:
    """Estimate the intraclass correlations of all kinds, with the errors of measurement."""

@overload
def icc_1(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(1), one-way."""
@overload
def icc_1(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(1), one-way."""

@overload
def icc_1k(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(k), one-way, of means."""
@overload
def icc_1k(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(k), one-way, of means."""

@overload
def icc_a1(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(A,1), absolute agreement."""
@overload
def icc_a1(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(A,1), absolute agreement."""

@overload
def icc_ak(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(A,k), absolute agreement of means."""
@overload
def icc_ak(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(A,k), absolute agreement of means."""

@overload
def icc_c1(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(C,1), consistency."""
@overload
def icc_c1(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(C,1), consistency."""

@overload
def icc_ck(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(C,k), consistency of means."""
@overload
def icc_ck(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate ICC(C,k), consistency of means."""

@overload
def kendall_w(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Kendall's W."""
@overload
def kendall_w(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Kendall's W."""

@overload
def krippendorff_alpha(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Krippendorff's alpha."""
@overload
def krippendorff_alpha(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Krippendorff's alpha."""

def ku_alpha(
    spans: Any, *, label: str | None = None, category: str = '',
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Alpha of one label of units."""

@overload
def leave_one_out(
    data: Any, coefficient: str = 'gwet_ac', weights: WeightsLike | None = None, *,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> tuple[RaterLeftOut, ...]:
    """Estimate a coefficient without each rater in turn."""
@overload
def leave_one_out(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    coefficient: str = 'gwet_ac', weights: WeightsLike | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> tuple[RaterLeftOut, ...]:
    """Estimate a coefficient without each rater in turn."""

@overload
def light_kappa(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Light's kappa."""
@overload
def light_kappa(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Light's kappa."""

@overload
def limits_of_agreement(
    data: Any, a: str | Sequence[str] | None = None, b: str | Sequence[str] | None = None, *,
    confidence: float = 0.95, interval: LimitMethod = 'exact',
    true_value: TrueValue = 'constant', layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> LimitsOfAgreement:
    """Estimate the limits of agreement of the numbers of two raters or methods."""
@overload
def limits_of_agreement(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    a: str | Sequence[str] | None = None, b: str | Sequence[str] | None = None,
    confidence: float = 0.95, interval: LimitMethod = 'exact',
    true_value: TrueValue = 'constant', layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> LimitsOfAgreement:
    """Estimate the limits of agreement of the numbers of two raters or methods."""

@overload
def load(
    source: Any, *, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Patterns:
    """Read ratings and compress them into a pattern table."""
@overload
def load(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    progress: Progress | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Patterns:
    """Read ratings and compress them into a pattern table."""

@overload
def marginal_homogeneity(
    data: Any, *, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> MarginalHomogeneity:
    """Test whether raters use the categories equally often."""
@overload
def marginal_homogeneity(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> MarginalHomogeneity:
    """Test whether raters use the categories equally often."""

def merge(
    *sources: Any, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Patterns:
    """Combine several sets of ratings of different subjects in one pattern table."""

@overload
def missingness(
    data: Any, *, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Missingness:
    """Count which raters rated which subjects."""
@overload
def missingness(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Missingness:
    """Count which raters rated which subjects."""

@overload
def pairwise(
    data: Any, coefficient: str = 'cohen_kappa', weights: WeightsLike | None = None, *,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> RaterMatrix:
    """Estimate a coefficient for every pair of raters."""
@overload
def pairwise(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    coefficient: str = 'cohen_kappa', weights: WeightsLike | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> RaterMatrix:
    """Estimate a coefficient for every pair of raters."""

@overload
def panel_limits(
    data: Any, *, confidence: float = 0.95, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> PanelLimits:
    """Estimate the limits of agreement of three or more raters with the mean of all."""
@overload
def panel_limits(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    confidence: float = 0.95, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> PanelLimits:
    """Estimate the limits of agreement of three or more raters with the mean of all."""

@overload
def percent_agreement(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Percent agreement."""
@overload
def percent_agreement(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Percent agreement."""

@overload
def percent_agreement_pooled(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Percent agreement, pooled over pairs."""
@overload
def percent_agreement_pooled(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Percent agreement, pooled over pairs."""

@overload
def percent_agreement_ratings(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Percent agreement, subjects weighted by ratings."""
@overload
def percent_agreement_ratings(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Percent agreement, subjects weighted by ratings."""

def pk(
    spans: Any, *, label: str | None = None, window: int | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Pk."""

def plan(
    value: float, coefficient: str = 'gwet_ac', weights: WeightsLike | None = None, *,
    width: float | None = None, lower: float | None = None, null: float | None = None,
    power: float | None = None, subjects: int | None = None,
    raters: int | Iterable[int] | None = None, categories: int | None = None,
    prevalence: float | Sequence[float] | None = None, missing: float = 0.0,
    errors: str = 'guess', cost_per_rating: float = 1.0, cost_per_subject: float = 0.0,
    alternative: Alternative = 'two-sided', confidence: float = 0.95,
    ci: PlanInterval = 'dirichlet', samples: int = 300, seed: int | None = None,
    curves: bool = False, progress: Progress | None = None,
) -> StudyPlan:
    """Find the numbers of subjects and raters that a study of agreement needs."""

@overload
def prevalence_curve(
    data: Any, weights: WeightsLike | None = None, *, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> PrevalenceCurve:
    """Compute coefficients as functions of the share of the most frequent category."""
@overload
def prevalence_curve(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> PrevalenceCurve:
    """Compute coefficients as functions of the share of the most frequent category."""

@overload
def preview(
    source: Any, *more: str | Path, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Preview:
    """Show how `load_variables` reads files, an array or a frame."""
@overload
def preview(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    layout: Layout | None = None, raters: Names | Mapping[str, Sequence[str | int]] = None,
    item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Preview:
    """Show how `load_variables` reads files, an array or a frame."""

def replicates(
    data: Any, *, readings: Mapping[str, Sequence[str]] | None = None, confidence: float = 0.95,
    estimator: Estimator = 'moments', layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> ReplicateStudy:
    """Estimate intra- and inter-rater reliability from repeated ratings by the same raters."""

@overload
def report(
    data: Any, coefficients: str | Sequence[str] | None = None,
    weights: WeightsLike | Mapping[str, WeightsLike] | None = None, *,
    headline: str | None = None, levels: str | Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | Codebook | None = None,
    scale: str | BenchmarkScale | None = None, details: bool = True, options: Mapping[str,
    Any] | None = None, estimator: Estimator = 'moments', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> AgreementReport:
    """Report on ratings: every coefficient that suits them, and views of raters and categories."""
@overload
def report(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    coefficients: str | Sequence[str] | None = None, weights: WeightsLike | Mapping[str,
    WeightsLike] | None = None, headline: str | None = None, levels: str | Mapping[str,
    str] | None = None, codebook: str | os.PathLike[str] | Codebook | None = None,
    scale: str | BenchmarkScale | None = None, details: bool = True, options: Mapping[str,
    Any] | None = None, estimator: Estimator = 'moments', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> AgreementReport:
    """Report on ratings: every coefficient that suits them, and views of raters and categories."""

@overload
def scott_pi(
    data: Any, weights: WeightsLike | None = None, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Scott's pi."""
@overload
def scott_pi(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Scott's pi."""

def span_f1(
    spans: Any, *, label: str | None = None, match: str | float = 'exact',
    labelled: bool = True, average: str = 'mean', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Span F1."""

def span_precision(
    spans: Any, *, label: str | None = None, match: str | float = 'exact',
    labelled: bool = True, average: str = 'mean', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Span precision."""

def span_recall(
    spans: Any, *, label: str | None = None, match: str | float = 'exact',
    labelled: bool = True, average: str = 'mean', se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Span recall."""

def study(
    name: str, data: Any = None, gold: str | None = None, system: str | None = None, *,
    seed: int = 1, range: tuple[float, float] | str | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Study:
    """Compute metrics as functions of one property of simulated scores or of given scores."""

def sweep(
    data: Any, gold: str | Sequence[str], runs: str | Sequence[str] | None = None, *,
    metric: str | None = None, parameters: Mapping[str, Mapping[str, Any]] | None = None,
    truth: str | os.PathLike[str] | None = None, second: str | Sequence[str] | None = None,
    range: tuple[float, float] | str | None = None, confidence: float = 0.95,
    seed: int | None = None, layout: Layout | None = None, raters: Names | Mapping[str,
    Sequence[str | int]] = None, item: Names | int = None, rater: Column = None,
    score: str | int | Sequence[str | int] | None = None, variables: Names = None,
    coders: int | None = None, include: Names = None, duplicates: Duplicates = 'error',
    categories: Names | Mapping[Any, float] = None, level: str | Sequence[str] | None = None,
    sets: str | bool | None = None, lengths: Mapping[str, float] | float | None = None,
    by: Names = None, cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Sweep:
    """Compare many runs of one system with a gold standard."""

@overload
def tdi(
    data: Any, weights: WeightsLike | None = None, *, share: float = 0.9,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Total deviation index."""
@overload
def tdi(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any],
    weights: WeightsLike | None = None, share: float = 0.9, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Total deviation index."""

def unit_coverage(
    spans: Any, *, label: str | None = None, category: str = '',
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Coverage of units."""

def unitizing_alpha(
    spans: Any, *, label: str | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Unitizing alpha."""

def unitizing_alpha_1995(
    spans: Any, *, label: str | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Unitizing alpha of 1995."""

def unitizing_binary_alpha(
    spans: Any, *, label: str | None = None, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate Unitizing alpha, units against gaps."""

def window_diff(
    spans: Any, *, label: str | None = None, window: int | None = None,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate WindowDiff."""

@overload
def within(
    data: Any, points: float = 1, *, se: StandardError = 'influence',
    ci: IntervalMethod | None = None, confidence: float = 0.95, seed: int | None = None,
    null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate the share of pairs of ratings that differ by at most a number of points."""
@overload
def within(
    first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any], points: float = 1,
    se: StandardError = 'influence', ci: IntervalMethod | None = None, confidence: float = 0.95,
    seed: int | None = None, null: float = 0.0, alternative: Alternative = 'two-sided',
    p_method: TestMethod | None = None, replicates: int = 10000,
    population: float | None = None, rater_population: float | None = None,
    sample_raters: bool = False, progress: Progress | None = None, layout: Layout | None = None,
    raters: Names | Mapping[str, Sequence[str | int]] = None, item: Names | int = None,
    rater: Column = None, score: str | int | Sequence[str | int] | None = None,
    variables: Names = None, coders: int | None = None, include: Names = None,
    duplicates: Duplicates = 'error', categories: Names | Mapping[Any, float] = None,
    level: str | Sequence[str] | None = None, sets: str | bool | None = None,
    lengths: Mapping[str, float] | float | None = None, by: Names = None,
    cluster: Column = None, count: Column = None, missing: Any = None,
    recode: str | Mapping[Any, Any] | None = None, where: str | None = None,
    transpose: bool = False, delimiter: str | None = None, header: bool | None = None,
    decimal: DecimalMark | None = None, encoding: str | None = None, reader: str | None = None,
    sheet: str | int | None = None, question: str | None = None, role: Role | None = None,
    each_file: EachFile | None = None, gold_file: str | None = None,
    engine: Engine | None = None, master: str | None = None,
) -> Estimate:
    """Estimate the share of pairs of ratings that differ by at most a number of points."""
