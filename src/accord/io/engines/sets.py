"""Columns of a frame whose cells are lists or sets of labels become columns of texts."""

from __future__ import annotations

from typing import Any

import narwhals as nw

from accord.data.scale.labels import SET_MARK
from accord.io.engines.columns import Frame, eager_frame, python_values
from accord.io.engines.objects import COLLECTIONS, columns_as_frame, sets_as_text

__all__ = ["sets_as_columns_of_text"]


def sets_as_columns_of_text(frame: Frame, *, stated: bool) -> Frame:
    """Return a frame in which sets of labels are texts.

    Lists of texts are sets; lists of whole numbers are if sets are stated, because they may be
    coordinates.
    """
    schema = frame.collect_schema()
    lists = [name for name, kind in schema.items() if _holds_labels(kind, stated=stated)]
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


def _holds_labels(kind: Any, *, stated: bool) -> bool:
    """Return whether the cells of a column are lists of labels."""
    if not isinstance(kind, nw.List):
        return False
    inner: Any = kind.inner
    inner = inner() if isinstance(inner, type) else inner
    texts = isinstance(inner, (nw.String, nw.Categorical, nw.Enum, nw.Boolean))
    return texts or (stated and inner.is_integer()) or isinstance(inner, nw.Unknown)


def _written_by_polars(frame: Frame, names: list[str]) -> Frame:
    import polars as pl

    element = pl.element().cast(pl.String).str.strip_chars()
    labels = [
        pl.col(name).list.eval(element.filter(element != "")).list.unique().list.sort()
        for name in names
    ]
    texts = [
        pl.when(pl.col(name).is_not_null())
        .then(pl.concat_str(pl.lit(SET_MARK), each.list.join(SET_MARK)))
        .alias(name)
        for name, each in zip(names, labels, strict=True)
    ]
    return nw.from_native(frame.to_native().with_columns(texts))


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
