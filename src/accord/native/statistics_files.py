"""SPSS, Stata and SAS files, read by pyreadstat."""

from __future__ import annotations

from typing import Any

from accord.native.columns import with_columns
from accord.native.messages import Message

__all__ = ["read_statistics_file"]


def read_statistics_file(path: str, function: str) -> Message:
    """Read a file with a function of pyreadstat.

    Returns
    -------
    Message
        The columns; as facts the measure of each variable (``measures``) and the pairs of value
        and label of each variable that has labels (``labels``).
    """
    import pyreadstat

    columns, metadata = getattr(pyreadstat, function)(path, output_format="dict")
    labels: dict[str, list[list[Any]]] = {
        name: [[value, label] for value, label in pairs.items()]
        for name, pairs in metadata.variable_value_labels.items()
        if name in columns
    }
    measures = {
        name: measure for name, measure in metadata.variable_measure.items() if name in columns
    }
    return with_columns({"labels": labels, "measures": measures}, columns)
