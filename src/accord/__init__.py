"""How far raters agree, and how sure one may be of it.

>>> import accord
>>> accord.cohen_kappa([["y", "y"], ["n", "n"], ["y", "n"], ["n", "n"]]).value
0.5
"""

from __future__ import annotations

from accord.agree import GeneralizedAgreement, berry_mielke
from accord.analyze import agreement, function_of
from accord.comparison import Comparison, compare
from accord.errors import AccordError
from accord.inference import differ
from accord.interpret import benchmark
from accord.loading import load, merge
from accord.patterns import Patterns
from accord.results import Agreement, Estimate, Interval
from accord.version import __version__
from accord.views import by_category, diagnose, disagreements, leave_one_out, pairwise, within

percent_agreement = function_of("percent_agreement")
cohen_kappa = function_of("cohen_kappa")
conger_kappa = function_of("conger_kappa")
light_kappa = function_of("light_kappa")
scott_pi = function_of("scott_pi")
fleiss_kappa = function_of("fleiss_kappa")
brennan_prediger = function_of("brennan_prediger")
gwet_ac = function_of("gwet_ac")
krippendorff_alpha = function_of("krippendorff_alpha")
aickin_alpha = function_of("aickin_alpha")
bangdiwala_b = function_of("bangdiwala_b")

__all__ = [
    "AccordError",
    "Agreement",
    "Comparison",
    "Estimate",
    "GeneralizedAgreement",
    "Interval",
    "Patterns",
    "__version__",
    "agreement",
    "aickin_alpha",
    "bangdiwala_b",
    "benchmark",
    "berry_mielke",
    "brennan_prediger",
    "by_category",
    "cohen_kappa",
    "compare",
    "conger_kappa",
    "diagnose",
    "differ",
    "disagreements",
    "fleiss_kappa",
    "gwet_ac",
    "krippendorff_alpha",
    "leave_one_out",
    "light_kappa",
    "load",
    "merge",
    "pairwise",
    "percent_agreement",
    "scott_pi",
    "within",
]
