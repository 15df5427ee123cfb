"""Python objects that hold ratings, as an array or a frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from accord.data.scale import show_label
from accord.data.scale.set_cells import listed_cell
from accord.errors import EmptyInputError, LayoutError, NotATableError

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl

    from accord.io.engines.columns import Frame

__all__ = ["as_array", "as_frame", "columns_as_frame", "sets_as_text", "unmask"]

COLLECTIONS = (list, tuple, set, frozenset, np.ndarray)


def as_frame(source: Any) -> Frame:
    """Return a frame of a mapping of columns, a list of records, or a frame of any library."""
    import narwhals as nw

    if isinstance(source, Mapping):
        return columns_as_frame({show_label(k): v for k, v in source.items()})
    if isinstance(source, (list, tuple)) and source and isinstance(source[0], Mapping):
        names = dict.fromkeys(key for record in source for key in record)
        return columns_as_frame(
            {show_label(name): [record.get(name) for record in source] for name in names}
        )
    if nw.dependencies.is_pandas_dataframe(source):
        source = source.set_axis([show_label(name) for name in source.columns], axis=1)
    frame = nw.from_native(source, pass_through=True)
    if not isinstance(frame, (nw.DataFrame, nw.LazyFrame)):
        raise NotATableError(
            f"ratings cannot be read from a {type(source).__name__}.",
            remedy="Give a path, an array, a list of rows, a dict of columns, a frame, or the "
            "ratings of each rater as separate arguments, agreement(a, b).",
        )
    return frame


def columns_as_frame(columns: Mapping[str, Any]) -> nw.DataFrame[Any]:
    """Return a frame of a dictionary of columns; columns of mixed types become text."""
    import narwhals as nw
    import polars as pl

    series = {name: _as_series(name, values) for name, values in columns.items()}
    lengths = {len(values) for values in series.values()}
    if len(lengths) > 1:
        sizes = ", ".join(f"{name} has {len(values)}" for name, values in series.items())
        raise LayoutError(
            f"the columns have different numbers of cells: {sizes}.",
            remedy="Write None for a missing rating.",
        )
    return nw.from_native(pl.DataFrame(series), eager_only=True)


def _as_series(name: str, values: Any) -> pl.Series:
    """Return a Polars series of the cells of a column."""
    try:
        name.encode()
        return _series_of(values)
    except UnicodeEncodeError as error:
        raise NotATableError(
            "the column has text that is no valid Unicode (a lone surrogate).",
            column=name,
            value=error.object,
            remedy="Decode the text with errors='replace'.",
        ) from None


def _series_of(values: Any) -> pl.Series:
    import polars as pl

    if isinstance(values, np.ma.MaskedArray):
        values = values.tolist()
    if isinstance(values, np.ndarray) and values.dtype.kind in "iufb":
        return pl.Series(values)
    cells = sets_as_text(list(values))
    kinds = {*map(type, cells)}
    if str in kinds and kinds <= {str, type(None)}:
        return pl.Series(cells, dtype=pl.String)
    cells = [None if _is_missing(cell) else _to_python(cell) for cell in cells]
    types = {type(cell) for cell in cells if cell is not None}
    if types <= {int, float} or len(types) <= 1:
        huge = types == {int} and any(abs(c) >= 2**63 for c in cells if c is not None)
        if not huge:
            return pl.Series(cells, strict=False)
    return pl.Series([None if c is None else show_label(c) for c in cells], dtype=pl.String)


def _to_python(cell: Any) -> Any:
    """Return a cell as a text, number or truth value."""
    if isinstance(cell, np.generic):
        cell = cell.item()
    return cell if isinstance(cell, (str, int, float, bool)) else str(cell)


def _is_missing(cell: Any) -> bool:
    """Return whether a cell is None, NaN, NaT or NA."""
    try:
        return cell is None or bool(cell != cell)
    except (TypeError, ValueError):  # pandas.NA != pandas.NA has no truth value
        return True


def sets_as_text(cells: list[Any]) -> list[Any]:
    """Return cells with the text of a set of labels in place of each list, tuple, set or array.

    Where some cells are sets, a text or number in another cell is a set of one label.
    """
    kinds = {*map(type, cells)}
    if any(issubclass(kind, Mapping) for kind in kinds):
        raise NotATableError("a cell holds a mapping, not a rating.")
    if not any(issubclass(kind, COLLECTIONS) for kind in kinds):
        return cells
    written: dict[Any, str] = {}  # sets of texts, most of which occur many times
    texts = []
    for cell in cells:
        if not isinstance(cell, COLLECTIONS):
            texts.append(cell)
            continue
        key = cell if isinstance(cell, frozenset) else tuple(cell)
        try:
            text = written.get(key)
        except TypeError:  # a list or a mapping among the labels
            text = None
        if text is None:
            text = listed_cell(key)
            if all(isinstance(label, str) for label in key):
                written[key] = text
        texts.append(text)
    return texts


def as_array(
    source: Any, *, sets: bool = False, responses: bool = False
) -> npt.NDArray[Any] | None:
    """Return the array of a source that is an array or a list of rows; None otherwise.

    Cells that are sets or lists of labels become texts. A rectangular cube of numbers is raters ×
    subjects × responses; one of texts may mean that or sets, and is refused unless stated.

    Parameters
    ----------
    source
        The ratings.
    sets
        Whether lists of labels are stated to be sets.
    responses
        Whether the responses of a cube are named.
    """
    if isinstance(source, np.ndarray):
        return _checked_array(source, sets=sets, responses=responses)
    if not isinstance(source, (list, tuple)) or (source and isinstance(source[0], Mapping)):
        return None
    if not source:
        raise EmptyInputError("the list of ratings is empty.")
    if not all(isinstance(row, (list, tuple, np.ndarray)) for row in source):
        raise NotATableError(
            "a list of ratings must be a list of rows, one for each subject, with a rating by each "
            "rater.",
            remedy="The lists of two raters are two arguments, agreement(a, b), or columns of a "
            "dict: {'ann': [...], 'bo': [...]}.",
        )
    if not sets and _is_cube(source):
        return _checked_array(_as_cube(source), sets=sets, responses=responses)
    widths = [len(row) for row in source]
    for number, width in enumerate(widths, start=1):
        if width != widths[0]:
            raise LayoutError(
                f"this row has {width} ratings, and the first row has {widths[0]}.",
                row=number,
                remedy="Write None for a missing rating.",
            )
    return _table_of([cell for row in source for cell in row], (len(source), widths[0]))


def _table_of(cells: list[Any], shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """Return an array of cells, with texts in place of sets."""
    array = np.empty(len(cells), dtype=object)
    array[:] = sets_as_text(cells)
    return array.reshape(shape)


def _length(cell: Any) -> int:
    """Return the length of a cell that is a sequence; -1 for any other, -2 for a set."""
    if isinstance(cell, (set, frozenset)):
        return -2
    return len(cell) if isinstance(cell, (list, tuple, np.ndarray)) else -1


def _is_cube(source: Any) -> bool:
    """Return whether rows are equally long, and their cells equally long sequences."""
    width = len(source[0])
    length = _length(source[0][0]) if width else 0
    return length > 0 and all(
        len(row) == width and all(_length(cell) == length for cell in row) for row in source
    )


def _as_cube(source: Any) -> npt.NDArray[Any]:
    """Return the array of raters × subjects × responses of lists nested three deep."""
    array = np.empty((len(source), len(source[0]), len(source[0][0])), dtype=object)
    for g, rater in enumerate(source):
        for i, cell in enumerate(rater):
            array[g, i] = list(cell)
    return array


def _checked_array(array: npt.NDArray[Any], *, sets: bool, responses: bool) -> npt.NDArray[Any]:
    """Return an array with sets of labels as texts; refuse a cube of texts without a statement."""
    if array.dtype.kind not in "OUS":
        return array
    if array.ndim == 3 and sets:
        return _table_of([cell for row in array for cell in row], array.shape[:2])
    texts = array.ndim == 3 and all(isinstance(cell, str) or cell is None for cell in array.flat)
    if texts and not responses:
        raise LayoutError(
            "the lists of texts may be sets of labels, or raters × subjects × responses.",
            remedy="State sets=True if each list is a set of labels, or name the responses with "
            "score=['clarity', 'grammar'].",
            option="sets",
        )
    if array.ndim != 2 or array.dtype.kind != "O":
        return array
    return _table_of(array.ravel().tolist(), array.shape)


def unmask(source: np.ma.MaskedArray[Any, Any]) -> tuple[npt.NDArray[Any], int | None]:
    """Return the plain array of a masked one, and the number that replaces masked integers.

    Integers stay integers, and masked ones get a number next to the range of the others. In other
    arrays masked values become NaN or None, and the number is None.
    """
    mask = np.ma.getmaskarray(source)
    if source.dtype.kind not in "iu":
        array = source.data.astype(np.float64 if source.dtype.kind == "f" else object)
        array[mask] = np.nan if array.dtype.kind == "f" else None
        return array, None
    if mask.all():
        raise EmptyInputError("every rating is masked.")
    low, high, ends = int(source.min()), int(source.max()), np.iinfo(source.dtype)
    if high < ends.max or low > ends.min:
        array, mark = source.data.copy(), high + 1 if high < ends.max else low - 1
    else:
        array, mark = source.data.astype(np.int64 if ends.bits < 64 else object), high + 1
    array[mask] = mark
    return array, mark
