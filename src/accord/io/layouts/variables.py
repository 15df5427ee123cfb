"""The variables of a table: what is stated and what is guessed become a layout for each."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from accord.base.serialise import Record
from accord.errors import ColumnNotFoundError, LayoutError, OptionError, UnknownNameError
from accord.io.layouts.asides import (
    computed_from,
    describe_apart,
    is_attribute_name,
    is_gold_name,
    unlike_ratings,
)
from accord.io.layouts.columns import resolve_layout
from accord.io.layouts.grids import Grid, find_grid, grid_of_coders, grid_of_variables, guess_coders
from accord.io.layouts.guessing import guess_item_column, guess_layout
from accord.io.layouts.keys import LongKeys, find_keys
from accord.io.layouts.profiles import profiles_of
from accord.io.layouts.shapes import (
    Extras,
    Layout,
    LayoutOptions,
    Long,
    Wide,
    find_column,
    join_names,
)
from accord.io.layouts.vocabulary import AGGREGATE, ATTRIBUTE, RESULT

__all__ = ["SINGLE", "Alternative", "Reading", "Variable", "resolve_variables"]

MOST_LEFT_OUT = 3  # columns that are offered as raters
SINGLE = "ratings"  # name of the only variable of a table that has no name for it


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a table.

    Parameters
    ----------
    name
        Name of the variable.
    layout
        Layout of its ratings.
    rows
        Column and value of its rows, if rows of a long table belong to different variables.
    """

    name: str
    layout: Layout
    rows: tuple[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Alternative(Record):
    """Another way to read a table.

    Parameters
    ----------
    reading
        What rows and columns would mean.
    why
        Why it was not chosen.
    flag
        Option of the command line that chooses it.
    """

    reading: str
    why: str
    flag: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table is read.

    Parameters
    ----------
    variables
        The variables, in the order of the table.
    reason
        Why it is read in this way.
    notes
        What was set apart or assumed.
    alternatives
        Other readings that were considered.
    joined
        New columns that are formed of several: name → columns.
    apart
        Columns that are not ratings, and what each holds.
    several
        Whether the table has several variables, of which one may be chosen.
    """

    variables: tuple[Variable, ...]
    reason: str
    notes: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    joined: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    apart: Mapping[str, str] = field(default_factory=dict)
    several: bool = False


def resolve_variables(options: LayoutOptions, sample: Mapping[str, Sequence[Any]]) -> Reading:
    """Return how a table is read.

    Parameters
    ----------
    options
        What the user stated.
    sample
        Some cells of each column, None if missing.
    """
    extras = Extras.stated(options, list(sample))
    table = _Table(options, [name for name in sample if name not in extras.names], sample, extras)
    reading = table.as_long() or table.as_grid()
    if reading is None:
        layout, reason = resolve_layout(options, sample)
        name = layout.scores[0] if isinstance(layout, Long) and len(layout.scores) == 1 else SINGLE
        alternatives = table.others_of(layout) if options.layout is None else ()
        reading = Reading((Variable(name, layout),), reason, alternatives=alternatives)
    return _chosen(reading, options)


def _chosen(reading: Reading, options: LayoutOptions) -> Reading:
    """Return a reading with the stated variables only, in their order."""
    several = len(reading.variables) > 1
    if not options.variables:
        return replace(reading, several=several)
    known = {variable.name: variable for variable in reading.variables}
    for name in options.variables:
        if str(name) not in known:
            raise UnknownNameError("variable", name, tuple(known), option="variables")
    chosen = tuple(known[str(name)] for name in options.variables)
    return replace(reading, variables=chosen, several=several)


def _listed(names: Sequence[str]) -> str:
    """Return names as an option takes them, the first two of many.

    >>> _listed(["topic", "tone"]), _listed(["topic", "tone", "frame", "length"])
    ('topic,tone', 'topic,tone,…')
    """
    return ",".join(names) if len(names) < MOST_LEFT_OUT + 1 else ",".join((*names[:2], "…"))


class _Table:
    """A table, and what the user stated about it."""

    def __init__(
        self,
        options: LayoutOptions,
        columns: Sequence[str],
        sample: Mapping[str, Sequence[Any]],
        extras: Extras,
    ) -> None:
        self.options = options
        self.columns = list(columns)
        self.sample = sample
        self.extras = extras
        self.profiles = profiles_of(columns, sample)

    def as_long(self) -> Reading | None:
        """Return the reading as a table of ratings, a row each; None if it is not."""
        options = self.options
        if options.cells is not None:
            return None
        several_responses = len(options.scores(self.columns)) > 0 or options.groups is not None
        if options.layout not in (None, "long") or several_responses or options.coders is not None:
            return None
        if options.raters is not None and all(map(self._has_column, options.raters)):
            return None
        named = [str(name) for name in options.variables or ()]
        scores = [name for name in named if name in self.columns]
        if options.layout is None and len(scores) < len(named):
            scores = []
        item = [] if options.item is None else [find_column(options.item, self.columns)]
        rater = None if options.rater is None else find_column(options.rater, self.columns)
        keys = find_keys(
            self.columns,
            self.profiles,
            item=item,
            rater=rater,
            scores=scores,
            repeated=self.options.duplicates == "replicates",
        )
        if keys is None or (options.layout is None and self.is_counted):
            return None
        return self._long(keys)

    def _has_column(self, choice: str | int) -> bool:
        try:
            return bool(find_column(choice, self.columns))
        except ColumnNotFoundError:
            return False

    @cached_property
    def is_counted(self) -> bool:
        """Whether rows and columns are a contingency table, or cells count raters."""
        stated = LayoutOptions()
        return guess_layout(stated, self.columns, self.sample)[0] in ("contingency", "counts")

    def _long(self, keys: LongKeys) -> Reading:
        """Return the reading of a long table."""
        item = ", ".join(keys.item)
        joined = {item: keys.item} if len(keys.item) > 1 else {}
        raters = self.options.raters
        names = None if raters is None else tuple(str(name) for name in raters)

        def layout(score: str) -> Long:
            return Long(
                item,
                keys.rater,
                (score,),
                raters=names,
                extras=self.extras,
                duplicates=self.options.duplicates,
            )

        if keys.question is None:
            variables = [Variable(score, layout(score)) for score in keys.scores]
        else:
            score = keys.scores[0]
            cells = dict.fromkeys(c for c in self.sample[keys.question] if c is not None)
            variables = [
                Variable(str(value), layout(score), (keys.question, value)) for value in cells
            ]
        notes = []
        stated = self.options.layout == "long"
        if len(variables) > 1 and not stated:
            what = (
                "each column of ratings is a variable"
                if keys.question is None
                else f"variables in {keys.question!r} and their ratings in {keys.scores[0]!r}"
            )
            notes.append(
                f"subjects are in column {item!r}, raters in {keys.rater!r}, and {what}. The "
                "options item, rater and variables (--item, --rater, --variables) change this."
            )
        if joined:
            notes.append(
                f"subjects are identified by {' and '.join(map(repr, keys.item))} together. To "
                f"change this, name their columns with item (--item {keys.item[0]})."
            )
        if keys.apart:
            parts = "; ".join(f"{name} ({why})" for name, why in keys.apart.items())
            notes.append(
                f"not read as ratings: {parts}. To change this, list the columns of the ratings "
                f"with variables (--variables {','.join((*keys.scores, *list(keys.apart)[:1]))})."
            )
        return Reading(
            tuple(variables),
            "as stated" if stated else keys.reason,
            tuple(notes),
            () if stated else tuple(self._others_of_long(keys)),
            joined,
            keys.apart,
        )

    def _others_of_long(self, keys: LongKeys) -> Iterator[Alternative]:
        """Yield other readings of a long table."""
        yield Alternative("a row per subject, a column per rater", keys.reason, "--layout wide")
        if len(keys.scores) > 1:
            yield Alternative(
                "ratings with several responses, which are compared together",
                "columns of ratings are variables of their own",
                f"--score {_listed(keys.scores)}",
            )

    def others_of(self, layout: Layout) -> tuple[Alternative, ...]:
        """Return other readings of a table with one variable."""
        if not isinstance(layout, Wide):
            why = "the cells are those of such a table"
            wide = Alternative("a row per subject, a column per rater", why, "--layout wide")
            return (wide,)
        others = [
            Alternative(f"column {name!r} is a rater", why, f"--include {shlex.quote(name)}")
            for name, why in list(layout.left_out.items())[: -MOST_LEFT_OUT - 1 : -1]
        ]
        count = len(layout.raters)
        if all(name.isdigit() for name in self.columns) and count > 3 and not count % 2:
            why = "columns of different variables would agree less than others"
            others.append(
                Alternative("adjacent columns are two coders of one variable", why, "--coders 2")
            )
        why = "columns are raters in most tables"
        return (*others, Alternative("raters are in rows", why, "--transpose"))

    def as_grid(self) -> Reading | None:
        """Return the reading as a grid of variables and raters; None if it is not."""
        options = self.options
        stated = options.coders is not None or bool(options.variables or options.cells)
        if options.layout not in (None, "wide") or options.groups or options.score is not None:
            return None
        if options.layout == "wide" and not stated:
            return None
        if options.rater is not None:
            return None
        if options.raters is not None and all(map(self._has_column, options.raters)) and not stated:
            return None
        grid = None if stated else self._grid(self.columns)
        if not stated and (grid is None or self.is_counted):
            return None
        item = self._item()
        if grid is None or item in grid.columns:
            grid = self._grid([name for name in self.columns if name != item])
        return None if grid is None else self._grid_reading(grid, item)

    def _item(self) -> str | None:
        """Return the column of the subjects in a wide table."""
        return guess_item_column(self.options, self.columns, self.sample, numeric=False)

    def _grid(self, candidates: Sequence[str]) -> Grid | None:
        """Return the stated grid, or the one that names or cells show."""
        options = self.options
        if options.cells is not None:
            return Grid(options.cells, options.cells_reason, stated=True)
        named = [str(name) for name in options.variables or ()]
        if options.coders is not None:
            ratings = [
                name
                for name in candidates
                if not (ATTRIBUTE.fullmatch(name) or unlike_ratings(self.profiles[name]))
            ]
            known = grid_of_coders(ratings, options.coders)
            names = named if known is not None and len(named) == len(known.cells) else []
            grid = grid_of_coders(ratings, options.coders, names)
            if grid is None:
                raise LayoutError(
                    f"there are {len(ratings)} columns of ratings, which is not a multiple of "
                    f"{options.coders} coders: {join_names(ratings)}.",
                    option="coders",
                    remedy="State the number of coders, or name other columns (--item, --by).",
                )
            return grid
        numbered = all(name.isdigit() for name in self.columns)
        if named and not numbered:
            grid = grid_of_variables(candidates, named) or find_grid(candidates, self.profiles)
            if grid is None:
                raise ColumnNotFoundError(
                    f"there are no columns of two raters for each of the variables "
                    f"{', '.join(named)}; the columns are {join_names(candidates)}.",
                    option="variables",
                    value=options.variables,
                    remedy=f"Name columns after variable and rater, such as {named[0]}_ann.",
                )
            return grid
        usable = [name for name in candidates if unlike_ratings(self.profiles[name]) is None]
        if numbered:
            return guess_coders(usable, self.profiles) if len(usable) == len(candidates) else None
        return find_grid(usable, self.profiles)

    def _grid_reading(self, grid: Grid, item: str | None) -> Reading:
        """Return the reading of a grid, without the raters that are gold standards or sums."""
        apart = self._apart(grid, item)
        chosen = None if self.options.raters is None else list(map(str, self.options.raters))
        if chosen is not None:
            for name in chosen:
                if name not in grid.raters:
                    raise OptionError(
                        f"there is no rater {name!r}; the raters are {', '.join(grid.raters)}.",
                        option="raters",
                        value=self.options.raters,
                    )
        variables = []
        for variable, row in grid.cells.items():
            cells = {
                rater: column
                for rater, column in row.items()
                if column not in apart and (chosen is None or rater in chosen)
            }
            if len(cells) > 1:
                layout = Wide(tuple(cells), item, {}, self.extras, cells=(tuple(cells.values()),))
                variables.append(Variable(variable, layout))
        what = f"a grid of {len(grid.cells)} variables and {len(grid.raters)} raters"
        reason = grid.reason if grid.stated else f"{what}: {grid.reason}"
        notes = (describe_apart(apart),) if apart else ()
        alternatives = () if grid.stated else tuple(self._others_of_grid(grid))
        return Reading(tuple(variables), reason, notes, alternatives, {}, apart)

    def _others_of_grid(self, grid: Grid) -> Iterator[Alternative]:
        """Yield other readings of a grid."""
        yield Alternative("every column is a rater of one variable", grid.reason, "--layout wide")
        if all(name.isdigit() for name in self.columns):
            known = (n for n in range(2, len(self.columns)) if len(self.columns) % n == 0)
            others = [n for n in known if n != len(grid.raters)]
            if others:
                flag = f"--coders {others[0]}"
                yield Alternative("another number of coders", grid.reason, flag)
            return
        yield Alternative(
            "ratings with several responses, which are compared together",
            "the columns of a rater are variables of their own",
            f"--score {_listed(list(grid.cells))}",
        )

    def _apart(self, grid: Grid, item: str | None) -> dict[str, str]:
        """Return the columns that are no ratings of the grid, and what each holds."""
        apart: dict[str, str] = {}
        cells = grid.columns
        for name in self.columns:
            if name in cells or name == item:
                continue
            why = unlike_ratings(self.profiles[name])
            if why is None and is_gold_name(name):
                why = "a gold standard, by its name"
            if why is None and is_attribute_name(name):
                why = "an attribute, by its name"
            if why is None and RESULT.fullmatch(name.strip()):
                why = self._sum_in(grid, name) or "the resulting score, by its name"
            if why is None and not self.profiles[name].labels:
                why = "no ratings"
            if why is None:
                why = self._sum_in(grid, name) or "not named like the variables and raters"
            apart[name] = why
        for row in grid.cells.values():
            for rater, name in row.items():
                others = [self.profiles[other] for other in row.values() if other != name]
                keep = {rater, name} & set(self.options.include)
                why = None
                if is_gold_name(rater):
                    why = "a gold standard, by its name"
                elif AGGREGATE.fullmatch(rater):
                    why = "a summary of the ratings, by its name"
                else:
                    why = computed_from(self.profiles[name], others)
                if why is not None and not keep and not grid.stated and len(others) > 1:
                    apart[name] = why
        return apart

    def _sum_in(self, grid: Grid, name: str) -> str | None:
        """Return how a column is computed from the ratings of one variable, if it is."""
        for row in grid.cells.values():
            others = [self.profiles[column] for column in row.values()]
            source = computed_from(self.profiles[name], [o for o in others if o.labels])
            if source is not None:
                return source
        return None
