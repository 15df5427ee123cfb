"""Nested JSON: the ratings of a subject in lists or objects inside its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.io.layouts import ITEM, RATER, RECORD

__all__ = ["flat_records"]

IGNORED = ("meta", "metadata", "info", "_view_id", "spans", "tokens", "entities", "options")
ITEM_KEY, RATER_KEY = "item", "rater"
BY = ("by", "id", "name", "created_by", "completed_by", "author", "source", "who")

Record = Mapping[str, Any]


def flat_records(records: Sequence[Record]) -> list[dict[str, Any]] | None:
    """Return records of single values: a row per rating, or per subject; None if all are flat.

    These forms are understood, in this order:

    - a list of objects, ``annotations: [{annotator, label}]``: a row for each object;
    - lists of equal length, ``annotators: [...], labels: [...]``, in the record or in an object: a
      row for each place, which stands for a rater if no list names the raters;
    - objects, ``labels: {ann: yes, bo: no}``: a column for each key.

    >>> flat_records([{"id": 1, "votes": {"ann": "yes", "bo": "no"}}])
    [{'id': 1, 'ann': 'yes', 'bo': 'no'}]
    """
    raters = RaterKeys.of(records)
    kinds = {key: _kind(records, key, raters) for key in _keys(records)}
    if all(kind == "single" for kind in kinds.values()):
        return None
    fields = [
        key
        for key, kind in kinds.items()
        if kind == "single" and not any(isinstance(r.get(key), (list, dict)) for r in records)
    ]
    objects = [key for key, kind in kinds.items() if kind == "objects"]
    if objects:
        chosen = max(objects, key=lambda key: _names_rater(records, key))
        return list(_rows(records, fields, lambda record: _entries(record.get(chosen))))
    inside = [key for key, kind in kinds.items() if kind == "object of lists"]
    lists = [key for key, kind in kinds.items() if kind == "list"]
    if inside:
        return list(_rows(records, fields, lambda record: _places(record.get(inside[0]) or {})))
    if lists:
        return list(
            _rows(records, fields, lambda record: _places({k: record.get(k) for k in lists}))
        )
    named = [key for key, kind in kinds.items() if kind == "object" and key not in IGNORED]
    return [_spread(record, fields, named) for record in records]


def _keys(records: Iterable[Record]) -> list[str]:
    return list(dict.fromkeys(key for record in records for key in record))


@dataclass(frozen=True, slots=True)
class RaterKeys:
    """The keys that name raters.

    Parameters
    ----------
    names
        All of them.
    in_first
        Those of the first record.
    lengths
        Lengths of their lists in each record; None for another value.
    """

    names: frozenset[str]
    in_first: frozenset[str]
    lengths: Sequence[set[int | None]]

    @classmethod
    def of(cls, records: Sequence[Record]) -> RaterKeys:
        """Find them in records."""
        names = frozenset(filter(_is_rater, _keys(records)))
        lengths = [
            {len(value) if isinstance(value, list) else None for value in map(record.get, inside)}
            for record in records
            for inside in (names & record.keys(),)
        ]
        return cls(names, names & records[0].keys() if records else frozenset(), lengths)


def _kind(records: Sequence[Record], key: str, raters: RaterKeys) -> str:
    """Return what the values of a key are."""
    values = [record[key] for record in records if record.get(key) not in (None, [], {})]
    if not values or not all(isinstance(value, (list, dict)) for value in values):
        return "single"
    if key in IGNORED:
        return "ignored"
    if all(isinstance(value, list) for value in values):
        entries = [entry for value in values for entry in value]
        if all(isinstance(entry, dict) for entry in entries):
            return "objects"
        if max(map(len, values)) < 2 or any(isinstance(e, (list, dict)) for e in entries):
            return "single"
        if raters.in_first - {key}:  # beside lists of the same length
            sizes = ({len(record.get(key) or ())} for record in records)
            alike = all(own <= size for own, size in zip(raters.lengths, sizes, strict=True))
            return "list" if alike else "single"
        return "list" if key in raters.names or _have_repetitions(values) else "single"
    if all(isinstance(value, dict) for value in values):
        inner = [part for value in values for part in value.values() if part is not None]
        if len({name for value in values for name in value}) < 2:
            return "single"
        lists = bool(inner) and all(isinstance(part, list) for part in inner)
        return "object of lists" if lists else "object"
    return "single"


def _have_repetitions(values: Sequence[list[Any]]) -> bool:
    """Return whether lists are ratings rather than sets of labels, which have no label twice."""
    repeated = sum(len({str(entry) for entry in value}) < len(value) for value in values)
    return repeated > 0 and len({len(value) for value in values}) <= 2


def _is_rater(key: str) -> bool:
    return RATER.fullmatch(key.strip()) is not None


def _names_rater(records: Sequence[Record], key: str) -> int:
    """Return how many of the objects in a list name their rater."""
    entries = (entry for record in records for entry in record.get(key) or ())
    return sum(any(map(_is_rater, entry)) for entry in entries if isinstance(entry, dict))


def _rows(
    records: Sequence[Record], fields: Sequence[str], ratings_of: Any
) -> Iterator[dict[str, Any]]:
    """Yield a row for each rating of each record, with the fields of the record."""
    named = any(ITEM.fullmatch(key) and _identifies(records, key) for key in fields)
    for number, record in enumerate(records, start=1):
        own = {key: record.get(key) for key in fields}
        for rating in ratings_of(record):
            row: dict[str, Any] = {} if named else {ITEM_KEY: number}
            row |= {key + RECORD if key in rating else key: cell for key, cell in own.items()}
            yield row | rating


def _identifies(records: Sequence[Record], key: str) -> bool:
    """Return whether a field has a different short value in every record."""
    values = [record.get(key) for record in records]
    short = all(value is not None and len(str(value)) <= 60 for value in values)
    return short and len(set(map(str, values))) == len(values)


def _entries(entries: Any) -> Iterator[dict[str, Any]]:
    """Yield the single values of each object in a list, and its rater."""
    for number, entry in enumerate(entries or (), start=1):
        if not isinstance(entry, dict):
            continue
        row: dict[str, Any] = {}
        for key, value in entry.items():
            if isinstance(value, dict) and key not in IGNORED:
                row |= {k: _cell(v) for k, v in value.items()}
            elif key not in IGNORED:
                row[key] = _cell(value)
        if not any(map(_is_rater, row)):
            key = next((key for key in BY if key in row), None)
            row[RATER_KEY] = str(number) if key is None else row.pop(key)
        yield row


def _places(lists: Record) -> Iterator[dict[str, Any]]:
    """Yield what several lists have at each place."""
    known = {key: value for key, value in lists.items() if isinstance(value, list)}
    lengths = Counter(map(len, known.values()))
    if not lengths:
        return
    length = lengths.most_common(1)[0][0]
    kept = {key: value for key, value in known.items() if len(value) == length}
    rater = next((key for key in kept if _is_rater(key.removesuffix("_ids"))), None)
    for place in range(length):
        row = {key: _cell(value[place]) for key, value in kept.items() if key != rater}
        yield {RATER_KEY: str(place + 1) if rater is None else kept[rater][place], **row}


def _spread(record: Record, fields: Sequence[str], named: Sequence[str]) -> dict[str, Any]:
    """Return a record with a field for each key of its objects."""
    row = {key: record.get(key) for key in fields}
    for key in named:
        for name, value in (record.get(key) or {}).items():
            if isinstance(value, dict):
                row |= {f"{name}.{inner}": _cell(cell) for inner, cell in value.items()}
            else:
                row[f"{key}.{name}" if len(named) > 1 else name] = _cell(value)
    return row


def _cell(value: Any) -> Any:
    """Return a single value, or a list of labels; one value of an object."""
    if isinstance(value, list):
        return [part for part in value if not isinstance(part, (list, dict))]
    if isinstance(value, dict):
        return next((v for v in value.values() if isinstance(v, (str, int, float))), None)
    return value
