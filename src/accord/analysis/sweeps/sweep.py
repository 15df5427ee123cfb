"""`sweep`: many runs of one system, and which of them do not differ from the best."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from accord.analysis.evaluation.measuring import Measurement, measure_panels
from accord.analysis.evaluation.per_score import margins
from accord.analysis.evaluation.results import Margin, MetricEstimate
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.scores import Scores, ends_of
from accord.analysis.evaluation.system_contrasts import UNLIKE, contrasts
from accord.analysis.sweeps.runs import Runs, gathered, parameters_in
from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import amount, split_names
from accord.errors import OptionError
from accord.inference import holm
from accord.io.readers import Dialect
from accord.options import InferenceOptions, ReadOptions, resolve_seed, with_options
from accord.options.presets import METRIC
from accord.statistics import MEASURES, find_measure
from accord.version import __version__

__all__ = ["Run", "Sweep", "sweep"]

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Run(Record):
    """One run, with its place on the leaderboard.

    Parameters
    ----------
    name
        Name of the run.
    parameters
        Its parameters, by name.
    rank
        Place on the leaderboard, from 1.
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
        Method of the comparison: ``dirichlet`` (draws), ``jackknife`` or ``influence``; None for
        the best run itself.
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
        return next(item for item in self.metrics if item.name == name)


@dataclass(frozen=True, slots=True, eq=False)
class Sweep(Shown):
    """Runs from the best, by one metric.

    Parameters
    ----------
    metric
        Name of the metric of the leaderboard.
    runs
        The runs, from the best.
    ceiling
        Human-human agreement.
    subjects
        Number of scored subjects.
    gold
        Description of the gold standard.
    warnings
        What was assumed, dropped or undefined.
    confidence
        Confidence level of the intervals.
    seed
        Seed of the random draws.
    people
        People among whom human-human agreement is measured: the gold standard and further ones.
    gold_names
        People that the gold standard is made of.
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
        """What came out, in words."""
        best = self.runs[0]
        like = [run.name for run in self.runs[1:] if run.like_best]
        title = MEASURES[self.metric].title
        value = amount(best[self.metric].value, 3)
        start = f"{best.name} is best by {title} ({value})"
        if len(self.runs) == 1:
            return f"There is one run, {best.name}: {title} {value}."
        if not like:
            return f"{start}, significantly better than every other run."
        others = ", ".join(like[:8]) + (", …" if len(like) > 8 else "")
        return f"{start}; not significantly different from it: {others}."

    def __str__(self) -> str:
        return self.sentence


@with_options(ReadOptions)
def sweep(
    data: Any,
    gold: str | Sequence[str],
    runs: str | Sequence[str] | None = None,
    *,
    metric: str = METRIC,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    truth: str | os.PathLike[str] | None = None,
    second: str | Sequence[str] | None = None,
    range: tuple[float, float] | str | None = None,  # noqa: A002 (as people call it)
    confidence: float = 0.95,
    seed: int | None = None,
    **loading: Any,
) -> Sweep:
    """Compare many runs of one system with a gold standard.

    Parameters
    ----------
    data
        A table with a column per run, as `load` takes it; or a folder with a file per run and,
        if there is one, a manifest with the parameters of each; or a list of such files.
    gold, second, range, confidence, seed
        As for `evaluate`.
    runs
        Columns of the runs. If not given: the columns named ``parameter=value`` if there are any,
        or else all columns but people's. A column named like the gold standard with another number
        or letter (``mark2`` beside ``mark``), or by the role of a person (``human2``), is a second
        person, used for human-human agreement only; a note says so.
    metric
        Metric of the leaderboard.
    parameters
        Parameters of each run; from the manifest, or else from the runs' names (``k10``).
    truth
        File with the gold standard, where runs are in a folder.
    **loading
        Options of reading.

    Returns
    -------
    Sweep
        The runs in the order of the metric, each tested against the best.

    Examples
    --------
    >>> table = {"gold": [0, 1, 2, 3, 1, 2], "k10": [0, 1, 2, 2, 1, 2], "k20": [0, 3, 0, 3, 0, 0]}
    >>> found = sweep(table, "gold", range=(0, 3))
    >>> [(run.name, run.parameters, run.rank) for run in found.runs]
    [('k10', {'k': 10.0}, 1), ('k20', {'k': 20.0}, 2)]
    """
    find_measure(metric)
    settings = InferenceOptions(confidence=confidence, seed=seed)
    gold_names = split_names(gold)
    files = [Path(p) for p in data] if _are_paths(data) else []
    if files or (isinstance(data, (str, os.PathLike)) and Path(data).is_dir()):
        own = {
            key: loading.pop(key, None) for key in ("delimiter", "encoding", "decimal", "header")
        }
        there = gathered(
            files or Path(data),
            [*gold_names, *split_names(second or ())],
            None if truth is None else Path(truth),
            Dialect(**own),
            loading.pop("item", None),
        )
        chosen: list[str] | None = split_names(runs or ()) or list(there.parameters)
    elif truth is not None:
        raise OptionError("truth is for runs in a folder.", option="truth")
    else:
        there, chosen = Runs(data, {}), split_names(runs or ()) or None
    scores = Scores.read(
        there.table,
        gold=gold_names,
        systems=chosen,
        second=split_names(second or ()),
        combine="mean",
        ends=ends_of(range),
        loading=loading,
        noun="run",
        option="--columns (runs= in Python)",
    )
    told = {
        run.name: (parameters or {}).get(run.name)
        or there.parameters.get(run.name)
        or parameters_in(run.name)
        for run in scores.systems
    }
    return _leaderboard(scores, metric, told, settings, gold_names)


def _leaderboard(
    scores: Scores,
    metric: str,
    parameters: Mapping[str, Mapping[str, Any]],
    settings: InferenceOptions,
    gold: Sequence[str],
) -> Sweep:
    matches = [scores.panel(scores.gold, run) for run in scores.systems]
    measured = _measured(scores, matches, metric)
    done = measured[metric]
    several = len(done.n) > len(matches)
    unlike = any(np.any(t.both != matches[0].both) for t in matches)
    return Sweep(
        metric,
        tuple(_ranked(scores, matches, measured, done, parameters, settings)),
        done.estimate(len(matches), settings) if several else None,
        max(done.n[: len(matches)]),
        scores.gold.name,
        (*scores.table.warnings, *scores.warnings, *((UNLIKE,) if unlike else ())),
        settings.confidence,
        resolve_seed(settings.seed),
        tuple(human.name for human in scores.humans),
        tuple(gold),
    )


def _measured(scores: Scores, matches: Sequence[ScorePanel], metric: str) -> dict[str, Measurement]:
    """The metric of all runs and of human-human agreement, and the others that are shown."""
    pairs = [scores.panel(a, b) for a, b in combinations(scores.humans, 2)]
    people = [t for t in pairs if t.m.sum() > 0]
    shown = [name for name, known in MEASURES.items() if "runs" in known.parts]
    found = {}
    for name in dict.fromkeys((metric, *shown)):
        contenders = [[t] for t in matches]
        if people and name == metric and MEASURES[name].statistic.people == 1:
            contenders.append(people)
        found[name] = measure_panels(MEASURES[name], contenders, scores.table)
    return found


def _ranked(
    scores: Scores,
    matches: Sequence[ScorePanel],
    measured: Mapping[str, Measurement],
    done: Measurement,
    parameters: Mapping[str, Mapping[str, Any]],
    settings: InferenceOptions,
) -> Iterator[Run]:
    """Runs from the best one on; those without a value come last."""
    known = [k for k in range(len(matches)) if np.isfinite(done.values[k])]
    if not known:
        raise OptionError(
            f"{done.measure.name} is undefined for every run: {done.reasons[0]}.", option="metric"
        )
    order = sorted(known, key=lambda k: done.measure.badness(float(done.values[k])))
    order += [k for k in range(len(matches)) if k not in known]
    best, *others = order
    from_best = contrasts(done, [(k, best) for k in others], scores, settings)
    adjusted = holm(np.array([gap.p_value for gap in from_best], dtype=np.float64))
    for place, k in enumerate(order):
        gap = from_best[place - 1] if place else None
        p = float(adjusted[place - 1]) if place else math.nan
        interval = None if gap is None else gap.interval(settings.confidence)
        name = scores.systems[k].name
        yield Run(
            name,
            parameters[name],
            place + 1,
            tuple(own.estimate(k, settings) for own in measured.values()),
            margins(matches[k]),
            0.0 if gap is None else gap.value,
            math.nan if interval is None else interval.low,
            math.nan if interval is None else interval.high,
            p,
            place == 0 or p > LEVEL,
            math.nan if gap is None else gap.se,
            math.nan if gap is None else gap.p_value,
            None if gap is None else gap.method,
        )


def _are_paths(data: Any) -> bool:
    """Whether several files are named."""
    several = isinstance(data, (list, tuple)) and len(data) > 1
    return several and all(isinstance(path, (str, os.PathLike)) for path in data)
