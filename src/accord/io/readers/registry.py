"""The register of readers: what each reads, and how it knows its files by their first bytes."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from accord.base.plugins import load_plugins
from accord.base.wording import first_line
from accord.errors import (
    AccordError,
    EmptyInputError,
    InputError,
    NotATableError,
    UnknownNameError,
)
from accord.io.readers.sheet import Dialect, Sheet

__all__ = [
    "PLUGINS",
    "READERS",
    "Head",
    "Reader",
    "matches",
    "read",
    "read_with",
    "reader",
    "reader_for",
    "recognise",
]

PLUGINS = "accord.readers"  # entry-point group
LAST = ("json", "json_lines", "delimited")
LOOK = 1 << 16  # bytes that a reader may look at
FOREIGN = {b"PK\x03\x04": "a ZIP file", b"%PDF": "a PDF", b"\x1f\x8b": "a gzip file"}

Read: TypeAlias = Callable[[Path, Dialect], Sheet]


@dataclass(frozen=True)
class Head:
    """The beginning of a file."""

    path: Path
    start: bytes

    @cached_property
    def text(self) -> str:
        """Its text, as far as it is any, without a byte order mark and blanks in front."""
        wide = self.start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = self.start.decode("utf-16" if wide else "utf-8", errors="replace")
        return text.lstrip("\ufeff \t\r\n")

    @property
    def suffix(self) -> str:
        """Ending of the file's name, in small letters."""
        return self.path.suffix.lower()


@dataclass(frozen=True, slots=True)
class Reader:
    """A declared reader.

    Parameters
    ----------
    name, summary
        Registry name, and what it reads.
    knows
        Whether a file is of its kind.
    read
        (path, dialect) → Sheet.
    asks
        Whether its files may hold the answers to several questions.
    """

    name: str
    summary: str
    knows: Callable[[Head], bool]
    read: Read
    asks: bool = False


READERS: dict[str, Reader] = {}


def reader(
    name: str, summary: str, *, knows: Callable[[Head], bool], asks: bool = False
) -> Callable[[Read], Read]:
    """Register a reader; those of other packages are asked before text with delimiters."""

    def add(function: Read) -> Read:
        READERS[name] = Reader(name, summary, knows, function, asks)
        for last in LAST:  # these take any text that begins like theirs
            if last in READERS:
                READERS[last] = READERS.pop(last)
        return function

    return add


def recognise(path: Path) -> Reader:
    """Reader of a file, by its first bytes rather than by its name."""
    load_plugins(PLUGINS)
    head = Head(path, _start(path))
    for entry in READERS.values():
        if entry.knows(head):
            return entry
    if path.is_dir():
        raise NotATableError(
            "this is a folder, and not one of Parquet files or of doccano's.", file=str(path)
        )
    what = next((what for magic, what in FOREIGN.items() if head.start.startswith(magic)), None)
    raise NotATableError(
        f"this is {what or 'no table that is known'}, not a table that can be read.",
        file=str(path),
        remedy="Save it as CSV, Excel, Parquet or JSON lines.",
    )


def _start(path: Path) -> bytes:
    """First bytes of a file; none of a folder, or of a pattern that names several files."""
    if path.is_dir() or matches(path):
        return b""
    _check_there(path)
    with path.open("rb") as stream:
        start = stream.read(LOOK)
    if not start.strip():
        raise EmptyInputError("the file is empty.", file=str(path))
    return start


def _check_there(path: Path) -> None:
    if not path.exists():
        raise InputError(
            "there is no such file.", file=str(path), remedy="Check the path and its spelling."
        )
    if not (path.is_file() or path.is_dir()):
        raise InputError(
            "this is a pipe or a device, and is read more than once.",
            file=str(path),
            remedy="Save what it gives to a file first.",
        )


def matches(path: Path) -> list[Path]:
    """Files that a pattern such as ``parts/*.parquet`` names; none if it is no pattern."""
    if path.exists() or not any(mark in str(path) for mark in "*?["):
        return []
    root = Path(path.anchor)
    try:
        return sorted(root.glob(str(path.relative_to(root))))
    except ValueError:  # not a pattern after all
        return []


def reader_for(path: Path, name: str | None = None) -> Reader:
    """Reader by name, or the one that recognises a file."""
    if name is None:
        return recognise(path)
    if not matches(path):
        _check_there(path)
    if name not in READERS:
        load_plugins(PLUGINS)
    if name not in READERS:
        raise UnknownNameError("reader", name, READERS, option="reader")
    return READERS[name]


def read(path: Path, dialect: Dialect, name: str | None = None) -> Sheet:
    """Read a file of ratings, with a reader by name or the one that recognises it."""
    return read_with(reader_for(path, name), path, dialect)


def read_with(entry: Reader, path: Path, dialect: Dialect) -> Sheet:
    """Let a reader read; what it stumbles over is a fault of the file."""
    try:
        return entry.read(path, dialect)
    except AccordError as error:
        if isinstance(error, InputError):
            error.file = error.file or str(path)
        raise
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError, csv.Error) as error:
        raise NotATableError(
            f"this cannot be read as {entry.summary} ({type(error).__name__}: {first_line(error)})",
            file=str(path),
            remedy="accord list readers names the others.",
        ) from error
