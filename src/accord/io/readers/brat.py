"""brat's standoff annotations: a folder per annotator with ``.ann`` and ``.txt`` files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accord.errors import EmptyInputError, NotATableError
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.span_tables import Annotation, Mark, span_frame

__all__ = ["read_brat"]


def _is_folder(head: Head) -> bool:
    return head.path.is_dir() and any(head.path.glob("*/*.ann"))


@reader("brat", "brat's standoff files: a folder for each annotator", knows=_is_folder)
def read_brat(path: Path, _: Dialect) -> Sheet:
    """Read the text-bound annotations of each annotator; the folders are named after them.

    Fragments of a discontinuous annotation are spans of their own.
    """
    annotations, divided = [], 0
    for file in sorted(path.glob("*/*.ann")):
        marks = []
        for fragments in _entities(file):
            divided += len(fragments) > 1
            marks += fragments
        text = _text_of(file)
        annotations.append(Annotation(file.stem, file.parent.name, marks, text))
    frame = span_frame(annotations)
    if frame is None:
        raise EmptyInputError("no file has an annotation of a text.", file=str(path))
    notes = (
        (f"{divided:,} discontinuous annotations are read as separate spans.",) if divided else ()
    )
    return Sheet(frame, str(path), layout="spans", notes=notes)


def _entities(file: Path) -> Iterator[list[Mark]]:
    """Yield the fragments of each text-bound annotation: ``T1<tab>PER 0 4;9 12<tab>text``."""
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").splitlines(), start=1):
        if not line.startswith("T"):
            continue
        parts = line.split("\t")
        label, _, places = parts[1].partition(" ") if len(parts) > 1 else ("", "", "")
        try:
            ends = [tuple(map(int, place.split())) for place in places.split(";")]
            yield [Mark(start, end, label) for start, end in ends]
        except ValueError:
            raise NotATableError(
                f"this line is no annotation of brat: {line!r}.", file=str(file), row=number
            ) from None


def _text_of(file: Path) -> int | None:
    """Return the length of the text of an annotation file, which may be beside its folder."""
    for folder in (file.parent, file.parent.parent):
        text = folder / f"{file.stem}.txt"
        if text.is_file():
            return len(text.read_text(encoding="utf-8-sig"))
    return None
