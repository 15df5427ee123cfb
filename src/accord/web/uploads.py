"""Uploaded files, stored under random names until they are deleted or expire."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from accord.data.scale import clean
from accord.web.errors import RequestError
from accord.web.storage import remove

__all__ = ["Upload", "Uploads", "different_names", "display_name"]

MOST_UPLOADS = 1_000
LONGEST_NAME = 120  # characters
CHUNK = 1 << 20  # bytes
SUFFIXES = (
    ".csv",
    ".tsv",
    ".txt",
    ".dat",
    ".xlsx",
    ".xlsm",
    ".xlsb",
    ".xls",
    ".ods",
    ".parquet",
    ".json",
    ".jsonl",
    ".ndjson",
    ".sav",
    ".zsav",
    ".por",
    ".dta",
    ".sas7bdat",
    ".xpt",
    ".patterns",
    ".toml",
)


def display_name(name: str | None) -> str:
    r"""Return the name to show for a file: without folders and control characters.

    >>> display_name("C:\\data\\marks.csv"), display_name("../../etc/passwd")
    ('marks.csv', 'passwd')
    """
    last = (name or "").replace("\\", "/").rpartition("/")[2]
    shown = "".join(c for c in clean(last) if c.isprintable()).strip().lstrip("-")
    if len(shown) > LONGEST_NAME:
        suffix = Path(shown).suffix[:12]
        shown = shown[: LONGEST_NAME - len(suffix)] + suffix
    return shown if shown.strip(".") else "ratings"


@dataclass(slots=True)
class Upload:
    """An uploaded file.

    Parameters
    ----------
    key
        Random key by which clients refer to it.
    path
        Path of the stored file.
    name
        Name that the client gave it.
    size
        Number of bytes.
    used
        Time of its last use, on the monotonic clock.
    """

    key: str
    path: Path
    name: str
    size: int
    used: float = field(default_factory=time.monotonic)


class Uploads:
    """All uploads of a server."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder
        self.limit = limit
        self._by_key: dict[str, Upload] = {}
        self._lock = threading.RLock()  # files are stored from threads
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def size(self) -> int:
        """Number of bytes of all uploads."""
        with self._lock:
            return sum(upload.size for upload in self._by_key.values())

    def add(self, source: BinaryIO, name: str | None) -> Upload:
        """Store the content of a stream; safe to call from a thread."""
        shown = display_name(name)
        suffix = Path(shown).suffix.lower()
        key = secrets.token_hex(16)
        path = self.folder / f"{key}{suffix if suffix in SUFFIXES else ''}"
        try:
            size = 0
            with path.open("xb") as stream:
                while chunk := source.read(CHUNK):
                    size += len(chunk)
                    stream.write(chunk)
            upload = Upload(key, path, shown, size)
            with self._lock:
                self._make_room(size)
                self._by_key[key] = upload
        except BaseException:
            remove(path)
            raise
        return upload

    def _make_room(self, size: int) -> None:
        """Delete the uploads that have not been used for longest, until there is room."""
        oldest = sorted(self._by_key.values(), key=lambda upload: upload.used)
        while oldest and (self.size + size > self.limit or len(self._by_key) >= MOST_UPLOADS):
            self.delete(oldest.pop(0).key)
        if size > self.limit:
            raise RequestError(
                413, "UploadLimitError", "The file is larger than the storage of this server."
            )

    def find(self, key: str) -> Upload:
        """Return the upload with a key."""
        if key not in self._by_key:
            raise RequestError(
                404,
                "UnknownUploadError",
                "There is no such upload; unused uploads are deleted after a while. Send the file "
                "again.",
            )
        upload = self._by_key[key]
        upload.used = time.monotonic()
        return upload

    def delete(self, *keys: str) -> None:
        """Delete uploads."""
        with self._lock:
            deleted = [self._by_key.pop(key) for key in keys if key in self._by_key]
        for upload in deleted:
            remove(upload.path)

    def expire(self, keep: float) -> None:
        """Delete the uploads that have not been used for a number of seconds."""
        before = time.monotonic() - keep
        with self._lock:
            self.delete(*[u.key for u in self._by_key.values() if u.used < before])


def different_names(uploads: Collection[Upload]) -> list[str]:
    """Return the names of uploads, numbered where several are equal."""
    names: list[str] = []
    for upload in uploads:
        path, number = Path(upload.name), 1
        name = upload.name
        while name in names:
            number += 1
            name = f"{path.stem} ({number}){path.suffix}"
        names.append(name)
    return names
