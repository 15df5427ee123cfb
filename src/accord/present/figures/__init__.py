"""Figures of results, and descriptions of them in words (extra ``plot``)."""

from accord.base.modules import import_modules
from accord.present.figures.canvas import as_svg, save
from accord.present.figures.categories import plot_categories
from accord.present.figures.coefficients import plot_coefficients, plot_estimate, plot_generalized
from accord.present.figures.confusion import plot_confusion
from accord.present.figures.decisions import plot_decisions
from accord.present.figures.differences import plot_differences, plot_pairs, plot_sides
from accord.present.figures.disagreements import plot_disagreements
from accord.present.figures.dispatch import DrawnFigure, describe, figure_of, plot
from accord.present.figures.distributions import plot_distributions
from accord.present.figures.labels import plot_labels, plot_span_labels
from accord.present.figures.left_out import plot_left_out
from accord.present.figures.limits import plot_limits
from accord.present.figures.margins import plot_margins
from accord.present.figures.missingness import plot_missingness
from accord.present.figures.plan import plot_plan
from accord.present.figures.prevalence import plot_prevalence
from accord.present.figures.prompts import plot_prompts
from accord.present.figures.raters import plot_raters
from accord.present.figures.registry import (
    FigureRequest,
    SectionFigure,
    draws,
    section_figure,
)
from accord.present.figures.reliability import plot_reliability
from accord.present.figures.report import (
    comparison_figures,
    evaluation_figures,
    figures_of,
    report_figures,
)
from accord.present.figures.roc import plot_accuracy
from accord.present.figures.study import plot_study
from accord.present.figures.subgroups import plot_subgroups
from accord.present.figures.sweep import plot_sweep
from accord.present.figures.systems import plot_degradation, plot_systems
from accord.present.figures.variables import plot_variables

__all__ = [
    "DrawnFigure",
    "FigureRequest",
    "SectionFigure",
    "as_svg",
    "comparison_figures",
    "describe",
    "draws",
    "evaluation_figures",
    "figure_of",
    "figures_of",
    "plot",
    "plot_accuracy",
    "plot_categories",
    "plot_coefficients",
    "plot_confusion",
    "plot_decisions",
    "plot_degradation",
    "plot_differences",
    "plot_disagreements",
    "plot_distributions",
    "plot_estimate",
    "plot_generalized",
    "plot_labels",
    "plot_left_out",
    "plot_limits",
    "plot_margins",
    "plot_missingness",
    "plot_pairs",
    "plot_plan",
    "plot_prevalence",
    "plot_prompts",
    "plot_raters",
    "plot_reliability",
    "plot_sides",
    "plot_span_labels",
    "plot_study",
    "plot_subgroups",
    "plot_sweep",
    "plot_systems",
    "plot_variables",
    "report_figures",
    "save",
    "section_figure",
]

import_modules(__name__)  # the figures that they register
