"""`evaluate`: systems against people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord.analysis.evaluation.accuracy import system_accuracy
from accord.analysis.evaluation.annotator_test import annotator_test
from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.fairness import fairness
from accord.analysis.evaluation.interpretation import SKEWED, interpret
from accord.analysis.evaluation.judges import judge_rates, positive_code
from accord.analysis.evaluation.measuring import (
    Measurement,
    estimate_quantity,
    measure_panels,
    measure_systems,
)
from accord.analysis.evaluation.paired_tests import paired_tests
from accord.analysis.evaluation.per_score import margins, score_rows
from accord.analysis.evaluation.results import (
    EvaluationData,
    RankedSystem,
    SystemComparison,
    SystemScores,
    Verdict,
)
from accord.analysis.evaluation.runs import run_to_run
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.scores import Column, Scores, ends_of
from accord.analysis.evaluation.spss import associations
from accord.analysis.evaluation.system_contrasts import UNLIKE, compare_systems, contrasts, ranking
from accord.analysis.evaluation.system_results import Judge, SystemReport
from accord.analysis.evaluation.thresholds import degradation_flag, flag, has_thresholds
from accord.base.validation import SHARE, check_number
from accord.base.wording import count_text, percentage, split_names
from accord.data.scale import show_label
from accord.errors import OptionError
from accord.inference.quantities import se_method
from accord.options import InferenceOptions, Progress, ReadOptions, presets, with_options
from accord.options.evaluation import EvaluationInterval
from accord.statistics import MEASURES, find_measure

__all__ = ["evaluate"]

LEVEL = 0.05  # of significance, and of false discoveries
SHOWN_CATEGORIES = 100
MOST_SYSTEMS = 200  # 19,900 pairs of them, in every metric
FEW = 30  # subjects below which a note says that intervals are imprecise


@with_options(ReadOptions)
def evaluate(
    data: Any,
    gold: str | Sequence[str] | None = None,
    systems: str | Sequence[str] | None = None,
    *,
    second: str | Sequence[str] | None = None,
    combine: str = "mean",
    range: tuple[float, float] | str | None = None,  # noqa: A002 (the usual word)
    headline: str | None = None,
    positive: Any | None = None,
    threshold: float | None = None,
    prevalence: float | None = None,
    runs: Mapping[str, Sequence[str]] | None = None,
    epsilon: float = 0.1,
    ci: EvaluationInterval | None = None,
    confidence: float = 0.95,
    seed: int | None = None,
    progress: Progress | None = None,
    **loading: Any,
) -> Verdict:
    """Evaluate scoring systems, or judges, against people.

    Parameters
    ----------
    data
        Ratings, as `load` takes them; ``by`` names subgroups, ``cluster`` clusters.
    gold
        The gold standard: one person, or several whose scores are combined. If not given, it is
        taken from the roles in the file.
    systems
        Systems to evaluate. If not given: the columns named ``parameter=value`` if there are any,
        otherwise all raters except people. A rater named like the gold standard with another
        number or letter (``mark2`` beside ``mark``), or by the role of a person (``human2``), is a
        second person, used for human-human agreement only, with a note.
    second
        Further people, not part of the gold standard, for human-human agreement.
    combine
        How the scores of several people are combined: ``mean`` or ``mode``.
    range
        Lowest and highest mark; those in the data if not given.
    headline
        Metric that ranks the systems. If not given, AC2 with quadratic weights, for words AC1, for
        sets of labels alpha with MASI weights, for spans F1.
    positive
        Positive category, for judges of two categories. If not given, the one with a usual
        positive name (``yes``, ``pass``, ``correct`` …), otherwise the second.
    threshold
        Smallest score that counts as positive, for sensitivity and specificity against a gold
        standard of two categories.
    prevalence
        Prevalence for the predictive values; that in the data if not given.
    runs
        Names of systems that are runs of the same judge, by the name of the judge.
    epsilon
        Margin of the alternative annotator test, for the cost of a person's work.
    ci
        Intervals of agreement coefficients and tests of their differences: ``dirichlet`` (posterior
        draws) or ``t`` (standard errors). If not given, chosen as in `agreement`. Does not affect
        rates, correlations and errors.
    confidence
        Confidence level of the intervals.
    seed
        Seed of the random draws; a fixed one if not given.
    progress
        Called with (what, done, total) during long work.
    **loading
        Options of reading.

    Returns
    -------
    Verdict
        Metrics of each system with intervals, comparisons, a ranking and human-human agreement.

    Examples
    --------
    >>> result = evaluate("examples/machines.csv", gold="teacher", range=(0, 4))
    >>> [(s.name, round(s["ac2_quadratic"].value, 2)) for s in result.systems]
    [('engine1', 0.87), ('engine2', 0.8)]
    """
    if ci not in (None, "dirichlet", "t"):
        raise OptionError(f"ci is {ci!r}; it must be dirichlet or t.", option="ci")
    settings = InferenceOptions(ci=ci, confidence=confidence, seed=seed)
    epsilon = check_number("epsilon", epsilon, SHARE)
    scores = Scores.read(
        data,
        gold=None if gold is None else split_names(gold),
        systems=None if systems is None else split_names(systems),
        second=split_names(second or ()),
        combine=combine,
        ends=ends_of(range),
        loading={**loading, "progress": progress},
    )
    if len(scores.systems) > MOST_SYSTEMS:
        raise OptionError(
            f"every two systems are compared, and there are {len(scores.systems):,} systems; the "
            f"limit is {MOST_SYSTEMS}.",
            option="systems",
            remedy="Name systems with systems (--systems), or rank them with sweep.",
        )
    chosen = headline or scores.usual_metric
    if find_measure(chosen).statistic.spans and scores.table.spans is None:
        raise OptionError(
            f"{chosen} compares spans, and these ratings are no spans.", option="headline"
        )
    verdict = _SystemEvaluation(scores, chosen, settings, positive, runs or {}, epsilon).verdict(
        progress
    )
    accuracy = system_accuracy(scores, positive, threshold, prevalence, confidence)
    return replace(verdict, accuracy=accuracy)


class _SystemEvaluation:
    """An evaluation of systems: its measurements and the parts of its verdict."""

    def __init__(
        self,
        scores: Scores,
        headline: str,
        settings: InferenceOptions,
        positive: Any | None,
        runs: Mapping[str, Sequence[str]],
        epsilon: float,
    ) -> None:
        self.scores = scores
        self.headline = headline
        self.settings = settings
        self.confidence = settings.confidence
        self.positive = code = positive_code(scores, positive)
        self.rates = {
            system.name: judge_rates(scores, system, code, self.confidence)
            for system in scores.systems
            if code is not None
        }
        self.runs = runs
        self.epsilon = epsilon
        self.names = [system.name for system in scores.systems]
        self.people = scores.human_panels
        constant = scores.constant()
        self.baseline_name = constant.name
        self.baseline = scores.panel(scores.gold, constant)

    def verdict(self, progress: Progress | None) -> Verdict:
        """Return the verdict, metric by metric."""
        metrics: list[list[MetricEstimate]] = [[] for _ in self.names]
        ceiling: list[MetricEstimate] = []
        baseline: list[MetricEstimate] = []
        degradation: list[list[MetricEstimate]] = [[] for _ in self.names]
        comparisons: list[SystemComparison] = []
        order: tuple[RankedSystem, ...] = ()
        # All metrics are measured before any is drawn, so that one set of draws serves a family.
        measurements = [
            measure_systems(metric, self.scores, self.baseline) for metric in self.scores.measures
        ]
        for number, measurement in enumerate(measurements):
            if progress is not None:
                progress("metrics", number, len(measurements))
            for k, _ in enumerate(self.names):
                metrics[k].append(self._estimate(measurement, k))
            baseline.append(self._estimate(measurement, len(self.names)))
            if len(measurement.terms) > len(self.names) + 1:
                ceiling.append(self._estimate(measurement, len(self.names) + 1, flagged=False))
                if "people" in measurement.measure.parts:
                    differences = self._degradation(self._by_person(measurement))
                    for row, difference in zip(degradation, differences, strict=True):
                        row.append(difference)
            rows = compare_systems(measurement, self.names, self.scores, self.settings)
            comparisons += rows
            if measurement.measure.name == self.headline:
                order = ranking(measurement, self.names, rows, LEVEL)
        reports = tuple(
            self._report(k, (*metrics[k], *self._rounded(system)), tuple(degradation[k]))
            for k, system in enumerate(self.scores.systems)
        )
        people = (
            SystemReport("people", tuple(ceiling), margins=margins(self.people[0]))
            if ceiling
            else None
        )
        constant = SystemReport(self.baseline_name, tuple(baseline))
        groups = fairness(self.scores, self.settings)
        return Verdict(
            data=self._data(),
            systems=reports,
            ceiling=people,
            baseline=constant,
            comparisons=tuple(comparisons),
            ranking=order,
            groups=groups,
            reading=tuple(
                interpret(
                    reports,
                    people,
                    constant,
                    comparisons,
                    groups,
                    self.headline,
                    self.scores.kind,
                )
            ),
            warnings=tuple(dict.fromkeys(self._warnings())),
            headline=self.headline,
        )

    def _estimate(
        self, measurement: Measurement, k: int, *, flagged: bool = True
    ) -> MetricEstimate:
        """Return the estimate of one contender, with a flag if it does not meet a threshold."""
        flagged = flagged and has_thresholds(self.scores.kind)
        missed = flag(measurement.measure, measurement.terms[k].value) if flagged else None
        return measurement.estimate(k, self.settings, missed)

    def _by_person(self, measurement: Measurement) -> Measurement:
        """Return the metric of systems against single people, as human-human agreement is.

        A truth combined from several people is more reliable than each of them. Systems are then
        measured against each person, and the mean is taken.
        """
        if self.scores.gold_counts.max(initial=0) < 2:
            return measurement
        contenders: list[Sequence[ScorePanel]] = [
            [self.scores.panel(human, system) for human in self.scores.humans]
            for system in self.scores.systems
        ]
        contenders += [[self.baseline], self.people]
        return measure_panels(measurement.measure, contenders, self.scores.table)

    def _degradation(self, measurement: Measurement) -> list[MetricEstimate]:
        """Return the difference of each system from human-human agreement."""
        people, measure = len(self.names) + 1, measurement.measure
        pairs = [(k, people) for k, _ in enumerate(self.names)]
        return [
            MetricEstimate.of(
                measure.name,
                measure.title,
                contrast.value,
                contrast.se,
                contrast.interval(self.confidence),
                measurement.n[k],
                form=measure.form,
                reason=None if math.isfinite(contrast.value) else "one of the two is undefined",
                flag=degradation_flag(contrast.value) if has_thresholds(self.scores.kind) else None,
                se_method=se_method(*(measurement.terms[j].quantity for j in (k, people))),
            )
            for k, contrast in enumerate(contrasts(measurement, pairs, self.scores, self.settings))
        ]

    def _rounded(self, system: Column) -> list[MetricEstimate]:
        """Return metrics of the marks that continuous scores are rounded to."""
        if not system.continuous or self.scores.scale is None:
            return []
        marks = np.append(self.scores.scale.points, np.nan)[system.codes]
        panel = self.scores.panel(self.scores.gold, replace(system, values=marks))
        return [
            replace(
                measure_panels(metric, [[panel]], self.scores.table).estimate(0, self.settings),
                name=f"{metric.name}_rounded",
                title=f"{metric.title}, rounded",
                form="rounded",
            )
            for metric in self.scores.measures
            if not metric.marks and metric.statistic.people <= 1
        ]

    def _report(
        self, k: int, metrics: tuple[MetricEstimate, ...], degradation: tuple[MetricEstimate, ...]
    ) -> SystemReport:
        """Return everything about one system."""
        system, panel = self.scores.systems[k], self.scores.system_panels[k]
        return SystemReport(
            system.name,
            metrics + self._disattenuated(panel),
            margins(panel),
            score_rows(panel, self.scores.table, self.settings),
            associations(panel) if panel.numeric else (),
            paired_tests(panel, self.confidence) if panel.numeric else (),
            degradation,
            self._judge(system),
        )

    def _disattenuated(self, panel: ScorePanel) -> tuple[MetricEstimate, ...]:
        """Return the correlation with the true score: r over the root of the truth's reliability.

        The reliability is the correlation of two people, or by the Spearman-Brown formula that of
        the mean of several.
        """
        if not self.people or not panel.numeric:
            return ()
        r = MEASURES[presets.CORRELATION]
        validity, reliability = (
            measure_panels(r, [panels], self.scores.table).terms[0].quantity
            for panels in ([panel], self.people)
        )
        n = panel.n
        positive = float(reliability.value[0]) > 0
        each = np.maximum(self.scores.gold_counts, 1)
        k = float(panel.m.sum() / (panel.m / each).sum()) if n else 1.0
        truth = k * reliability / (1.0 + (k - 1) * reliability)
        quantity = validity / truth.sqrt() if positive else validity * math.nan
        return (
            estimate_quantity(
                "disattenuated_r",
                "Pearson's r, disattenuated",
                quantity,
                self.scores.table,
                link="real",
                n=n,
                confidence=self.confidence,
                form="continuous",
            ),
        )

    def _judge(self, system: Column) -> Judge:
        """Return what is reported of judges: their error rates, the alternative annotator test."""
        test = annotator_test(
            self.scores, system, epsilon=self.epsilon, level=LEVEL, confidence=self.confidence
        )
        if self.positive is None or self.scores.scale is None:
            return Judge(alternative_annotator=test)
        return Judge(self.scores.scale.labels[self.positive], self.rates[system.name], test)

    def _data(self) -> EvaluationData:
        """Return facts about subjects, people, systems and scale."""
        table, grid, scale = self.scores.table, self.scores.grid, self.scores.scale
        scored = [panel.n for panel in self.scores.system_panels]
        return EvaluationData(
            subjects=table.n,
            scored=max(scored),
            gold=self.scores.gold.name,
            people=tuple(human.name for human in self.scores.humans),
            systems=tuple(
                SystemScores(s.name, s.continuous, n)
                for s, n in zip(self.scores.systems, scored, strict=True)
            ),
            range=None if grid is None else (grid.low, grid.high),
            step=None if grid is None else grid.step,
            categories=None if scale is None else tuple(scale.first(SHOWN_CATEGORIES)),
            groups=table.groups,
            confidence=self.confidence,
            runs=tuple(
                run_to_run(self.scores, name, runs, self.settings)
                for name, runs in self.runs.items()
            ),
            ratings=self.scores.kind,
        )

    def _warnings(self) -> Iterator[str]:
        """Yield what was assumed or left out, and what limits the results."""
        gold, scale = self.scores.gold, self.scores.scale
        yield from (*self.scores.table.warnings, *self.scores.warnings)
        if scale is not None and self.scores.table.without_lengths is None:
            rated = gold.codes >= 0
            times = np.bincount(gold.codes[rated], weights=self.scores.table.multiplicity[rated])
            share, code = times.max() / times.sum(), int(np.argmax(times))
            if share >= SKEWED:
                yield (
                    f"{percentage(share)} of the truth is {show_label(scale.labels[code])}: kappa "
                    "is low even for accurate systems, and always giving that mark has high "
                    "agreement."
                )
        for system in self.scores.systems:
            if system.continuous and self.scores.grid is not None:
                yield (
                    f"{system.name} gives scores between the marks; its marks are the nearest, "
                    "halves upwards. The titles of the metrics say which of the two they use."
                )
        for name, (*_, corrected) in self.rates.items():
            if math.isfinite(corrected.value) and not 0 <= corrected.value <= 1:
                yield (
                    f"{name}: the corrected rate is outside 0 to 1, because the error rates "
                    "of the judge are too imprecise."
                )
        n = min(panel.n for panel in self.scores.system_panels)
        if n < FEW:
            yield f"only {count_text(n)} subjects have both scores; intervals are imprecise."
        if not self.scores.same_subjects:
            yield UNLIKE
        if scale is not None:
            for system in self.scores.systems:
                common = set(gold.codes[gold.codes >= 0]) & set(system.codes[system.codes >= 0])
                if not common and not system.continuous:
                    yield (
                        f"{system.name} and the truth have no category in common; check their "
                        "spelling."
                    )
