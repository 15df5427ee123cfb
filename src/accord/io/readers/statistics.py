"""Files of SPSS, Stata and SAS (extra ``stats-files``).

Value labels become the categories, and their codes the values. The measure that SPSS declares for a
variable becomes its level of measurement.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from accord.data.scale import Level, as_number
from accord.errors import MissingExtraError
from accord.io.readers.documents import series_of
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.native.columns import Cells, columns_of
from accord.native.process import read_natively

if TYPE_CHECKING:
    import polars as pl

__all__ = ["read_sas", "read_spss", "read_stata"]

MEASURES: dict[str, Level] = {"nominal": "nominal", "ordinal": "ordinal", "scale": "interval"}
SAS = b"\x00" * 12 + b"\xc2\xea\x81\x60"


def _is_stata(head: Head) -> bool:
    old = head.suffix == ".dta" and head.start[:1] in b"\x68\x69\x6c\x6e\x6f\x71\x72\x73"
    return head.start.startswith(b"<stata_dta>") or old


@reader("spss", "SPSS files (.sav, .zsav)", knows=lambda head: head.start[:4] in (b"$FL2", b"$FL3"))
def read_spss(path: Path, _: Dialect) -> Sheet:
    """Read an SPSS file, with the missing values that it declares."""
    return _read(path, "read_sav")


@reader("stata", "Stata files (.dta)", knows=_is_stata)
def read_stata(path: Path, _: Dialect) -> Sheet:
    """Read a Stata file."""
    return _read(path, "read_dta")


@reader("sas", "SAS files (.sas7bdat)", knows=lambda head: head.start.startswith(SAS))
def read_sas(path: Path, _: Dialect) -> Sheet:
    """Read a SAS file."""
    return _read(path, "read_sas7bdat")


def _read(path: Path, function: str) -> Sheet:
    """Read a file with a function of pyreadstat."""
    import polars as pl

    if find_spec("pyreadstat") is None:
        files = "SPSS, Stata and SAS files"
        raise MissingExtraError(files, "stats-files", file=str(path))
    result = read_natively("statistics_file", [path], path=str(path), function=function)
    columns = columns_of(result)
    labels = {name: dict(pairs) for name, pairs in result.facts["labels"].items()}
    cells = {name: _series(column, labels.get(name, {})) for name, column in columns.items()}
    codes = {name: _codes(pairs) for name, pairs in labels.items()}
    measures = {
        name: MEASURES[measure]
        for name, measure in result.facts["measures"].items()
        if measure in MEASURES
    }
    return Sheet(pl.DataFrame(cells).lazy(), str(path), measures=measures, value_labels=codes)


def _series(column: Cells, labels: dict[object, str]) -> pl.Series:
    """Return a column with labels in place of the values that have one."""
    import polars as pl

    if not isinstance(column, np.ndarray):
        return series_of([_label(value, labels) for value in column])
    if not labels:
        return pl.Series(column, nan_to_null=True)
    return series_of([_label(value, labels) for value in column.tolist()])


def _codes(labels: dict[object, str]) -> tuple[tuple[str, float], ...]:
    """Return the pairs of label and code; codes that are not numbers are left out."""
    return tuple(
        (label, number)
        for code, label in labels.items()
        if (number := as_number(code)) is not None and not isinstance(code, str)
    )


def _label(value: object, labels: dict[object, str]) -> object:
    """Return the label of a value, or the value without one; None if it is missing."""
    if value is None or value != value:
        return None
    return labels.get(value, value)
