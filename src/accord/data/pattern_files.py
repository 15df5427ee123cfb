"""Pattern files: pattern tables that sites can share instead of their raw data.

A file is Parquet. Its columns are ``count`` (number of subjects), ``cluster`` and ``group`` where
there are any, and a column of codes for each rater (null where a rating is missing) or of counts
for each category. The metadata contain the scale and the raters as JSON, under the key ``accord``:
see `docs/patterns.md`. Names of subjects are not in the file.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from accord.base.files import write_atomically
from accord.base.panics import converting_panics
from accord.base.wording import first_line
from accord.data.columns import KINDS, MISSING
from accord.data.joint import JointScale
from accord.data.parquet_files import check_parquet
from accord.data.patterns import ROLES, Patterns
from accord.data.scale import EXACT, LEVELS, ORDERS, IntArray, Order, Scale, SetScale
from accord.errors import NotATableError, UnsupportedError
from accord.version import __version__

__all__ = ["is_pattern_file", "read_patterns", "write_patterns"]

FORMAT, VERSION = "accord patterns", 1
KEY = "accord"
MAX_METADATA = 64_000_000  # characters
NO_SPANS = (
    "the pattern file of these spans has the labels of their characters only: for statistics of "
    "spans, such as F, use the original file."
)
INVALID = (  # what values of other kinds than a pattern file has lead to
    KeyError,
    IndexError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)


def write_patterns(patterns: Patterns, path: Path) -> None:
    """Write a pattern table to a file; an error leaves no partial file.

    The file has the labels of characters but not the spans, and says so.
    """
    import polars as pl

    columns: dict[str, Any] = {"count": pl.Series(patterns.multiplicity)}
    if patterns.cluster is not None:
        columns["cluster"] = pl.Series(patterns.cluster)
    if patterns.group is not None:
        columns["group"] = pl.Series(patterns.group)
    for j, column in enumerate(patterns.columns.rows.T, start=1):
        columns[f"r{j}"] = pl.Series(column.astype(np.int64)).replace(MISSING, None)
    metadata = {
        "format": FORMAT,
        "version": VERSION,
        "accord": __version__,
        "kind": patterns.columns.kind,
        "raters": list(patterns.raters),
        "roles": dict(patterns.roles),
        "scale": patterns.scale.as_dict(),
        "groups": list(patterns.groups),
        "layout": patterns.layout,
        "layout_reason": patterns.layout_reason,
        "unrated": patterns.unrated,
        "warnings": [*patterns.warnings, *([] if patterns.spans is None else [NO_SPANS])],
    }
    text = json.dumps(metadata)
    if len(text) > MAX_METADATA:
        raise UnsupportedError(
            f"{patterns.q:,} different scores are too many for a pattern file. Round them."
        )
    content = BytesIO()
    pl.DataFrame(columns).write_parquet(content, metadata={KEY: text})
    write_atomically(path, content.getvalue())


def is_pattern_file(path: Path) -> bool:
    """Return whether a file is a pattern file."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        if stream.read(4) != b"PAR1":
            return False
    return _read_metadata(path) is not None


def read_patterns(path: Path) -> Patterns:
    """Return the pattern table of a file; raise an error where its contents are not valid."""
    import polars as pl

    metadata = _read_metadata(path)
    if metadata is None:
        raise NotATableError("this is not a pattern file.", file=str(path))
    if metadata.get("version") != VERSION:
        raise NotATableError(
            f"the file has version {metadata.get('version')!r} of the format, and accord "
            f"{__version__} reads version {VERSION}.",
            file=str(path),
            remedy="Write the file again with this version of accord.",
        )
    check_parquet([path])
    with converting_panics(partial(_damaged, path)):
        try:
            return _patterns_of(metadata, pl.read_parquet(path, glob=False))
        except (*INVALID, pl.exceptions.PolarsError) as error:
            raise _damaged(path, first_line(error)) from None


def _damaged(path: Path, problem: str) -> NotATableError:
    return NotATableError(
        f"the pattern file is damaged: {problem.rstrip('.')}.",
        file=str(path),
        remedy="Write it again.",
    )


def _read_metadata(path: Path) -> dict[str, Any] | None:
    """Return the metadata of a pattern file; None for any other file."""
    import polars as pl

    try:
        with path.open("rb") as stream, converting_panics(partial(_damaged, path)):
            text = pl.read_parquet_metadata(stream).get(KEY, "")
        if len(text) > MAX_METADATA:
            raise NotATableError("the metadata are too long for a pattern file.", file=str(path))
        metadata = json.loads(text)
    except (pl.exceptions.PolarsError, json.JSONDecodeError, RecursionError):
        return None
    known = isinstance(metadata, dict) and metadata.get("format") == FORMAT
    return metadata if known else None


def _patterns_of(metadata: dict[str, Any], frame: Any) -> Patterns:
    """Return the table of checked metadata and columns; raise ValueError at the first fault."""
    kind, scale = metadata["kind"], _scale_of(metadata["scale"])
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}")
    extra = [name for name in ("cluster", "group") if name in frame.columns]
    names = [f"r{j}" for j in range(1, frame.width - len(extra))]
    raters = [str(name) for name in metadata["raters"]]
    if not all(frame[name].dtype.is_integer() for name in (*names, *extra)):
        raise ValueError("codes are not whole numbers")
    if len(set(raters)) < len(raters):
        raise ValueError("two raters have the same name")
    rows = np.column_stack(
        [frame[name].fill_null(MISSING).to_numpy().astype(np.int64) for name in names]
    )
    columns = KINDS[kind](rows, scale.size)
    columns.check(len(raters))
    count = frame["count"].to_numpy()
    if count.dtype.kind not in "iuf" or not np.all(np.isfinite(count) & (count > 0)):
        raise ValueError("a count is not a number above 0")
    if not count.astype(np.float64).sum() < EXACT or not 0 <= float(metadata["unrated"]) < EXACT:
        raise ValueError(f"counts must add up to less than {EXACT:,}")
    units = {name: _codes(frame[name].to_numpy()) for name in extra}
    groups = tuple(metadata["groups"])
    if "group" in units and units["group"].max(initial=-1) >= len(groups):
        raise ValueError("a group has no name")
    return Patterns.compress(
        scale,
        raters,
        columns,
        multiplicity=count,
        groups=groups,
        roles=_roles(metadata.get("roles", {}), raters),
        layout=str(metadata["layout"]),
        layout_reason=str(metadata["layout_reason"]),
        unrated=float(metadata["unrated"]),
        warnings=tuple(map(str, metadata["warnings"])),
        **units,
    )


def _roles(roles: dict[str, Any], raters: list[str]) -> dict[str, Any]:
    if not all(name in raters and role in ROLES for name, role in roles.items()):
        raise ValueError("a role is unknown, or its rater is")
    return dict(roles)


def _codes(column: Any) -> IntArray:
    codes = column.astype(np.int64)
    if codes.size and codes.min() < 0:
        raise ValueError("a code is negative")
    return np.asarray(codes)


def _scale_of(facts: dict[str, Any]) -> Scale:
    if facts["level"] not in LEVELS:
        raise ValueError(f"unknown level {facts['level']!r}")
    if facts.get("measure") not in (None, *LEVELS):
        raise ValueError(f"unknown measure {facts['measure']!r}")
    if "responses" in facts:
        scales = [_scale_of(part) for part in facts["scales"]]
        rows = np.array(facts["rows"], dtype=np.int64).reshape(-1, len(scales))
        if any(np.any((rows[:, k] < 0) | (rows[:, k] >= s.size)) for k, s in enumerate(scales)):
            raise ValueError("a response is not among its categories")
        units = np.array(facts["units"], dtype=np.float64)
        joint = JointScale.of(facts["responses"], scales, rows, units)
        return replace(joint, guessed=bool(facts["guessed"]))
    if "members" in facts:
        return _set_scale_of(facts)
    values = None if facts["values"] is None else np.array(facts["values"], dtype=np.float64)
    texts = None if facts["texts"] is None else tuple(facts["texts"])
    if values is None and texts is None:
        raise ValueError("the categories are missing")
    if values is not None and (
        values.ndim != 1 or not np.all(np.isfinite(values)) or (texts and len(texts) != values.size)
    ):
        raise ValueError("values are not one finite number for each category")
    labels = texts if texts is not None else tuple(np.asarray(values).tolist())
    if len(set(labels)) < len(labels):
        raise ValueError("two categories have the same name")
    if facts["level"] == "ratio" and values is not None and values.min(initial=0) < 0:
        raise ValueError("a value on a ratio scale is negative")
    return Scale(
        values,
        texts,
        facts["level"],
        declared=bool(facts["declared"]),
        order=_order_of(facts),
        guessed=bool(facts["guessed"]),
        measure=facts.get("measure"),
    )


def _set_scale_of(facts: dict[str, Any]) -> SetScale:
    """Return the scale of sets of labels."""
    members = [str(label) for label in facts["members"]]
    rows = [tuple(map(int, row)) for row in facts["sets"]]
    if len(set(members)) < len(members) or len(set(rows)) < len(rows):
        raise ValueError("two labels or two sets are equal")
    if any(not 0 <= k < len(members) for row in rows for k in row):
        raise ValueError("a set contains an unknown label")
    scale = SetScale.of_rows(members, rows)
    return replace(scale, declared=bool(facts["declared"]), guessed=bool(facts["guessed"]))


def _order_of(facts: dict[str, Any]) -> Order:
    """Return the source of the order; files before accord 0.2 only contain whether there is one."""
    if "order" in facts:
        if facts["order"] not in ORDERS:
            raise ValueError(f"unknown order {facts['order']!r}")
        order: Order = facts["order"]
        return order
    if not facts["ordered"]:
        return "none"
    words = facts["texts"] is not None
    return "declared" if words and (facts["values"] is None or facts["declared"]) else "numeric"
