"""Studies of metrics: what they do when prevalence, marginals, size of errors or scale change."""

from accord.metric_studies.facade import STUDIES, Study, study
from accord.metric_studies.measured import Point

__all__ = ["STUDIES", "Point", "Study", "study"]
