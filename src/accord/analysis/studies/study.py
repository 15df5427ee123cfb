"""`study`: how metrics behave when one property of the scores is moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord.analysis.evaluation.scores import Scores, ends_of
from accord.analysis.studies import simulated
from accord.analysis.studies.measured import Point, measured
from accord.analysis.studies.simulated import Case
from accord.base.serialise import written
from accord.base.showing import Shown
from accord.base.validation import WHOLE, check_number
from accord.errors import OptionError, UnknownNameError
from accord.options import ReadOptions, with_options
from accord.version import __version__

__all__ = ["STUDIES", "Study", "study"]

ABOUT: Mapping[str, tuple[str, str, Callable[[np.random.Generator], Iterator[Case]]]] = {
    "prevalence": (
        "share of the middle score",
        "A good metric stays level: a quarter of the scores is off by two points throughout.",
        simulated.prevalence,
    ),
    "marginals": (
        "where wrong scores come from (gold: 4.5)",
        "A good metric is highest in the middle, where a system spreads its scores as people do; "
        "the mean absolute error is 1 throughout.",
        simulated.marginals,
    ),
    "magnitude": (
        "size of an error, in points",
        "A good metric falls: errors are fewer and larger, the mean absolute error is the same.",
        simulated.magnitude,
    ),
    "scale": (
        "points of the scale",
        "A good metric stays level: the same scores are put into fewer and fewer classes.",
        simulated.scale,
    ),
}
REAL = {
    "prevalence": (
        "share of passes, people and system together",
        "A good metric stays near percent agreement wherever the threshold of passing lies.",
    ),
    "marginals": (
        "likeness of the shares of passes, 1 - |people - system|",
        "A good metric rises, or stays near percent agreement, as the shares become alike.",
    ),
    "magnitude": (
        "size of an error, in points, on these people's scores",
        "A good metric falls: errors are fewer and larger, the mean absolute error is the same.",
    ),
    "scale": (
        "points of the scale",
        "A good metric stays level: the same scores are put into fewer and fewer classes.",
    ),
}
STUDIES = tuple(ABOUT)
MANY = 200  # marks


@dataclass(frozen=True, slots=True, eq=False)
class Study(Shown):
    """Metrics against what is moved.

    Parameters
    ----------
    name
        Name of the study.
    axis
        Property of the scores that is moved.
    question
        What a good metric does.
    points
        Every metric at every x.
    seed
        Seed of the simulation.
    source
        The data, where they are not simulated.
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
        """Values of one metric in the order of x."""
        own = [(p.x, p.value) for p in self.points if (p.metric, p.weights) == (metric, weights)]
        if not own:
            known = {f"{p.metric} {p.weights}".strip() for p in self.points}
            raise UnknownNameError(
                "metric", f"{metric} {weights}".strip(), sorted(known), option="metric"
            )
        return sorted(own)


@with_options(ReadOptions)
def study(
    name: str,
    data: Any = None,
    gold: str | None = None,
    system: str | None = None,
    *,
    seed: int = 1,
    range: tuple[float, float] | str | None = None,  # noqa: A002 (as people call it)
    **loading: Any,
) -> Study:
    """Study how metrics behave, on simulated scores or on a user's own.

    Parameters
    ----------
    name
        ``prevalence``, ``marginals``, ``magnitude`` or ``scale``.
    data, gold, system, range
        Scores of people and of a system, as `evaluate` takes them; simulated if not given. The
        threshold between pass and fail is then moved over the scale; for ``magnitude`` errors are
        made on the people's scores.
    seed
        Seed of the simulation.
    **loading
        Options of reading.

    Returns
    -------
    Study
        The metrics at each point.

    Examples
    --------
    >>> study("prevalence", seed=1).curve("brennan_prediger", "quadratic")[0][1]
    0.75
    """
    if name not in ABOUT:
        raise UnknownNameError("study", name, STUDIES, option="name")
    axis, question, simulate = ABOUT[name]
    seed = int(check_number("seed", seed, WHOLE))
    rng = np.random.default_rng(seed)
    if data is None:
        if gold is not None or system is not None:
            raise OptionError(
                "gold and system are for a file of scores, and none is given.",
                option="system" if gold is None else "gold",
            )
        return Study(name, axis, question, tuple(measured(simulate(rng))), seed)
    scores = Scores.read(
        data,
        gold=None if gold is None else [gold],
        systems=None if system is None else [system],
        second=[],
        combine="mean",
        ends=ends_of(range),
        loading=loading,
    )
    points = tuple(measured(_real(name, scores, rng)))
    if not points:
        raise OptionError(f"the scores have too few marks for a study of {name}.", option="data")
    source = f"{scores.gold.name}, {scores.systems[0].name}"
    axis, question = REAL[name]
    return Study(name, axis, question, points, seed, source)


def _real(name: str, scores: Scores, rng: np.random.Generator) -> Iterator[Case]:
    """Cases made of a user's own scores."""
    if scores.grid is None:
        raise OptionError("a study needs marks on a scale of equal steps.", option="data")
    if scores.grid.size > MANY:
        raise OptionError(
            f"the scale has {scores.grid.size} marks; a study takes up to {MANY}.", option="data"
        )
    both = (scores.gold.codes >= 0) & (scores.systems[0].codes >= 0)
    if not both.any():
        raise OptionError("no subject has both scores.", option="data")
    times = scores.table.multiplicity[both].astype(np.int64)
    gold = np.repeat(scores.gold.codes[both], times)
    system = np.repeat(scores.systems[0].codes[both], times)
    size = scores.grid.size
    if name == "scale":
        yield from simulated.binned(gold, system, size)
    elif name == "magnitude":
        total = gold.size * 6 // 10 // 60 * 60  # what every size of error divides
        for step in simulated.SIZES if total else ():
            if step < size:
                moved = simulated.move(rng, gold, size, total // step, step)
                if np.abs(moved - gold).sum() == total:
                    yield Case(float(step), gold, moved, size)
    else:
        for case in simulated.thresholds(gold, system, size):
            people, machine = case.gold.mean(), case.system.mean()
            if name == "prevalence":
                yield replace(case, x=float((people + machine) / 2))
            else:
                yield replace(case, x=float(1 - abs(people - machine)))
