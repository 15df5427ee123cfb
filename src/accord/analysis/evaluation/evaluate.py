"""`evaluate`: systems against people, from one table to a verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from accord.analysis.evaluation.annotator_test import annotator_test
from accord.analysis.evaluation.contests import UNLIKE, contests, gaps, ranking
from accord.analysis.evaluation.fairness import fairness
from accord.analysis.evaluation.judges import JudgeRates, positive_code
from accord.analysis.evaluation.measuring import Measured, estimate_quantity, measure_panels
from accord.analysis.evaluation.paired_tests import paired_tests
from accord.analysis.evaluation.per_score import margins, score_rows
from accord.analysis.evaluation.reading import SKEWED, read
from accord.analysis.evaluation.results import (
    MetricEstimate,
    SystemComparison,
    SystemReport,
    Verdict,
)
from accord.analysis.evaluation.runs import run_to_run
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.scores import Column, Scores, ends_of
from accord.analysis.evaluation.spss import associations
from accord.analysis.evaluation.thresholds import degradation_flag, flag
from accord.base.plain import plain
from accord.base.validation import SHARE, check_number
from accord.base.wording import count_text, percentage, split_names
from accord.data.scale import show_label
from accord.errors import OptionError
from accord.inference.quantities import se_method, unit_df
from accord.options import InferenceOptions, Progress, ReadOptions, presets, with_options
from accord.options.evaluation import EvaluationInterval
from accord.statistics import MEASURES, Measure, find_measure

__all__ = ["evaluate"]

LEVEL = 0.05


@with_options(ReadOptions)
def evaluate(
    data: Any,
    gold: str | Sequence[str] | None = None,
    systems: str | Sequence[str] | None = None,
    *,
    second: str | Sequence[str] | None = None,
    combine: str = "mean",
    range: tuple[float, float] | str | None = None,  # noqa: A002 (as people call it)
    headline: str | None = None,
    positive: Any | None = None,
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
        The gold standard: a person, or several, whose scores are combined. By the roles that the
        file tells if not given.
    systems
        What is evaluated. If not given: the columns named ``parameter=value`` if there are any, or
        else all other raters but people. A rater named like the gold standard with another number
        or letter (``mark2`` beside ``mark``), or by the role of a person (``human2``), is a second
        person, used for human-human agreement only; a note says so.
    second
        More people, who are not part of the gold standard, for the human ceiling.
    combine
        ``mean`` or ``mode`` of several people.
    range
        Lowest and highest mark; what was seen if not given.
    headline
        Metric that ranks the systems: AC2 with quadratic weights, or for words AC1.
    positive
        Category that counts as positive, for judges of yes or no; the one that sounds like yes if
        not given, or else the second of two.
    runs
        Systems that are runs of the same judge, by the judge's name.
    epsilon
        What a person's effort is worth in the alternative annotator test.
    ci
        ``dirichlet`` or ``t``: limits of coefficients of agreement, and tests of their differences,
        by draws or by standard errors; what suits if not given, as in `agreement`. Rates,
        correlations and errors have intervals of their own kinds in any case.
    confidence
        Level of the intervals.
    seed
        Seed of the draws; the same data give the same answer if not given.
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
    >>> found = evaluate("examples/machines.csv", gold="teacher", range=(0, 4))
    >>> [(s.name, round(s["ac2_quadratic"].value, 2)) for s in found.systems]
    [('engine1', 0.87), ('engine2', 0.8)]
    """
    if ci not in (None, "dirichlet", "t"):
        raise OptionError(f"ci is {ci!r}; an evaluation knows dirichlet and t.", option="ci")
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
    chosen = headline or _usual_metric(scores)
    find_measure(chosen)
    return _Judgement(scores, chosen, settings, positive, runs or {}, epsilon).verdict(progress)


class _Judgement:
    """An evaluation in progress."""

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
        self.positive = positive_code(scores, positive)
        self.runs = runs
        self.epsilon = epsilon
        self.names = [system.name for system in scores.systems]
        self.matches = [scores.panel(scores.gold, system) for system in scores.systems]
        self.people = [scores.panel(a, b) for a, b in combinations(scores.humans, 2)]
        self.people = [t for t in self.people if t.m.sum() > 0]
        constant = scores.constant()
        self.baseline_name = constant.name
        self.trivial = scores.panel(scores.gold, constant)

    def verdict(self, progress: Progress | None) -> Verdict:
        """Measure everything once, metric by metric."""
        metrics: list[list[MetricEstimate]] = [[] for _ in self.names]
        ceiling: list[MetricEstimate] = []
        baseline: list[MetricEstimate] = []
        degradation: list[list[MetricEstimate]] = [[] for _ in self.names]
        comparisons: list[SystemComparison] = []
        order: tuple[Mapping[str, Any], ...] = ()
        # All are measured before any is drawn, so that families are whole.
        measured = [self._measured(metric) for metric in MEASURES.values()]
        for number, done in enumerate(measured):
            if progress is not None:
                progress("metrics", number, len(MEASURES))
            name = done.measure.name
            for k, _ in enumerate(self.names):
                metrics[k].append(self._valued(done, k))
            baseline.append(self._valued(done, len(self.names)))
            if len(done.values) > len(self.names) + 1:
                ceiling.append(self._valued(done, len(self.names) + 1, flagged=False))
                if "people" in done.measure.parts:
                    own = self._by_person(done)
                    for k, worse in enumerate(self._degradation(own)):
                        degradation[k].append(worse)
            rows = contests(done, self.names, self.scores, self.settings)
            comparisons += rows
            if name == self.headline:
                order = ranking(done, self.names, rows, LEVEL)
        for k, system in enumerate(self.scores.systems):
            metrics[k] += self._rounded(system)
        metrics_of = [tuple(own) for own in metrics]
        reports = tuple(
            self._report(k, metrics_of[k], tuple(degradation[k])) for k, _ in enumerate(self.names)
        )
        people = (
            SystemReport("people", tuple(ceiling), margins=margins(self.people[0]))
            if ceiling
            else None
        )
        trivial = SystemReport(self.baseline_name, tuple(baseline))
        groups = fairness(self.scores, self.settings)
        return Verdict(
            data=self._data(),
            systems=reports,
            ceiling=people,
            baseline=trivial,
            comparisons=tuple(comparisons),
            ranking=order,
            groups=groups,
            reading=tuple(read(reports, people, trivial, comparisons, groups, self.headline)),
            warnings=tuple(self._warnings()),
            headline=self.headline,
        )

    def _valued(self, done: Measured, k: int, *, flagged: bool = True) -> MetricEstimate:
        missed = flag(done.measure, float(done.values[k])) if flagged else None
        return done.estimate(k, self.settings, missed)

    def _measured(self, metric: Measure) -> Measured:
        """A metric of the systems, of the baseline, and of human-human agreement if it has one."""
        contenders = [[t] for t in self.matches] + [[self.trivial]]
        if self.people and metric.statistic.people == 1:
            contenders.append(self.people)
        return measure_panels(metric, contenders, self.scores.whole)

    def _by_person(self, done: Measured) -> Measured:
        """The metric of systems against one person, as human-human agreement is.

        A truth made of several people is steadier than any of them, so that systems are measured
        against each person then, and the mean is taken.
        """
        if self.scores.golds.max(initial=0) < 2:
            return done
        contenders = [
            [self.scores.panel(human, system) for human in self.scores.humans]
            for system in self.scores.systems
        ]
        contenders += [[self.trivial], self.people]
        return measure_panels(done.measure, contenders, self.scores.whole)

    def _degradation(self, done: Measured) -> list[MetricEstimate]:
        """Each system's difference from human-human agreement."""
        pairs = [(k, len(self.names) + 1) for k, _ in enumerate(self.names)]
        return [
            MetricEstimate.of(
                done.measure.name,
                done.measure.title,
                gap.value,
                gap.se,
                gap.interval(self.confidence),
                done.n[k],
                form=done.measure.form,
                reason=None if math.isfinite(gap.value) else "one of the two is undefined",
                flag=degradation_flag(gap.value),
                se_method=se_method(done.quantities[k], done.quantities[other]),
            )
            for (k, other), gap in zip(
                pairs, gaps(done, pairs, self.scores, self.settings), strict=True
            )
        ]

    def _rounded(self, system: Column) -> list[MetricEstimate]:
        """Metrics of scores, of the marks that continuous scores are rounded to; true-score r."""
        found = []
        if system.continuous and self.scores.scale is not None:
            marks = np.append(self.scores.scale.points, np.nan)[system.codes]
            t = self.scores.panel(self.scores.gold, replace(system, values=marks))
            for name, metric in MEASURES.items():
                if metric.marks or metric.statistic.people > 1:
                    continue
                done = measure_panels(metric, [[t]], self.scores.whole)
                value = done.estimate(0, self.settings)
                found.append(
                    replace(
                        value,
                        name=f"{name}_rounded",
                        title=f"{metric.title}, rounded",
                        form="rounded",
                    )
                )
        return found

    def _report(
        self, k: int, metrics: tuple[MetricEstimate, ...], degradation: tuple[MetricEstimate, ...]
    ) -> SystemReport:
        system, t = self.scores.systems[k], self.matches[k]
        return SystemReport(
            system.name,
            metrics + self._disattenuated(t),
            margins(t),
            score_rows(t, self.scores.whole, self.confidence),
            associations(t) if t.numeric else (),
            paired_tests(t, self.confidence) if t.numeric else (),
            degradation,
            self._judge(system),
        )

    def _disattenuated(self, t: ScorePanel) -> tuple[MetricEstimate, ...]:
        """Correlation with the true score: r over the root of the truth's reliability.

        That is the r of one person with another, or by Spearman and Brown that of their mean.
        """
        if not self.people or not t.numeric:
            return ()
        r = MEASURES[presets.CORRELATION]
        own, theirs = (
            measure_panels(r, [matches], self.scores.whole).quantities[0]
            for matches in ([t], self.people)
        )
        n = t.n
        positive = float(theirs.value[0]) > 0
        each = np.maximum(self.scores.golds, 1)
        k = float(t.m.sum() / (t.m / each).sum()) if n else 1.0
        truth = k * theirs / (1.0 + (k - 1) * theirs)
        quantity = own / truth.sqrt() if positive else own * math.nan
        return (
            estimate_quantity(
                "disattenuated_r",
                "Pearson's r, disattenuated",
                quantity,
                self.scores.whole,
                link="real",
                n=n,
                confidence=self.confidence,
                form="continuous",
            ),
        )

    def _judge(self, system: Column) -> dict[str, Any]:
        """What is told of judges only: rates of yes and no, runs, the alternative annotator."""
        found: dict[str, Any] = {}
        if self.positive is not None and self.scores.scale is not None:
            rates = JudgeRates(self.scores, system, self.positive)
            found["positive"] = plain(self.scores.scale.labels[self.positive])
            found["rates"] = [
                estimate_quantity(
                    name,
                    title,
                    quantity,
                    self.scores.whole,
                    link="real" if name == "corrected_rate" else "rate",
                    n=rates.n(name),
                    df=unit_df(self.scores.whole, max(rates.n(name), 2.0)),
                    confidence=self.confidence,
                ).to_dict()
                for name, (title, quantity) in rates.quantities().items()
            ]
        test = annotator_test(
            self.scores, system, epsilon=self.epsilon, level=LEVEL, confidence=self.confidence
        )
        if test is not None:
            found["alternative_annotator"] = test.to_dict()
        return found

    def _beyond(self, system: Column) -> bool:
        """Whether the corrected rate of a judge is none."""
        assert self.positive is not None
        rate = float(JudgeRates(self.scores, system, self.positive).corrected_rate.value[0])
        return math.isfinite(rate) and not 0 <= rate <= 1

    def _data(self) -> dict[str, Any]:
        whole, grid = self.scores.whole, self.scores.grid
        scored = [t.n for t in self.matches]
        return {
            "subjects": plain(whole.n),
            "scored": plain(max(scored)),
            "gold": self.scores.gold.name,
            "people": [human.name for human in self.scores.humans],
            "systems": [
                {"name": s.name, "continuous": s.continuous, "n": plain(n)}
                for s, n in zip(self.scores.systems, scored, strict=True)
            ],
            "range": None if grid is None else [grid.low, grid.high],
            "step": None if grid is None else grid.step,
            "categories": None
            if self.scores.scale is None
            else plain(list(self.scores.scale.first(100))),
            "groups": plain(list(whole.groups)),
            "confidence": self.confidence,
            "runs": [
                run_to_run(self.scores, name, own, self.settings) for name, own in self.runs.items()
            ],
        }

    def _warnings(self) -> list[str]:
        found = [*self.scores.whole.warnings, *self.scores.warnings]
        gold, scale = self.scores.gold, self.scores.scale
        if scale is not None:
            rated = gold.codes >= 0
            times = np.bincount(gold.codes[rated], weights=self.scores.whole.multiplicity[rated])
            share, code = times.max() / times.sum(), int(np.argmax(times))
            if share >= SKEWED:
                found.append(
                    f"{percentage(share)} of the truth is {show_label(scale.labels[code])}: kappa "
                    "is low however well a system does, and always giving that mark looks good."
                )
        found += [
            f"{system.name} gives scores between the marks: marks are the nearest, halves going "
            "up; the names of the metrics say which of the two they take."
            for system in self.scores.systems
            if system.continuous and self.scores.grid is not None
        ]
        found += [
            f"{system.name}: the corrected rate is outside 0 to 1, because the judge's errors are "
            "known too roughly."
            for system in self.scores.systems
            if self.positive is not None and self._beyond(system)
        ]
        n = min(t.n for t in self.matches)
        if n < 30:
            found.append(f"only {count_text(n)} subjects have both scores; intervals are rough.")
        if any(np.any(t.both != self.matches[0].both) for t in self.matches):
            found.append(UNLIKE)
        if scale is not None:
            for system in self.scores.systems:
                common = set(gold.codes[gold.codes >= 0]) & set(system.codes[system.codes >= 0])
                if not common and not system.continuous:
                    found.append(
                        f"{system.name} and the truth have not a single category in common; are "
                        "they spelled alike?"
                    )
        return list(dict.fromkeys(found))


def _usual_metric(scores: Scores) -> str:
    """Metric that ranks the systems where none is stated."""
    if scores.grid is not None:
        return presets.METRIC
    return presets.WORDS_METRIC if scores.scale is not None else presets.RAW_SCORE_METRIC
