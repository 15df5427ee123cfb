"""Pattern tables as files, so that sites can share these instead of their raw data.

A file is Parquet. Its columns are ``count`` (subjects with the pattern), ``cluster`` and ``group``
where there are any, and then a column of codes for each rater (null where there is no rating), or
of counts for each category. What the codes mean is in the file's metadata, under the key
``accord``, as JSON: see `docs/patterns.md`. Names of subjects are not in it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from accord.base.files import atomic_path
from accord.data.columns import KINDS, MISSING
from accord.data.joint import JointScale
from accord.data.patterns import ROLES, Patterns
from accord.data.scale import EXACT, LEVELS, ORDERS, IntArray, Order, Scale
from accord.errors import NotATableError, UnsupportedError
from accord.version import __version__

__all__ = ["is_pattern_file", "read_patterns", "write_patterns"]

FORMAT, VERSION = "accord patterns", 1
KEY = "accord"
LONGEST = 64_000_000  # characters of metadata


def write_patterns(patterns: Patterns, path: Path) -> None:
    """Write a pattern table to a file, wholly or not at all."""
    import polars as pl

    columns: dict[str, Any] = {"count": pl.Series(patterns.multiplicity)}
    if patterns.cluster is not None:
        columns["cluster"] = pl.Series(patterns.cluster)
    if patterns.group is not None:
        columns["group"] = pl.Series(patterns.group)
    for j, column in enumerate(patterns.columns.rows.T, start=1):
        columns[f"r{j}"] = pl.Series(column.astype(np.int64)).replace(MISSING, None)
    about = {
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
        "warnings": list(patterns.warnings),
    }
    text = json.dumps(about)
    if len(text) > LONGEST:
        raise UnsupportedError(
            f"{patterns.q:,} different scores are too many for a file of patterns. Round them."
        )
    with atomic_path(path) as fresh:
        pl.DataFrame(columns).write_parquet(fresh, metadata={KEY: text})


def is_pattern_file(path: Path) -> bool:
    """Whether a file is one of these."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        if stream.read(4) != b"PAR1":
            return False
    return _about(path) is not None


def read_patterns(path: Path) -> Patterns:
    """Read a pattern table from a file; whatever does not fit is refused."""
    import polars as pl

    about = _about(path)
    if about is None:
        raise NotATableError("this is not a file of patterns.", file=str(path))
    if about.get("version") != VERSION:
        raise NotATableError(
            f"the file is of version {about.get('version')!r} of the format, and this is accord "
            f"{__version__}, which knows version {VERSION}.",
            file=str(path),
            remedy="Write the file anew with the same accord.",
        )
    try:
        return _built(about, pl.read_parquet(path, glob=False))
    except (KeyError, TypeError, ValueError, AttributeError, pl.exceptions.PolarsError) as error:
        raise NotATableError(
            f"the file of patterns is damaged ({error}).",
            file=str(path),
            remedy="Write it anew.",
        ) from None


def _about(path: Path) -> dict[str, Any] | None:
    """What a file says of itself; None if it is no file of patterns."""
    import polars as pl

    try:
        with path.open("rb") as stream:
            text = pl.read_parquet_metadata(stream).get(KEY, "")
        if len(text) > LONGEST:
            raise NotATableError("the file of patterns is too large to be one.", file=str(path))
        about = json.loads(text)
    except (pl.exceptions.PolarsError, json.JSONDecodeError, RecursionError):
        return None
    ours = isinstance(about, dict) and about.get("format") == FORMAT
    return about if ours else None


def _built(about: dict[str, Any], frame: Any) -> Patterns:
    kind, scale = about["kind"], _scale_of(about["scale"])
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r}")
    extra = [name for name in ("cluster", "group") if name in frame.columns]
    names = [f"r{j}" for j in range(1, frame.width - len(extra))]
    raters = [str(name) for name in about["raters"]]
    if not all(frame[name].dtype.is_integer() for name in (*names, *extra)):
        raise ValueError("codes that are not whole numbers")
    if len(set(raters)) < len(raters):
        raise ValueError("two raters of the same name")
    rows = np.column_stack(
        [frame[name].fill_null(MISSING).to_numpy().astype(np.int64) for name in names]
    )
    columns = KINDS[kind](rows, scale.size)
    columns.check(len(raters))
    count = frame["count"].to_numpy()
    if count.dtype.kind not in "iuf" or not np.all(np.isfinite(count) & (count > 0)):
        raise ValueError("a count that is no number above 0")
    if not count.astype(np.float64).sum() < EXACT or not 0 <= float(about["unrated"]) < EXACT:
        raise ValueError("counts that cannot be")
    carried = {name: _codes(frame[name].to_numpy()) for name in extra}
    groups = tuple(about["groups"])
    if "group" in carried and carried["group"].max(initial=-1) >= len(groups):
        raise ValueError("a group without a name")
    return Patterns.compress(
        scale,
        raters,
        columns,
        multiplicity=count,
        groups=groups,
        roles=_roles(about.get("roles", {}), raters),
        layout=str(about["layout"]),
        layout_reason=str(about["layout_reason"]),
        unrated=float(about["unrated"]),
        warnings=tuple(map(str, about["warnings"])),
        **carried,
    )


def _roles(about: dict[str, Any], raters: list[str]) -> dict[str, Any]:
    if not all(name in raters and role in ROLES for name, role in about.items()):
        raise ValueError("a role of nobody")
    return dict(about)


def _codes(column: Any) -> IntArray:
    codes = column.astype(np.int64)
    if codes.size and codes.min() < 0:
        raise ValueError("a negative code")
    return np.asarray(codes)


def _scale_of(facts: dict[str, Any]) -> Scale:
    if facts["level"] not in LEVELS:
        raise ValueError(f"level {facts['level']!r}")
    if facts.get("measure") not in (None, *LEVELS):
        raise ValueError(f"measure {facts['measure']!r}")
    if "responses" in facts:
        scales = [_scale_of(own) for own in facts["scales"]]
        rows = np.array(facts["rows"], dtype=np.int64).reshape(-1, len(scales))
        if any(np.any((rows[:, k] < 0) | (rows[:, k] >= s.size)) for k, s in enumerate(scales)):
            raise ValueError("a response beyond its categories")
        units = np.array(facts["units"], dtype=np.float64)
        joint = JointScale.of(facts["responses"], scales, rows, units)
        return replace(joint, guessed=bool(facts["guessed"]))
    values = None if facts["values"] is None else np.array(facts["values"], dtype=np.float64)
    texts = None if facts["texts"] is None else tuple(facts["texts"])
    if values is None and texts is None:
        raise ValueError("no categories")
    if values is not None and (
        values.ndim != 1 or not np.all(np.isfinite(values)) or (texts and len(texts) != values.size)
    ):
        raise ValueError("values that are not one number for each category")
    known = texts if texts is not None else tuple(np.asarray(values).tolist())
    if len(set(known)) < len(known):
        raise ValueError("two categories of the same name")
    if facts["level"] == "ratio" and values is not None and values.min(initial=0) < 0:
        raise ValueError("a negative value on a ratio scale")
    return Scale(
        values,
        texts,
        facts["level"],
        declared=bool(facts["declared"]),
        order=_order_of(facts),
        guessed=bool(facts["guessed"]),
        measure=facts.get("measure"),
    )


def _order_of(facts: dict[str, Any]) -> Order:
    """Return where the order comes from; files before accord 0.2 only say whether there is one."""
    if "order" in facts:
        if facts["order"] not in ORDERS:
            raise ValueError(f"order {facts['order']!r}")
        order: Order = facts["order"]
        return order
    if not facts["ordered"]:
        return "none"
    words = facts["texts"] is not None
    return "declared" if words and (facts["values"] is None or facts["declared"]) else "numeric"
