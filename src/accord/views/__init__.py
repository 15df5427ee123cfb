"""One data set seen from other sides: pairs of raters, single raters, categories, subjects."""

from accord.views.categories import CategoryAgreement, by_category
from accord.views.closer import Details, look_closer
from accord.views.confusion import ConfusionMatrix, confusion
from accord.views.diagnosis import Diagnosis, diagnose
from accord.views.distributions import Distributions, distributions
from accord.views.left_out import RaterLeftOut, leave_one_out
from accord.views.limits import LimitsOfAgreement, limits_of_agreement
from accord.views.missingness import Missingness, missingness
from accord.views.pairs import RaterMatrix, pairwise
from accord.views.prevalence import Curve, PrevalenceCurve, prevalence_curve
from accord.views.subjects import Disagreement, disagreements
from accord.views.within import within

__all__ = [
    "CategoryAgreement",
    "ConfusionMatrix",
    "Curve",
    "Details",
    "Diagnosis",
    "Disagreement",
    "Distributions",
    "LimitsOfAgreement",
    "Missingness",
    "PrevalenceCurve",
    "RaterLeftOut",
    "RaterMatrix",
    "by_category",
    "confusion",
    "diagnose",
    "disagreements",
    "distributions",
    "leave_one_out",
    "limits_of_agreement",
    "look_closer",
    "missingness",
    "pairwise",
    "prevalence_curve",
    "within",
]
