"""Files are written beside their place and then moved there, so none is ever half written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accord.errors import OptionError

__all__ = ["beside", "write_beside"]


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Path of a new file in the same folder, which takes the place of ``path`` if all goes well."""
    folder = path.parent
    if not folder.is_dir():
        raise OptionError(f"there is no folder {str(folder)!r} to write {path.name} to.")
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder; name a file to write to.")
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
