"""Pictures (extra ``plot``): a result in, a figure out."""

from accord.plots.canvas import as_svg, save
from accord.plots.categories import plot_categories
from accord.plots.coefficients import plot_coefficients, plot_estimate, plot_generalized
from accord.plots.confusion import plot_confusion
from accord.plots.differences import plot_differences, plot_pairs, plot_sides
from accord.plots.disagreements import plot_disagreements
from accord.plots.dispatch import describe, picture_of, plot
from accord.plots.distributions import plot_distributions
from accord.plots.left_out import plot_left_out
from accord.plots.limits import plot_limits
from accord.plots.margins import plot_margins
from accord.plots.missingness import plot_missingness
from accord.plots.plan import plot_plan
from accord.plots.prevalence import plot_prevalence
from accord.plots.raters import plot_raters
from accord.plots.report import Picture, comparison_pictures, evaluation_pictures, report_pictures
from accord.plots.study import plot_study
from accord.plots.subgroups import plot_subgroups
from accord.plots.sweep import plot_sweep
from accord.plots.systems import plot_degradation, plot_systems

__all__ = [
    "Picture",
    "as_svg",
    "comparison_pictures",
    "describe",
    "evaluation_pictures",
    "picture_of",
    "plot",
    "plot_categories",
    "plot_coefficients",
    "plot_confusion",
    "plot_degradation",
    "plot_differences",
    "plot_disagreements",
    "plot_distributions",
    "plot_estimate",
    "plot_generalized",
    "plot_left_out",
    "plot_limits",
    "plot_margins",
    "plot_missingness",
    "plot_pairs",
    "plot_plan",
    "plot_prevalence",
    "plot_raters",
    "plot_sides",
    "plot_study",
    "plot_subgroups",
    "plot_sweep",
    "plot_systems",
    "report_pictures",
    "save",
]
