"""Where the rows of a frame come from, and the place of an error in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.data.scale import show_label
from accord.errors import InputError, NotNumericError, UnknownCategoryError
from accord.io.engines import CellRules
from accord.io.layouts import LayoutOptions, find_column

if TYPE_CHECKING:
    from accord.io.engines.columns import Frame

__all__ = ["IN_MEMORY", "Origin", "locate_error", "naming_file"]


SEARCHED_ROWS = 5_000_000  # in which the position of an error is looked for, to bound the time


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the rows of a frame come from.

    Parameters
    ----------
    source
        Path of the file; None for data in memory.
    first_row
        Number, in the file, of the first row of ratings.
    line_of
        Returns the line of a row in the file, where rows take several lines.
    """

    source: str | None = None
    first_row: int = 1
    line_of: Callable[[int], int] | None = None

    def line(self, row: int) -> int:
        """Return the number, in the file, of a row of the frame."""
        return self.first_row + row if self.line_of is None else self.line_of(row)


IN_MEMORY = Origin()


@contextmanager
def naming_file(source: str | None) -> Iterator[None]:
    """Add the file to errors that do not name one."""
    try:
        yield
    except InputError as error:
        error.file = error.file or source
        raise


def locate_error(
    error: InputError,
    frame: Frame,
    options: LayoutOptions,
    rules: CellRules,
    origin: Origin,
) -> InputError:
    """Return an error with its file, row and column filled in, as far as they can be found."""
    error.file = error.file or origin.source
    if error.row is not None:
        error.row = origin.line(error.row)
    elif _is_remote(frame):
        return error
    elif isinstance(error, (UnknownCategoryError, NotNumericError)) and error.column is None:
        position = _find_value(error.value, frame, options, rules)
        if position is not None:
            error.row, error.column = origin.line(position[0]), position[1]
    elif error.column in (options.cluster, options.by) and error.column is not None:
        blank = _first_blank(frame, error.column)
        error.row = None if blank is None else origin.line(blank)
    if options.where is not None:
        error.row = None  # rows were counted after some were left out
    return error


def _is_remote(frame: Frame) -> bool:
    """Return whether the rows are in an engine, from which fetching them is too expensive."""
    import narwhals as nw

    return isinstance(frame, nw.LazyFrame) and not frame.implementation.is_polars()


def _first_blank(frame: Frame, column: str) -> int | None:
    """Return the row of the first missing cell of a column, if any."""
    from accord.io.engines.columns import eager_frame

    cells = eager_frame(frame.select(column).head(SEARCHED_ROWS))[column].to_list()
    blank = (row for row, cell in enumerate(cells) if cell is None or not show_label(cell).strip())
    return next(blank, None)


def _find_value(
    value: Any, frame: Frame, options: LayoutOptions, rules: CellRules
) -> tuple[int, str] | None:
    """Return the first row with a value, and its column."""
    from accord.io.engines.columns import eager_frame

    eager = eager_frame(frame.head(SEARCHED_ROWS))
    columns = eager.columns
    if options.raters is not None:
        columns = [find_column(name, columns) for name in options.raters if name in columns]
    elif options.score is not None:
        columns = [find_column(name, columns) for name in options.scores(columns)]
    label = show_label(value)
    first: tuple[int, str] | None = None
    for name in columns:
        for row, cell in enumerate(eager[name].to_list()):
            if first is not None and row >= first[0]:
                break
            if cell is not None and show_label(rules.label(cell)) == label:
                first = (row, name)
                break
    return first
