"""Studies of metrics: what they do when prevalence, marginals, size of errors or scale change."""

from accord.analysis.studies.measured import Point
from accord.analysis.studies.study import STUDIES, Study, study

__all__ = ["STUDIES", "Point", "Study", "study"]
