"""Document of a table of many variables: a row for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import capital, counted, joined, percent
from accord.data.scale import show_label
from accord.present.cells import count, number, share, signed, spread, words
from accord.present.document import (
    Bullets,
    Cell,
    Column,
    Document,
    Figure,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import doubts, figures_named, method, notes, only_with_blocks
from accord.statistics import COEFFICIENTS

__all__ = ["rows_table", "table_document"]

ALL = "All subjects"
EXACT = "Exact agreement"


def table_document(
    summary: Mapping[str, Any], figures: Mapping[str, Figure], path: str = ""
) -> Document:
    """Make the document of a table of variables; ``path`` precedes the keys of its cells."""
    rows = summary["rows"]
    sections = [
        *doubts(summary),
        Section(
            "variables",
            "Agreement by variable",
            (rows_table(summary, path), *figures_named(figures, "variables")),
            compact=True,
        ),
        *_flags(rows),
        *notes(summary),
        *_methods(summary),
    ]
    return Document(
        "table",
        summary["accord"],
        "Agreement by variable",
        summary.get("source", ""),
        (_headline(summary),),
        (),
        only_with_blocks(sections),
    )


def rows_table(summary: Mapping[str, Any], path: str = "", title: str = "") -> Table:
    """Return the table with a row per variable and subgroup."""
    rows, names = summary["rows"], summary["coefficients"]
    weighted = any(e["weights"] != "identity" for row in rows for e in row["coefficients"])
    columns = (
        Column("Group" if _is_single(rows) else "Variable"),
        Column("n", "subjects"),
        Column("Raters", "raters"),
        Column("Level", "level"),
        Column("Categories", "category_count"),
        Column(EXACT, "exact_agreement/value"),
        *(Column(_title(name, rows), f"coefficients/{name}/value") for name in names),
        *((Column("Weights", f"coefficients/{names[0]}/weights"),) if weighted else ()),
        Column(_scales(rows)[0] if len(_scales(rows)) == 1 else "Band", "band"),
        *(
            (
                Column("Worst rater", "worst_rater/rater"),
                Column("Without", "worst_rater/change", "details"),
            )
            if any(row["worst_rater"] for row in rows)
            else ()
        ),
        *((Column("Flags", "flags"),) if any(row["flags"] for row in rows) else ()),
    )
    single = _is_single(rows)
    cells = [
        Row(f"{path}rows/{k}", _cells(row, names, columns, single)) for k, row in enumerate(rows)
    ]
    return Table.of(columns, cells, title)


def _scales(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the titles of the benchmark scales of the rows."""
    return list(dict.fromkeys(row["scale"] for row in rows))


def _leading(rows: Sequence[Mapping[str, Any]], scale: str | None = None) -> str:
    """Return the titles of the first coefficients of the rows, or of those with a scale."""
    chosen = [row for row in rows if scale in (None, row["scale"])]
    return joined(list(dict.fromkeys(COEFFICIENTS[_first(row)["name"]].title for row in chosen)))


def _first(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the first coefficient of a row, which has a band."""
    return row["coefficients"][0]  # type: ignore[no-any-return]


def _is_single(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the rows are the groups of one variable."""
    return len({row["variable"] for row in rows}) == 1 and len(rows) > 1


def _label(row: Mapping[str, Any], single: bool) -> str:
    if single:
        return ALL if row["group"] is None else show_label(row["group"])
    return str(row["label"]) + ("" if row["group"] is None else f": {show_label(row['group'])}")


def _title(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the heading of a coefficient: its title with weights where all rows have the same."""
    titles = {e["title"] for row in rows for e in row["coefficients"] if e["name"] == name}
    title = titles.pop() if len(titles) == 1 else COEFFICIENTS[name].title
    return f"{title} [CI]"


def _cells(
    row: Mapping[str, Any], names: Sequence[str], columns: Sequence[Column], single: bool
) -> tuple[Cell, ...]:
    """Return the cells of a row for the coefficients and columns that the table has."""
    estimates, worst = row["coefficients"], row["worst_rater"]
    by_name = {e["name"]: e for e in estimates}
    known = {column.title for column in columns}
    weights = dict.fromkeys(e["weights"] for e in estimates if COEFFICIENTS[e["name"]].weighted)
    level = row["level"] + (" (guessed)" if row["level_guessed"] else "")
    exact = row["exact_agreement"]
    cells = [
        words(_label(row, single)),
        count(row["subjects"]),
        count(row["raters"]),
        words(level),
        count(row["category_count"]),
        share(None if exact is None else exact["value"]),
        *(spread(by_name[name]) if name in by_name else number(None) for name in names),
        *((words(", ".join(map(_weights, weights))),) if "Weights" in known else ()),
        words(row["band"]),
    ]
    if "Worst rater" in known:
        cells += [words(worst["rater"] if worst else None), _change(worst)]
    if "Flags" in known:
        cells.append(words(", ".join(dict.fromkeys(flag["name"] for flag in row["flags"]))))
    return tuple(cells)


def _weights(name: str) -> str:
    """Return the name of weights as words.

    >>> _weights("identity"), _weights("krippendorff_ordinal")
    ('identity', 'krippendorff ordinal')
    """
    return name.replace("_", " ")


def _change(worst: Mapping[str, Any] | None) -> Cell:
    return signed(worst["change"]) if worst else number(None)


def _headline(summary: Mapping[str, Any]) -> str:
    """Return how many variables there are, and in which the coefficient is lowest and highest."""
    rows = summary["rows"]
    single = _is_single(rows)
    rows = [row for row in rows if (row["group"] is not None) is single]
    known = [row for row in rows if _first(row)["value"] is not None]
    start = counted(len(rows), "group" if single else "variable")
    if not known:
        return f"{capital(start)}. {_leading(rows)} is undefined in each."
    by_value = sorted(known, key=lambda row: _first(row)["value"])
    low, high = by_value[0], by_value[-1]
    text = f"{capital(start)}. "
    if low is high:
        return text + f"{_quoted(low, single)}."
    return text + f"Highest: {_quoted(high, single)}. Lowest: {_quoted(low, single)}."


def _quoted(row: Mapping[str, Any], single: bool) -> str:
    e = _first(row)
    band = f", {row['band']}" if row["band"] else ""
    return f"{_label(row, single)}, {e['title']} = {spread(e).text}{band}"


def _flags(rows: Sequence[Mapping[str, Any]]) -> list[Section]:
    """Return the section with the reasons of the flags."""
    single = _is_single(rows)
    items = tuple(
        f"{_label(row, single)} ({flag['name']}): {flag['text']}"
        for row in rows
        for flag in row["flags"]
    )
    return [Section("flags", "Flags", (Bullets(items),))] if items else []


def _methods(summary: Mapping[str, Any]) -> list[Section]:
    """Return what the columns of the table mean."""
    rows = summary["rows"]
    title = _leading(rows)
    texts = [f"CI: {percent(summary['confidence'])} confidence interval."]
    texts += [f"{scale}: band of {_leading(rows, scale)}." for scale in _scales(rows)]
    if any(row["worst_rater"] for row in rows):
        texts.append(
            f"Worst rater: the one without whom {title if ' and ' not in title else 'this value'} "
            "is highest (details: by how much it changes)."
        )
    return [method(" ".join(texts))]
