"""`load`: from whatever the ratings are in to the pattern table."""

from accord.io.load import load, merge, questions
from accord.io.sequences import takes_raters

__all__ = ["load", "merge", "questions", "takes_raters"]
