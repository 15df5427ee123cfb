"""Atomic writing: a file is written under a temporary name and then takes its place."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord.errors import OptionError

__all__ = ["atomic_path", "check_output_path", "write_atomically"]

NAME_PART = 40  # characters; a longer name with an ending might be too long for the file system


def check_output_path(path: Path, option: str = "path") -> None:
    """Refuse a path that no file can be written to.

    Parameters
    ----------
    path
        Path of the file to write.
    option
        Name of the option that gave the path, for the error.
    """
    if not path.parent.is_dir():
        raise OptionError(
            f"there is no folder {str(path.parent)!r} to write {path.name} to.",
            option=option,
            value=str(path),
        )
    try:
        path.resolve()
    except (OSError, RuntimeError):
        raise OptionError(
            f"{str(path)!r} is a link that leads to itself.", option=option, value=str(path)
        ) from None
    if path.is_dir():
        raise OptionError(
            f"{str(path)!r} is a folder; name a file to write to.", option=option, value=str(path)
        )


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Give the path of a temporary file, which replaces ``path`` if the block succeeds."""
    check_output_path(path)
    if path.exists() and not path.is_file():  # a pipe or a terminal, which cannot be replaced
        with tempfile.TemporaryDirectory() as folder:
            temporary = Path(folder) / "output"
            yield temporary
            _write_to_device(path, temporary.read_bytes())
        return
    try:
        with _beside(path.resolve()) as temporary:  # a link stays a link
            yield temporary
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error  # such as a full disk


def _write_to_device(path: Path, content: bytes) -> None:
    """Write bytes to a pipe or a device; a pipe that nobody reads from is an error."""
    nonblocking = getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, os.O_WRONLY | nonblocking)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        raise OptionError(
            f"{str(path)!r} is a pipe, and no program reads from it.", option="out", value=str(path)
        ) from None
    if nonblocking:
        os.set_blocking(handle, True)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give the path of a temporary file in the same folder, which replaces the file at the end."""
    start = path.name[:NAME_PART]
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{start}.")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write text or bytes to a file, completely or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)
