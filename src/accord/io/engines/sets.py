"""Columns of a frame whose cells are lists or sets of labels become columns of texts."""

from __future__ import annotations

from typing import Any

import narwhals as nw

from accord.data.scale.labels import SET_MARK
from accord.io.engines.columns import Frame, eager_frame, python_values
from accord.io.engines.objects import COLLECTIONS, columns_as_frame, sets_as_text

__all__ = ["sets_as_columns_of_text"]

SAMPLE = 1000  # rows by which lists of numbers are recognised as sets


def sets_as_columns_of_text(frame: Frame, *, stated: bool) -> Frame:
    """Return a frame in which sets of labels are texts.

    Lists of texts are sets; lists of whole numbers are if sets are stated or if they differ in
    length, because they may be coordinates.
    """
    schema = frame.collect_schema()
    kinds = {name: _inner(kind) for name, kind in schema.items()}
    lists = [name for name, inner in kinds.items() if inner is not None and _is_label(inner)]
    whole = [name for name, inner in kinds.items() if inner is not None and inner.is_integer()]
    if whole and not stated:
        head = eager_frame(frame.select(whole).head(SAMPLE))
        whole = [name for name in whole if _is_ragged(python_values(head[name]))]
    lists += whole
    if lists and frame.implementation.is_polars():
        frame = _written_by_polars(frame, lists)
    elif lists:
        frame = _written_by_python(eager_frame(frame), lists)
    if isinstance(frame, nw.LazyFrame):
        return frame
    objects = [name for name, kind in schema.items() if kind == nw.Object]
    cells = {name: python_values(frame[name]) for name in objects}
    sets = [n for n in objects if any(isinstance(cell, COLLECTIONS) for cell in cells[n])]
    return _written_by_python(frame, sets) if sets else frame


def _inner(kind: Any) -> Any:
    """Return the type of the elements of lists; None for cells of another type."""
    if not isinstance(kind, nw.List):
        return None
    return kind.inner() if isinstance(kind.inner, type) else kind.inner


def _is_label(kind: Any) -> bool:
    return isinstance(kind, (nw.String, nw.Categorical, nw.Enum, nw.Boolean, nw.Unknown))


def _is_ragged(cells: list[Any]) -> bool:
    """Return whether lists differ in length."""
    return len({len(cell) for cell in cells if cell is not None}) > 1


def _written_by_polars(frame: Frame, names: list[str]) -> Frame:
    import polars as pl

    kinds = frame.collect_schema()
    texts = []
    for name in names:
        cells = pl.col(name)
        if _inner(kinds[name]) != nw.String:
            cells = cells.list.eval(pl.element().cast(pl.String))
        listed = cells.list.join(SET_MARK, ignore_nulls=True)
        texts.append(
            pl.when(pl.col(name).is_not_null())
            .then(pl.concat_str(pl.lit(SET_MARK), listed))
            .alias(name)
        )
    written: Frame = nw.from_native(frame.to_native().with_columns(texts))
    return written


def _written_by_python(frame: nw.DataFrame[Any], names: list[str]) -> nw.DataFrame[Any]:
    """Return a frame with some columns as texts, whose cells Python writes."""
    texts = {name: sets_as_text(python_values(frame[name])) for name in names}
    written = columns_as_frame(texts)
    backend = frame.implementation
    columns = {
        name: nw.new_series(name, written[name].to_list(), nw.String, backend=backend)
        for name in names
    }
    return frame.with_columns(*columns.values())
