"""Registry of readers: what each reads, and how it recognises its files by their first bytes."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TypeAlias

from accord.base.panics import converting_panics
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
LAST = ("json", "json_lines", "delimited")  # they recognise any text with a similar beginning
HEAD_BYTES = 1 << 16  # by which files are recognised
FOREIGN = {b"PK\x03\x04": "a ZIP file", b"%PDF": "a PDF", b"\x1f\x8b": "a gzip file"}

UNREADABLE = (  # what readers raise on files of another structure than they expect
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    RecursionError,
    csv.Error,
)

Read: TypeAlias = Callable[[Path, Dialect], Sheet]


@dataclass(frozen=True)
class Head:
    """The beginning of a file."""

    path: Path
    start: bytes

    @cached_property
    def text(self) -> str:
        """Text of these bytes, without a byte order mark and leading blanks."""
        wide = self.start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = self.start.decode("utf-16" if wide else "utf-8", errors="replace")
        return text.lstrip("\ufeff \t\r\n")

    @property
    def suffix(self) -> str:
        """Extension of the file's name, in lower case."""
        return self.path.suffix.lower()


@dataclass(frozen=True, slots=True)
class Reader:
    """A declared reader.

    Parameters
    ----------
    name, summary
        Registry name, and the files that it reads.
    knows
        Returns whether a file is one of them.
    read
        Reads a file: (path, dialect) → `Sheet`.
    several_questions
        Whether a file may have answers to several questions.
    """

    name: str
    summary: str
    knows: Callable[[Head], bool]
    read: Read
    several_questions: bool = False


READERS: dict[str, Reader] = {}


def reader(
    name: str, summary: str, *, knows: Callable[[Head], bool], several_questions: bool = False
) -> Callable[[Read], Read]:
    """Register a reader; those of other packages precede the readers of any text."""

    def add(function: Read) -> Read:
        READERS[name] = Reader(name, summary, knows, function, several_questions)
        for last in LAST:
            if last in READERS:
                READERS[last] = READERS.pop(last)
        return function

    return add


def recognise(path: Path) -> Reader:
    """Return the reader of a file, by its first bytes rather than by its name."""
    load_plugins(PLUGINS)
    head = Head(path, _start(path))
    for reader in READERS.values():
        if reader.knows(head):
            return reader
    if path.is_dir():
        raise NotATableError(
            "this folder has neither Parquet files nor JSON lines of doccano.",
            file=str(path),
            remedy="Give the path of a file.",
        )
    kind = next((kind for magic, kind in FOREIGN.items() if head.start.startswith(magic)), None)
    raise NotATableError(
        f"this is {kind or 'a file of an unknown format'}, not a table that can be read.",
        file=str(path),
        remedy="Save it as CSV, Excel, Parquet or JSON lines.",
    )


def _start(path: Path) -> bytes:
    """Return the first bytes of a file; none of a folder, or of a pattern of several files."""
    if path.is_dir() or matches(path):
        return b""
    _check_file(path)
    with path.open("rb") as stream:
        start = stream.read(HEAD_BYTES)
    if not start.strip():
        raise EmptyInputError("the file is empty.", file=str(path))
    return start


def _check_file(path: Path) -> None:
    """Refuse a path that does not exist, that compiled readers cannot open, or a pipe."""
    if not path.exists():
        raise InputError(
            "there is no such file.", file=str(path), remedy="Check the path and its spelling."
        )
    if any("\udc80" <= letter <= "\udcff" for letter in str(path)):  # of bytes that are no text
        raise InputError(
            "the name of the file is not text in the encoding of this system.",
            file=str(path),
            remedy="Rename the file, or choose a locale of UTF-8: LC_ALL=C.UTF-8.",
        )
    if not (path.is_file() or path.is_dir()):
        raise InputError(
            "this is a pipe or a device, and files are read more than once.",
            file=str(path),
            remedy="Save the data to a file first.",
        )


def matches(path: Path) -> list[Path]:
    """Return the files that match a pattern such as ``parts/*.parquet``; none for other paths."""
    if path.exists() or not any(mark in str(path) for mark in "*?["):
        return []
    root = Path(path.anchor)
    try:
        return sorted(root.glob(str(path.relative_to(root))))
    except ValueError:  # not a pattern after all
        return []


def reader_for(path: Path, name: str | None = None) -> Reader:
    """Return the reader of that name, or the one that recognises a file."""
    if name is None:
        return recognise(path)
    if not matches(path):
        _check_file(path)
    if name not in READERS:
        load_plugins(PLUGINS)
    if name not in READERS:
        raise UnknownNameError("reader", name, READERS, option="reader")
    return READERS[name]


def read(path: Path, dialect: Dialect, name: str | None = None) -> Sheet:
    """Read a file of ratings, with a reader by name or the one that recognises it."""
    return read_with(reader_for(path, name), path, dialect)


def read_with(reader: Reader, path: Path, dialect: Dialect) -> Sheet:
    """Read a file with a given reader; unexpected exceptions become errors about the file."""
    try:
        with converting_panics(partial(_panicked, reader, path)):
            return reader.read(path, dialect)
    except AccordError as error:
        if isinstance(error, InputError):
            error.file = error.file or str(path)
        raise
    except UNREADABLE as error:
        raise _unreadable(reader, path, f"{type(error).__name__}: {first_line(error)}") from error


def _panicked(reader: Reader, path: Path, problem: str) -> NotATableError:
    return _unreadable(reader, path, f"it is damaged: {problem}")


def _unreadable(reader: Reader, path: Path, reason: str) -> NotATableError:
    return NotATableError(
        f"the file cannot be read by the reader {reader.name!r} ({reason})",
        file=str(path),
        remedy="Choose another reader (accord list readers).",
    )
