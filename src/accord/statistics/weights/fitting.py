"""Weight matrices on a scale: aligned by their labels, checked, and scaled to a diagonal of 1."""

from __future__ import annotations

import numpy as np

from accord.data.scale import FloatArray, Label, Scale, as_number, order_remedy, show_label
from accord.errors import WeightsError
from accord.statistics.weights.schemes import Scheme

__all__ = ["check_ordered", "matrix_on"]

CLOSE = 1e-9  # relative difference of weights up to which they are equal but for rounding
SHOWN = 6  # categories that an error lists


def check_ordered(what: str, scale: Scale) -> None:
    """Raise an error where an order of categories is needed and none is known.

    Two categories have only one order, up to its direction, so they raise none.

    Parameters
    ----------
    what
        What needs the order, in the plural, as "quadratic weights".
    """
    for part in scale.unordered:
        shown = ", ".join(repr(show_label(label)) for label in part.first(SHOWN))
        more = ", …" if part.size > SHOWN else ""
        raise WeightsError(
            f"{what} need the order of the categories, and no order is known for "
            f'{shown}{more}. {order_remedy()} Or use weights="identity".'
        )


def matrix_on(scheme: Scheme, scale: Scale) -> tuple[FloatArray, tuple[str, ...]]:
    """Return a scheme's matrix in the order of a scale, with 1 on the diagonal, and notes.

    Parameters
    ----------
    scheme
        A scheme with a matrix. Labels that are not categories of the scale are ignored.
    """
    assert scheme.matrix is not None
    rows = _rows_of_categories(scheme, scale)
    if rows is not None:
        return _scaled(scheme.matrix[np.ix_(rows, rows)], scale)
    if len(scheme.matrix) != scale.size:
        raise WeightsError(
            f"the weight matrix has {len(scheme.matrix)} rows and the data have {scale.size} "
            "categories. Label its rows and columns, or declare the categories in the order of the "
            "matrix."
        )
    matrix, notes = _scaled(scheme.matrix, scale)
    off_diagonal = matrix[~np.eye(len(matrix), dtype=bool)]
    if off_diagonal.size and np.ptp(off_diagonal) > CLOSE:  # else the order does not matter
        check_ordered("the rows of a weight matrix without labels", scale)
    return matrix, notes


def _rows_of_categories(scheme: Scheme, scale: Scale) -> list[int] | None:
    """Return the row of each category of the scale; None if rows are in the order of the scale."""
    if scheme.labels is None:
        return None
    rows = {_key(label, scale): row for row, label in enumerate(scheme.labels)}
    keys = [_key(label, scale) for label in scale.labels]
    if scheme.default_labels and set(rows) != set(keys):
        return None
    for key, label in zip(keys, scale.labels, strict=True):
        if key not in rows:
            known = ", ".join(map(show_label, scheme.labels[:SHOWN]))
            raise WeightsError(
                f"the weight matrix has no row for the category {show_label(label)!r}; its labels "
                f"are {known}{', …' if len(scheme.labels) > SHOWN else ''}."
            )
    return [rows[key] for key in keys]


def _key(label: Label, scale: Scale) -> float | str:
    """Return the key by which labels are compared: the value of a number, else the text."""
    number = as_number(label) if scale.numeric else None
    return show_label(label) if number is None else number


def _scaled(matrix: FloatArray, scale: Scale) -> tuple[FloatArray, tuple[str, ...]]:
    """Return a matrix of weights or disagreements as weights with a diagonal of 1, and notes."""
    diagonal, size = np.diag(matrix), float(np.max(np.abs(matrix), initial=0.0))
    full, off = float(diagonal[0]), ~np.eye(len(matrix), dtype=bool)
    if np.ptp(diagonal) > CLOSE * size:
        k = int(np.argmax(np.abs(diagonal - full)))
        labels = [show_label(label) for label in scale.labels]
        raise WeightsError(
            f"the diagonal of the weight matrix is {full:g} for {labels[0]!r} and "
            f"{diagonal[k]:g} for {labels[k]!r}: agreement must have the same weight in every "
            "category, because it is the maximum of the coefficients, 1."
        )
    if abs(full) <= CLOSE * size and np.all(matrix >= -CLOSE * size):
        return _of_disagreements(matrix)
    if full <= 0:
        raise WeightsError(
            f"the diagonal of the weight matrix is {full:g}: agreement needs a positive weight, or "
            "0 in a matrix of disagreements, whose cells are 0 or more."
        )
    above = off & (matrix > full * (1 + CLOSE))
    if above.any():
        row, column = np.argwhere(above)[0]
        raise WeightsError(
            f"weight matrix, {show_label(scale.labels[row])!r} and "
            f"{show_label(scale.labels[column])!r}: the weight {matrix[row, column]:g} is above "
            f"the diagonal, {full:g}, so a disagreement would count more than agreement."
        )
    weights = np.where(off, matrix / full, 1.0)
    return np.minimum(weights, 1.0), ()


def _of_disagreements(matrix: FloatArray) -> tuple[FloatArray, tuple[str, ...]]:
    """Return the weights 1 - d/max d of a matrix of disagreements d."""
    maximum = float(matrix.max())
    if len(matrix) > 1 and maximum <= 0:
        raise WeightsError("every cell of the weight matrix is 0.")
    weights = 1 - matrix / (maximum or 1.0)
    return weights, (
        f"the weight matrix has a diagonal of 0 and is read as disagreements d (Cohen 1968): the "
        f"weights are 1 - d/{maximum:g}.",
    )
