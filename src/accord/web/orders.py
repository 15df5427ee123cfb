"""From a request to a job's folder and the command line that is run in it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.errors import OptionError
from accord.web.faults import RefusedError
from accord.web.fields import Command
from accord.web.uploads import Upload, different_names
from accord.web.worker import PICTURES

__all__ = ["Prepared", "prepare"]

MATRIX = "weights.csv"
MOST_FILES = 20


@dataclass(frozen=True, slots=True)
class Prepared:
    """A job that is ready to be run: its arguments, its files by name, and the command as shown."""

    arguments: tuple[str, ...]
    names: Mapping[str, str]
    shown: str


def prepare(
    command: Command,
    uploads: Sequence[Upload],
    options: Iterable[tuple[str, Any]],
    folder: Path,
    *,
    drawn: bool = False,
) -> Prepared:
    """Lay a job's files into its folder, and write its command line.

    Nothing that the client says becomes a path: files go by names of our own, and of the options
    that could name a file, weights are checked and the others are not offered.
    """
    if not uploads:
        raise RefusedError(422, "InputError", "there is no file. Send one as the field 'file'.")
    if len(uploads) > (MOST_FILES if command.several else 1):
        most = f"up to {MOST_FILES} files" if command.several else "one file"
        raise RefusedError(
            422, "InputError", f"{command.name} takes {most}; {len(uploads)} are given."
        )
    checked = [(name, _weights(v, folder) if name == "weights" else v) for name, v in options]
    said = command.arguments(checked)
    names = dict(zip(_laid(uploads, folder), different_names(uploads), strict=True))
    pictures = [f"--plots={PICTURES}"] if drawn and command.draws else []
    return Prepared(
        (command.name, "--json", *pictures, *said, "--", *names),
        names,
        shlex.join(["accord", command.name, *names.values(), *_typed(said)]),
    )


def _laid(uploads: Sequence[Upload], folder: Path) -> list[str]:
    """Names of the uploads in the job's folder; the same file may be given twice."""
    names = []
    for number, upload in enumerate(uploads, start=1):
        name = f"{upload.path.stem}{number:02}{upload.path.suffix}"
        try:
            os.link(upload.path, folder / name)
        except FileNotFoundError:
            raise RefusedError(
                503, "BusyError", "there was no room to keep the file. Send it again."
            ) from None
        names.append(name)
    return names


def _typed(arguments: Sequence[str]) -> list[str]:
    """Arguments as people type them: --weights quadratic."""
    return [
        part
        for argument in arguments
        for part in (argument.split("=", 1) if "=-" not in argument else [argument])
    ]


def _weights(value: Any, folder: Path) -> Any:
    """A scheme's name, or the file that a matrix was written to."""
    if isinstance(value, (list, tuple)):
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in value]
        value = "\n".join(",".join(map(str, row)) for row in rows)
    if value is None or not str(value).strip():
        return None
    value = str(value)
    if "\n" in value.strip():
        (folder / MATRIX).write_text(f"{value.strip()}\n", encoding="utf-8")
        return MATRIX
    from accord.statistics.weights import scheme_named

    try:
        scheme_named(value.strip())
    except OptionError as error:
        raise RefusedError(422, type(error).__name__, str(error), "weights") from None
    return value
