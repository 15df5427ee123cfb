"""Layouts of tables: the meaning of rows and columns, stated or guessed with a reason."""

from accord.io.layouts.asides import (
    describe_apart,
    is_attribute_name,
    is_gold_name,
    unlike_ratings,
)
from accord.io.layouts.columns import resolve_layout
from accord.io.layouts.guessing import (
    ITEM,
    RATER,
    are_proportions,
    first_named,
    guess_item_column,
    guess_layout,
)
from accord.io.layouts.keys import looks_long
from accord.io.layouts.profiles import Profile, association, profiles_of
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
from accord.io.layouts.variables import SINGLE, Alternative, Reading, Variable, resolve_variables
from accord.io.layouts.vocabulary import RECORD

__all__ = [
    "ITEM",
    "LAYOUTS",
    "RATER",
    "RECORD",
    "SINGLE",
    "Alternative",
    "Contingency",
    "Counts",
    "Extras",
    "Layout",
    "LayoutOptions",
    "Long",
    "Profile",
    "RaterRoles",
    "Reading",
    "Variable",
    "Wide",
    "are_proportions",
    "assign_roles",
    "association",
    "describe_apart",
    "find_column",
    "first_named",
    "guess_item_column",
    "guess_layout",
    "is_attribute_name",
    "is_gold_name",
    "is_machine_name",
    "join_names",
    "looks_long",
    "profiles_of",
    "resolve_layout",
    "resolve_variables",
    "unlike_ratings",
]
