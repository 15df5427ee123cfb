"""CoNLL columns: a token per line, and a column of BIO tags for each annotator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from accord.errors import EmptyInputError, NotATableError, TooFewRatersError
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.span_tables import Annotation, Mark, span_frame

__all__ = ["read_conll", "spans_of_tags"]

TAG = re.compile(r"O|[BIESLU]-\S+")
SUFFIXES = (".conll", ".bio", ".iob", ".iob2")
DOCUMENT = "-DOCSTART-"
LEAST_TAGGED = 3  # lines by which a file is recognised


def _knows(head: Head) -> bool:
    """Return whether lines are tokens whose last columns are tags, or a folder has such files."""
    if head.path.is_dir():
        return any(file.suffix.lower() in SUFFIXES for file in head.path.iterdir())
    if head.suffix in SUFFIXES:
        return True
    lines = [line.split() for line in head.text.splitlines()[:200] if line.strip()]
    tagged = [parts for parts in lines if len(parts) > 2 and _tagged_columns(parts) >= 2]
    marked = any(part[1:2] == "-" for parts in tagged for part in parts[1:])
    return marked and len(tagged) >= max(LEAST_TAGGED, len(lines) - 2)


@reader("conll", "CoNLL columns: a token per line, BIO tags of each annotator", knows=_knows)
def read_conll(path: Path, _: Dialect) -> Sheet:
    """Read the spans of tokens. Of a folder, each file has the tags of one annotator.

    Documents begin at -DOCSTART-; where there are none, each sentence is a document.
    """
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)
        annotations = [a for file in files for a in _annotations(file, [file.stem])]
    else:
        annotations = list(_annotations(path, None))
    frame = span_frame(annotations)
    if frame is None:
        raise EmptyInputError("no token has a tag.", file=str(path))
    return Sheet(frame, str(path), layout="spans")


def _annotations(path: Path, raters: Sequence[str] | None) -> Iterator[Annotation]:
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    names, body = _header(lines, raters)
    for number, rows in enumerate(_documents(lines[body:], body, path), start=1):
        tagged = min(_tagged_columns(row) for row in chain(*rows))
        if len(names or ()) > tagged or tagged < (1 if raters else 2):
            raise TooFewRatersError(
                "a file of CoNLL columns needs a column of tags (B-PER, I-PER, O) for each of two "
                "raters or more.",
                file=str(path),
                remedy="Give a folder with a file for each annotator.",
            )
        chosen = names or [str(k) for k in range(1, tagged + 1)]
        length = sum(map(len, rows))
        for column, rater in enumerate(chosen):
            marks: list[Mark] = []
            start = 0
            for sentence in rows:
                tags = [row[len(row) - len(chosen) + column] for row in sentence]
                marks += spans_of_tags(tags, start)
                start += len(sentence)
            yield Annotation(number, rater, marks, length)


def _header(lines: Sequence[str], raters: Sequence[str] | None) -> tuple[list[str] | None, int]:
    """Return the names of the columns of tags, if the first line names them, and its length."""
    if raters is not None:
        return list(raters), 0
    first = lines[0].lstrip("# ").split() if lines else []
    second = next((line.split() for line in lines[1:] if line.strip()), [])
    tagged = _tagged_columns(second)
    named = len(first) == len(second) and not _tagged_columns(first) and tagged
    return (first[-tagged:], 1) if named else (None, 0)


def _documents(lines: Sequence[str], first: int, path: Path) -> list[list[list[list[str]]]]:
    """Return documents as lists of sentences, which are lists of rows of cells."""
    starts = any(line.startswith(DOCUMENT) for line in lines)
    documents: list[list[list[list[str]]]] = [[[]]]
    width = None
    for number, line in enumerate(lines, start=first + 1):
        parts = line.split()
        if line.startswith(DOCUMENT):
            documents.append([[]])
        elif not parts:
            (documents[-1] if starts else documents).append([] if starts else [[]])
        elif line.startswith("#") and _tagged_columns(parts) == 0:
            continue
        else:
            width = width or len(parts)
            if len(parts) != width:
                raise NotATableError(
                    f"this line has {len(parts)} columns, and the first has {width}.",
                    file=str(path),
                    row=number,
                )
            documents[-1][-1].append(parts)
    full = [[sentence for sentence in document if sentence] for document in documents]
    return [document for document in full if document]


def _tagged_columns(parts: Sequence[str]) -> int:
    """Return how many of the last columns are tags."""
    count = 0
    for part in reversed(parts[1:]):
        if not TAG.fullmatch(part):
            break
        count += 1
    return count


def spans_of_tags(tags: Sequence[str], start: int = 0) -> list[Mark]:
    """Return the spans of BIO (or IOB, BIOES, BILOU) tags.

    >>> spans_of_tags(["B-PER", "I-PER", "O", "B-LOC", "B-LOC"])
    [Mark(start=0, end=2, label='PER'), Mark(start=3, end=4, label='LOC'), \
Mark(start=4, end=5, label='LOC')]
    """
    marks: list[Mark] = []
    opened: tuple[int, str] | None = None
    for position, tag in enumerate([*tags, "O"], start=start):
        kind, _, label = tag.partition("-")
        goes_on = opened is not None and kind in "IEL" and label == opened[1]
        if opened is not None and not goes_on:
            marks.append(Mark(opened[0], position, opened[1]))
            opened = None
        if kind != "O" and not goes_on:
            opened = (position, label)
        if opened is not None and kind in "ESLU":
            marks.append(Mark(opened[0], position + 1, opened[1]))
            opened = None
    return marks
