"""Scales: the categories of ratings, with their order, values and level of measurement."""

from accord.data.scale.categories import FloatArray, IntArray, Scale, stated_level
from accord.data.scale.errors import order_remedy
from accord.data.scale.labels import EXACT, Label, as_number, clean, show_label
from accord.data.scale.levels import LEVELS, ORDERS, Level, Order, check_level
from accord.data.scale.sets import SetScale

__all__ = [
    "EXACT",
    "LEVELS",
    "ORDERS",
    "FloatArray",
    "IntArray",
    "Label",
    "Level",
    "Order",
    "Scale",
    "SetScale",
    "as_number",
    "check_level",
    "clean",
    "order_remedy",
    "show_label",
    "stated_level",
]
