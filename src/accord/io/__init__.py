"""Reading of ratings: files, arrays and frames become the pattern table.

This package is public: the names in ``__all__`` are stable, its modules are private.
"""

from typing import TYPE_CHECKING

from accord.base.lazy import lazy_names
from accord.io.load import load, merge, questions
from accord.io.reading import including
from accord.io.sequences import takes_raters
from accord.io.variables import Variables, load_variables

if TYPE_CHECKING:
    from accord.io.readers import Dialect, Sheet, reader

__all__ = [
    "Dialect",
    "Sheet",
    "Variables",
    "including",
    "load",
    "load_variables",
    "merge",
    "questions",
    "reader",
    "takes_raters",
]

__getattr__ = lazy_names("accord.io", {"accord.io.readers": ("Dialect", "Sheet", "reader")})
