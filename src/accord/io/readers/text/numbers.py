"""Columns of a text table that are read as numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from accord.io.readers.text.file import TextFile

if TYPE_CHECKING:
    import polars as pl

    Kind: TypeAlias = type[pl.Int64 | pl.Float64 | pl.String]

__all__ = ["Kind", "scan_numbers"]

WHOLE = re.compile(r"-?[1-9]\d*|0")  # unlike codes such as 007
DECIMAL = re.compile(r"-?(?:[1-9]\d*|0)\.\d+")


def _has_no_codes(chunks: Iterator[bytes], delimiter: bytes) -> bool:
    """Return whether no cell begins with 0 and a digit, with a sign, a blank or a quote.

    Different texts are then different numbers, so that ids may be read as numbers.
    """
    last = b"\n"
    for chunk in chunks:
        if b'"' in chunk:
            return False
        cells = np.frombuffer(last + chunk + b"\n", dtype=np.uint8)
        starts = (cells[:-2] == delimiter[0]) | (cells[:-2] == ord("\n"))
        first, second = cells[1:-1], cells[2:]
        codes = ((first == ord("0")) & (second - np.uint8(ord("0")) < 10)) | (first == ord("+"))
        codes |= (first == ord(" ")) | ((first == ord("-")) & (second == ord("0")))
        if np.any(starts & codes):
            return False
        last = chunk[-2:]
    return True


def _kind(cells: set[str]) -> Kind:
    """Return the type of the numbers in some cells of a column, or of text if one is no number."""
    import polars as pl

    if all(WHOLE.fullmatch(cell) for cell in cells):
        return pl.Int64
    if all(WHOLE.fullmatch(cell) or DECIMAL.fullmatch(cell) for cell in cells):
        return pl.Float64
    return pl.String


def scan_numbers(
    scan: Callable[[Mapping[str, Kind], list[str]], pl.LazyFrame],
    text: TextFile,
    delimiter: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    columns: Sequence[str],
    ids: Sequence[str],
    missing: Sequence[str],
) -> pl.LazyFrame:
    """Scan the text with columns that look like numbers read as such; see `Sheet.numbers`."""
    import polars as pl

    index = {name: j for j, name in enumerate(names)}
    complete = [row for row in rows if len(row) == len(names)]  # the last may be truncated
    cells = {name: {row[index[name]] for row in complete} for name in (*columns, *ids)}
    kinds = {name: _kind(values - {"", *missing}) for name, values in cells.items()}
    whole_ids = any(kinds[name] is pl.Int64 for name in ids) and _has_no_codes(
        text.chunks(), delimiter.encode()
    )
    kinds |= {name: pl.String for name in ids if not whole_ids or kinds[name] is pl.Float64}
    return scan(kinds, sorted(set(missing) & set().union(*cells.values())))
