"""Runs of one system: columns of a table, or files, with their parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.data.scale import as_number, show_label
from accord.errors import InputError, LayoutError
from accord.io.layouts import ITEM, first_named
from accord.io.readers import Dialect, read

__all__ = ["Runs", "parameters_in", "read_runs"]

MANIFEST = ("manifest.csv", "manifest.tsv", "manifest.json", "manifest.jsonl")
TABLES = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ".xlsx")
FILE = ("file", "path", "run", "name")  # columns of a manifest that name the files
NUMBERED = re.compile(r"([A-Za-z]+)[:-]?(\d+(?:\.\d+)?)")  # a parameter as k10
SCORE = re.compile(r"score|mark|prediction|predicted|rating|label", re.IGNORECASE)  # a column


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """A table with a column per run, and the parameters of each.

    Parameters
    ----------
    table
        Ratings, as `load` takes them.
    parameters
        Parameters of each run, by its name.
    """

    table: Any
    parameters: Mapping[str, Mapping[str, Any]]


def parameters_in(name: str) -> dict[str, Any]:
    """Return the parameters in the name of a run.

    >>> parameters_in("k10_weighting=raw"), parameters_in("50"), parameters_in("tfidf")
    ({'k': 10.0, 'weighting': 'raw'}, {'run': 50.0}, {'run': 'tfidf'})
    """
    parameters: dict[str, Any] = {}
    for part in re.split(r"[_, ]+", name):
        key, equals, value = part.partition("=")
        numbered = NUMBERED.fullmatch(part)
        if equals and key and value:
            parameters[key] = _number(value)
        elif numbered:
            parameters[numbered[1]] = float(numbered[2])
    if parameters:
        return parameters
    number = as_number(name)
    return {"run": name if number is None else number}


def read_runs(
    source: Path | Sequence[Path],
    gold: Sequence[str],
    truth: Path | None,
    dialect: Dialect,
    item_column: str | None = None,
) -> Runs:
    """Read runs from files with ids and scores, and their parameters from a manifest.

    Parameters
    ----------
    source
        A folder with a file per run, or the files.
    gold
        Columns of the gold standard: in ``truth``, or in the files of the runs.
    truth
        File with ids and people's scores.
    dialect, item_column
        How the files are written, and which column has the ids; detected if not given.
    """
    files = _listed(source, dialect) if isinstance(source, Path) else [(p, {}) for p in source]
    columns: dict[str, dict[str, Any]] = {}
    parameters: dict[str, Mapping[str, Any]] = {}
    people: dict[str, dict[str, Any]] = {name: {} for name in gold}
    if truth is not None:
        _people(_table(truth, dialect), truth, people, item_column)
    for path, stated in files:
        if truth is not None and path.resolve() == truth.resolve():
            continue
        if path.stem in columns:
            raise InputError(
                f"two runs have the name {path.stem!r}.", file=str(path), remedy="Rename one."
            )
        frame = _table(path, dialect)
        item = item_column or _item(frame, path)
        if item not in frame:
            raise LayoutError(f"there is no column {item!r}.", file=str(path))
        if truth is None:
            _people(frame, path, people, item_column)
        rest = [name for name in frame if name != item and name not in gold]
        score = first_named(SCORE, rest) or (rest[0] if len(rest) == 1 else None)
        if score is None:
            raise LayoutError(
                f"it is unclear which column has the scores: {', '.join(rest[:8])}.",
                file=str(path),
                remedy="Name the column score.",
            )
        columns[path.stem] = _by_item(frame[item], frame[score], path)
        parameters[path.stem] = stated or parameters_in(path.stem)
    scores = {**people, **columns}
    items = dict.fromkeys(key for column in scores.values() for key in column)
    table: dict[str, list[Any]] = {"item": list(items)}
    for name, column in scores.items():
        table[name] = [column.get(key) for key in items]
    return Runs(table, parameters)


def _by_item(items: Sequence[Any], scores: Sequence[Any], path: Path) -> dict[str, Any]:
    """Return the score of each subject; a subject with two scores is an error."""
    column: dict[str, Any] = {}
    for row, (item, score) in enumerate(zip(map(show_label, items), scores, strict=True)):
        if item in column:
            raise InputError(
                f"item {item} has two scores.", file=str(path), row=row + 2, value=item
            )
        column[item] = score
    return column


def _listed(folder: Path, dialect: Dialect) -> list[tuple[Path, dict[str, Any]]]:
    """Return the files of the runs, with their parameters in the manifest."""
    manifest = next((folder / name for name in MANIFEST if (folder / name).is_file()), None)
    if manifest is None:
        files = sorted(p for p in folder.iterdir() if p.suffix.lower() in TABLES and p.is_file())
        if len(files) < 2:
            raise InputError("the folder has fewer than two files of runs.", file=str(folder))
        return [(path, {}) for path in files]
    frame = _table(manifest, dialect)
    key = next((name for name in FILE if name in frame), None)
    if key is None:
        raise LayoutError(f"the manifest has no column {' or '.join(FILE)}.", file=str(manifest))
    listed = []
    for row, name in enumerate(frame[key]):
        path = folder / show_label(name)
        if not path.is_file():
            matching = [p for p in sorted(folder.iterdir()) if p.stem == show_label(name)]
            path = matching[0] if matching else path
        if not path.is_file() or path.parent.resolve() != folder.resolve():
            raise InputError(
                f"there is no run {show_label(name)!r} in the folder.",
                file=str(manifest),
                row=row + 2,
                column=key,
            )
        listed.append((path, {k: _number(v[row]) for k, v in frame.items() if k != key}))
    return listed


def _number(value: Any) -> Any:
    """Return a value as a number, if it is one."""
    number = as_number(value)
    return value if number is None else number


def _table(path: Path, dialect: Dialect) -> dict[str, list[Any]]:
    """Return the columns of a small file."""
    return read(path, dialect).columns()


def _item(frame: Mapping[str, Sequence[Any]], path: Path) -> str:
    """Return the column that names the subjects."""
    name = first_named(ITEM, list(frame))
    if name is None:
        raise LayoutError(
            f"no column names the subjects; the columns are {', '.join(list(frame)[:8])}.",
            file=str(path),
            remedy="Name the column item or id.",
        )
    return name


def _people(
    frame: Mapping[str, Sequence[Any]],
    path: Path,
    people: Mapping[str, dict[str, Any]],
    item_column: str | None,
) -> None:
    """Add people's scores; different scores of one subject in two files are an error."""
    item = item_column or _item(frame, path)
    for name, column in people.items():
        if name not in frame:
            raise LayoutError(f"there is no column {name!r} of the gold standard.", file=str(path))
        for key, score in zip(map(show_label, frame[item]), frame[name], strict=True):
            if score is None:
                column.setdefault(key, None)
                continue
            if column.get(key) is None:
                column[key] = score
            if _number(column[key]) != _number(score):
                raise InputError(
                    f"item {key} has the gold score {score!r} here and {column[key]!r} in another "
                    "file.",
                    file=str(path),
                    column=name,
                )
