"""The figures of documents, in the order of presentation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.interpretation import BenchmarkScale
from accord.analysis.report import AgreementReport
from accord.analysis.views import SECTIONS, Details, ShownSections, prevalence_curve
from accord.analysis.views.sections import section_showing
from accord.base.steps import steps
from accord.data.patterns import Patterns
from accord.inference.results import Agreement
from accord.options.presets import SHIFT
from accord.present.figures.differences import (
    describe_differences,
    describe_pairs,
    plot_pairs,
    plot_sides,
)
from accord.present.figures.dispatch import DrawnFigure, figure_of, own_figure
from accord.present.figures.margins import describe_margins, plot_margins
from accord.present.figures.registry import RESULTS, SECTION_FIGURES, FigureRequest
from accord.present.figures.roc import describe_accuracy, plot_accuracy
from accord.present.figures.subgroups import describe_subgroups, plot_subgroups
from accord.present.figures.systems import describe_degradation, plot_degradation
from accord.statistics.weights import WeightsLike

__all__ = ["comparison_figures", "evaluation_figures", "figures_of", "report_figures"]


def figures_of(result: Any) -> dict[str, DrawnFigure]:
    """Draw the figures of the document of a result, by name."""
    if type(result) in SEVERAL:
        return SEVERAL[type(result)](result)
    section = section_showing(result)
    if section is None or type(result) not in RESULTS:
        return own_figure(result)
    return figure_of(result, section.figure or section.name, section.title)


def _figures_of_variables(report: AgreementReport) -> dict[str, DrawnFigure]:
    """Draw the figure of the table of several variables, or all figures of one."""
    if report.table is not None:
        return own_figure(report.table)
    (part,) = report.variables
    p = part.presented
    ratings = p.patterns
    assert ratings is not None
    return report_figures(
        ratings, p.leading_shown, part.details, p.weights, part.scale.name, part.shown
    )


def report_figures(
    patterns: Patterns,
    agreement: Agreement,
    details: Details | None = None,
    weights: WeightsLike | None = None,
    scale: str | BenchmarkScale = "landis_koch",
    shown: ShownSections | None = None,
) -> dict[str, DrawnFigure]:
    """Draw the figures that suit a data set, by name.

    Parameters
    ----------
    patterns
        The ratings, as `load` returns them.
    agreement
        Their coefficients.
    details
        Views of the data by `compute_details`, for the figures of them.
    weights
        Agreement weights of the coefficients.
    scale
        Benchmark scale.
    shown
        Further sections of the report by `compute_shown`.
    """
    figures = own_figure(agreement, scale=scale)
    results = {**(details.results if details else {}), **(shown.results if shown else {})}
    request = FigureRequest(patterns, results, weights)
    for entry in steps("figures", list(SECTIONS.values())):
        select = SECTION_FIGURES.get(entry.name)
        drawn = None if select is None else select(request)
        if drawn is not None:
            name = entry.figure or entry.name
            figures |= figure_of(drawn.result, name, drawn.title, **drawn.options)
    if request.few_categories:
        curve = prevalence_curve(patterns, weights)
        figures |= figure_of(curve, "prevalence", "Coefficients against prevalence")
    return figures


def comparison_figures(comparison: Comparison) -> dict[str, DrawnFigure]:
    """Draw the differences of a comparison, and the coefficients on both sides."""
    alt, sides = describe_differences(comparison), plot_sides(comparison)
    return own_figure(comparison) | {
        "sides": DrawnFigure.of("sides", "Coefficients of both sides", alt, sides)
    }


def evaluation_figures(evaluation: Verdict) -> dict[str, DrawnFigure]:
    """Draw the figures of an evaluation: metrics, score differences, pairs and subgroups."""
    systems = evaluation.systems
    further = {
        "margins": (
            "Distribution of score differences",
            any(system.margins for system in systems),
            (plot_margins, describe_margins),
        ),
        "degradation": (
            "Difference from human–human agreement",
            any(system.degradation for system in systems),
            (plot_degradation, describe_degradation),
        ),
        "pairs": (
            "Pairs of systems",
            any(c.metric == evaluation.headline for c in evaluation.comparisons),
            (plot_pairs, describe_pairs),
        ),
        "subgroups": (
            "Subgroups",
            any(group.metric == SHIFT for group in evaluation.groups),
            (plot_subgroups, describe_subgroups),
        ),
    }
    return (
        own_figure(evaluation)
        | {
            name: DrawnFigure.of(name, title, describe(evaluation), plot(evaluation))
            for name, (title, applies, (plot, describe)) in further.items()
            if applies
        }
        | _curves(evaluation)
    )


def _curves(evaluation: Verdict) -> dict[str, DrawnFigure]:
    """Draw sensitivity and specificity against a gold standard of two categories."""
    accuracy = evaluation.accuracy
    if accuracy is None:
        return {}
    alt, figure = describe_accuracy(accuracy), plot_accuracy(accuracy)
    return {"roc": DrawnFigure.of("roc", "Sensitivity and specificity", alt, figure)}


SEVERAL: dict[type, Callable[[Any], dict[str, DrawnFigure]]] = {  # documents with several figures
    AgreementReport: _figures_of_variables,
    Comparison: comparison_figures,
    Verdict: evaluation_figures,
}
