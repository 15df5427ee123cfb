"""Files are written beside their place and then moved there, so none is ever half written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from accord.errors import OptionError

__all__ = ["write_beside"]


def write_beside(path: Path, text: str) -> None:
    """Write text to a file, wholly or not at all."""
    folder = path.parent
    if not folder.is_dir():
        raise OptionError(f"there is no folder {str(folder)!r} to write {path.name} to.")
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder; name a file to write to.")
    handle, beside = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(beside).chmod(0o666 & ~umask)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
