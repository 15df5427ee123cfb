"""Scorers for scikit-learn, to select models by the recommended metrics.

This module is public: the names in ``__all__`` are stable.

>>> from sklearn.dummy import DummyRegressor
>>> from sklearn.model_selection import cross_val_score
>>> scores = cross_val_score(DummyRegressor(), [[0]] * 6, [1, 2, 3, 1, 2, 3], scoring=qwk, cv=2)
>>> scores.round(6).tolist()
[0.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.data.columns import Codes
from accord.data.marks import Grid
from accord.data.panel import panel_of
from accord.data.patterns import Patterns
from accord.errors import MissingExtraError
from accord.options.presets import METRIC, SCORERS
from accord.statistics import ScoreSums, find_measure

__all__ = ["ac2", "alpha", "bp", "metric_value", "qwk", "scorer"]


def metric_value(
    truth: npt.ArrayLike,
    scores: npt.ArrayLike,
    *,
    metric: str = METRIC,
    range: tuple[float, float] | None = None,  # noqa: A002 (the usual word)
) -> float:
    """Compute one metric of scores against the truth.

    Parameters
    ----------
    truth, scores
        Marks of people and scores of a system for the same texts.
    metric
        Name of a metric (``accord list metrics``).
    range
        Lowest and highest possible mark; those in the data if not given.

    Returns
    -------
    float
        Value of the metric; NaN if undefined.

    Examples
    --------
    >>> metric_value([0, 1, 2, 3], [0, 1, 2, 3], metric="qwk")
    1.0
    """
    x, y = (np.asarray(v, dtype=np.float64).ravel() for v in (truth, scores))
    measure = find_measure(metric)
    grid = Grid.of(x, y, range)
    marks = None
    if grid is not None:
        codes = np.column_stack([grid.codes(x), grid.codes(y)])
        table = Patterns(
            scale=grid.scale(),
            raters=("truth", "system"),
            multiplicity=np.ones(x.size),
            columns=Codes(codes, grid.size),
        )
        marks = panel_of(table, table.raters)
    sums = ScoreSums(x, y, np.ones((1, x.size)), grid=grid)
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(measure.of(ScorePanel(sums, marks)).value[0])


def scorer(
    metric: str = METRIC,
    range: tuple[float, float] | None = None,  # noqa: A002 (the usual word)
) -> Callable[..., float]:
    """Return the scorer of a metric, for ``cross_val_score`` and ``GridSearchCV``.

    Parameters
    ----------
    metric
        Name of a metric (``accord list metrics``).
    range
        Lowest and highest possible mark; those in the data if not given.

    Returns
    -------
    callable
        Function of an estimator, data and truth, as `sklearn.metrics.make_scorer` returns it.
    """
    try:
        from sklearn.metrics import make_scorer
    except ImportError:
        raise MissingExtraError("scorers", "marking") from None
    result: Callable[..., float] = make_scorer(
        partial(metric_value, metric=metric, range=range),
        greater_is_better=find_measure(metric).better != "less",
    )
    return result


ac2, bp, qwk, alpha = (scorer(SCORERS[name]) for name in ("ac2", "bp", "qwk", "alpha"))
