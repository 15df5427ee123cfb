"""The private folder of a server, which is removed with everything in it when the server stops."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["private_folder", "remove", "size_of"]

PREFIX = "accord-serve-"
LOCK = "lock"


@contextmanager
def private_folder() -> Iterator[Path]:
    """Create a folder that only this user can read, and remove it in the end.

    A server that was killed leaves its folder behind. The next server removes it.
    """
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        yield folder
    finally:
        remove(folder)
        os.close(lock)


def _remove_abandoned(parent: Path) -> None:
    """Remove the folders of this user that no running server has locked."""
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(folder)
            finally:
                os.close(lock)


def remove(path: Path) -> None:
    """Delete a file or a whole folder, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def size_of(folder: Path) -> int:
    """Return the number of bytes of the files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
