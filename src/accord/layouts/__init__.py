"""What the rows and columns of a table mean, and how to guess it and say why."""

from accord.layouts.columns import lay_out
from accord.layouts.guessing import RATER
from accord.layouts.shapes import (
    LAYOUTS,
    Contingency,
    Counts,
    Extras,
    Layout,
    Long,
    Request,
    Wide,
    find_column,
    listed,
)

__all__ = [
    "LAYOUTS",
    "RATER",
    "Contingency",
    "Counts",
    "Extras",
    "Layout",
    "Long",
    "Request",
    "Wide",
    "find_column",
    "lay_out",
    "listed",
]
