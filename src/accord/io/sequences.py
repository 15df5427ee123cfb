"""Raters given as arguments: a sequence of ratings each, as in ``cohen_kappa(a, b)``."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, overload

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.errors import LayoutError, OptionError, UnknownOptionError
from accord.io.engines.objects import columns_as_frame

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["RaterColumns", "TakesRaters", "takes_raters"]

NESTED = (list, tuple, np.ndarray, Mapping)
P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class TakesRaters(Protocol[P, R_co]):
    """A function of data that also takes the ratings of each rater as an argument."""

    @overload
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    @overload
    def __call__(
        self, first: Sequence[Any], second: Sequence[Any], /, *more: Sequence[Any], **options: Any
    ) -> R_co: ...


@dataclass(frozen=True, slots=True)
class RaterColumns:
    """Ratings of several raters, matched by position: an array of numbers, or a frame."""

    names: tuple[str, ...]
    table: npt.NDArray[Any] | nw.DataFrame[Any]

    @classmethod
    def of(cls, sequences: Sequence[Any]) -> RaterColumns:
        """Put sequences of ratings side by side.

        Raters are named after the Series' names, or numbered from 1.
        """
        columns = [_as_series(column) for column in sequences]
        numbers = [str(number) for number in range(1, len(columns) + 1)]
        own = [getattr(column, "name", None) for column in columns]
        names = [
            number if name in (None, "") else show_label(name)
            for name, number in zip(own, numbers, strict=True)
        ]
        if len(set(names)) < len(names):
            names = numbers
        lengths = [len(column) for column in columns]
        if len(set(lengths)) > 1:
            sizes = ", ".join(f"{n} has {size}" for n, size in zip(names, lengths, strict=True))
            raise LayoutError(
                f"the raters have different numbers of ratings: {sizes}.",
                remedy="Write None for a missing rating.",
            )
        _check_indexes(names, columns)
        return cls(
            tuple(names),
            np.column_stack(columns) if _are_numbers(columns) else _as_frame(names, columns),
        )


def takes_raters(function: Callable[P, R_co]) -> TakesRaters[P, R_co]:
    """Let a function whose first argument is data take a sequence of ratings per rater as well.

    If the first argument is one-dimensional, so must be all other positional arguments, and each
    holds the ratings of one rater. All options are then given by keyword.
    """
    parameters = inspect.signature(function).parameters
    closed = all(p.kind is not p.VAR_KEYWORD for p in parameters.values())

    @wraps(function)
    def wrapper(*args: Any, **options: Any) -> R_co:
        for name in options:
            if closed and name not in parameters:
                raise UnknownOptionError(name, parameters)
        if len(args) < 2 or not _is_sequence(args[0]):
            return function(*args, **options)
        for number, argument in enumerate(args[1:], start=2):
            if not _is_sequence(argument):
                raise OptionError(
                    f"argument {number} is {_shown(argument)}; it must be a sequence of ratings, "
                    "as the first argument is. Options are then given by name, such as "
                    "weights='quadratic'.",
                    option="data",
                )
        return function(RaterColumns.of(args), **options)  # type: ignore[arg-type]

    vars(wrapper)["separate_raters"] = True  # for the stub, which has a signature for each way
    return wrapper


def _shown(argument: object) -> str:
    return repr(argument) if isinstance(argument, (str, int, float)) else type(argument).__name__


def _is_sequence(source: Any) -> bool:
    """Whether something holds single ratings in one dimension."""
    if isinstance(source, (str, bytes, os.PathLike, Mapping, Patterns)):
        return False
    if isinstance(source, (list, tuple)):
        return not any(isinstance(cell, NESTED) for cell in source)
    dimensions = getattr(source, "ndim", None)
    if dimensions is not None:
        return bool(dimensions == 1)
    return isinstance(source, range) or _is_series(source)


def _is_series(source: Any) -> bool:
    import narwhals as nw

    return nw.dependencies.is_into_series(source)


def _as_series(source: Any) -> Any:
    """Narwhals series of a Series, or of pandas' other one-dimensional types; else as it is."""
    import narwhals as nw

    if isinstance(source, (list, tuple, np.ndarray)):
        return source
    pandas = nw.dependencies.get_pandas()
    if pandas is not None and isinstance(
        source, (pandas.Index, pandas.api.extensions.ExtensionArray)
    ):
        source = pandas.Series(source, name=getattr(source, "name", None))
    return nw.from_native(source, series_only=True) if _is_series(source) else source


def _check_indexes(names: Sequence[str], columns: Sequence[Any]) -> None:
    """Refuse Series whose index differs: matched by position they would be other subjects."""
    import narwhals as nw

    known = [
        (name, index)
        for name, column in zip(names, columns, strict=True)
        if isinstance(column, nw.Series) and (index := nw.maybe_get_index(column)) is not None
    ]
    for name, index in known[1:]:
        if not index.equals(known[0][1]):
            raise LayoutError(
                f"the Series of raters {known[0][0]} and {name} have different indexes, and "
                "ratings are matched by position.",
                remedy="Align them first, a, b = a.align(b, join='inner'), or pass a.to_numpy() "
                "and b.to_numpy() if their order is the same.",
            )


def _are_numbers(columns: Sequence[Any]) -> bool:
    """Whether all columns are arrays of one type of numbers, which need no frame."""
    return len({getattr(column, "dtype", None) for column in columns}) == 1 and all(
        type(column) is np.ndarray and column.dtype.kind in "iufb" for column in columns
    )


def _as_frame(names: Sequence[str], columns: Sequence[Any]) -> nw.DataFrame[Any]:
    """Frame of the columns; Series of one library keep their types, such as ordered categories."""
    import narwhals as nw

    series = [column for column in columns if isinstance(column, nw.Series)]
    if len(series) == len(columns) and len({column.implementation for column in series}) == 1:
        parts = [
            nw.maybe_reset_index(column).alias(name).to_frame()
            for name, column in zip(names, series, strict=True)
        ]
        return nw.concat(parts, how="horizontal")
    cells = (c.to_list() if isinstance(c, nw.Series) else c for c in columns)
    return columns_as_frame(dict(zip(names, cells, strict=True)))
