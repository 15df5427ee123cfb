"""The choice of an interval and a test where the options leave it open.

Posterior draws are the default. The t distribution replaces them where they would be invalid or
slow, and in samples so large that both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from accord.inference.analytic import degrees_of_freedom
from accord.inference.dirichlet import FEW_DRAWS, affordable_draws
from accord.inference.intervals import acceleration, effective_subjects
from accord.options import InferenceOptions
from accord.statistics import Evaluation

__all__ = [
    "draw_count",
    "draw_steps",
    "interval_method",
    "large_sample",
    "no_valid_method",
    "p_value_method",
    "paired_draws",
]

LARGE_SAMPLE = 2_000  # degrees of freedom from which,
MAX_ACCELERATION = 0.01  # acceleration below which, and
MIN_EFFECTIVE_SUBJECTS = (
    100  # effective number of subjects from which t intervals agree with those by draws
)
MANY_VALUES = 512  # distinct scores; they hardly ever all agree
MOST_STEPS = 20_000  # of one draw: a thousand then take seconds
MOST_SHARES = 4_000  # categories summed over raters: a thousand draws then take a second
FEW_SUBJECTS = 20  # below which a t interval is no substitute for draws
PAIRED_DRAWS = 10_000
PAIRED_STEPS = 100_000_000  # of all draws of a comparison: a second, as a rule
DRAWN_STEPS = 2_000_000  # of all draws of a coefficient: half a second at most, as a rule

Condition: TypeAlias = Callable[[InferenceOptions, Evaluation], bool]


def _not_smooth(_: InferenceOptions, evaluation: Evaluation) -> bool:
    """Whether draws are invalid: weights that are drawn are never 0."""
    return evaluation.not_smooth is not None


def _no_draws(options: InferenceOptions, _: Evaluation) -> bool:
    """Whether draws do not allow for the population or give the standard error."""
    return options.finite or options.se not in ("influence", "null")


def _undefined(_: InferenceOptions, evaluation: Evaluation) -> bool:
    return not np.isfinite(evaluation.value)


def _slow(_: InferenceOptions, evaluation: Evaluation) -> bool:
    """Whether a thousand draws would take seconds."""
    long = evaluation.work > MOST_STEPS or evaluation.patterns.q > MANY_VALUES
    return long or evaluation.marginal_shares > MOST_SHARES


def _large(_: InferenceOptions, evaluation: Evaluation) -> bool:
    return large_sample([evaluation])


DEFAULT_INTERVALS: tuple[tuple[Condition, str], ...] = (  # the first that applies
    (_not_smooth, "t"),
    (_no_draws, "t"),
    (_undefined, "dirichlet"),
    (_slow, "t"),
    (_large, "t"),
    (lambda *_: True, "dirichlet"),
)


def interval_method(options: InferenceOptions, evaluation: Evaluation) -> str:
    """Return the interval of a coefficient: as stated, or the default for these data.

    Draws of a coefficient that is not smooth are replaced by t even if stated.
    """
    if options.ci is not None and (options.ci != "dirichlet" or evaluation.not_smooth is None):
        return options.ci
    return next(method for applies, method in DEFAULT_INTERVALS if applies(options, evaluation))


def p_value_method(
    options: InferenceOptions, interval: str, evaluation: Evaluation | None = None
) -> str:
    """Return the test: as stated, or the one of the interval; no draws if not smooth."""
    smooth = evaluation is None or evaluation.not_smooth is None
    if not smooth and options.p_method == "dirichlet":
        return "t"
    if options.p_method is not None:
        return options.p_method
    if options.se == "null":
        return "normal"
    return "dirichlet" if interval == "dirichlet" else "t"


def no_valid_method(options: InferenceOptions, evaluation: Evaluation) -> bool:
    """Whether draws take too long for so many raters, and t needs more subjects than there are.

    Linearised standard errors of two or three subjects are close to 0 whatever their ratings.
    """
    open_choice = options.ci is None and options.p_method is None and options.se == "influence"
    wide = evaluation.marginal_shares > MOST_SHARES
    return open_choice and wide and degrees_of_freedom(evaluation.patterns) < FEW_SUBJECTS - 1


def paired_draws(evaluations: Sequence[Evaluation]) -> int:
    """Return the number of draws for statistics of the same subjects that are compared.

    `compare`, `evaluate` and `sweep` draw as often, so that they give the same p-value.
    """
    affordable = PAIRED_STEPS // sum(e.work for e in evaluations)
    return affordable_draws(PAIRED_DRAWS, affordable)


def large_sample(evaluations: Sequence[Evaluation]) -> bool:
    """Whether samples are so large, and influence values so even, that t agrees with draws."""
    return all(
        degrees_of_freedom(e.patterns) >= LARGE_SAMPLE
        and abs(acceleration(e)) < MAX_ACCELERATION
        and effective_subjects(e) >= MIN_EFFECTIVE_SUBJECTS
        for e in evaluations
    )


def draw_count(options: InferenceOptions) -> int:
    """Return the number of draws: as stated with the method, else a thousand at least."""
    return options.replicates if options.ci == "dirichlet" else max(options.replicates, FEW_DRAWS)


def draw_steps(options: InferenceOptions) -> float:
    """Return the number of steps that draws may take; unlimited if draws are stated."""
    return np.inf if options.ci == "dirichlet" else DRAWN_STEPS
