"""Reports: one summary of a result, in several forms."""

from accord.report.comparison import render_comparison, render_differ
from accord.report.document import Picture
from accord.report.evaluation import render_evaluation
from accord.report.forms import FORMS, rendered, schema_of
from accord.report.generalized import render_generalized
from accord.report.notebook import notebook
from accord.report.pieces import say, show_list
from accord.report.plan import plan_csv, render_plan
from accord.report.preview import render_preview
from accord.report.study import render_study, study_csv
from accord.report.summary import comparison_summary, evaluation_summary, report_summary
from accord.report.sweep import render_sweep, sweep_csv
from accord.report.text import render

__all__ = [
    "FORMS",
    "Picture",
    "comparison_summary",
    "evaluation_summary",
    "notebook",
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
    "rendered",
    "report_summary",
    "say",
    "schema_of",
    "show_list",
    "study_csv",
    "sweep_csv",
]
