"""Cells that hold a set of labels, written as one text.

Tables have a text in every cell, so that engines can group, join and filter them. A set is
written as its labels, each after a mark that no label contains. Engines write them as they stand
(`listed_cell`); on the few distinct cells, `set_cell` puts the labels in order, so that equal sets
have equal cells. The empty set is the mark alone, which is not blank and therefore not missing.
"""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from accord.data.scale.labels import SET_MARK, show_label
from accord.errors import NotATableError

__all__ = ["EMPTY_SET", "is_set_cell", "labels_in", "listed_cell", "set_cell", "set_in_text"]

EMPTY_SET = SET_MARK
EMPTY_TEXTS = ("[]", "{}", "∅")
NESTED = (list, tuple, set, frozenset, dict, np.ndarray)


def set_cell(labels: Iterable[Any]) -> str:
    """Return the cell of a set of labels; blank and missing labels are left out.

    >>> labels_in(set_cell(["fear", "anger", "fear"])), labels_in(set_cell([]))
    (('anger', 'fear'), ())
    """
    texts = {_text(label) for label in labels if not _is_blank(label)}
    return SET_MARK + SET_MARK.join(sorted(texts - {""}))


def listed_cell(labels: Iterable[Any]) -> str:
    """Return the cell of a set of labels in the order in which they are listed."""
    try:
        return SET_MARK + SET_MARK.join(labels)
    except TypeError:  # not all of them are texts
        return set_cell(labels)


def set_in_text(text: str, separator: str | None) -> str:
    """Return the cell of a set that a text lists, separated or as a list of JSON or Python.

    A separator alone, ``[]``, ``{}`` and ∅ are the empty set.

    >>> labels_in(set_in_text("fear; anger", ";")), labels_in(set_in_text('["b", "a"]', None))
    (('anger', 'fear'), ('a', 'b'))
    """
    if text in EMPTY_TEXTS or text == separator:
        return EMPTY_SET
    if text.startswith("[") and text.endswith("]"):
        labels = _listed_labels(text)
        if isinstance(labels, list) and not any(isinstance(x, NESTED) for x in labels):
            return set_cell(labels)
    return set_cell(text.split(separator) if separator else [text])


def _listed_labels(text: str) -> Any:
    """Return the value of a list in a text, as JSON or as Python writes it; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        with warnings.catch_warnings():  # about what would be dubious in a program
            warnings.simplefilter("ignore")
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def is_set_cell(cell: object) -> bool:
    """Return whether a cell holds a set of labels."""
    return isinstance(cell, str) and cell.startswith(SET_MARK)


def labels_in(cell: object) -> tuple[str, ...]:
    """Return the labels in a cell; a single label is a set of one."""
    if not is_set_cell(cell):
        return (show_label(cell).strip(),)
    return tuple(str(cell)[1:].split(SET_MARK)) if cell != EMPTY_SET else ()


def _text(label: Any) -> str:
    if isinstance(label, NESTED):
        raise NotATableError(
            f"a set of labels contains {label!r}, which is not a single label.",
            remedy="A rating is a set or a list of texts, numbers or truth values.",
        )
    if isinstance(label, np.generic):
        label = label.item()
    return show_label(label).replace(SET_MARK, " ").strip()


def _is_blank(label: Any) -> bool:
    """Return whether a label is None, NaN or NA."""
    if isinstance(label, (str, *NESTED)):
        return False
    try:
        return label is None or bool(label != label)
    except (TypeError, ValueError):  # pandas.NA != pandas.NA has no truth value
        return True
