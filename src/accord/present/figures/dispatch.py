"""The figure of any result, and its description in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, Self, TypeAlias

from accord.analysis.berry_mielke import GeneralizedAgreement
from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.planning import StudyPlan
from accord.analysis.studies import Study
from accord.analysis.sweeps import Sweep
from accord.analysis.views import (
    CategoryAgreement,
    ConfusionMatrix,
    Disagreement,
    Distributions,
    LimitsOfAgreement,
    Missingness,
    PrevalenceCurve,
    RaterLeftOut,
    RaterMatrix,
)
from accord.data.scale import clean
from accord.errors import OptionError
from accord.inference.results import Agreement, Estimate
from accord.present.figures.categories import describe_categories, plot_categories
from accord.present.figures.coefficients import (
    describe_coefficients,
    describe_estimate,
    describe_generalized,
    plot_coefficients,
    plot_estimate,
    plot_generalized,
)
from accord.present.figures.confusion import describe_confusion, plot_confusion
from accord.present.figures.differences import describe_differences, plot_differences
from accord.present.figures.disagreements import describe_disagreements, plot_disagreements
from accord.present.figures.distributions import describe_distributions, plot_distributions
from accord.present.figures.left_out import describe_left_out, plot_left_out
from accord.present.figures.limits import describe_limits, plot_limits
from accord.present.figures.missingness import describe_missingness, plot_missingness
from accord.present.figures.plan import describe_plan, plot_plan
from accord.present.figures.prevalence import describe_prevalence, plot_prevalence
from accord.present.figures.raters import describe_raters, plot_raters
from accord.present.figures.study import describe_study, plot_study
from accord.present.figures.sweep import describe_sweep, plot_sweep
from accord.present.figures.systems import describe_systems, plot_systems

__all__ = ["DrawnFigure", "describe", "figure_of", "plot"]

Functions: TypeAlias = tuple[Callable[..., Any], Callable[..., str]]
"""The functions that draw and describe a result."""

RESULTS: dict[type, Functions] = {
    Agreement: (plot_coefficients, describe_coefficients),
    Estimate: (plot_estimate, describe_estimate),
    GeneralizedAgreement: (plot_generalized, describe_generalized),
    ConfusionMatrix: (plot_confusion, describe_confusion),
    RaterMatrix: (plot_raters, describe_raters),
    Distributions: (plot_distributions, describe_distributions),
    LimitsOfAgreement: (plot_limits, describe_limits),
    Missingness: (plot_missingness, describe_missingness),
    PrevalenceCurve: (plot_prevalence, describe_prevalence),
    Comparison: (plot_differences, describe_differences),
    Verdict: (plot_systems, describe_systems),
    Sweep: (plot_sweep, describe_sweep),
    Study: (plot_study, describe_study),
    StudyPlan: (plot_plan, describe_plan),
}
ROWS: dict[type, Functions] = {
    CategoryAgreement: (plot_categories, describe_categories),
    RaterLeftOut: (plot_left_out, describe_left_out),
    Disagreement: (plot_disagreements, describe_disagreements),
}


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure that has been drawn.

    Parameters
    ----------
    name
        Short name, which a file can have.
    title
        Title.
    alt
        Description in words.
    figure
        The matplotlib figure.
    """

    name: str
    title: str
    alt: str
    figure: Any

    @classmethod
    def of(cls, name: str, title: str, alt: str, figure: Any) -> Self:
        """Return a figure whose texts have no control characters."""
        return cls(name, clean(title), clean(alt), figure)


@singledispatch
def plot(result: Any, **options: Any) -> Any:  # noqa: ARG001 (each result has its own)
    """Draw the figure of a result; its function in `accord.plots` documents the options.

    >>> import accord
    >>> figure = plot(accord.confusion([["x", "x"], ["x", "y"], ["y", "y"]]))
    """
    raise _unknown(result)


@singledispatch
def describe(result: Any) -> str:
    """Describe in words what the figure of a result shows.

    >>> import accord
    >>> describe(accord.confusion({"ann": ["x", "x", "y"], "bo": ["x", "y", "y"]}))
    'Confusion matrix of ann and bo, three subjects: 66.7% with equal ratings. The ...'
    """
    raise _unknown(result)


def figure_of(result: Any, name: str, title: str, **options: Any) -> dict[str, DrawnFigure]:
    """Draw the figure of a result for its document; options are those of `plot`."""
    return {name: DrawnFigure.of(name, title, describe(result), plot(result, **options))}


def _unknown(result: object) -> OptionError:
    known = ", ".join(kind.__name__ for kind in (*RESULTS, *ROWS))
    return OptionError(
        f"{type(result).__name__} has no figure; figures exist for {known}.", option="result"
    )


for kind, (draw, describe_result) in RESULTS.items():
    plot.register(kind)(draw)
    describe.register(kind)(describe_result)


@plot.register(tuple)
def _plot_rows(rows: tuple[Any, ...], **options: Any) -> Any:
    return _functions(rows)[0](rows, **options)


@describe.register(tuple)
def _describe_rows(rows: tuple[Any, ...]) -> str:
    return _functions(rows)[1](rows)


def _functions(rows: tuple[Any, ...]) -> Functions:
    """Return the functions for rows, which are all of the kind of the first."""
    if not rows:
        raise OptionError("there is nothing to draw: the result has no rows.", option="result")
    if type(rows[0]) not in ROWS:
        raise _unknown(rows[0])
    return ROWS[type(rows[0])]
