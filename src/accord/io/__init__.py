"""Reading of ratings: files, arrays and frames become the pattern table.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from accord.io.load import load, merge, questions
from accord.io.readers import Dialect, Sheet, reader
from accord.io.sequences import takes_raters

__all__ = ["Dialect", "Sheet", "load", "merge", "questions", "reader", "takes_raters"]
