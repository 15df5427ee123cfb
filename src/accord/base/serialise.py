"""Results as plain values, and back: one serialiser, driven by the fields of dataclasses.

A field is written under its name, in the form of its type. `written` declares where it is
otherwise: another key, a part whose entries stand among those of the whole, a column of a table.
Derived values are named in ``_derived`` of a class; they are written, and not read back.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from inspect import getattr_static
from operator import attrgetter
from typing import Any, ClassVar, Self, TypeVar, cast, get_type_hints

from accord.base.docstrings import field_texts
from accord.base.forms import Form, Items, Number, Schema, form_of, item_form
from accord.errors import InputError

__all__ = ["Record", "Writing", "dump", "load", "record_form", "written"]

R = TypeVar("R")
METADATA = "json"


@dataclass(frozen=True, kw_only=True)
class Writing:
    """How a field is written, where that is not under its name and in the form of its type.

    Parameters
    ----------
    key
        Name of the entry.
    omitted
        Whether the field is no part of what is written.
    optional
        Whether the entry is left out where the field has its default value.
    inline
        Whether the entries of the part stand among those of the whole.
    names
        Keys of entries of such a part that differ from its own.
    without
        Entries of a part that are left out; they have their default values when read.
    table
        Key of the list of rows that the field is a column of. Rows take a part without a ``key``
        in whole; an array with several keys, each with a description, has a column for each.
    index
        Column with the keys of a mapping, in such a table.
    level
        Key of the confidence level of an interval that is written as a pair of limits.
    null
        The number that null stands for.
    """

    key: str | Mapping[str, str] | None = None
    omitted: bool = False
    optional: bool = False
    inline: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    table: str | None = None
    index: str | None = None
    level: str | None = None
    null: float = math.nan


def written(**how: Any) -> dict[str, Writing]:
    """Return the metadata of a field that is written as `Writing` says."""
    return {METADATA: Writing(**how)}


class Record:
    """A dataclass that is written as plain values, and read back from them."""

    __slots__ = ()
    _derived: ClassVar[Mapping[str, str]] = {}  # keys and attributes; table/column in a table
    _parts: ClassVar[Sequence[Any]] = ()  # parts beside the fields, each a `Part`; they come first
    _fixed: ClassVar[Mapping[str, Any]] = {}  # inherited fields that have one value: not written

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values; numbers that are not defined are None."""
        return dump(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the result of plain values: the inverse of `to_dict`."""
        return load(cls, data)


def dump(record: Any) -> dict[str, Any]:
    """Return a dataclass as plain values, as JSON has them."""
    return record_form(type(record)).dump(record)


def load(kind: type[R], plain: Mapping[str, Any]) -> R:
    """Return the dataclass of plain values: the inverse of `dump`."""
    try:
        return cast("R", record_form(kind).load(plain))
    except KeyError as error:
        raise InputError(
            f"this is not JSON of accord, or it is of another kind: {error} is missing."
        ) from None


class Part(ABC):
    """Some fields of a record and their entries."""

    @abstractmethod
    def dump(self, record: Any) -> Mapping[str, Any]:
        """Return the entries."""

    @abstractmethod
    def schema(self) -> Mapping[str, Schema]:
        """Return the schema of each entry."""

    @abstractmethod
    def required(self) -> Iterable[str]:
        """Return the keys that are always there."""


class Stored(Part):
    """Entries that fields are read from."""

    @abstractmethod
    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the fields that the entries hold, by name."""


@dataclass(frozen=True)
class Nested(Form):
    """Dataclasses inside of others, as objects."""

    kind: type[Any]

    def dump(self, value: Any) -> dict[str, Any]:
        return dump(value)

    def load(self, written: Any) -> Any:
        return record_form(self.kind).load(written)

    def schema(self) -> Schema:
        return {"$ref": self.kind}


@dataclass(frozen=True)
class Entry(Stored):
    """A field under a key."""

    attribute: str
    key: str
    form: Form
    how: Writing
    text: str
    default: Any

    def dump(self, record: Any) -> Mapping[str, Any]:
        value = getattr(record, self.attribute)
        if self.how.optional and value == self.default:
            return {}
        plain = self.form.dump(value)
        if self.how.without and plain is not None:
            plain = {key: item for key, item in plain.items() if key not in self.how.without}
        return {self.key: plain}

    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.key in plain:
            return {self.attribute: self.form.load(plain[self.key])}
        return {self.attribute: _default(self.key, self.default)}

    def schema(self) -> Mapping[str, Schema]:
        return {self.key: _described(self.form.schema(), self.text)}

    def required(self) -> Iterable[str]:
        return () if self.how.optional else (self.key,)


@dataclass(frozen=True)
class Derived(Part):
    """A value that follows from the fields: written, and not read."""

    path: str
    key: str
    form: Form
    text: str

    def dump(self, record: Any) -> Mapping[str, Any]:
        return {self.key: self.form.dump(attrgetter(self.path)(record))}

    def schema(self) -> Mapping[str, Schema]:
        return {self.key: _described(self.form.schema(), self.text)}

    def required(self) -> Iterable[str]:
        return (self.key,)


@dataclass(frozen=True)
class Inline(Stored):
    """A field whose entries stand among those of the whole."""

    attribute: str
    kind: type[Any]
    names: Mapping[str, str]

    def dump(self, record: Any) -> Mapping[str, Any]:
        plain = dump(getattr(record, self.attribute))
        return {self.names.get(key, key): value for key, value in plain.items()}

    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        own = {inner: plain[outer] for inner, outer in self.names.items() if outer in plain}
        entries = {**plain, **own}  # the whole may have an entry of the part's own name
        return {self.attribute: record_form(self.kind).load(entries)}

    def schema(self) -> Mapping[str, Schema]:
        found = record_form(self.kind).entries()
        return {self.names.get(key, key): schema for key, schema in found.items()}

    def required(self) -> Iterable[str]:
        return [self.names.get(key, key) for key in record_form(self.kind).required()]


@dataclass(frozen=True)
class Limits(Stored):
    """An interval as a pair of limits; the confidence level, which several share, beside it."""

    attribute: str
    key: str
    kind: type[Any]
    level: str
    text: str

    def dump(self, record: Any) -> Mapping[str, Any]:
        plain = dump(getattr(record, self.attribute))
        return {self.key: [plain["low"], plain["high"]], self.level: plain["confidence"]}

    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        low, high = plain[self.key]
        entries = {"low": low, "high": high, "confidence": plain[self.level]}
        return {self.attribute: record_form(self.kind).load(entries)}

    def schema(self) -> Mapping[str, Schema]:
        limits = Items(Number(), 2).schema()
        level = record_form(self.kind).entries()["confidence"]
        return {self.key: _described(limits, self.text), self.level: level}

    def required(self) -> Iterable[str]:
        return (self.key, self.level)


@dataclass(frozen=True)
class Column:
    """A field, or a derived value, that gives each row of a table some of its entries."""

    attribute: str
    form: Form
    how: Writing
    text: str
    default: Any
    whole: Form | None  # of all rows; None where the column is derived

    def dump(self, record: Any) -> Iterable[Mapping[str, Any]]:
        value = getattr(record, self.attribute)
        if self.how.index is not None:
            return [{self.how.index: label, **self._cells(item)} for label, item in value.items()]
        return [self._cells(item) for item in value]

    def _cells(self, item: Any) -> Mapping[str, Any]:
        plain = self.form.dump(item)
        if isinstance(self.how.key, Mapping):
            return dict(zip(self.how.key, plain, strict=True))
        if self.how.key is not None:
            return {self.how.key: plain}
        return {key: value for key, value in plain.items() if key not in self.how.without}

    def load(self, rows: Sequence[Mapping[str, Any]]) -> Any:
        """Return the field of the rows."""
        assert self.whole is not None
        key = self.how.key
        if isinstance(key, Mapping):
            cells: list[Any] = [[row[name] for name in key] for row in rows]
        else:
            cells = [row if key is None else row[key] for row in rows]
        if self.how.index is None:
            return self.whole.load(cells)
        labels = [row[self.how.index] for row in rows]
        return {
            tuple(label) if isinstance(label, list) else label: self.form.load(cell)
            for label, cell in zip(labels, cells, strict=True)
        }

    def schema(self) -> Mapping[str, Schema]:
        label = {} if self.how.index is None else {self.how.index: {"$ref": "label"}}
        key = self.how.key
        if isinstance(self.form, Nested) and key is None:
            form = record_form(self.form.kind)
            return {**label, **form.entries(self.how.without)}
        if isinstance(key, Mapping):
            return {n: _described(Number().schema(), text) for n, text in key.items()}
        return {**label, str(key): _described(self.form.schema(), self.text)}

    def required(self) -> Iterable[str]:
        own = [] if self.how.index is None else [self.how.index]
        if isinstance(self.form, Nested) and self.how.key is None:
            needed = record_form(self.form.kind).required()
            return [*own, *(key for key in needed if key not in self.how.without)]
        return [*own, *(self.how.key if isinstance(self.how.key, Mapping) else [str(self.how.key)])]


@dataclass(frozen=True)
class Rows(Stored):
    """Fields that are the columns of a table, which is written as a list of rows."""

    key: str
    columns: tuple[Column, ...]

    def dump(self, record: Any) -> Mapping[str, Any]:
        columns = [column.dump(record) for column in self.columns]
        rows = [
            {key: value for cells in row for key, value in cells.items()}
            for row in zip(*columns, strict=True)
        ]
        return {} if self._optional and not rows else {self.key: rows}

    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        own = [column for column in self.columns if column.whole is not None]
        if self.key not in plain:
            return {c.attribute: _default(self.key, c.default) for c in own}
        return {column.attribute: column.load(plain[self.key]) for column in own}

    def schema(self) -> Mapping[str, Schema]:
        entries = {k: s for column in self.columns for k, s in column.schema().items()}
        needed = dict.fromkeys(key for column in self.columns for key in column.required())
        return {self.key: {"type": "array", "items": _object(entries, needed)}}

    def required(self) -> Iterable[str]:
        return () if self._optional else (self.key,)

    @property
    def _optional(self) -> bool:
        return all(column.how.optional for column in self.columns)


@dataclass(frozen=True)
class RecordForm:
    """A dataclass: its parts, in the order in which they are written."""

    kind: type[Any]
    parts: tuple[Part, ...]

    def dump(self, record: Any) -> dict[str, Any]:
        """Return the record as plain values."""
        return {key: value for part in self.parts for key, value in part.dump(record).items()}

    def load(self, plain: Mapping[str, Any]) -> Any:
        """Return the record of plain values."""
        stored = [part for part in self.parts if isinstance(part, Stored)]
        read = {name: value for part in stored for name, value in part.load(plain).items()}
        return self.kind(**self.kind._fixed, **read)

    def entries(self, without: Sequence[str] = ()) -> dict[str, Schema]:
        """Return the schema of each entry."""
        kept = [part for part in self.parts if getattr(part, "key", None) not in without]
        return {k: s for part in kept for k, s in part.schema().items()}

    def required(self) -> list[str]:
        """Return the keys that are always there."""
        return list(dict.fromkeys(key for part in self.parts for key in part.required()))

    def schema(self) -> Schema:
        """Return the schema of the object."""
        return _object(self.entries(), self.required())


FORMS: dict[type[Any], RecordForm] = {}


def record_form(kind: type[Any]) -> RecordForm:
    """Return the form of a dataclass."""
    if kind not in FORMS:
        FORMS[kind] = _form_of_fields(kind)
    return FORMS[kind]


def _form_of_fields(kind: type[Any]) -> RecordForm:
    hints, texts = get_type_hints(kind, include_extras=True), field_texts(kind)
    parts: list[Part] = [*getattr(kind, "_parts", ())]
    columns: dict[str, list[Column]] = {}
    for each in fields(kind):
        how, hint = each.metadata.get(METADATA, Writing()), hints[each.name]
        if how.omitted or each.name in kind._fixed:
            continue
        text = texts.get(each.name, "")
        if how.table is not None:
            form, whole = item_form(hint, Nested), form_of(hint, Nested)
            column = Column(each.name, form, how, text, _default_of(each), whole)
            columns.setdefault(how.table, []).append(column)
        elif how.inline:
            parts.append(Inline(each.name, hint, how.names))
        elif how.level is not None:
            parts.append(Limits(each.name, each.name, hint, how.level, text))
        else:
            form = form_of(hint, Nested, how.null)
            key = how.key if isinstance(how.key, str) else each.name
            parts.append(Entry(each.name, key, form, how, text, _default_of(each)))
    for key, path in kind._derived.items():
        hint, text = _derived_type(kind, path)
        table, mark, name = key.partition("/")
        if mark:
            form = item_form(hint, Nested)
            columns[table].append(Column(path, form, Writing(key=name), text, MISSING, None))
        else:
            parts.append(Derived(path, key, form_of(hint, Nested), text))
    return RecordForm(kind, (*parts, *(Rows(key, tuple(own)) for key, own in columns.items())))


def _default_of(each: Field[Any]) -> Any:
    if each.default_factory is not MISSING:
        return each.default_factory()
    return each.default


def _default(key: str, default: Any) -> Any:
    """Return the value of a field whose entry is not there."""
    if default is MISSING:
        raise KeyError(key)
    return default


def _derived_type(kind: type, path: str) -> tuple[Any, str]:
    """Return the type that a property, or a field of a part, is annotated with, and its text."""
    *whole, last = path.split(".")
    for name in whole:
        kind = _derived_type(kind, name)[0]
    found = getattr_static(kind, last, None)
    if isinstance(found, property):
        text = (found.__doc__ or "").partition("\n\n")[0]
        return get_type_hints(found.fget, include_extras=True)["return"], " ".join(text.split())
    return get_type_hints(kind, include_extras=True)[last], field_texts(kind).get(last, "")


def _object(entries: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    return {
        "type": "object",
        "properties": dict(entries),
        "required": list(required),
        "additionalProperties": False,
    }


def _described(schema: Schema, text: str) -> Schema:
    return {**schema, "description": text} if text else schema
