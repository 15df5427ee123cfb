"""Reading of ratings: files, arrays and frames become the pattern table."""

from accord.io.load import load, merge, questions
from accord.io.sequences import takes_raters

__all__ = ["load", "merge", "questions", "takes_raters"]
