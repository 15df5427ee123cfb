"""Reports: one summary of a result, in several forms."""

from accord.report.comparison import comparison_csv, render_comparison, render_differ
from accord.report.evaluation import evaluation_csv, render_evaluation
from accord.report.generalized import render_generalized
from accord.report.pieces import say, show_list
from accord.report.plan import plan_csv, render_plan
from accord.report.preview import render_preview
from accord.report.study import render_study, study_csv
from accord.report.sweep import render_sweep, sweep_csv
from accord.report.table import to_csv
from accord.report.text import render

__all__ = [
    "comparison_csv",
    "evaluation_csv",
    "plan_csv",
    "render",
    "render_comparison",
    "render_differ",
    "render_evaluation",
    "render_generalized",
    "render_plan",
    "render_preview",
    "render_study",
    "render_sweep",
    "say",
    "show_list",
    "study_csv",
    "sweep_csv",
    "to_csv",
]
