"""Reports: one summary of a result, in several forms."""

from accord.present.comparison import render_comparison, render_differ
from accord.present.document import Picture
from accord.present.evaluation import render_evaluation
from accord.present.forms import FORMS, rendered, schema_of
from accord.present.generalized import render_generalized
from accord.present.notebook import notebook
from accord.present.pieces import say, show_list
from accord.present.plan import plan_csv, render_plan
from accord.present.preview import render_preview
from accord.present.study import render_study, study_csv
from accord.present.summary import comparison_summary, evaluation_summary, report_summary
from accord.present.sweep import render_sweep, sweep_csv
from accord.present.text import render

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
