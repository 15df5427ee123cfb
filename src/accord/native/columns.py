"""Columns of cells as buffers of bytes: numbers and text, and other kinds as tagged JSON."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from accord.native.messages import Message, MessageError

__all__ = ["Cells", "columns_of", "with_columns"]

ENCODING = ("utf-8", "surrogatepass")
MICROSECOND = dt.timedelta(microseconds=1)

Cells: TypeAlias = "Sequence[Any] | np.ndarray[Any, np.dtype[np.float64]]"

TAGS: dict[type, tuple[str, Callable[[Any], Any], Callable[[Any], Any]]] = {
    dt.datetime: ("datetime", dt.datetime.isoformat, dt.datetime.fromisoformat),
    dt.date: ("date", dt.date.isoformat, dt.date.fromisoformat),
    dt.time: ("time", dt.time.isoformat, dt.time.fromisoformat),
    dt.timedelta: ("duration", lambda d: d // MICROSECOND, lambda n: dt.timedelta(microseconds=n)),
    bytes: ("bytes", lambda b: b.hex(), bytes.fromhex),
}
FROM_TAG = {tag: restore for tag, _, restore in TAGS.values()}


def with_columns(facts: dict[str, Any], columns: Mapping[str, Cells]) -> Message:
    """Return a message with columns; None is a missing cell.

    Examples
    --------
    >>> sent = with_columns({}, {"a": [1.5, None], "b": ["x", None], "c": [1, True]})
    >>> columns_of(Message.decode(sent.encode()))
    {'a': array([1.5, nan]), 'b': ['x', None], 'c': [1, True]}
    """
    kinds: list[dict[str, Any]] = []
    buffers: dict[str, bytes] = {}
    for number, (name, cells) in enumerate(columns.items()):
        kind, parts = _encoded(cells)
        kinds.append({"name": name, "kind": kind, "size": len(cells)})
        buffers.update({f"{number}.{k}": part for k, part in enumerate(parts)})
    return Message({**facts, "columns": kinds}, buffers)


def columns_of(message: Message) -> dict[str, Cells]:
    """Return the columns of a message; raise `MessageError` if a buffer does not fit its column.

    Columns of floats are arrays, in which NaN is a missing cell; others are lists.
    """
    columns: dict[str, Cells] = {}
    for number, about in enumerate(message.facts["columns"]):
        parts = [b for name, b in message.buffers.items() if name.split(".")[0] == str(number)]
        try:
            cells = DECODERS[about["kind"]](*parts)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise MessageError(f"a column is invalid ({error})") from None
        if len(cells) != about["size"]:
            raise MessageError("a column has another length than it says")
        columns[about["name"]] = cells
    return columns


def _encoded(cells: Cells) -> tuple[str, list[bytes]]:
    """Return the kind of a column and its buffers: values, missing cells, and ends of texts."""
    types = set(map(type, cells)) - {type(None)}
    if types == {float}:
        return "float", [np.array(cells, dtype="<f8").tobytes()]
    missing = np.array([cell is None for cell in cells], dtype=bool)
    if types == {int} and all(cell is None or -(2**63) <= cell < 2**63 for cell in cells):
        values = np.array([0 if cell is None else cell for cell in cells], dtype="<i8")
        return "int", [values.tobytes(), missing.tobytes()]
    if types == {str}:
        texts = [b"" if cell is None else cell.encode(*ENCODING) for cell in cells]
        ends = np.cumsum([len(text) for text in texts], dtype="<i8")
        return "text", [b"".join(texts), missing.tobytes(), ends.tobytes()]
    return "tagged", [json.dumps([_tagged(cell) for cell in cells]).encode()]


def _tagged(cell: Any) -> Any:
    """Return a cell as JSON has it: a kind that JSON lacks as a list of its tag and its text."""
    if type(cell) not in TAGS:
        return cell if isinstance(cell, (str, int, float, type(None))) else str(cell)
    tag, encode, _ = TAGS[type(cell)]
    return [tag, encode(cell)]


def _floats(values: bytes) -> Cells:
    return np.frombuffer(values, dtype="<f8")


def _integers(values: bytes, missing: bytes) -> Cells:
    cells: list[Any] = np.frombuffer(values, dtype="<i8").tolist()
    for row in np.flatnonzero(np.frombuffer(missing, dtype=bool)).tolist():
        cells[row] = None
    return cells


def _texts(joined: bytes, missing: bytes, ends: bytes) -> Cells:
    stops = np.frombuffer(ends, dtype="<i8").tolist()
    cells: list[Any] = [
        joined[start:stop].decode(*ENCODING)
        for start, stop in zip([0, *stops], stops, strict=False)
    ]
    for row in np.flatnonzero(np.frombuffer(missing, dtype=bool)).tolist():
        cells[row] = None
    return cells


def _cells(text: bytes) -> Cells:
    return [
        FROM_TAG[cell[0]](cell[1]) if isinstance(cell, list) else cell for cell in json.loads(text)
    ]


DECODERS: dict[str, Callable[..., Cells]] = {
    "float": _floats,
    "int": _integers,
    "text": _texts,
    "tagged": _cells,
}
