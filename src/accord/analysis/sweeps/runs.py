"""Runs of one system: columns of a table, or files in a folder, with their parameters."""

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

__all__ = ["Runs", "gathered", "parameters_in"]

MANIFEST = ("manifest.csv", "manifest.tsv", "manifest.json", "manifest.jsonl")
TABLES = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ".xlsx")
FILE = ("file", "path", "run", "name")
NUMBERED = re.compile(r"([A-Za-z]+)[:-]?(\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """A table with a column per run, and the parameters of each.

    Parameters
    ----------
    table
        Anything that `load` takes.
    parameters
        By the name of the run.
    """

    table: Any
    parameters: Mapping[str, Mapping[str, Any]]


def parameters_in(name: str) -> dict[str, Any]:
    """Parameters that a run's name spells.

    >>> parameters_in("k10_weighting=raw"), parameters_in("50"), parameters_in("tfidf")
    ({'k': 10.0, 'weighting': 'raw'}, {'run': 50.0}, {'run': 'tfidf'})
    """
    found: dict[str, Any] = {}
    for part in re.split(r"[_, ]+", name):
        key, mark, value = part.partition("=")
        numbered = NUMBERED.fullmatch(part)
        if mark and key and value:
            found[key] = _number(value)
        elif numbered:
            found[numbered[1]] = float(numbered[2])
    if found:
        return found
    number = as_number(name)
    return {"run": name if number is None else number}


def gathered(
    place: Path | Sequence[Path],
    gold: Sequence[str],
    truth: Path | None,
    dialect: Dialect,
    item_column: str | None = None,
) -> Runs:
    """Runs in a folder: a file each, with ids and scores, listed with parameters in a manifest.

    Parameters
    ----------
    place
        The folder, or the files.
    gold
        Columns of the gold standard: in ``truth``, or in the runs' own files.
    truth
        File with ids and people's scores.
    dialect, item_column
        How the files are written, and which column has the ids, where that is not seen.
    """
    every = _listed(place, dialect) if isinstance(place, Path) else [(path, {}) for path in place]
    listed = [(path, about) for path, about in every if not _same(path, truth)]
    columns: dict[str, dict[str, Any]] = {}
    parameters: dict[str, Mapping[str, Any]] = {}
    people: dict[str, dict[str, Any]] = {name: {} for name in gold}
    if truth is not None:
        _people(_table(truth, dialect), truth, people, item_column)
    for path, about in listed:
        if path.stem in columns:
            raise InputError(
                f"two runs are called {path.stem!r}.", file=str(path), remedy="Rename one."
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
                f"which column has the scores? There are {', '.join(rest[:8])}.",
                file=str(path),
                remedy="Call it score.",
            )
        columns[path.stem] = _by_item(frame[item], frame[score], path)
        parameters[path.stem] = about or parameters_in(path.stem)
    items = dict.fromkeys(key for own in (*people.values(), *columns.values()) for key in own)
    table: dict[str, list[Any]] = {"item": list(items)}
    for name, own in (*people.items(), *columns.items()):
        table[name] = [own.get(key) for key in items]
    return Runs(table, parameters)


def _same(path: Path, other: Path | None) -> bool:
    return other is not None and path.resolve() == other.resolve()


def _by_item(items: Sequence[Any], scores: Sequence[Any], path: Path) -> dict[str, Any]:
    """Score of each subject, who must be there once."""
    found: dict[str, Any] = {}
    for row, (item, score) in enumerate(zip(map(show_label, items), scores, strict=True)):
        if item in found:
            raise InputError(
                f"item {item} is scored twice.", file=str(path), row=row + 2, value=item
            )
        found[item] = score
    return found


SCORE = re.compile(r"score|mark|prediction|predicted|rating|label", re.IGNORECASE)


def _listed(folder: Path, dialect: Dialect) -> list[tuple[Path, dict[str, Any]]]:
    """Files of the runs, with what the manifest says of each."""
    manifest = next((folder / name for name in MANIFEST if (folder / name).is_file()), None)
    if manifest is None:
        files = sorted(p for p in folder.iterdir() if p.suffix.lower() in TABLES and p.is_file())
        if len(files) < 2:
            raise InputError("there are not two files of runs in the folder.", file=str(folder))
        return [(path, {}) for path in files]
    frame = _table(manifest, dialect)
    key = next((name for name in FILE if name in frame), None)
    if key is None:
        raise LayoutError(f"the manifest has no column {' or '.join(FILE)}.", file=str(manifest))
    found = []
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
        about = {other: cells[row] for other, cells in frame.items() if other != key}
        found.append((path, {k: _number(v) for k, v in about.items()}))
    return found


def _number(value: Any) -> Any:
    number = as_number(value)
    return value if number is None else number


def _table(path: Path, dialect: Dialect) -> dict[str, list[Any]]:
    """Columns of a small file."""
    columns: dict[str, list[Any]] = read(path, dialect).frame.collect().to_dict(as_series=False)
    return columns


def _item(frame: Mapping[str, Sequence[Any]], path: Path) -> str:
    name = first_named(ITEM, list(frame))
    if name is None:
        raise LayoutError(
            f"no column names the subjects, of {', '.join(list(frame)[:8])}.",
            file=str(path),
            remedy="Call it item or id.",
        )
    return name


def _people(
    frame: Mapping[str, Sequence[Any]],
    path: Path,
    people: Mapping[str, dict[str, Any]],
    item_column: str | None,
) -> None:
    """Add people's scores; the same subject must have the same score in every file."""
    item = item_column or _item(frame, path)
    for name, own in people.items():
        if name not in frame:
            raise LayoutError(f"there is no column {name!r} of the gold standard.", file=str(path))
        for key, score in zip(map(show_label, frame[item]), frame[name], strict=True):
            if score is None:
                own.setdefault(key, None)
                continue
            if own.get(key) is None:
                own[key] = score
            if _number(own[key]) != _number(score):
                raise InputError(
                    f"item {key} has the gold score {score!r} here and {own[key]!r} elsewhere.",
                    file=str(path),
                    column=name,
                )
