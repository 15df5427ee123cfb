"""Preparation of a job: its folder with the files, and its command line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accord.errors import AccordError, OptionError
from accord.io.study_file import read_study_file
from accord.web.errors import RequestError
from accord.web.fields import EXCLUDED, Command, check_text
from accord.web.uploads import Upload, different_names
from accord.web.worker import FIGURES

__all__ = ["MOST_FILES", "PreparedJob", "is_study_file", "prepare"]

MATRIX = "weights.csv"
STUDY_FILE = "accord.toml"
MOST_FILES = 20


@dataclass(frozen=True, slots=True)
class PreparedJob:
    """A job that is ready to run.

    Parameters
    ----------
    arguments
        Arguments of the command line.
    names
        Names of the files in the job's folder, with the names that the client gave them.
    command_line
        The command line as the client would type it.
    """

    arguments: tuple[str, ...]
    names: Mapping[str, str]
    command_line: str


def prepare(
    command: Command,
    uploads: Sequence[Upload],
    options: Iterable[tuple[str, Any]],
    folder: Path,
    *,
    with_figures: bool = False,
) -> PreparedJob:
    """Link the files into a job's folder, and write its command line.

    No text of the client becomes a path. Files get names of our own. Of the options that could
    name a file, weights are checked and the others are not offered.
    """
    study = [upload for upload in uploads if is_study_file(upload)]
    uploads = [upload for upload in uploads if upload not in study]
    if not uploads:
        raise RequestError(422, "InputError", "There is no file. Send one as the field 'file'.")
    if len(uploads) > (MOST_FILES if command.several else 1):
        most = f"up to {MOST_FILES} files" if command.several else "one file"
        raise RequestError(
            422, "InputError", f"{command.name} takes {most}, but {len(uploads)} were sent."
        )
    config = _study_flags(command, study, folder)
    checked = [(name, _weights(v, folder) if name == "weights" else v) for name, v in options]
    flags = [*config, *command.arguments(checked)]
    names = dict(zip(_link(uploads, folder), different_names(uploads), strict=True))
    figures = [f"--plots={FIGURES}"] if with_figures and command.draws else []
    return PreparedJob(
        (command.name, "--json", *figures, *flags, "--", *names),
        names | {STUDY_FILE: study[0].name} if study else names,
        shlex.join(["accord", command.name, *names.values(), *_as_typed(flags)]),
    )


def is_study_file(upload: Upload) -> bool:
    """Return whether an upload is a study file rather than data."""
    return upload.path.suffix == f".{STUDY_FILE.rpartition('.')[2]}"


def _study_flags(command: Command, study: Sequence[Upload], folder: Path) -> list[str]:
    """Link a study file into a job's folder, and return the flag that names it.

    The data are those that were sent: the files that it lists, and those that it writes, do not
    count. It may not name other files of the server, or connect elsewhere.
    """
    if not study:
        return []
    if len(study) > 1 or not command.takes_study:
        some = "one study file" if command.takes_study else "no study file"
        raise RequestError(
            422, "InputError", f"{command.name} takes {some}, but {len(study)} were sent."
        )
    os.link(study[0].path, folder / STUDY_FILE)
    try:
        content = read_study_file(folder / STUDY_FILE)
    except AccordError as error:
        text = str(error).replace(f"{folder / STUDY_FILE}", study[0].name)
        raise RequestError(422, type(error).__name__, text, error.option) from None
    stated = content.stated("data")
    for name in EXCLUDED:
        if name in stated:
            message = f"{study[0].name}: [data] {name} is not available on this page."
            raise RequestError(422, "OptionError", message, f"data.{name}")
    weights = [stated.get("weights"), *(each.weights for each in content.variables.values())]
    for value in weights:
        if isinstance(value, str):
            _check_scheme(value)
    return [f"--config={STUDY_FILE}"]


def _link(uploads: Sequence[Upload], folder: Path) -> list[str]:
    """Link uploads into a folder and return their names; the same file may be given twice."""
    names = []
    for number, upload in enumerate(uploads, start=1):
        name = f"{upload.path.stem}{number:02}{upload.path.suffix}"
        try:
            os.link(upload.path, folder / name)
        except FileNotFoundError:
            raise RequestError(
                503, "BusyError", "The storage of the server is full. Send the file again later."
            ) from None
        names.append(name)
    return names


def _as_typed(arguments: Sequence[str]) -> list[str]:
    """Return arguments as people type them: ``--weights quadratic``."""
    return [
        part
        for argument in arguments
        for part in (argument.split("=", 1) if "=-" not in argument else [argument])
    ]


def _weights(value: Any, folder: Path) -> Any:
    """Return the name of a weight scheme, or of the file that a matrix is written to."""
    if isinstance(value, (list, tuple)):
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in value]
        value = "\n".join(",".join(map(str, row)) for row in rows)
    if value is None or not str(value).strip():
        return None
    value = str(value)
    check_text("weights", value)
    if "\n" in value.strip():
        (folder / MATRIX).write_text(f"{value.strip()}\n", encoding="utf-8")
        return MATRIX
    for scheme in _schemes_in(value):
        _check_scheme(scheme)
    return value


def _schemes_in(value: str) -> list[str]:
    """Return the scheme that a text names, or those that it names by variable.

    >>> _schemes_in("quadratic"), _schemes_in("tone=linear, length=quadratic")
    (['quadratic'], ['linear', 'quadratic'])
    """
    if "=" not in value:
        return [value.strip()]
    return [part.rpartition("=")[2].strip() for part in value.split(",")]


def _check_scheme(name: str) -> None:
    """Raise an error unless a text names a scheme, so that it cannot name a file."""
    from accord.statistics.weights import scheme_named

    try:
        scheme_named(name)
    except OptionError as error:
        raise RequestError(422, type(error).__name__, str(error), "weights") from None
