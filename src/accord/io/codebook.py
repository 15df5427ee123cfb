"""Codebooks: files that state the level, order, weights and label of each variable."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from accord.base.wording import numbered_names, split_names
from accord.errors import InputError, OptionError, UnknownNameError
from accord.options import VariableOptions

__all__ = ["order_of", "read_codebook", "stated_options"]

VARIABLE = "variable"
STATED = tuple(each.name for each in fields(VariableOptions))
SEPARATORS = r"\s*[<>;|]\s*"  # between categories, besides a comma


def read_codebook(path: str | Path) -> dict[str, VariableOptions]:
    """Read a codebook: a table with a row for each variable.

    Its columns are ``variable`` and any of ``level``, ``order``, ``weights`` and ``label``; others
    are ignored. Blank cells state nothing.

    Parameters
    ----------
    path
        A text file or a workbook.

    Returns
    -------
    dict of VariableOptions
        What is stated of each variable, by name.
    """
    from accord.io.readers import Dialect, read

    file = str(path)
    if not Path(path).is_file():
        raise OptionError(f"codebook: there is no file {file}.", option="codebook", value=file)
    frame = read(Path(path), Dialect(header=True)).frame.collect()
    columns = {name.strip().lower(): name for name in frame.columns}
    if VARIABLE not in columns:
        raise InputError(
            f"a codebook has a column {VARIABLE!r}, and this file has the columns "
            f"{', '.join(frame.columns)}.",
            file=file,
            column=VARIABLE,
            option="codebook",
        )
    codebook: dict[str, VariableOptions] = {}
    kept = [(name, columns[name]) for name in (VARIABLE, *STATED) if name in columns]
    for number, row in enumerate(frame.iter_rows(named=True), start=2):
        cells = {name: _text(row[column]) for name, column in kept}
        variable = cells.pop(VARIABLE)
        if variable is None:
            continue
        if variable in codebook:
            raise InputError(
                f"variable {variable!r} is there twice.", file=file, row=number, column=VARIABLE
            )
        try:
            codebook[variable] = stated_options(cells)
        except OptionError as error:
            problem = InputError(
                str(error), file=file, row=number, column=error.option, value=error.value
            )
            raise problem from None
    return codebook


def stated_options(cells: Mapping[str, Any]) -> VariableOptions:
    """Return what texts state of a variable, such as the cells of a codebook."""
    from accord.data.scale import LEVELS

    level = cells.get("level")
    if level is not None and level not in LEVELS:
        raise UnknownNameError("level of measurement", level, LEVELS, option="level")
    return VariableOptions(**{**cells, "order": order_of(cells.get("order"))})


def order_of(text: Any) -> Any:
    """Return categories in order from a text.

    >>> order_of("low < mid < high"), order_of("no=0, yes=1"), order_of(["a", "b"])
    (['low', 'mid', 'high'], {'no': 0.0, 'yes': 1.0}, ['a', 'b'])
    """
    if not isinstance(text, str):
        return text
    parts = [part for part in re.split(SEPARATORS, text) if part]
    names = parts if len(parts) > 1 else split_names(text)
    return numbered_names(names, "order")


def _text(cell: Any) -> str | None:
    text = "" if cell is None else str(cell).strip()
    return text or None
