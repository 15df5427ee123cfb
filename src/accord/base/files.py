"""Files are written beside their place and then moved there, so none is ever half written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord.errors import OptionError

__all__ = ["beside", "check_place", "write_beside"]


def check_place(path: Path, option: str = "path") -> None:
    """Refuse a place that no file can be written to; ``option`` is what named it."""
    if not path.parent.is_dir():
        raise OptionError(
            f"there is no folder {str(path.parent)!r} to write {path.name} to.", option=option
        )
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder; name a file to write to.", option=option)


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Path of a new file in the same folder, which takes the place of ``path`` if all goes well."""
    check_place(path)
    if path.exists() and not path.is_file():  # a pipe, or a terminal, which cannot be replaced
        with tempfile.TemporaryDirectory() as elsewhere:
            fresh = Path(elsewhere) / "fresh"
            yield fresh
            path.write_bytes(fresh.read_bytes())
        return
    path = path.resolve()  # a link stays a link
    folder = path.parent
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
    os.close(handle)
    fresh = Path(name)
    try:
        yield fresh
        umask = os.umask(0)
        os.umask(umask)
        fresh.chmod(0o666 & ~umask)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def write_beside(path: Path, content: str | bytes) -> None:
    """Write text or bytes to a file, wholly or not at all."""
    with beside(path) as fresh:
        fresh.write_bytes(content.encode() if isinstance(content, str) else content)
