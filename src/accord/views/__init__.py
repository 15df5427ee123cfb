"""One data set seen from other sides: pairs of raters, single raters, categories, subjects."""

from accord.views.categories import CategoryAgreement, by_category
from accord.views.closer import Details, look_closer
from accord.views.diagnosis import Diagnosis, diagnose
from accord.views.left_out import RaterLeftOut, leave_one_out
from accord.views.pairs import RaterMatrix, pairwise
from accord.views.subjects import Disagreement, disagreements
from accord.views.within import within

__all__ = [
    "CategoryAgreement",
    "Details",
    "Diagnosis",
    "Disagreement",
    "RaterLeftOut",
    "RaterMatrix",
    "by_category",
    "diagnose",
    "disagreements",
    "leave_one_out",
    "look_closer",
    "pairwise",
    "within",
]
