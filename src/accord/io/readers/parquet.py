"""Parquet files.

Polars reads ordered categorical columns of pandas and Arrow without their order, which is part of
the dictionaries in the file. PyArrow reads these, if it is installed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from accord.base.wording import first_line
from accord.data.parquet_files import check_parquet
from accord.data.scale import Level
from accord.errors import EmptyInputError, NotATableError
from accord.io.readers.registry import Head, matches, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.native.process import read_natively

__all__ = ["parquet_files", "parquet_orders", "read_parquet"]

WITHOUT_ORDER = (
    "ordered categories, whose order cannot be read without PyArrow. Install pyarrow, or list the "
    "categories in order with categories (--categories)."
)


def _is_parquet(head: Head) -> bool:
    if head.start.startswith(b"PAR1"):
        return True
    if head.path.is_dir():
        return next(head.path.rglob("*.parquet"), None) is not None
    return any(file.suffix == ".parquet" for file in matches(head.path))


@reader("parquet", "Parquet: a file, a folder or a pattern of files", knows=_is_parquet)
def read_parquet(path: Path, _: Dialect) -> Sheet:
    """Scan a Parquet file, all files of a folder, or those that match a pattern."""
    import polars as pl

    files = parquet_files(path)
    if not files:
        raise EmptyInputError("the folder has no Parquet files.", file=str(path))
    check_parquet(files)
    frame = pl.scan_parquet(files, glob=False)
    try:
        schema = frame.collect_schema()
    except pl.exceptions.PolarsError as error:
        raise NotATableError(
            f"the file begins like Parquet, and cannot be read as such: {first_line(error)}",
            file=str(path),
        ) from error
    declared = _declared_ordered(files[0])
    measures: dict[str, Level] = {
        name: "ordinal" for name in declared if name in schema and schema[name].is_numeric()
    }
    words = [name for name, dtype in schema.items() if dtype == pl.Categorical]
    orders = parquet_orders(files, words)
    lost = [name for name in words if name in declared] if orders is None else []
    notes = (f"{', '.join(lost)}: {WITHOUT_ORDER}",) if lost else ()
    return Sheet(frame, str(path), notes=notes, orders=orders or {}, measures=measures)


def parquet_files(path: Path) -> list[Path]:
    """Return the files of a path: the file itself, all of a folder, or those of a pattern."""
    return sorted(path.rglob("*.parquet")) if path.is_dir() else matches(path) or [path]


def _declared_ordered(file: Path) -> set[str]:
    """Return the columns that pandas wrote as ordered categoricals."""
    import polars as pl

    metadata = json.loads(pl.read_parquet_metadata(file).get("pandas", "{}"))
    columns: list[dict[str, Any]] = metadata.get("columns", [])
    return {column["name"] for column in columns if (column.get("metadata") or {}).get("ordered")}


def parquet_orders(
    files: Sequence[Path], columns: Sequence[str] | None = None
) -> dict[str, tuple[Any, ...]] | None:
    """Return the categories, in order, of the ordered columns on which all files agree.

    Parameters
    ----------
    files
        Parquet files.
    columns
        Columns to examine; all if not given.

    Returns
    -------
    dict or None
        None if PyArrow, which reads them, is not installed.
    """
    if columns is not None and not columns:
        return {}
    if find_spec("pyarrow") is None:
        return None
    names = None if columns is None else list(columns)
    result = read_natively("parquet_orders", files, paths=[str(f) for f in files], columns=names)
    start, *others = result.facts["orders"] or [{}]
    return {
        name: tuple(order)
        for name, order in start.items()
        if all(other.get(name) == order for other in others)
    }
