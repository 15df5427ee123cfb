"""`load`: from whatever the ratings are in to the pattern table."""

from accord.loading.sequences import takes_raters
from accord.loading.sources import load, merge, questions

__all__ = ["load", "merge", "questions", "takes_raters"]
