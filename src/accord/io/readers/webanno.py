"""WebAnno's and INCEpTION's TSV 3: a folder per document with a file per annotator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from accord.errors import EmptyInputError, NotATableError
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.span_tables import Annotation, Mark, span_frame

__all__ = ["read_webanno"]

MARK = "#FORMAT=WebAnno TSV"
CELL = re.compile(r"(?P<label>.*?)(\[(?P<number>\d+)\])?")
OF_TOKENS = ("POS", "Lemma", "MorphologicalFeatures", "Stem", "SurfaceForm", "Token")
LABELS = ("value", "label", "type", "category", "identifier")
FIRST_COLUMN = 3  # after the token's number, its place and its text
ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class _Token:
    number: str
    start: int
    end: int
    cells: list[str]


def _is_folder(head: Head) -> bool:
    """Return whether a folder has files in this format, in folders of documents."""
    if not head.path.is_dir():
        return False
    first = next(iter(sorted(head.path.glob("*/*.tsv"))), None)
    if first is None:
        return False
    with first.open(encoding="utf-8-sig", errors="replace") as stream:
        return stream.readline().startswith(MARK)


@reader(
    "webanno",
    "WebAnno's and INCEpTION's TSV: a folder for each document, a file for each annotator",
    knows=_is_folder,
)
def read_webanno(path: Path, _: Dialect) -> Sheet:
    """Read the spans of the first layer that is not about single tokens.

    Files are named after annotators.
    """
    annotations = [
        _annotation(file) for file in sorted(path.glob("*/*.tsv")) if file.name != "CURATION_USER"
    ]
    frame = span_frame(annotations)
    if frame is None:
        raise EmptyInputError("no file has an annotated span.", file=str(path))
    return Sheet(frame, str(path), layout="spans")


def _annotation(file: Path) -> Annotation:
    """Return what an annotator marked in a document."""
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    if not lines or not lines[0].startswith(MARK):
        raise NotATableError("this is not a file of WebAnno's TSV 3.", file=str(file), row=1)
    layers = [line for line in lines if line.startswith("#T_SP=")]
    if not layers:
        raise NotATableError("the file declares no layer of spans.", file=str(file))
    tokens = list(_tokens(lines, file))
    marks = _marks(tokens, _column(layers))
    return Annotation(file.parent.name, file.stem, marks, max((t.end for t in tokens), default=0))


def _column(layers: list[str]) -> int:
    """Return the column of the labels: of the first layer that is not about single tokens."""
    column, first = FIRST_COLUMN, FIRST_COLUMN
    for layer in layers:
        title, *features = layer.removeprefix("#T_SP=").split("|")
        label = next((features.index(name) for name in LABELS if name in features), 0)
        if title.rpartition(".")[2] not in OF_TOKENS:
            return column + label
        column += max(1, len(features))
    return first


def _tokens(lines: list[str], file: Path) -> Iterator[_Token]:
    for row, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        parts = line.split("\t")
        try:
            start, end = (int(place) for place in parts[1].split("-"))
        except (IndexError, ValueError):
            raise NotATableError(
                f"this line has no place of a token: {line!r}.", file=str(file), row=row
            ) from None
        yield _Token(parts[0], start, end, parts)


def _marks(tokens: list[_Token], column: int) -> list[Mark]:
    """Return the spans of a column: cells with the same number in brackets are one span."""
    numbered: dict[tuple[str, str], Mark] = {}
    marks: list[Mark] = []
    for token in tokens:
        cell = token.cells[column] if len(token.cells) > column else "_"
        for part in cell.split("|"):
            match = CELL.fullmatch(part)
            if part in ("", "_") or match is None:
                continue
            label = ESCAPED.sub(r"\1", match["label"])
            label = "span" if label in ("", "*") else label
            if match["number"] is None:
                marks.append(Mark(token.start, token.end, label))
                continue
            key = (match["number"], label)
            first = numbered.get(key)
            numbered[key] = Mark(first.start if first else token.start, token.end, label)
    return [*marks, *numbered.values()]
