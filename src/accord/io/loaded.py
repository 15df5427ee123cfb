"""What was read: the pattern tables of variables, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.data.patterns import Patterns
from accord.io.layouts import SINGLE, Alternative, Reading

if TYPE_CHECKING:
    from accord.io.readers import Sheet

__all__ = ["Loaded"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The pattern tables of variables, and how they were read.

    Parameters
    ----------
    tables
        The ratings of each variable.
    reading
        How rows and columns were read; None for data that are no table.
    sheet
        The table that was read, of a file.
    each_file
        What each of several files is, if their subjects are the same.
    """

    tables: Mapping[str, Patterns]
    reading: Reading | None = None
    sheet: Sheet | None = None
    each_file: str | None = None

    @classmethod
    def one(cls, patterns: Patterns) -> Loaded:
        """Return the only variable of data without a name for it."""
        return cls({SINGLE: patterns})

    @property
    def holds_spans(self) -> bool:
        """Whether the ratings are those of spans of texts."""
        return any(patterns.layout == "spans" for patterns in self.tables.values())

    @property
    def reason(self) -> str:
        """How rows and columns were read."""
        first = next(iter(self.tables.values()))
        return first.layout_reason if self.reading is None else self.reading.reason

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """Other readings that were considered."""
        return () if self.reading is None else self.reading.alternatives

    @property
    def only(self) -> Patterns:
        """The ratings of the only variable."""
        (patterns,) = self.tables.values()
        return patterns

    def noting(self, text: str) -> Loaded:
        """Return the same with a note on all variables."""
        tables = {
            name: replace(patterns, warnings=(text, *patterns.warnings))
            for name, patterns in self.tables.items()
        }
        return replace(self, tables=tables)

    def considering(self, others: Sequence[Alternative]) -> Loaded:
        """Return the same with other readings that were considered."""
        assert self.reading is not None
        return replace(self, reading=replace(self.reading, alternatives=tuple(others)))

    def merge(self, other: Loaded) -> Loaded:
        """Return the ratings of the subjects of both, of variables matched by name."""
        if len(self.tables) == len(other.tables) == 1:
            ((name, patterns),) = self.tables.items()
            return replace(self, tables={name: patterns.merge(other.only)})
        tables = dict(self.tables)
        for name, patterns in other.tables.items():
            tables[name] = tables[name].merge(patterns) if name in tables else patterns
        return replace(self, tables=tables)
