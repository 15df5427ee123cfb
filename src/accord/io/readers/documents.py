"""JSON documents of limited size, so that no file exhausts memory or time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.data.patterns import Role
from accord.data.scale import show_label
from accord.data.scale.set_cells import set_cell
from accord.errors import EmptyInputError, NotATableError
from accord.io.readers.nested import flat_records
from accord.io.readers.sheet import Sheet

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "MAX_EMPTY",
    "Rating",
    "check_size",
    "long_sheet",
    "parsed",
    "parsed_lines",
    "records_sheet",
    "series_of",
]

MAX_BYTES = 1_000_000_000  # of a file that is read whole
MAX_EMPTY = 100  # cells of a table of records for each that is filled


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: subject, rater, score, and the question and the role if the file states them."""

    subject: object
    rater: object
    score: object
    question: str = ""
    role: Role | None = None


def parsed(path: Path) -> Any:
    """Return the value of a JSON file."""
    check_size(path)
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise NotATableError(
            f"this is not JSON: {problem}.", file=str(path), remedy="Export the file again."
        ) from None


def parsed_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a JSON lines file, with the numbers of their lines."""
    check_size(path)
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise NotATableError(
                    f"this line is not JSON: {error}.", file=str(path), row=number
                ) from None
            if isinstance(record, dict):
                yield number, record


def check_size(path: Path) -> None:
    """Refuse a file that is too large to be read whole."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise NotATableError(
            f"the file has {size:,} bytes, and a JSON file may have up to {MAX_BYTES:,}.",
            file=str(path),
            remedy="Convert it to JSON lines or Parquet.",
        )


def long_sheet(ratings: Iterable[Rating], path: Path, notes: tuple[str, ...] = ()) -> Sheet:
    """Return the long table of ratings, with a column of questions if there are several."""
    ratings = _separate_roles(list(ratings))
    if not ratings:
        raise EmptyInputError("the file has no ratings.", file=str(path))
    questions = tuple(dict.fromkeys(rating.question for rating in ratings))
    columns: dict[str, list[object]] = {
        "item": [_cell(rating.subject) for rating in ratings],
        "rater": [_cell(rating.rater) for rating in ratings],
        "score": [_answer(rating.score) for rating in ratings],
    }
    if len(questions) > 1:
        columns["question"] = [rating.question for rating in ratings]
    return Sheet(
        _frame(columns),
        str(path),
        notes=notes,
        questions=questions if len(questions) > 1 else (),
        layout="long",
        roles={show_label(rating.rater): rating.role for rating in ratings if rating.role},
    )


def _separate_roles(ratings: list[Rating]) -> list[Rating]:
    """Return ratings in which each name has one role: a person named gold is not the standard."""
    roles: dict[str, set[object]] = {}
    for rating in ratings:
        roles.setdefault(show_label(rating.rater), set()).add(rating.role)
    if all(len(group) == 1 for group in roles.values()):
        return ratings
    return [
        replace(r, rater=f"{show_label(r.rater)} ({r.role})")
        if len(roles[show_label(r.rater)]) > 1 and r.role
        else r
        for r in ratings
    ]


def records_sheet(records: Iterable[Mapping[str, Any]], path: Path) -> Sheet:
    """Return the table of flat records; keys that a record lacks are missing."""
    rows: Sequence[Mapping[str, Any]] = list(records)
    rows = flat_records(rows) or rows
    names = dict.fromkeys(key for record in rows for key in record)
    if not names:
        raise EmptyInputError("the file has no records.", file=str(path))
    filled = sum(map(len, rows))
    if len(names) * len(rows) > MAX_EMPTY * filled + 10**6:
        raise NotATableError(
            f"{len(rows):,} records have {len(names):,} different keys, hardly any in common.",
            file=str(path),
            remedy="A record is a row, and all rows have the same keys.",
        )
    for row, record in enumerate(rows, start=1):
        for name, value in record.items():
            if isinstance(value, dict) or _holds_objects(value):
                raise NotATableError(
                    f"the value of {name!r} is a list or an object.",
                    file=str(path),
                    row=row,
                    column=str(name),
                    remedy="Each value must be a single rating, id or name, or a list of labels.",
                )
    columns = {str(name): [_listed(record.get(name)) for record in rows] for name in names}
    return Sheet(_frame(columns), str(path))


def _frame(columns: Mapping[str, list[object]]) -> pl.LazyFrame:
    import polars as pl

    return pl.DataFrame({n: series_of(cells) for n, cells in columns.items()}).lazy()


def series_of(cells: Sequence[object]) -> pl.Series:
    """Return a column of cells: of one type as they are; mixed types and huge numbers as text."""
    import polars as pl

    types = {type(cell) for cell in cells if cell is not None}
    huge = int in types and any(isinstance(c, int) and abs(c) >= 2**63 for c in cells)
    if not huge and (len(types) <= 1 or types <= {int, float}):
        return pl.Series(cells, strict=False)
    return pl.Series([None if c is None else show_label(c) for c in cells], dtype=pl.String)


def _path(part: object) -> str:
    """Return one of several choices as text; a path through a taxonomy keeps its order."""
    return " > ".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part)


def _holds_objects(value: object) -> bool:
    """Return whether a value is a list of lists or objects, rather than of labels."""
    return isinstance(value, list) and any(isinstance(part, (list, dict)) for part in value)


def _listed(value: object) -> object:
    """Return a single value as it is, and a list as the cell of a set of labels."""
    return set_cell(value) if isinstance(value, (list, tuple)) else _cell(value)


def _answer(value: object) -> object:
    """Return an answer: one choice as it is, several or none as the cell of a set."""
    if not isinstance(value, (list, tuple)):
        return _cell(value)
    return _cell(value[0]) if len(value) == 1 else set_cell(map(_path, value))


def _cell(value: object) -> object:
    """Return a single value; a list as its joined texts, and an object as JSON."""
    if isinstance(value, (list, tuple)):
        return " + ".join(sorted(map(_path, value))) if value else None
    if isinstance(value, dict):
        return json.dumps(value, sort_keys=True)
    return value
