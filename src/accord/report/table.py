"""The estimates as a CSV table."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

from accord.results import Agreement

__all__ = ["cell", "guarded", "to_csv"]

COLUMNS = (
    "group", "name", "symbol", "weights", "value", "observed", "chance", "se", "lower", "upper",
    "p_value", "n", "reason",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def guarded(cell: Any) -> Any:
    """Cell that a spreadsheet will not run: text that begins like a formula gets a quote mark.

    >>> guarded("=1+1"), guarded(-0.5)
    ("'=1+1", -0.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def to_csv(found: Agreement) -> str:
    """CSV text, a row per coefficient (and subgroup); numbers in full."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for label, part in [("", found), *found.groups.items()]:
        for estimate in part:
            facts = {"group": label, **estimate.to_dict()}
            writer.writerow([cell(facts[name]) for name in COLUMNS])
    return stream.getvalue()


def cell(value: Any) -> Any:
    """Value as a cell of a CSV file: nothing for what is not known, no formulas."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return guarded(value)
