"""Studies of metrics: what they do when prevalence, marginals, size of errors or scale change."""

from accord.study.facade import STUDIES, Study, study
from accord.study.measured import Point

__all__ = ["STUDIES", "Point", "Study", "study"]
