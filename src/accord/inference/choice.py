"""The choice of interval and test if the options do not state them.

Posterior draws are the default. The t distribution replaces them if they would be invalid or slow,
and in large samples, in which both agree.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.inference.analytic import degrees_of_freedom
from accord.inference.dirichlet import FEW_DRAWS, affordable_draws
from accord.inference.intervals import acceleration, effective_subjects
from accord.inference.quantities import LINKED, interval_scale
from accord.options import InferenceOptions
from accord.options.inference import DECLARED_METHODS
from accord.statistics import Evaluation

__all__ = [
    "draw_limits",
    "interval_method",
    "large_sample",
    "no_valid_method",
    "p_value_method",
    "paired_draws",
]

# t intervals agree with those by draws if all three hold; docs/intervals.md
LARGE_SAMPLE = 2_000  # smallest number of degrees of freedom
MAX_ACCELERATION = 0.01
MIN_EFFECTIVE_SUBJECTS = 100
MAX_CATEGORIES = 512  # above that a draw takes long
MAX_STEPS = 20_000  # of one draw; a thousand draws then take seconds
MAX_RATER_CATEGORIES = 4_000  # raters times categories; a thousand draws then take a second
MIN_SUBJECTS = 20  # with fewer a t interval does not replace draws
PAIRED_DRAWS = 10_000
PAIRED_STEPS = 100_000_000  # of all draws of a comparison, about a second
DRAWN_STEPS = 2_000_000  # of all draws of a coefficient, about half a second


def _default_interval(options: InferenceOptions, evaluation: Evaluation) -> str:
    """Return the method of the interval if none is stated."""
    if evaluation.not_smooth is not None:  # random weights are never 0, as left-out subjects are
        return "t"
    if options.finite or options.se not in ("influence", "null"):  # draws cannot include these
        return "t"
    if not np.isfinite(evaluation.value):
        return "dirichlet"
    slow = (  # a thousand draws would take seconds
        evaluation.work > MAX_STEPS
        or evaluation.patterns.q > MAX_CATEGORIES
        or evaluation.marginal_shares > MAX_RATER_CATEGORIES
    )
    return "t" if slow or large_sample([evaluation]) else "dirichlet"


def interval_method(options: InferenceOptions, evaluation: Evaluation) -> str:
    """Return the method of the interval: the stated one, or the default for these data.

    Where posterior draws are not valid, t replaces them even if they are stated.
    """
    numbers = evaluation.coefficient.numbers
    drawn = evaluation.not_smooth is None and not numbers
    if options.ci is not None and (options.ci != "dirichlet" or drawn):
        return options.ci
    if numbers:
        return interval_scale(evaluation).method if options.se == "influence" else "t"
    return _default_interval(options, evaluation)


def p_value_method(
    options: InferenceOptions, interval: str, evaluation: Evaluation | None = None
) -> str:
    """Return the method of the test: the stated one, or that of the interval."""
    drawn = evaluation is None or (
        evaluation.not_smooth is None and not evaluation.coefficient.numbers
    )
    if options.p_method is not None and (drawn or options.p_method != "dirichlet"):
        return options.p_method
    if options.se == "null":
        return "normal"
    if evaluation is not None and evaluation.coefficient.test is not None:
        return evaluation.coefficient.test
    return interval if interval in ("dirichlet", *LINKED, *DECLARED_METHODS) else "t"


def no_valid_method(options: InferenceOptions, evaluation: Evaluation) -> bool:
    """Return whether there are too many raters for draws and too few subjects for t.

    Standard errors by influence values of two or three subjects are close to 0 for any ratings.
    """
    open_test = options.p_method is None or options.p_method in DECLARED_METHODS
    open_choice = options.ci is None and open_test and options.se == "influence"
    wide = evaluation.marginal_shares > MAX_RATER_CATEGORIES
    return open_choice and wide and degrees_of_freedom(evaluation.patterns) < MIN_SUBJECTS - 1


def paired_draws(evaluations: Sequence[Evaluation]) -> int:
    """Return the number of draws for comparing statistics of the same subjects.

    It is the same in `compare`, `evaluate` and `sweep`, so that they give the same p-value.
    """
    affordable = PAIRED_STEPS // sum(e.work for e in evaluations)
    return affordable_draws(PAIRED_DRAWS, affordable)


def large_sample(evaluations: Sequence[Evaluation]) -> bool:
    """Return whether samples are so large, and influence values so even, that t is accurate."""
    return all(
        degrees_of_freedom(e.patterns) >= LARGE_SAMPLE
        and abs(acceleration(e)) < MAX_ACCELERATION
        and effective_subjects(e) >= MIN_EFFECTIVE_SUBJECTS
        for e in evaluations
    )


def draw_limits(options: InferenceOptions) -> tuple[int, float]:
    """Return the number of draws, and the number of steps that they may take.

    They are as stated with the method, otherwise at least `FEW_DRAWS` in half a second.
    """
    if options.ci == "dirichlet":
        return options.replicates, np.inf
    return max(options.replicates, FEW_DRAWS), DRAWN_STEPS
