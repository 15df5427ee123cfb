"""Values of an earlier result, with which a check compares."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from accord.analysis.tables import (
    AgreementTable,
)
from accord.data.scale import Label, show_label
from accord.errors import InputError
from accord.inference.results import Agreement
from accord.options import (
    presets,
)
from accord.statistics import COEFFICIENTS

__all__ = ["Earlier", "coefficients_in", "earlier_values", "values_of"]

Place: TypeAlias = tuple[str | None, str | None]  # variable and subgroup

Earlier: TypeAlias = Mapping[Place, Mapping[str, tuple[float, str]]]  # value and weights by name


def coefficients_in(earlier: Earlier) -> list[str]:
    """Return the coefficients of a table that an earlier result contains, or all that it has."""
    known = list(dict.fromkeys(name for values in earlier.values() for name in values))
    registered = [name for name in known if name in COEFFICIENTS]
    return [name for name in presets.TABLE_COEFFICIENTS if name in known] or registered


def values_of(
    earlier: Earlier, variable: str, group: Label | None, *, single: bool
) -> Mapping[str, tuple[float, str]]:
    """Return the earlier values of a variable; of the only one, whatever its name is."""
    label = None if group is None else show_label(group)
    if single and {name for name, _ in earlier} == {None}:
        return earlier.get((None, label), {})
    return earlier.get((variable, label), {})


def earlier_values(source: Any) -> Earlier:
    """Return the values of an earlier result, or of a file with its JSON."""
    if isinstance(source, (Agreement, AgreementTable)):
        return _of_plain(source.to_dict())
    file = os.fspath(source)
    try:
        plain = json.loads(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("there is no such file.", file=file, option="no_worse_than") from None
    except ValueError:
        plain = None
    try:
        return _of_plain(plain)
    except (KeyError, TypeError):
        raise InputError(
            "this is not a result of accord report --json or accord check --json.",
            file=file,
            option="no_worse_than",
        ) from None


def _of_plain(plain: Any) -> Earlier:
    """Return the values in the plain values of a result."""
    if not isinstance(plain, Mapping):
        raise TypeError("a result is an object")
    if "questions" in plain:
        parts = [_of_report(part) for part in plain["questions"]]
        return {place: values for part in parts for place, values in part.items()}
    if "limits" in plain:
        return _of_limits(plain["limits"])
    return _of_rows(plain["rows"]) if "rows" in plain else _of_report(plain)


def _of_report(plain: Mapping[str, Any]) -> dict[Place, dict[str, tuple[float, str]]]:
    name = plain.get("question")
    parts = [(None, plain), *((part["group"], part) for part in plain.get("groups", ()))]
    return {
        (name, None if group is None else show_label(group)): _values(part["coefficients"])
        for group, part in parts
    }


def _of_rows(rows: Sequence[Mapping[str, Any]]) -> dict[Place, dict[str, tuple[float, str]]]:
    single = len({row["variable"] for row in rows}) == 1
    return {
        (
            None if single else row["variable"],
            None if row["group"] is None else show_label(row["group"]),
        ): _values(row["coefficients"])
        for row in rows
    }


def _of_limits(limits: Sequence[Mapping[str, Any]]) -> dict[Place, dict[str, tuple[float, str]]]:
    found: dict[Place, dict[str, tuple[float, str]]] = {}
    for row in limits:
        group = None if row["group"] is None else show_label(row["group"])
        found.setdefault((row["variable"], group), {}).update(_values([row]))
    return found


def _values(estimates: Sequence[Mapping[str, Any]]) -> dict[str, tuple[float, str]]:
    return {
        e["name"]: (math.nan if e["value"] is None else float(e["value"]), str(e["weights"]))
        for e in estimates
    }
