"""Sample size: how many subjects and raters a study of agreement needs."""

from accord.analysis.planning.plan import Choice, StudyPlan, plan
from accord.analysis.planning.population import ERRORS, Population
from accord.analysis.planning.size import Design, Expected, Goal

__all__ = [
    "ERRORS",
    "Choice",
    "Design",
    "Expected",
    "Goal",
    "Population",
    "StudyPlan",
    "plan",
]
