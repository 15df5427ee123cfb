"""Forms of values: how a value of a type is written as plain Python values, and read back.

A form knows three things: the plain value of a value, the value of a plain value, and the JSON
Schema of the plain value.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
)

import numpy as np
import numpy.typing as npt

from accord.base.plain import plain

__all__ = [
    "LABEL",
    "MATRIX",
    "Count",
    "Form",
    "Matrix",
    "Schema",
    "form_of",
    "item_form",
]

Schema: TypeAlias = dict[str, Any]
COUNT, MATRIX = "count", "matrix"
Count: TypeAlias = Annotated[float, COUNT]  # written as a whole number where it is one
Matrix: TypeAlias = Annotated[npt.NDArray[np.float64], MATRIX]
SCALARS: Mapping[Any, str] = {str: "string", int: "integer", bool: "boolean"}
LABEL = {
    "description": "A category, subject or group as it stands in the data.",
    "type": ["string", "number", "boolean", "null", "array"],
}


class Form(ABC):
    """How values of a type are written."""

    @abstractmethod
    def dump(self, value: Any) -> Any:
        """Return the plain value of a value."""

    @abstractmethod
    def load(self, written: Any) -> Any:
        """Return the value of a plain value."""

    @abstractmethod
    def schema(self) -> Schema:
        """Return the JSON Schema of plain values; classes stand where it refers to theirs."""


FormOf: TypeAlias = Callable[[type], Form]  # the form of a dataclass


@dataclass(frozen=True)
class Scalar(Form):
    """Text, whole numbers and truth values."""

    described: Mapping[str, Any]

    def dump(self, value: Any) -> Any:
        return value.item() if isinstance(value, np.generic) else value

    def load(self, written: Any) -> Any:
        return written

    def schema(self) -> Schema:
        return dict(self.described)


@dataclass(frozen=True)
class Number(Form):
    """Numbers; those that are not finite are written as null, which stands for one of them."""

    null: float = math.nan
    whole: bool = False

    def dump(self, value: Any) -> Any:
        if value is None or not math.isfinite(value):
            return None
        if self.whole and value == int(value):
            return int(value)
        return value.item() if isinstance(value, np.generic) else value

    def load(self, written: Any) -> Any:
        return self.null if written is None else written

    def schema(self) -> Schema:
        return {"type": ["number", "null"]}


@dataclass(frozen=True)
class Anything(Form):
    """Values of any type, written as they are; lists are read as tuples where the type says so."""

    described: Mapping[str, Any]
    tuples: bool = False

    def dump(self, value: Any) -> Any:
        return plain(value)

    def load(self, written: Any) -> Any:
        if self.tuples and isinstance(written, (list, tuple)):
            return tuple(self.load(item) for item in written)
        return written

    def schema(self) -> Schema:
        return dict(self.described)


class LabelForm(Anything):
    """Labels: categories, subjects and groups; those of several responses are tuples."""

    def schema(self) -> Schema:
        return {"$ref": "label"}


@dataclass(frozen=True)
class Maybe(Form):
    """None, or a value of another form."""

    inner: Form

    def dump(self, value: Any) -> Any:
        return None if value is None else self.inner.dump(value)

    def load(self, written: Any) -> Any:
        return None if written is None else self.inner.load(written)

    def schema(self) -> Schema:
        inner = self.inner.schema()
        kind = inner.get("type")
        if len(inner) == 1 and kind is not None:
            kinds = kind if isinstance(kind, list) else [kind]
            return {"type": list(dict.fromkeys([*kinds, "null"]))}
        return {"anyOf": [inner, {"type": "null"}]}


@dataclass(frozen=True)
class Items(Form):
    """Tuples of values of one form."""

    inner: Form
    number: int | None = None

    def dump(self, value: Any) -> Any:
        return [self.inner.dump(item) for item in value]

    def load(self, written: Any) -> Any:
        return tuple(self.inner.load(item) for item in written)

    def schema(self) -> Schema:
        counted = {} if self.number is None else {"minItems": self.number, "maxItems": self.number}
        return {"type": "array", "items": self.inner.schema(), **counted}


@dataclass(frozen=True)
class Keyed(Form):
    """Mappings from text to values of one form."""

    inner: Form

    def dump(self, value: Any) -> Any:
        return {key: self.inner.dump(item) for key, item in value.items()}

    def load(self, written: Any) -> Any:
        return {key: self.inner.load(item) for key, item in written.items()}

    def schema(self) -> Schema:
        inner = self.inner.schema()
        return {"type": "object", **({"additionalProperties": inner} if inner else {})}


@dataclass(frozen=True)
class Array(Form):
    """NumPy arrays, as lists."""

    dtype: Any
    dimensions: int = 1

    def dump(self, value: Any) -> Any:
        return plain(value.tolist())

    def load(self, written: Any) -> Any:
        array = np.array(written, dtype=self.dtype)
        return array if array.size else array.reshape((0,) * self.dimensions)

    def schema(self) -> Schema:
        truth = np.issubdtype(self.dtype, np.bool_)
        found: Schema = {"type": "boolean" if truth else ["number", "null"]}
        for _ in range(self.dimensions):
            found = {"type": "array", "items": found}
        return found


def form_of(kind: Any, records: FormOf, null: float = math.nan) -> Form:
    """Return the form of values of a type.

    Parameters
    ----------
    kind
        The type, as annotated.
    records
        Gives the form of a dataclass.
    null
        What null stands for, where values are numbers.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return Number(null, whole=True) if arguments[1] == COUNT else Array(_dtype(arguments[0]), 2)
    if origin in (Union, UnionType):
        return _union(arguments, records, null)
    if origin is Literal:
        return Scalar({"enum": list(arguments)})
    if origin is np.ndarray:
        return Array(_dtype(kind))
    if origin is tuple:
        number = None if arguments[-1] is Ellipsis else len(arguments)
        return Items(form_of(arguments[0], records), number)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Keyed(form_of(arguments[1], records))
    if kind is float:
        return Number(null)
    if kind in SCALARS:
        return Scalar({"type": SCALARS[kind]})
    if kind is object:
        return LabelForm({}, tuples=True)
    return Anything({}) if kind is Any else records(kind)


def _union(members: tuple[Any, ...], records: FormOf, null: float) -> Form:
    """Return the form of one of several types, of which one may be None."""
    known = [member for member in members if member is not NoneType]
    if {str, int, float, bool} <= set(known):
        return LabelForm({}, tuples=True)
    if len(known) > 1:
        described = {"type": ["string", "number", "array", "null"]}
        return Anything(described, tuples=True)
    inner = form_of(known[0], records, null)
    return inner if len(known) == len(members) else Maybe(inner)


def item_form(kind: Any, records: FormOf) -> Form:
    """Return the form of the items of a tuple, of the values of a mapping, of rows of an array."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return Array(_dtype(arguments[0]))
    if origin is np.ndarray:
        return Number()
    mapping = isinstance(origin, type) and issubclass(origin, Mapping)
    return form_of(arguments[1] if mapping else arguments[0], records)


def _dtype(kind: Any) -> Any:
    """Type of the cells of an annotated array."""
    return get_args(get_args(kind)[1])[0]
