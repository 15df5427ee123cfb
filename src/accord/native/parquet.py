"""Parquet files, decoded by Polars and PyArrow.

Files are decoded here once before they are scanned: a damaged page can make Polars end the process,
and only decoding finds that page.
"""

from __future__ import annotations

from accord.native.messages import Message

__all__ = ["decode_parquet", "read_orders"]


def decode_parquet(paths: list[str]) -> Message:
    """Decode all columns of some files, and return nothing."""
    import polars as pl

    for path in paths:  # functions of batches see whole rows, so that nothing is left undecoded
        frame = pl.scan_parquet(path, glob=False)
        frame.map_batches(pl.DataFrame.clear, streamable=True).collect(engine="streaming")
    return Message({})


def read_orders(paths: list[str], columns: list[str] | None) -> Message:
    """Return the categories of ordered dictionaries, for each file that has rows.

    Parameters
    ----------
    paths
        Parquet files.
    columns
        Columns to examine; all if None.
    """
    import pyarrow.parquet as pq

    orders = []
    for path in paths:
        with pq.ParquetFile(path) as table:
            names = [
                field.name
                for field in table.schema_arrow
                if getattr(field.type, "ordered", False)
                and (columns is None or field.name in columns)
            ]
            first = next(table.iter_batches(batch_size=1, columns=names), None)
            if first is not None:
                categories = {n: first.column(n).dictionary.to_pylist() for n in names}
                orders.append({n: c for n, c in categories.items() if _is_plain(c)})
    return Message({"orders": orders})


def _is_plain(categories: list[object]) -> bool:
    """Return whether JSON has all the categories."""
    return all(isinstance(category, (str, int, float, bool)) for category in categories)
