"""`load_variables`: every variable of a study, from the files that people have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from accord.data.patterns import Patterns
from accord.data.scale import Level, check_level
from accord.io.engines import VariableRules
from accord.io.layouts import Alternative
from accord.io.reading import ParsedOptions
from accord.io.sources import load_tables
from accord.options import Progress, ReadOptions, with_options

__all__ = ["Variables", "load_variables"]


@dataclass(frozen=True, slots=True)
class Variables(Mapping[str, Patterns]):
    """The variables of a study: a mapping of names to pattern tables, in the order of the data.

    Parameters
    ----------
    tables
        The ratings of each variable. Data without a name for their only variable have ``ratings``.
    reason
        How rows and columns were read, and why.
    notes
        What was set apart or assumed in all variables alike.
    alternatives
        Other readings that were considered, each with the option that chooses it.
    """

    tables: Mapping[str, Patterns]
    reason: str = ""
    notes: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = field(default=(), repr=False)

    def __getitem__(self, name: str) -> Patterns:
        return self.tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(self.tables)


@with_options(ReadOptions)
def load_variables(
    *sources: Any,
    levels: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[Any] | Mapping[Any, float]] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Variables:
    """Read every variable of a study.

    Files may have a row per subject and rater with a column per variable, a column for each
    variable and rater (``topic_ann``), adjacent columns of coders (``coders``), or be one per
    rater. Data with one variable have one entry.

    Parameters
    ----------
    *sources
        Anything that `load` takes. Several are the files of one rater each if they have the same
        subjects, and otherwise sets of different subjects.
    levels
        Level of measurement of single variables, by name; that of ``level`` for the others.
    orders
        Categories in order of single variables, by name, or mappings of category to value.
    progress
        Called with (name of the step, rows read, rows in total) while a large file is read.
    **options
        Options of reading.

    Returns
    -------
    Variables
        The pattern table of each variable, in the order of the data.

    Examples
    --------
    >>> study = {
    ...     "topic_ann": ["war", "art", "war", "art"], "topic_bo": ["war", "art", "war", "war"],
    ...     "tone_ann": [1, 2, 3, 1], "tone_bo": [1, 2, 3, 2],
    ... }
    >>> variables = load_variables(study, levels={"tone": "ordinal"})
    >>> variables.names, variables["topic"].raters, variables["tone"].scale.level
    (('topic', 'tone'), ('ann', 'bo'), 'ordinal')
    """
    stated = _stated_rules(levels or {}, orders or {})
    loaded = load_tables(sources, ParsedOptions(**options), progress, stated=stated)
    notes = () if loaded.reading is None else loaded.reading.notes
    return Variables(loaded.tables, loaded.reason, notes, loaded.alternatives)


def _stated_rules(
    levels: Mapping[str, str], orders: Mapping[str, Sequence[Any] | Mapping[Any, float]]
) -> dict[str, VariableRules]:
    """Return the level and the categories of each variable for which one is stated."""
    for level in levels.values():
        check_level(level)
    return {
        name: VariableRules(cast("Level | None", levels.get(name)), orders.get(name))
        for name in dict.fromkeys((*levels, *orders))
    }
