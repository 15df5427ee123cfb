"""Layouts of tables: the meaning of rows and columns, stated or guessed with a reason."""

from accord.io.layouts.columns import resolve_layout
from accord.io.layouts.guessing import ITEM, RATER, are_proportions, first_named, guess_layout
from accord.io.layouts.roles import RaterRoles, assign_roles, is_machine_name
from accord.io.layouts.shapes import (
    LAYOUTS,
    Contingency,
    Counts,
    Extras,
    Layout,
    LayoutOptions,
    Long,
    Wide,
    find_column,
    join_names,
)

__all__ = [
    "ITEM",
    "LAYOUTS",
    "RATER",
    "Contingency",
    "Counts",
    "Extras",
    "Layout",
    "LayoutOptions",
    "Long",
    "RaterRoles",
    "Wide",
    "are_proportions",
    "assign_roles",
    "find_column",
    "first_named",
    "guess_layout",
    "is_machine_name",
    "join_names",
    "resolve_layout",
]
