"""Views of one data set: pairs of raters, single raters, categories, subjects."""

from accord.analysis.views.accuracy import diagnostic_accuracy
from accord.analysis.views.accuracy_results import DiagnosticAccuracy
from accord.analysis.views.categories import CategoryAgreement, by_category
from accord.analysis.views.confusion import ConfusionMatrix, confusion
from accord.analysis.views.details import Details, ShownSections, compute_details, compute_shown
from accord.analysis.views.diagnosis import Diagnosis, diagnose
from accord.analysis.views.distributions import Distributions, distributions
from accord.analysis.views.homogeneity import MarginalHomogeneity, marginal_homogeneity
from accord.analysis.views.labels import LabelAgreement, LabelsAgreement, by_label
from accord.analysis.views.left_out import RaterLeftOut, leave_one_out
from accord.analysis.views.limit_results import LimitsOfAgreement
from accord.analysis.views.limits import limits_of_agreement
from accord.analysis.views.missingness import Missingness, missingness
from accord.analysis.views.pairs import RaterMatrix, pairwise
from accord.analysis.views.panel_limits import PanelLimits, panel_limits
from accord.analysis.views.prevalence import Curve, PrevalenceCurve, prevalence_curve
from accord.analysis.views.reliability import IntraclassCorrelations, icc
from accord.analysis.views.replicates import ReplicateStudy, replicates
from accord.analysis.views.sections import SECTIONS, ReportSection, SectionRequest, section
from accord.analysis.views.spans import SpanAgreement
from accord.analysis.views.subjects import Disagreement, disagreements
from accord.analysis.views.within import within
from accord.base.modules import import_modules

__all__ = [
    "SECTIONS",
    "CategoryAgreement",
    "ConfusionMatrix",
    "Curve",
    "Details",
    "Diagnosis",
    "DiagnosticAccuracy",
    "Disagreement",
    "Distributions",
    "IntraclassCorrelations",
    "LabelAgreement",
    "LabelsAgreement",
    "LimitsOfAgreement",
    "MarginalHomogeneity",
    "Missingness",
    "PanelLimits",
    "PrevalenceCurve",
    "RaterLeftOut",
    "RaterMatrix",
    "ReplicateStudy",
    "ReportSection",
    "SectionRequest",
    "ShownSections",
    "SpanAgreement",
    "by_category",
    "by_label",
    "compute_details",
    "compute_shown",
    "confusion",
    "diagnose",
    "diagnostic_accuracy",
    "disagreements",
    "distributions",
    "icc",
    "leave_one_out",
    "limits_of_agreement",
    "marginal_homogeneity",
    "missingness",
    "pairwise",
    "panel_limits",
    "prevalence_curve",
    "replicates",
    "section",
    "within",
]

import_modules(__name__)  # the sections that they declare
