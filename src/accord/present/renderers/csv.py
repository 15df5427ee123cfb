"""Results as CSV: a row per coefficient, difference, metric, design, run or point.

Numbers are written in full. Of results for which no columns are declared, the first table of the
document is written.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from accord.data.scale import clean
from accord.present.documents import documents_of

__all__ = ["cell", "page", "written"]

Summary: TypeAlias = Mapping[str, Any]
Sheet: TypeAlias = tuple[Sequence[str], Iterable[Mapping[str, Any]]]
REPORT = (
    "group", "name", "symbol", "weights", "value", "observed", "chance", "se", "lower", "upper",
    "p_value", "n", "reason",
)  # fmt: skip
COMPARISON = (
    "a", "b", "coefficient", "coefficient_b", "weights", "value_a", "value_b", "difference",
    "se", "lower", "upper", "confidence", "statistic", "df", "p_value", "p_adjusted", "method",
    "paired", "reason", "margin", "p_equivalent", "p_not_worse", "p_not_better",
)  # fmt: skip
EVALUATION = (
    "system", "name", "form", "value", "lower", "upper", "se", "se_method", "n", "flag", "reason",
)  # fmt: skip
PLAN = (
    "raters", "subjects", "ratings", "cost", "lower", "upper", "width", "power", "undefined",
    "chosen", "cheapest",
)  # fmt: skip
STUDY = ("study", "x", "metric", "weights", "value")
TABLE = (
    "variable", "label", "group", "n", "raters", "ratings", "missing", "level", "level_guessed",
    "category_count", "exact_agreement",
)  # fmt: skip
TABLE_END = ("band", "worst_rater", "without", "flags")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def page(summary: Summary) -> bytes:
    """Return a result as CSV."""
    columns, rows = _sheet(summary)
    table = ([row.get(name) for name in columns] for row in rows)
    return written(columns, table).encode()


def written(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    r"""Return columns and rows as CSV text.

    >>> written(["name", "value"], [["=1+1", 0.5], ["b", None]])
    "name,value\n'=1+1,0.5\nb,\n"
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([cell(name) for name in columns])
    writer.writerows([cell(value) for value in row] for row in rows)
    return stream.getvalue()


def cell(value: Any) -> Any:
    """Return a value as a cell of a CSV file: empty if undefined; text is never a formula.

    >>> cell("=1+1"), cell(-0.5), cell(float("nan"))
    ("'=1+1", -0.5, '')
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if not isinstance(value, str):
        return value
    text = clean(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _sheet(summary: Summary) -> Sheet:
    if "kind" not in summary:  # several questions
        return _table(summary["table"])
    make = SHEETS.get(summary["kind"])
    return _first_table(summary) if make is None else make(summary)


def _report(summary: Summary) -> Sheet:
    return REPORT, (
        {"group": part.get("group", ""), **e}
        for part in (summary, *summary.get("groups", ()))
        for e in part["coefficients"]
    )


def _table(summary: Summary) -> Sheet:
    ends = [end for name in summary["coefficients"] for end in (name, *_limits(name))]
    return (*TABLE, *ends, *TABLE_END), map(_variable, summary["rows"])


def _limits(name: str) -> tuple[str, str]:
    return f"{name}_lower", f"{name}_upper"


def _variable(row: Mapping[str, Any]) -> Mapping[str, Any]:
    exact, worst = row["exact_agreement"] or {}, row["worst_rater"] or {}
    cells = {**row, "exact_agreement": exact.get("value"), "without": worst.get("change")}
    cells |= {"worst_rater": worst.get("rater"), "n": row["subjects"]}
    cells["flags"] = "; ".join(f"{flag['name']}: {flag['text']}" for flag in row["flags"])
    for e in row["coefficients"]:
        ends = dict(zip(_limits(e["name"]), (e["lower"], e["upper"]), strict=True))
        cells |= {e["name"]: e["value"], **ends}
    return cells


def _comparison(summary: Summary) -> Sheet:
    return COMPARISON, ({**d, **(d["equivalence"] or {})} for d in summary["comparisons"])


def _evaluation(summary: Summary) -> Sheet:
    ceiling = [summary["ceiling"]] if summary["ceiling"] else []
    return EVALUATION, (
        {"system": report["name"], **item}
        for report in (*summary["systems"], summary["baseline"], *ceiling)
        for item in report["metrics"]
    )


def _plan(summary: Summary) -> Sheet:
    return PLAN, (row for choice in summary["choices"] for row in _sizes(choice, summary))


def _sizes(choice: Mapping[str, Any], summary: Summary) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a design: its size, and the other sizes of its curve."""
    chosen = {key: choice[key] for key in choice if key != "curve"}
    sizes = [point for point in choice["curve"] if point["subjects"] != choice["subjects"]]
    for point in sorted([chosen, *sizes], key=lambda p: p["subjects"]):
        factor = point["subjects"] / choice["subjects"]
        best = point is chosen and choice["raters"] == summary["cheapest"]
        yield {
            **point,
            "raters": choice["raters"],
            "ratings": float(choice["ratings"] * factor),
            "cost": float(choice["cost"] * factor),
            "chosen": "yes" if point is chosen else "no",
            "cheapest": "yes" if best else "no",
        }


def _study(summary: Summary) -> Sheet:
    return STUDY, ({"study": summary["study"], **point} for point in summary["points"])


def _sweep(summary: Summary) -> Sheet:
    names = [item["name"] for item in summary["runs"][0]["metrics"]]
    ends = [end for name in names for end in (name, f"{name}_lower", f"{name}_upper")]
    taken = {"rank", "run", "like_best", "p_adjusted", *ends}
    titles = {
        name: f"{name} (parameter)" if name in taken else name for name in summary["parameters"]
    }
    columns = ["rank", "run", *titles.values(), "like_best", "p_adjusted", *ends]
    return columns, (_run(run, titles) for run in summary["runs"])


def _run(run: Mapping[str, Any], titles: Mapping[str, str]) -> Mapping[str, Any]:
    parameters = {titles[name]: value for name, value in run["parameters"].items()}
    row = {**run, **parameters, "run": run["name"]}
    for item in run["metrics"]:
        name = item["name"]
        row |= {name: item["value"], f"{name}_lower": item["lower"], f"{name}_upper": item["upper"]}
    return row


def _first_table(summary: Summary) -> Sheet:
    """Return the first table of the document, or its facts where it has none."""
    (document,) = documents_of(summary)
    tables = [table for section in document.sections for table in section.tables()]
    if not tables:
        facts = ({"name": fact.name, "value": fact.cell.text} for fact in document.facts)
        return ("name", "value"), facts
    table = tables[0]
    names = [column.title for column in table.columns]
    return names, (
        {name: c.value if c.is_number else c.text for name, c in zip(names, row.cells, strict=True)}
        for row in table.rows
    )


SHEETS: dict[str, Callable[[Summary], Sheet]] = {
    "report": _report,
    "table": _table,
    "comparison": _comparison,
    "evaluation": _evaluation,
    "plan": _plan,
    "study": _study,
    "sweep": _sweep,
}
