"""Files of markers: plain arrays and JSON, without code."""

from __future__ import annotations

import json
import tokenize
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.files import atomic_path
from accord.errors import AccordError, NotATableError
from accord.version import __version__

__all__ = ["kind_of", "load_arrays", "refusing_damage", "save_arrays"]

FORMAT, VERSION = "accord marker", 1
MAX_BYTES = 2_000_000_000  # unpacked
INVALID = (  # what contents of other kinds than those of a marker lead to
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    RecursionError,
    RuntimeError,
    EOFError,
    SyntaxError,
    tokenize.TokenError,  # of the header of an array
    zipfile.BadZipFile,
    zlib.error,
)


def save_arrays(
    path: Path, kind: str, about: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]
) -> None:
    """Write arrays and a description of them, completely or not at all."""
    head = {"format": FORMAT, "version": VERSION, "accord": __version__, "kind": kind, **about}
    text = np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)
    with atomic_path(path) as temporary, temporary.open("wb") as stream:
        np.savez_compressed(stream, about=text, **arrays)  # type: ignore[arg-type]


def kind_of(path: Path) -> str:
    """Return the kind of the marker in a file."""
    return str(_read(path)[0].get("kind"))


def load_arrays(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Read the description and the arrays of a marker of the given kind."""
    about, arrays = _read(path)
    if about.pop("kind", None) != kind:
        raise NotATableError(f"the file is not a marker of kind {kind}.", file=str(path))
    for name in ("format", "version", "accord"):
        about.pop(name)
    return about, arrays


def _read(path: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Read the description and the arrays of a marker of any kind."""
    if path.exists() and not path.is_file():
        raise NotATableError("this is a folder, a pipe or a device.", file=str(path))
    try:
        _check_size(path)
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes())
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format or version")
    except (*INVALID, OSError) as error:
        raise _invalid(path, error) from None
    return about, arrays


def _check_size(path: Path) -> None:
    """Refuse an archive that unpacks to an excessive size."""
    with zipfile.ZipFile(path) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > MAX_BYTES:
        raise ValueError(f"it unpacks to {size:,} bytes")


def _invalid(path: Path, error: BaseException) -> NotATableError:
    return NotATableError(
        f"the file is not a marker of accord ({type(error).__name__}: {error}).",
        file=str(path),
        remedy="Train a marker with accord mark train.",
    )


@contextmanager
def refusing_damage(path: Path) -> Iterator[None]:
    """Raise an error about the file of a marker for what its contents lead to."""
    try:
        yield
    except INVALID as error:
        if isinstance(error, AccordError):
            raise
        raise _invalid(path, error) from None
