"""Studies of metrics as functions of prevalence, marginals, size of errors or scale."""

from accord.analysis.studies.measured import Point
from accord.analysis.studies.study import STUDIES, Study, study

__all__ = ["STUDIES", "Point", "Study", "study"]
