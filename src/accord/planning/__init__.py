"""How many subjects and raters a study needs."""

from accord.planning.facade import Choice, StudyPlan, plan
from accord.planning.population import ERRORS, Population
from accord.planning.size import Design, Expected, Goal

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
