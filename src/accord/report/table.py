"""Summaries as CSV tables: a row per coefficient, difference or metric, numbers in full."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from accord.errors import OptionError
from accord.scale import clean

__all__ = ["cell", "csv_text", "guarded", "summary_csv"]

COLUMNS: dict[str, tuple[str, ...]] = {
    "report": (
        "group", "name", "symbol", "weights", "value", "observed", "chance", "se", "lower",
        "upper", "p_value", "n", "reason",
    ),
    "comparison": (
        "a", "b", "coefficient", "coefficient_b", "weights", "value_a", "value_b", "difference",
        "se", "lower", "upper", "confidence", "statistic", "df", "p_value", "p_adjusted", "method",
        "paired", "reason", "margin", "p_equivalent", "p_not_worse", "p_not_better",
    ),
    "evaluation": (
        "system", "name", "form", "value", "lower", "upper", "se", "se_method", "n", "flag",
        "reason",
    ),
}  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def guarded(cell: Any) -> Any:
    """Cell that a spreadsheet will not run: text that begins like a formula gets a quote mark.

    >>> guarded("=1+1"), guarded(-0.5)
    ("'=1+1", -0.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def cell(value: Any) -> Any:
    """Value as a cell of a CSV file: nothing for what is not known, no formulas."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return guarded(clean(value) if isinstance(value, str) else value)


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """CSV text of the chosen columns."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(name)) for name in columns] for row in rows)
    return stream.getvalue()


def summary_csv(summary: Mapping[str, Any]) -> str:
    """CSV text of a summary: a row per coefficient, difference or metric."""
    if "questions" in summary:
        raise OptionError(
            "these are several questions, not one table: choose one (question), or another form.",
            option="question",
        )
    return csv_text(COLUMNS[summary["kind"]], ROWS[summary["kind"]](summary))


def _coefficients(summary: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in (summary, *summary.get("groups", ())):
        yield from ({"group": part.get("group", ""), **e} for e in part["coefficients"])


def _differences(summary: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from ({**item, **(item["equivalence"] or {})} for item in summary["comparisons"])


def _metrics(summary: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    ceiling = [summary["ceiling"]] if summary["ceiling"] else []
    for report in (*summary["systems"], summary["baseline"], *ceiling):
        yield from ({"system": report["name"], **item} for item in report["metrics"])


ROWS = {"report": _coefficients, "comparison": _differences, "evaluation": _metrics}
