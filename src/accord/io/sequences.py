"""Raters as separate arguments: a sequence of ratings each, as in ``cohen_kappa(a, b)``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, overload

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.errors import LayoutError, OptionError
from accord.io.engines.objects import columns_as_frame

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["RaterColumns", "TakesRaters", "takes_raters"]

NESTED = (list, tuple, np.ndarray, Mapping)
P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class TakesRaters(Protocol[P, R_co]):
    """A function of data that also takes the ratings of each rater as separate arguments."""

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
        """Join sequences of ratings as columns.

        Raters are named after their Series, or numbered from 1.
        """
        columns = [_as_series(column) for column in sequences]
        names = _rater_names(columns)
        lengths = [len(column) for column in columns]
        if len(set(lengths)) > 1:
            sizes = ", ".join(f"{n} has {size}" for n, size in zip(names, lengths, strict=True))
            raise LayoutError(
                f"the raters have different numbers of ratings: {sizes}.",
                remedy="Write None for a missing rating.",
            )
        _check_indexes(names, columns)
        if _are_numbers(columns):
            return cls(names, np.column_stack(columns))
        return cls(names, _join_columns(names, columns))


def takes_raters(function: Callable[P, R_co]) -> TakesRaters[P, R_co]:
    """Let a function whose first argument is data also take a sequence of ratings per rater.

    If the first argument is one-dimensional, each positional argument holds the ratings of one
    rater, and options are given by keyword.
    """

    @wraps(function)
    def wrapper(*args: Any, **options: Any) -> R_co:
        if len(args) < 2 or not _is_sequence(args[0]):
            return function(*args, **options)
        for number, argument in enumerate(args[1:], start=2):
            if not _is_sequence(argument):
                raise OptionError(
                    f"argument {number} is {_describe(argument)}; it must be a sequence of "
                    "ratings, as the first argument is.",
                    option="data",
                    remedy="Give options by name, such as weights='quadratic'.",
                )
        return function(RaterColumns.of(args), **options)  # type: ignore[arg-type]

    vars(wrapper)["separate_raters"] = True  # for the stub, which has a signature for each way
    return wrapper


def _describe(argument: object) -> str:
    """Return a short value as it is written, and the type of any other."""
    return repr(argument) if isinstance(argument, (str, int, float)) else type(argument).__name__


def _is_sequence(source: Any) -> bool:
    """Return whether an object holds single ratings in one dimension."""
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
    """Return a Narwhals series of a Series or pandas array; other sequences as they are."""
    import narwhals as nw

    if isinstance(source, (list, tuple, np.ndarray)):
        return source
    pandas = nw.dependencies.get_pandas()
    if pandas is not None and isinstance(
        source, (pandas.Index, pandas.api.extensions.ExtensionArray)
    ):
        source = pandas.Series(source, name=getattr(source, "name", None))
    return nw.from_native(source, series_only=True) if _is_series(source) else source


def _rater_names(columns: Sequence[Any]) -> tuple[str, ...]:
    """Return the names of the columns, with numbers from 1 for those without a name.

    If two names are equal, all columns are numbered.
    """
    own = [getattr(column, "name", None) for column in columns]
    names = tuple(
        str(number) if name in (None, "") else show_label(name)
        for number, name in enumerate(own, start=1)
    )
    if len(set(names)) == len(names):
        return names
    return tuple(str(number) for number in range(1, len(columns) + 1))


def _check_indexes(names: Sequence[str], columns: Sequence[Any]) -> None:
    """Refuse Series with different indexes, whose ratings are of different subjects by position."""
    import narwhals as nw

    indexed = [
        (name, index)
        for name, column in zip(names, columns, strict=True)
        if isinstance(column, nw.Series) and (index := nw.maybe_get_index(column)) is not None
    ]
    for name, index in indexed[1:]:
        if not index.equals(indexed[0][1]):
            raise LayoutError(
                f"the Series of raters {indexed[0][0]} and {name} have different indexes, and "
                "ratings are matched by position.",
                remedy="Align them first, a, b = a.align(b, join='inner'), or pass a.to_numpy() "
                "and b.to_numpy() if their order is the same.",
            )


def _are_numbers(columns: Sequence[Any]) -> bool:
    """Return whether all columns are arrays of one type of numbers, which need no frame."""
    return len({getattr(column, "dtype", None) for column in columns}) == 1 and all(
        type(column) is np.ndarray and column.dtype.kind in "iufb" for column in columns
    )


def _join_columns(names: Sequence[str], columns: Sequence[Any]) -> nw.DataFrame[Any]:
    """Join columns in a frame; Series of one library keep types such as ordered categories."""
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
