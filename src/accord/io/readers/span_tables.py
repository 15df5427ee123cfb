"""Tables of spans that readers return: a row per span, and one per annotated document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.data.patterns import Role
from accord.data.scale import EXACT, show_label
from accord.errors import NotATableError

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Annotation", "Mark", "marks_in", "span_frame", "span_roles"]

SPAN_KEYS = ("spans", "entities", "label", "labels", "annotations")
START_KEYS = ("start", "start_offset", "begin", "from")
END_KEYS = ("end", "end_offset", "stop", "to")
LABEL_KEYS = ("label", "labels", "tag", "type", "category", "entity")


@dataclass(frozen=True, slots=True)
class Mark:
    """A span: half-open, from 0."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a rater marked in a document: perhaps nothing.

    Parameters
    ----------
    document, rater
        Names.
    marks
        The spans.
    length
        Length of the text; None if it is unknown.
    role
        Role of the rater, if the file states it.
    facts
        Other facts about the document, by name, such as its genre.
    """

    document: object
    rater: object
    marks: Sequence[Mark]
    length: int | None = None
    role: Role | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def span_frame(annotations: Iterable[Annotation]) -> pl.LazyFrame | None:
    """Return the table of annotations; None if nothing is marked in any.

    The row of an annotation itself has no start: it says that the rater saw the document.
    """
    import polars as pl

    columns: dict[str, list[Any]] = {
        name: [] for name in ("document", "rater", "start", "end", "label", "length")
    }
    annotations = list(annotations)
    facts = list(
        dict.fromkeys(name for a in annotations for name in a.facts if name not in columns)
    )
    columns |= {name: [] for name in facts}
    marked = False
    for annotation in annotations:
        document, rater = show_label(annotation.document), show_label(annotation.rater)
        for mark in (None, *annotation.marks):
            marked = marked or mark is not None
            values = (None, None, None) if mark is None else (mark.start, mark.end, mark.label)
            others = (annotation.facts.get(name) for name in facts)
            row = (document, rater, *values, annotation.length, *others)
            for cells, value in zip(columns.values(), row, strict=True):
                cells.append(value)
    if not marked:
        return None
    words = ("document", "rater", "label", *facts)
    kinds = {name: pl.String if name in words else pl.Int64 for name in columns}
    return pl.DataFrame(columns, schema_overrides=kinds).lazy()


def span_roles(annotations: Iterable[Annotation]) -> dict[str, Role]:
    """Return the role of each rater for whom one is stated."""
    return {show_label(a.rater): a.role for a in annotations if a.role is not None}


def marks_in(record: Mapping[str, Any]) -> list[Mark] | None:
    """Return the spans that a record of JSON lists; None if it has no list of spans.

    Spans are objects with the keys start, end and label, or lists of these three.

    >>> marks_in({"spans": [[0, 4, "PER"], {"start": 9, "end": 12, "label": "LOC"}]})
    [Mark(start=0, end=4, label='PER'), Mark(start=9, end=12, label='LOC')]
    """
    for key in SPAN_KEYS:
        value = record.get(key)
        if isinstance(value, list) and (key in SPAN_KEYS[:2] or _are_spans(value)):
            return list(_marks(value))
    return None


def _are_spans(value: Sequence[Any]) -> bool:
    """Return whether all elements of a list are spans, of which there is at least one."""
    return bool(value) and all(
        (isinstance(part, (list, tuple)) and len(part) == 3 and isinstance(part[0], int))
        or (isinstance(part, Mapping) and _key(part, START_KEYS) is not None)
        for part in value
    )


def _marks(parts: Sequence[Any]) -> Iterator[Mark]:
    for part in parts:
        if isinstance(part, Mapping):
            keys = [_key(part, names) for names in (START_KEYS, END_KEYS)]
            if None in keys:
                raise NotATableError(
                    f"a span has no start or no end: {dict(part)}.",
                    remedy='Write {"start": 0, "end": 4, "label": "PER"}.',
                )
            label = part.get(_key(part, LABEL_KEYS) or "label", "span")
            start, end = (part[key] for key in keys if key is not None)
        elif isinstance(part, (list, tuple)) and len(part) in (2, 3):
            start, end, label = (*part, "span")[:3]
        else:
            raise NotATableError(
                f"a span is {part!r}, which is no object and no list of start, end and label.",
                remedy='Write {"start": 0, "end": 4, "label": "PER"} or [0, 4, "PER"].',
            )
        for each in label if isinstance(label, list) else [label]:
            yield Mark(_position(start), _position(end), show_label(each))


def _position(value: Any) -> int:
    number = None if isinstance(value, bool) or not isinstance(value, (int, float)) else value
    if number is None or not abs(number) < EXACT or int(number) != number:
        raise NotATableError(
            f"the position {value!r} of a span is not a whole number.", value=value
        )
    return int(number)


def _key(part: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((name for name in names if name in part), None)
