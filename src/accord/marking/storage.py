"""Markers as files: plain arrays and JSON, nothing that can run."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.files import atomic_path
from accord.errors import NotATableError
from accord.version import __version__

__all__ = ["kind_of", "load_arrays", "save_arrays"]

FORMAT, VERSION = "accord marker", 1


def save_arrays(
    path: Path, kind: str, about: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]
) -> None:
    """Write arrays and what they mean, wholly or not at all."""
    head = {"format": FORMAT, "version": VERSION, "accord": __version__, "kind": kind, **about}
    text = np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)
    with atomic_path(path) as fresh, fresh.open("wb") as stream:
        np.savez_compressed(stream, about=text, **arrays)  # type: ignore[arg-type]


def kind_of(path: Path) -> str:
    """Which marker a file holds."""
    return str(_opened(path)[0].get("kind"))


def load_arrays(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Read what was written; anything else is refused."""
    about, arrays = _opened(path)
    if about.pop("kind", None) != kind:
        raise NotATableError(f"this is not a marker of kind {kind}.", file=str(path))
    for name in ("format", "version", "accord"):
        about.pop(name)
    return about, arrays


def _opened(path: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        about = json.loads(arrays.pop("about").tobytes())
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError("another format or version")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise NotATableError(
            f"this is not a marker that accord wrote ({error}).",
            file=str(path),
            remedy="Train it anew: accord mark train.",
        ) from None
    return about, arrays
