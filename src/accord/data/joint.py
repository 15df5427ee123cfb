"""Ratings with several responses: a category is a point with a coordinate for each response.

Raters who score clarity, grammar and spelling give a subject three numbers each. Equal triples are
one category of a joint scale, so the pattern table, coefficients and inference are those of single
ratings; only the distance between two categories is formed over all responses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.scale import LEVELS, ORDERS, FloatArray, IntArray, Label, Level, Scale, show_label
from accord.data.scale.errors import unknown_category
from accord.errors import OptionError

__all__ = ["JointScale", "join"]

SCALINGS = ("range", "sd")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JointScale(Scale):
    """The distinct vectors of responses in the data.

    Parameters
    ----------
    responses
        Names of the responses.
    parts
        Scale of each response.
    rows
        (q, c) codes of the responses of each category.
    units
        (c,) divisor of each response in distances.
    """

    # without field(), the properties of Scale with these names would be the defaults
    responses: tuple[str, ...] = field()
    parts: tuple[Scale, ...] = field()
    rows: IntArray = field()
    units: FloatArray = field()

    @classmethod
    def of(
        cls,
        responses: Sequence[str],
        scales: Sequence[Scale],
        rows: IntArray,
        units: FloatArray | None = None,
    ) -> JointScale:
        """Return the joint scale of rows of codes."""
        return cls(
            values=None,
            texts=None,
            level=min((scale.level for scale in scales), key=LEVELS.index),
            order=min((scale.order for scale in scales), key=ORDERS.index),
            guessed=any(scale.guessed for scale in scales),
            responses=tuple(responses),
            parts=tuple(scales),
            rows=rows,
            units=np.ones(len(scales)) if units is None else units,
        )

    @property
    def ordered(self) -> bool:
        """Whether an order is known for every response that is not nominal."""
        return all(scale.ordered or scale.distance_level == "nominal" for scale in self.parts)

    @property
    def order_certain(self) -> bool:
        """Whether every response is certain to be ordered."""
        return all(scale.order_certain for scale in self.parts)

    @property
    def size(self) -> int:
        """Number of distinct vectors."""
        return len(self.rows)

    def first(self, most: int) -> tuple[Label, ...]:
        """Return the first ``most`` categories, as ``3 / 4 / 1``."""
        names = [[show_label(label) for label in scale.labels] for scale in self.parts]
        return tuple(
            " / ".join(texts[code] for texts, code in zip(names, row, strict=True))
            for row in self.rows[:most].tolist()
        )

    @property
    def points(self) -> FloatArray:
        """(q, c) coordinates: values or ranks of each response, divided by its unit."""
        columns = [scale.points[self.rows[:, k]] for k, scale in enumerate(self.parts)]
        return np.asarray(np.column_stack(columns) / self.units)

    @property
    def unordered(self) -> tuple[Scale, ...]:
        """Scales of responses that are not nominal and whose order is unknown."""
        compared = (part for part in self.parts if part.distance_level != "nominal")
        return tuple(scale for part in compared for scale in part.unordered)

    @property
    def positions(self) -> FloatArray:
        """(q,) the ranks 1..q of the categories, which have no position on one line."""
        return np.arange(1.0, self.size + 1)

    def codes_in(self, other: Scale, codes: IntArray) -> IntArray:
        """Return the codes of categories of this scale on another one, which must have them."""
        self._check_responses(other)
        rows = _rows_on(self, other.parts)[codes]
        both = np.concatenate([other.rows, rows])
        first, kind = distinct_rows(both, [part.size for part in other.parts])
        new_codes = first[kind[len(other.rows) :]]
        unknown = np.flatnonzero(new_codes >= other.size)
        if unknown.size:
            raise unknown_category(self.labels[int(codes[unknown[0]])], other)
        return new_codes.astype(np.int64)

    def _check_responses(self, other: Scale) -> None:
        if other.responses != self.responses:
            raise OptionError(
                "the two sets of ratings do not have the same responses.", option="score"
            )

    def at_level(self, *levels: Level) -> JointScale:
        """Return the categories with the responses at other levels of measurement.

        Parameters
        ----------
        levels
            One level for all responses, or one for each.
        """
        level_of_each = levels * len(self.parts) if len(levels) == 1 else levels
        if len(level_of_each) != len(self.parts):
            raise OptionError(
                f"{len(level_of_each)} levels are given for {len(self.parts)} responses.",
                option="level",
            )
        scales = [s.at_level(level) for s, level in zip(self.parts, level_of_each, strict=True)]
        return self.of(self.responses, scales, self.rows, self.units)

    def union(self, other: Scale) -> JointScale:
        """Return the scale of the categories of both."""
        self._check_responses(other)
        scales = tuple(a.union(b) for a, b in zip(self.parts, other.parts, strict=True))
        rows = np.concatenate([_rows_on(scale, scales) for scale in (self, other)])
        first, _ = distinct_rows(rows, [scale.size for scale in scales])
        return self.of(self.responses, scales, rows[first], self.units)

    def scaled(self, scaling: str | Sequence[float], totals: FloatArray) -> JointScale:
        """Return the categories with another unit for each response.

        Parameters
        ----------
        scaling
            ``range`` or ``sd`` of each response over all ratings, or the units themselves.
        totals
            (q,) number of ratings of each category.
        """
        points = replace(self, units=np.ones(len(self.parts))).points
        if isinstance(scaling, str):
            if scaling not in SCALINGS:
                raise OptionError(
                    f"scaling {scaling!r} is not one of {', '.join(SCALINGS)}.", option="scaling"
                )
            used = points[totals > 0]
            units = (
                np.ptp(used, axis=0) if scaling == "range" else _standard_deviations(points, totals)
            )
            units = np.where(self.nominal | (units == 0), 1.0, units)
        else:
            try:
                units = np.asarray(scaling, dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                units = np.empty(0)  # raises the error below
            if units.shape != (len(self.parts),) or not np.all(np.isfinite(units) & (units > 0)):
                raise OptionError(
                    f"scaling needs a positive number for each of the {len(self.parts)} responses.",
                    option="scaling",
                )
        return replace(self, units=units)

    def as_dict(self) -> dict[str, Any]:
        """Return the plain values that describe the scale in pattern files."""
        return {
            **self._facts(),
            "responses": list(self.responses),
            "scales": [part.as_dict() for part in self.parts],
            "rows": self.rows.tolist(),
            "units": self.units.tolist(),
        }


def join(
    responses: Sequence[str], scales: Sequence[Scale], codes: Sequence[npt.NDArray[np.int64]]
) -> tuple[JointScale, npt.NDArray[np.int64]]:
    """Return the joint scale of several responses, and the codes of the ratings on it.

    Parameters
    ----------
    scales, codes
        Scale of each response and codes (n, b) of the ratings on it, -1 where missing. A rating
        with a missing response is missing.
    """
    shape = codes[0].shape
    table = np.column_stack([code.ravel() for code in codes])
    complete = (table >= 0).all(axis=1)
    first, kind = distinct_rows(table[complete], [scale.size for scale in scales])
    joint = np.full(table.shape[0], -1, dtype=np.int64)
    joint[complete] = kind
    return JointScale.of(responses, scales, table[complete][first]), joint.reshape(shape)


def _rows_on(scale: Scale, parts: Sequence[Scale]) -> IntArray:
    """Return (q, c) codes of the responses on other scales."""
    columns = []
    for old, new, codes in zip(scale.parts, parts, scale.rows.T, strict=True):
        used = np.unique(codes)
        new_codes = np.zeros(old.size, dtype=np.int64)
        new_codes[used] = old.codes_in(new, used)
        columns.append(new_codes[codes])
    return np.column_stack(columns)


def _standard_deviations(points: FloatArray, totals: FloatArray) -> FloatArray:
    """Return (c,) standard deviations of the coordinates."""
    mean = totals @ points / totals.sum()
    return np.asarray(np.sqrt(totals @ (points - mean) ** 2 / totals.sum()))
