"""Files that clients sent: under names of our own, for as long as somebody uses them."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from accord.data.scale import clean
from accord.web.faults import RefusedError
from accord.web.storage import remove

__all__ = ["Upload", "Uploads", "display_name"]

MOST_UPLOADS = 1_000
LONGEST_NAME = 120
PIECE = 1 << 20
ENDINGS = (
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
)


def display_name(name: str | None) -> str:
    r"""Name to call a file by: the last part of what the client says, without what may steer.

    >>> display_name("C:\\data\\marks.csv"), display_name("../../etc/passwd")
    ('marks.csv', 'passwd')
    """
    last = (name or "").replace("\\", "/").rpartition("/")[2]
    kept = "".join(c for c in clean(last) if c.isprintable()).strip().lstrip("-")
    if len(kept) > LONGEST_NAME:
        ending = Path(kept).suffix[:12]
        kept = kept[: LONGEST_NAME - len(ending)] + ending
    return kept if kept.strip(".") else "ratings"


@dataclass(slots=True)
class Upload:
    """A file that was sent.

    Parameters
    ----------
    key
        What clients refer to it by; nobody can guess it.
    path
        Where it lies.
    name, size
        What the client calls it, and its bytes.
    used
        When it was last of use, on the monotonic clock.
    """

    key: str
    path: Path
    name: str
    size: int
    used: float = field(default_factory=time.monotonic)


class Uploads:
    """All uploads of a run."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder
        self.limit = limit
        self._kept: dict[str, Upload] = {}
        self._lock = threading.RLock()  # files are stored from threads
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        with self._lock:
            return sum(upload.size for upload in self._kept.values())

    def add(self, source: BinaryIO, name: str | None) -> Upload:
        """Keep what a stream holds; it is called from a thread."""
        shown = display_name(name)
        ending = Path(shown).suffix.lower()
        key = secrets.token_hex(16)
        path = self.folder / f"{key}{ending if ending in ENDINGS else ''}"
        try:
            size = 0
            with path.open("xb") as stream:
                while piece := source.read(PIECE):
                    size += len(piece)
                    stream.write(piece)
            upload = Upload(key, path, shown, size)
            with self._lock:
                self._make_room(size)
                self._kept[key] = upload
        except BaseException:
            remove(path)
            raise
        return upload

    def _make_room(self, size: int) -> None:
        """Forget what was not used for longest, until there is room."""
        oldest = sorted(self._kept.values(), key=lambda upload: upload.used)
        while oldest and (self.size + size > self.limit or len(self._kept) >= MOST_UPLOADS):
            self.forget(oldest.pop(0).key)
        if size > self.limit:
            raise RefusedError(
                413, "UploadLimitError", "the file is larger than all room there is."
            )

    def find(self, key: str) -> Upload:
        """Upload of that key."""
        if key not in self._kept:
            raise RefusedError(
                404,
                "UnknownUploadError",
                "there is no such upload, or it has been deleted because nobody used it. Send "
                "the file again.",
            )
        upload = self._kept[key]
        upload.used = time.monotonic()
        return upload

    def forget(self, *keys: str) -> None:
        """Delete uploads."""
        with self._lock:
            gone = [self._kept.pop(key) for key in keys if key in self._kept]
        for upload in gone:
            remove(upload.path)

    def expire(self, keep: float) -> None:
        """Delete what was not used for so many seconds."""
        before = time.monotonic() - keep
        with self._lock:
            self.forget(*[u.key for u in self._kept.values() if u.used < before])


def different_names(uploads: Collection[Upload]) -> list[str]:
    """Names of uploads, numbered where two are the same."""
    names: list[str] = []
    for upload in uploads:
        path, number = Path(upload.name), 1
        name = upload.name
        while name in names:
            number += 1
            name = f"{path.stem} ({number}){path.suffix}"
        names.append(name)
    return names
