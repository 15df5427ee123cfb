"""Several responses at once: a category is a point with a coordinate for each response.

Raters who score clarity, grammar and spelling give a subject three numbers each. Equal triples are
one category of a joint scale, so the pattern table, the coefficients and all inference go on as
with single ratings; only the distance between two categories is taken over all the responses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.scale import LEVELS, ORDERS, FloatArray, IntArray, Label, Level, Scale, show_label
from accord.errors import OptionError

__all__ = ["JointScale", "join"]

SCALINGS = ("range", "sd")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JointScale(Scale):
    """The distinct vectors of responses that were given.

    Parameters
    ----------
    responses
        Names of the responses.
    scales
        The scale of each.
    rows
        (q, c) codes of the responses that make up each category.
    units
        (c,) what each response is divided by before distances are taken.
    """

    responses: tuple[str, ...]
    scales: tuple[Scale, ...]
    rows: IntArray
    units: FloatArray

    @classmethod
    def of(
        cls,
        responses: Sequence[str],
        scales: Sequence[Scale],
        rows: IntArray,
        units: FloatArray | None = None,
    ) -> JointScale:
        """Joint scale of given rows of codes."""
        return cls(
            values=None,
            texts=None,
            level=min((scale.level for scale in scales), key=LEVELS.index),
            order=min((scale.order for scale in scales), key=ORDERS.index),
            guessed=any(scale.guessed for scale in scales),
            responses=tuple(responses),
            scales=tuple(scales),
            rows=rows,
            units=np.ones(len(scales)) if units is None else units,
        )

    @property
    def ordered(self) -> bool:
        """Whether every response that is compared by its order has one."""
        return all(scale.ordered or scale.distance_level == "nominal" for scale in self.scales)

    @property
    def order_certain(self) -> bool:
        """Whether every response is ordered beyond doubt."""
        return all(scale.order_certain for scale in self.scales)

    @property
    def size(self) -> int:
        """Number of distinct vectors."""
        return len(self.rows)

    def first(self, most: int) -> tuple[Label, ...]:
        """Responses of so many of the categories, as ``3 / 4 / 1``."""
        names = [[show_label(label) for label in scale.labels] for scale in self.scales]
        return tuple(
            " / ".join(texts[code] for texts, code in zip(names, row, strict=True))
            for row in self.rows[:most].tolist()
        )

    @property
    def points(self) -> FloatArray:
        """(q, c) coordinates: values or ranks of each response, in its unit."""
        columns = [scale.points[self.rows[:, k]] for k, scale in enumerate(self.scales)]
        return np.asarray(np.column_stack(columns) / self.units)

    @property
    def nominal(self) -> npt.NDArray[np.bool_]:
        """(c,) whether a response is only equal or different; a difference then counts one unit."""
        return np.array([scale.distance_level == "nominal" for scale in self.scales])

    def places_in(self, other: Scale, codes: IntArray) -> IntArray:
        """Codes that categories of this scale have in another one, which must hold them."""
        self._check_like(other)
        assert isinstance(other, JointScale)
        rows = self._rows_on(other.scales)[codes]
        both = np.concatenate([other.rows, rows])
        first, kind = distinct_rows(both, [scale.size for scale in other.scales])
        places = first[kind[len(other.rows) :]]
        strange = np.flatnonzero(places >= other.size)
        if strange.size:
            raise other._stranger(self.labels[int(codes[strange[0]])])
        return places.astype(np.int64)

    def _rows_on(self, scales: Sequence[Scale]) -> IntArray:
        """(q, c) codes of the responses on other scales."""
        moved = []
        for k, (own, new) in enumerate(zip(self.scales, scales, strict=True)):
            used = np.unique(self.rows[:, k])
            codes = np.zeros(own.size, dtype=np.int64)
            codes[used] = own.places_in(new, used)
            moved.append(codes[self.rows[:, k]])
        return np.column_stack(moved)

    def _check_like(self, other: Scale) -> None:
        if not isinstance(other, JointScale) or other.responses != self.responses:
            raise OptionError(
                "the two sets of ratings do not have the same responses.", option="score"
            )

    def at_level(self, *levels: Level) -> JointScale:
        """Return the same categories with the responses at other levels of measurement.

        One level for all, or one for each.
        """
        each = levels * len(self.scales) if len(levels) == 1 else levels
        if len(each) != len(self.scales):
            raise OptionError(
                f"{len(each)} levels are given and the ratings have {len(self.scales)} responses.",
                option="level",
            )
        scales = [s.at_level(level) for s, level in zip(self.scales, each, strict=True)]
        return self.of(self.responses, scales, self.rows, self.units)

    def union(self, other: Scale) -> JointScale:
        """Scale that holds the categories of both."""
        self._check_like(other)
        assert isinstance(other, JointScale)
        scales = tuple(a.union(b) for a, b in zip(self.scales, other.scales, strict=True))
        rows = np.concatenate([part._rows_on(scales) for part in (self, other)])
        first, _ = distinct_rows(rows, [scale.size for scale in scales])
        return self.of(self.responses, scales, rows[first], self.units)

    def scaled(self, scaling: str | Sequence[float], totals: FloatArray) -> JointScale:
        """Return the same categories with every response in a unit of its own.

        Parameters
        ----------
        scaling
            ``range`` or ``sd`` of each response over all the ratings, or the units themselves.
        totals
            (q,) how often each category was given.
        """
        points = replace(self, units=np.ones(len(self.scales))).points
        if isinstance(scaling, str):
            if scaling not in SCALINGS:
                raise OptionError(
                    f"scaling {scaling!r} is not one of {', '.join(SCALINGS)}.", option="scaling"
                )
            used = points[totals > 0]
            units = np.ptp(used, axis=0) if scaling == "range" else _spread(points, totals)
            units = np.where(self.nominal | (units == 0), 1.0, units)
        else:
            try:
                units = np.asarray(scaling, dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                units = np.empty(0)  # refused below, as any other wrong number of units
            if units.shape != (len(self.scales),) or not np.all(np.isfinite(units) & (units > 0)):
                raise OptionError(
                    f"scaling needs a positive number for each of the {len(self.scales)} "
                    "responses.",
                    option="scaling",
                )
        return replace(self, units=units)


def join(
    responses: Sequence[str], scales: Sequence[Scale], codes: Sequence[npt.NDArray[np.int64]]
) -> tuple[JointScale, npt.NDArray[np.int64]]:
    """Joint scale of several responses, and the codes of the ratings on it.

    Parameters
    ----------
    scales, codes
        Scale of each response and the codes (n, b) of the ratings on it, -1 where missing. A
        rating that lacks one response lacks all.
    """
    shape = codes[0].shape
    table = np.column_stack([code.ravel() for code in codes])
    whole = (table >= 0).all(axis=1)
    first, kind = distinct_rows(table[whole], [scale.size for scale in scales])
    joint = np.full(table.shape[0], -1, dtype=np.int64)
    joint[whole] = kind
    return JointScale.of(responses, scales, table[whole][first]), joint.reshape(shape)


def _spread(points: FloatArray, totals: FloatArray) -> FloatArray:
    """(c,) standard deviation of each coordinate."""
    mean = totals @ points / totals.sum()
    return np.asarray(np.sqrt(totals @ (points - mean) ** 2 / totals.sum()))
