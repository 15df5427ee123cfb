"""`sweep`: many runs of one system, ranked and compared with the best."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.measuring import Measurement, measure_systems
from accord.analysis.evaluation.per_score import margins
from accord.analysis.evaluation.scores import Scores, ends_of
from accord.analysis.evaluation.system_contrasts import UNLIKE, adjusted_contrasts
from accord.analysis.evaluation.system_results import Margin
from accord.analysis.sweeps.runs import Runs, parameters_in, read_runs
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import amount, split_names
from accord.errors import OptionError
from accord.io.readers import Dialect
from accord.options import InferenceOptions, ReadOptions, resolve_seed, with_options
from accord.statistics import MEASURES, find_measure
from accord.version import __version__

__all__ = ["Run", "Sweep", "sweep"]

LEVEL = 0.05  # of significance
SHOWN = 8  # runs named in the sentence


@dataclass(frozen=True, slots=True)
class Run(Record):
    """One run, with its rank.

    Parameters
    ----------
    name
        Name of the run.
    parameters
        Its parameters, by name.
    rank
        Rank by the metric of the leaderboard, from 1.
    metrics
        Measures of the run against the gold standard.
    margins
        Distribution of score differences.
    difference
        Difference from the best run in the metric of the leaderboard.
    lower
        Lower limit of the difference.
    upper
        Upper limit of the difference.
    p_adjusted
        P-value of the difference, adjusted by Holm's method over the runs.
    like_best
        Whether the run is not significantly different from the best.
    se
        Standard error of the difference.
    p_value
        P-value of the hypothesis that there is no difference.
    method
        Method of the comparison: ``dirichlet`` (posterior draws), ``jackknife`` or ``influence``;
        None for the best run.
    """

    name: str
    parameters: Mapping[str, Any]
    rank: int
    metrics: tuple[MetricEstimate, ...]
    margins: tuple[Margin, ...] = field(metadata=written(key="differences"))
    difference: float = field(metadata=written(key="difference_from_best"))
    lower: float
    upper: float
    p_adjusted: float
    like_best: bool
    se: float = math.nan
    p_value: float = math.nan
    method: str | None = None

    def __getitem__(self, name: str) -> MetricEstimate:
        return named("metric", name, self.metrics)


@dataclass(frozen=True, slots=True, eq=False)
class Sweep(Shown):
    """Result of `sweep`.

    Parameters
    ----------
    metric
        Name of the metric that ranks the runs.
    runs
        The runs, from the best.
    ceiling
        Human-human agreement.
    subjects
        Number of scored subjects.
    gold
        Description of the gold standard.
    warnings
        What was assumed, left out or undefined.
    confidence
        Confidence level of the intervals.
    seed
        Seed of the random draws.
    people
        People among whom human-human agreement is measured: the gold standard and further ones.
    gold_names
        People of the gold standard.
    version
        Version of accord.
    """

    metric: str
    runs: tuple[Run, ...]
    ceiling: MetricEstimate | None
    subjects: Count
    gold: str
    warnings: tuple[str, ...]
    confidence: float = 0.95
    seed: int | None = None
    people: tuple[str, ...] = ()
    gold_names: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {"parameters": "parameters", "sentence": "sentence"}

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters."""
        return tuple(dict.fromkeys(key for run in self.runs for key in run.parameters))

    @property
    def sentence(self) -> str:
        """The result in words."""
        best = self.runs[0]
        similar = [run.name for run in self.runs[1:] if run.like_best]
        title = MEASURES[self.metric].title
        value = amount(best[self.metric].value, 3)
        start = f"{best.name} is best by {title} ({value})"
        if len(self.runs) == 1:
            return f"There is one run, {best.name}: {title} {value}."
        if not similar:
            return f"{start}, significantly better than every other run."
        others = ", ".join(similar[:SHOWN]) + (", …" if len(similar) > SHOWN else "")
        return f"{start}; not significantly different from it: {others}."

    def __str__(self) -> str:
        return self.sentence


@with_options(ReadOptions)
def sweep(
    data: Any,
    gold: str | Sequence[str],
    runs: str | Sequence[str] | None = None,
    *,
    metric: str | None = None,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    truth: str | os.PathLike[str] | None = None,
    second: str | Sequence[str] | None = None,
    range: tuple[float, float] | str | None = None,  # noqa: A002 (the usual word)
    confidence: float = 0.95,
    seed: int | None = None,
    **loading: Any,
) -> Sweep:
    """Compare many runs of one system with a gold standard.

    Parameters
    ----------
    data
        A table with a column per run, as `load` takes it; or a folder with a file per run, and
        optionally a manifest with the parameters of each; or a list of such files.
    gold, second, range, confidence, seed
        As for `evaluate`.
    runs
        Columns of the runs. If not given: the columns named ``parameter=value`` if there are any,
        otherwise all columns except those of people. A column named like the gold standard with
        another number or letter (``mark2`` beside ``mark``), or by the role of a person
        (``human2``), is a second person, used for human-human agreement only, with a note.
    metric
        Metric that ranks the runs. If not given, that of `evaluate`: AC2 with quadratic weights,
        AC1 for words, alpha with MASI weights for sets of labels, F1 for spans.
    parameters
        Parameters of each run. If not given, from the manifest, or from the names (``k10``).
    truth
        File with the gold standard, if the runs are in a folder.
    **loading
        Options of reading.

    Returns
    -------
    Sweep
        The runs in the order of the metric, each tested against the best.

    Examples
    --------
    >>> table = {"gold": [0, 1, 2, 3, 1, 2], "k10": [0, 1, 2, 2, 1, 2], "k20": [0, 3, 0, 3, 0, 0]}
    >>> result = sweep(table, "gold", range=(0, 3))
    >>> [(run.name, run.parameters, run.rank) for run in result.runs]
    [('k10', {'k': 10.0}, 1), ('k20', {'k': 20.0}, 2)]
    """
    if metric is not None:
        find_measure(metric)
    settings = InferenceOptions(confidence=confidence, seed=seed)
    gold_names, further = split_names(gold), split_names(second or ())
    source, chosen = _source(data, [*gold_names, *further], split_names(runs or ()), truth, loading)
    scores = Scores.read(
        source.table,
        gold=gold_names,
        systems=chosen or None,
        second=further,
        combine="mean",
        ends=ends_of(range),
        loading=loading,
        noun="run",
        option="--columns (runs= in Python)",
    )
    of_runs = {
        run.name: (parameters or {}).get(run.name)
        or source.parameters.get(run.name)
        or parameters_in(run.name)
        for run in scores.systems
    }
    return _leaderboard(scores, metric or scores.usual_metric, of_runs, settings, gold_names)


def _source(
    data: Any,
    people: Sequence[str],
    runs: list[str],
    truth: str | os.PathLike[str] | None,
    loading: dict[str, Any],
) -> tuple[Runs, list[str]]:
    """Return the runs, and the names of those that are compared; empty to find them by name.

    Options of reading that files of runs use are taken out of ``loading``.
    """
    files = [Path(path) for path in data] if _are_paths(data) else []
    if files or (isinstance(data, (str, os.PathLike)) and Path(data).is_dir()):
        names = ("delimiter", "encoding", "decimal", "header")
        dialect = Dialect(**{name: loading.pop(name, None) for name in names})
        source = read_runs(
            files or Path(data),
            people,
            None if truth is None else Path(truth),
            dialect,
            loading.pop("item", None),
        )
        return source, runs or list(source.parameters)
    if truth is not None:
        raise OptionError("truth is only for runs in a folder.", option="truth")
    return Runs(data, {}), runs


def _leaderboard(
    scores: Scores,
    metric: str,
    parameters: Mapping[str, Mapping[str, Any]],
    settings: InferenceOptions,
    gold: Sequence[str],
) -> Sweep:
    """Return the result of a sweep, the runs in the order of the metric."""
    measurements = _measurements(scores, metric)
    measurement, count = measurements[metric], len(scores.systems)
    with_people = len(measurement.n) > count
    unlike = () if scores.same_subjects else (UNLIKE,)
    return Sweep(
        metric,
        tuple(_ranked(scores, measurements, measurement, parameters, settings)),
        measurement.estimate(count, settings) if with_people else None,
        max(measurement.n[:count]),
        scores.gold.name,
        (*scores.table.warnings, *scores.warnings, *unlike),
        settings.confidence,
        resolve_seed(settings.seed),
        tuple(human.name for human in scores.humans),
        tuple(gold),
    )


def _measurements(scores: Scores, metric: str) -> dict[str, Measurement]:
    """Return the metric of all runs and of people, and the other metrics that are shown."""
    shown = [measure.name for measure in scores.measures if "runs" in measure.parts]
    return {
        name: measure_systems(MEASURES[name], scores, people=name == metric)
        for name in dict.fromkeys((metric, *shown))
    }


def _ranked(
    scores: Scores,
    measurements: Mapping[str, Measurement],
    measurement: Measurement,
    parameters: Mapping[str, Mapping[str, Any]],
    settings: InferenceOptions,
) -> Iterator[Run]:
    """Yield the runs from the best; those without a value come last."""
    order = measurement.best_first(len(scores.systems))
    if not order:
        raise OptionError(
            f"{measurement.measure.name} is undefined for every run: {measurement.reasons[0]}.",
            option="metric",
        )
    order += [k for k, _ in enumerate(scores.systems) if k not in order]
    best, *others = order
    pairs = [(k, best) for k in others]
    from_best = dict(
        zip(others, adjusted_contrasts(measurement, pairs, scores, settings), strict=True)
    )
    nan = math.nan
    for place, k in enumerate(order):
        contrast = from_best.get(k)
        p_adjusted = nan if contrast is None else contrast.p_adjusted
        name = scores.systems[k].name
        yield Run(
            name,
            parameters[name],
            place + 1,
            tuple(each.estimate(k, settings) for each in measurements.values()),
            margins(scores.system_panels[k]),
            0.0 if contrast is None else contrast.value,
            nan if contrast is None else contrast.interval.low,
            nan if contrast is None else contrast.interval.high,
            p_adjusted,
            contrast is None or p_adjusted > LEVEL,
            nan if contrast is None else contrast.se,
            nan if contrast is None else contrast.p_value,
            None if contrast is None else contrast.method,
        )


def _are_paths(data: Any) -> bool:
    """Return whether the data are a list of two or more files."""
    several = isinstance(data, (list, tuple)) and len(data) > 1
    return several and all(isinstance(path, (str, os.PathLike)) for path in data)
