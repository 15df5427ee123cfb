"""`study`: metrics as functions of one property of the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord.analysis.evaluation.scores import Scores, ends_of
from accord.analysis.studies import simulated
from accord.analysis.studies.measured import Point, evaluate_cases
from accord.analysis.studies.simulated import Case
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.base.validation import WHOLE, check_number
from accord.errors import OptionError, UnknownNameError
from accord.options import ReadOptions, with_options
from accord.version import __version__

__all__ = ["STUDIES", "Study", "study"]

# Axis, property of a good metric, and simulation.
SIMULATED: Mapping[str, tuple[str, str, Callable[[np.random.Generator], Iterator[Case]]]] = {
    "prevalence": (
        "share of the middle score",
        "A good metric is constant: a quarter of the scores has an error of two points throughout.",
        simulated.prevalence,
    ),
    "marginals": (
        "centre of the wrong scores (gold: 4.5)",
        "A good metric is highest in the middle, where the system and people have similar "
        "distributions; the mean absolute error is 1 throughout.",
        simulated.marginals,
    ),
    "magnitude": (
        "size of an error, in points",
        "A good metric falls: errors are fewer and larger, with the same mean absolute error.",
        simulated.magnitude,
    ),
    "scale": (
        "points of the scale",
        "A good metric is constant: the same scores are put into fewer and fewer classes.",
        simulated.scale,
    ),
}
# Axis and property of a good metric, for a user's scores.
GIVEN = {
    "prevalence": (
        "share of passes, mean of people and system",
        "A good metric stays close to percent agreement at every threshold.",
    ),
    "marginals": (
        "similarity of the shares of passes, 1 - |people - system|",
        "A good metric rises or stays close to percent agreement as the shares become similar.",
    ),
    "magnitude": (
        "size of an error, in points, of the scores of people",
        "A good metric falls: errors are fewer and larger, with the same mean absolute error.",
    ),
    "scale": (
        "points of the scale",
        "A good metric is constant: the same scores are put into fewer and fewer classes.",
    ),
}
STUDIES = tuple(SIMULATED)
MOST_MARKS = 200  # of a scale: each is a threshold


@dataclass(frozen=True, slots=True, eq=False)
class Study(Shown):
    """Metrics as functions of one property of the scores.

    Parameters
    ----------
    name
        Name of the study.
    axis
        Property of the scores that is varied.
    question
        Behaviour of a good metric.
    points
        Values of every metric at every x.
    seed
        Seed of the simulation.
    source
        Names of the scores, if they are not simulated.
    version
        Version of accord.
    """

    name: str = field(metadata=written(key="study"))
    axis: str
    question: str
    points: tuple[Point, ...]
    seed: int | None = None
    source: str | None = None
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def curve(self, metric: str, weights: str = "") -> list[tuple[float, float]]:
        """Return (x, value) of one metric, in the order of x."""
        values = [(p.x, p.value) for p in self.points if (p.metric, p.weights) == (metric, weights)]
        if not values:
            known = {f"{p.metric} {p.weights}".strip() for p in self.points}
            raise UnknownNameError(
                "metric", f"{metric} {weights}".strip(), sorted(known), option="metric"
            )
        return sorted(values)


@with_options(ReadOptions)
def study(
    name: str,
    data: Any = None,
    gold: str | None = None,
    system: str | None = None,
    *,
    seed: int = 1,
    range: tuple[float, float] | str | None = None,  # noqa: A002 (the usual word)
    **loading: Any,
) -> Study:
    """Compute metrics as functions of one property of simulated scores or of given scores.

    Parameters
    ----------
    name
        ``prevalence``, ``marginals``, ``magnitude`` or ``scale``.
    data, gold, system, range
        Scores of people and of a system, as in `evaluate`; simulated if not given. The study varies
        the threshold between pass and fail; for ``magnitude``, it adds errors to the scores of
        people; for ``scale``, it merges points of the scale.
    seed
        Seed of the simulation.
    **loading
        Options of reading.

    Returns
    -------
    Study
        The metrics at each value of the property.

    Examples
    --------
    >>> study("prevalence", seed=1).curve("brennan_prediger", "quadratic")[0][1]
    0.75
    """
    if name not in SIMULATED:
        raise UnknownNameError("study", name, STUDIES, option="name")
    axis, question, simulate = SIMULATED[name]
    seed = int(check_number("seed", seed, WHOLE))
    rng = np.random.default_rng(seed)
    if data is None:
        if gold is not None or system is not None:
            raise OptionError(
                "gold and system name columns of the scores, but no scores are given.",
                option="system" if gold is None else "gold",
            )
        return Study(name, axis, question, tuple(evaluate_cases(simulate(rng))), seed)
    scores = Scores.read(
        data,
        gold=None if gold is None else [gold],
        systems=None if system is None else [system],
        second=[],
        combine="mean",
        ends=ends_of(range),
        loading=loading,
    )
    points = tuple(evaluate_cases(_vary_given(name, scores, rng)))
    if not points:
        raise OptionError(f"the scores have too few marks for a study of {name}.", option="data")
    source = f"{scores.gold.name}, {scores.systems[0].name}"
    axis, question = GIVEN[name]
    return Study(name, axis, question, points, seed, source)


def _vary_given(name: str, scores: Scores, rng: np.random.Generator) -> Iterator[Case]:
    """Yield the cases of a study of given scores."""
    if scores.grid is None:
        raise OptionError("a study needs scores on a scale with equal steps.", option="data")
    if scores.grid.size > MOST_MARKS:
        raise OptionError(
            f"the scale has {scores.grid.size} marks; the limit is {MOST_MARKS}.",
            option="data",
        )
    both = (scores.gold.codes >= 0) & (scores.systems[0].codes >= 0)
    if not both.any():
        raise OptionError("no subject has scores of both people and system.", option="data")
    times = scores.table.multiplicity[both].astype(np.int64)
    gold = np.repeat(scores.gold.codes[both], times)
    system = np.repeat(scores.systems[0].codes[both], times)
    size = scores.grid.size
    if name == "scale":
        yield from simulated.binned(gold, system, size)
    elif name == "magnitude":
        total = gold.size * 6 // 10 // 60 * 60  # a multiple of every size of error
        for step in simulated.SIZES if total else ():
            if step < size:
                moved = simulated.move(rng, gold, size, total // step, step)
                if np.abs(moved - gold).sum() == total:
                    yield Case(float(step), gold, moved, size)
    else:
        for case in simulated.thresholds(gold, system, size):
            gold_share, system_share = case.gold.mean(), case.system.mean()
            mean, similarity = (gold_share + system_share) / 2, 1 - abs(gold_share - system_share)
            yield replace(case, x=float(mean if name == "prevalence" else similarity))
