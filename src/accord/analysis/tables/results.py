"""The table of agreement of several variables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from accord.analysis.interpretation import (
    BenchmarkScale,
)
from accord.analysis.tables.flags import Flag
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import percentage, with_limits
from accord.data.scale import Label, show_label
from accord.errors import UnknownNameError
from accord.inference.results import Agreement, Estimate
from accord.version import __version__

__all__ = ["TEXTS", "AgreementTable", "VariableRow", "WorstRater"]


@dataclass(frozen=True, slots=True)
class WorstRater(Record):
    """The rater without whom the others agree most.

    Parameters
    ----------
    rater
        Name of the rater.
    coefficient
        Name of the coefficient.
    change
        Value without the rater, less the value of all raters.
    """

    rater: str
    coefficient: str
    change: float


@dataclass(frozen=True, slots=True)
class VariableRow(Record):
    """Agreement in one variable, of all subjects or of a subgroup.

    Parameters
    ----------
    variable
        Name of the variable in the data.
    label
        Name of the variable in tables.
    group
        The subgroup; null for all subjects.
    subjects
        Number of rated subjects.
    raters
        Number of raters.
    ratings
        Number of ratings.
    missing
        Number of missing ratings.
    level
        Level of measurement of the coefficients.
    level_guessed
        Whether the level was inferred from the ratings.
    category_count
        Number of categories.
    exact_agreement
        Exact agreement; null for measurements, which are hardly ever equal.
    coefficients
        The chosen coefficients, in the order of the columns.
    scale
        Title of the benchmark scale: the stated one, or by the kind of data.
    band
        Band of the first coefficient on it.
    worst_rater
        The rater without whom the first coefficient is highest; null with fewer than three raters.
    flags
        What is odd about the ratings.
    agreement
        The full result; not in JSON.
    """

    variable: str
    label: str
    group: Label | None
    subjects: Count
    raters: int
    ratings: Count
    missing: Count
    level: str
    level_guessed: bool
    category_count: int
    exact_agreement: Estimate | None
    coefficients: tuple[Estimate, ...]
    scale: str
    band: str | None
    worst_rater: WorstRater | None = None
    flags: tuple[Flag, ...] = ()
    agreement: Agreement | None = field(
        default=None, repr=False, compare=False, metadata=written(omitted=True)
    )

    def __getitem__(self, name: str) -> Estimate:
        return named("estimate", name, self.coefficients)


@dataclass(frozen=True, slots=True)
class AgreementTable(Shown):
    """Agreement in the variables of a study.

    Parameters
    ----------
    rows
        A row for each variable, followed by those of its subgroups.
    coefficients
        Names of the coefficients, in the order of the columns. If they are not stated, rows of
        measurements have others than rows of categories.
    scale
        Benchmark scale of the bands: the stated one, or that of most kinds of data.
    confidence
        Confidence level of the intervals.
    warnings
        Remarks on the data and the assumptions, with the variables that they concern.
    version
        Version of accord.
    """

    rows: tuple[VariableRow, ...]
    coefficients: tuple[str, ...]
    scale: BenchmarkScale
    confidence: float
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> VariableRow:
        for row in self.rows:
            if row.variable == name and row.group is None:
                return row
        raise UnknownNameError("variable", name, self.variables)

    def __iter__(self) -> Iterator[VariableRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(dict.fromkeys(row.variable for row in self.rows))

    @property
    def groups(self) -> tuple[Label, ...]:
        """Names of the subgroups."""
        return tuple(dict.fromkeys(row.group for row in self.rows if row.group is not None))

    def to_frame(self, backend: Literal["polars", "pandas", "pyarrow"] = "polars") -> Any:
        """Return a frame of polars, pandas or pyarrow with a row per variable and subgroup."""
        import narwhals as nw

        rows = [_cells(row, self.coefficients) for row in self.rows]
        columns = {key: [row[key] for row in rows] for key in rows[0]} if rows else {}
        words = [key for key in columns if key in TEXTS]
        schema = {key: nw.String() if key in words else nw.Float64() for key in columns}
        return nw.from_dict(columns, schema=schema, backend=backend).to_native()

    def __str__(self) -> str:
        return "\n".join(map(_line, self.rows))


TEXTS = ("variable", "label", "group", "level", "band", "worst_rater", "flags")


def _cells(row: VariableRow, coefficients: Sequence[str]) -> dict[str, Any]:
    """Return the cells of a row of the frame; NaN for coefficients that the row lacks."""
    exact = math.nan if row.exact_agreement is None else row.exact_agreement.value
    cells: dict[str, Any] = {
        "variable": row.variable,
        "label": row.label,
        "group": None if row.group is None else show_label(row.group),
        "subjects": float(row.subjects),
        "raters": float(row.raters),
        "level": row.level,
        "category_count": float(row.category_count),
        "exact_agreement": float(exact),
    }
    known = {e.name: (e.value, e.lower, e.upper) for e in row.coefficients}
    for name in coefficients:
        limits = known.get(name, (math.nan, math.nan, math.nan))
        cells |= dict(zip((name, f"{name}_lower", f"{name}_upper"), limits, strict=True))
    worst = row.worst_rater
    return {
        **cells,
        "band": row.band,
        "worst_rater": None if worst is None else worst.rater,
        "flags": "; ".join(flag.name for flag in row.flags) or None,
    }


def _line(row: VariableRow) -> str:
    name = row.label if row.group is None else f"{row.label} ({show_label(row.group)})"
    equal = row.exact_agreement
    exact = [] if equal is None else [f"exact agreement {percentage(equal.value)}"]
    values = [f"{e.title} {with_limits(e.value, e.lower, e.upper)}" for e in row.coefficients]
    flags = [f"flags: {', '.join(flag.name for flag in row.flags)}"] if row.flags else []
    return f"{name}: {'; '.join([f'n = {row.subjects:,g}', *exact, *values, *flags])}"
