"""What the rows and columns of a table mean, and how to guess it and say why."""

from accord.io.layouts.columns import lay_out
from accord.io.layouts.guessing import ITEM, RATER, are_proportions, first_named, guess_kind
from accord.io.layouts.roles import Cast, assign_roles, is_machine_name
from accord.io.layouts.shapes import (
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
    "ITEM",
    "LAYOUTS",
    "RATER",
    "Cast",
    "Contingency",
    "Counts",
    "Extras",
    "Layout",
    "Long",
    "Request",
    "Wide",
    "are_proportions",
    "assign_roles",
    "find_column",
    "first_named",
    "guess_kind",
    "is_machine_name",
    "lay_out",
    "listed",
]
