"""Measurements of raters as numbers, without categories."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from accord.data.columns.interface import BoolArray, Columns, Rows
from accord.data.scale import IntArray
from accord.errors import UnsupportedError

__all__ = ["Numbers"]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(Columns):
    """Measurements: column j is rater j, NaN where a rating is missing.

    Only statistics of numbers can be computed from them.

    Parameters
    ----------
    rows
        (P, r) measurements, a row per record.
    sizes
        (P,) number of measurements of each record; counted if not given.
    """

    sizes: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    kind = "numbers"
    identity = True
    listed = False

    def __post_init__(self) -> None:
        if self.sizes.size != len(self.rows):
            missing = np.isnan(self.rows)
            width = self.rows.shape[1]
            sizes = (
                np.count_nonzero(~missing, axis=1) if missing.any() else np.full(len(self), width)
            )
            object.__setattr__(self, "sizes", np.asarray(sizes, dtype=np.int64))

    @property
    def rating_counts(self) -> IntArray:
        """(P,) number of ratings of each record, r_i."""
        return self.sizes

    def with_rows(self, rows: Rows) -> Numbers:
        """Return measurements with other rows."""
        return Numbers(rows)

    def by_rater(self) -> BoolArray:
        """Refuse categories, which measurements do not have."""
        raise UnsupportedError("these are measurements without categories.")
