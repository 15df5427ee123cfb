"""Several tables of the same subjects: one per rater, one per variable, or with the gold labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.data.scale import show_label
from accord.errors import LayoutError
from accord.io.engines import CellRules
from accord.io.layouts import (
    RATER,
    Alternative,
    LayoutOptions,
    Long,
    Profile,
    Reading,
    Wide,
    association,
    guess_item_column,
    is_attribute_name,
    is_gold_name,
    join_names,
    unlike_ratings,
)

if TYPE_CHECKING:
    import polars as pl

    from accord.io.engines.columns import Frame

__all__ = [
    "GOLD",
    "SEPARATOR",
    "Joined",
    "Part",
    "join_gold",
    "join_parts",
    "short_names",
    "stack_parts",
]

COMMON = 0.5  # share of common ids by which tables have the same subjects
LEAST_AGREEMENT = 0.1  # of columns of one name, if tables are raters
CLEAR = 0.05  # difference of agreement that tells raters from variables
SEPARATOR = "\x1f"  # between variable and rater in names of joined columns
GOLD = "gold"
ITEM = "item"


@dataclass(frozen=True, slots=True)
class Part:
    """A table of a file or a sheet.

    Parameters
    ----------
    name
        Name of the file or the sheet.
    frame
        Its cells, in memory.
    """

    name: str
    frame: pl.DataFrame

    def labels(self, column: str, rules: CellRules) -> list[Any]:
        """Return the labels of a column, None if missing."""
        cells = self.frame[column].to_list()
        known = {cell: rules.label(cell) for cell in set(cells)}
        return [known[cell] for cell in cells]


@dataclass(frozen=True, slots=True)
class Joined:
    """Tables joined by the ids of their subjects.

    Parameters
    ----------
    frame
        A row for each subject, a column for each variable and rater.
    cells
        Variable → rater → column.
    item
        Column of the subjects.
    reason
        What the tables were taken for, and why.
    meaning
        What each table is: a ``rater``, a ``variable`` or other ``subjects``.
    only
        Whether tables have one column of ratings, so that they cannot be variables.
    notes
        What was left out.
    """

    frame: pl.DataFrame
    cells: Mapping[str, Mapping[str, str]]
    item: str
    reason: str
    meaning: str = ""
    only: bool = False
    notes: tuple[str, ...] = ()

    def others(self, noun: str) -> tuple[Alternative, ...]:
        """Return what the tables could be besides."""
        if noun != "file":
            return (Alternative(f"only the first {noun} is read", self.reason, "--sheet 1"),)
        other = "variable" if self.meaning == "rater" else "rater"
        why = "their ids are the same"
        apart = Alternative("files have different subjects", why, "--each-file subjects")
        turned = Alternative(f"each file is a {other}", self.reason, f"--each-file {other}")
        return (apart,) if self.only else (turned, apart)


def join_parts(
    parts: Sequence[Part],
    options: LayoutOptions,
    rules: CellRules,
    meaning: str | None,
    noun: str = "file",
) -> Joined | None:
    """Return tables of the same subjects as one; None if their subjects differ.

    Parameters
    ----------
    parts
        Two tables or more.
    options
        What the user stated about the columns.
    rules
        Meaning of the cells.
    meaning
        What each table is, if it is stated: a ``rater`` or a ``variable``.
    noun
        What a table is: a file or a sheet.
    """
    tables = [_Table.of(part, options, rules) for part in parts]
    keyed = all(table.item is not None for table in tables)
    if keyed and not (_same_subjects(tables) or (meaning is not None)):
        return None
    if not keyed and not _same_rows(tables):
        return None
    names = short_names([part.name for part in parts])
    single = all(len(table.ratings) == 1 for table in tables)
    shared = [c for c in tables[0].ratings if all(c in table.ratings for table in tables)]
    if not single and (not shared or not keyed):
        return None
    if single:
        variable = shared[0] if shared else "ratings"
        columns = {(variable, name): t.ratings[0] for name, t in zip(names, tables, strict=True)}
        kind, reason = "rater", f"each {noun} has one column of ratings of the same subjects"
        chosen = {key: (k, column) for k, (key, column) in enumerate(columns.items())}
    else:
        kind, reason = _meaning(tables, shared, meaning, noun)
        if kind == "subjects":
            return Joined(parts[0].frame, {}, "", reason, meaning=kind)
        chosen = {
            ((column, name) if kind == "rater" else (name, column)): (k, column)
            for column in shared
            for k, name in enumerate(names)
        }
        if kind == "variable":
            chosen = dict(sorted(chosen.items(), key=lambda entry: entry[1][0]))
    left = (
        sorted({c for table in tables for c in table.ratings} - set(shared)) if not single else []
    )
    notes = (f"{join_names(left)}: not in all {noun}s, left out.",) if left else ()
    return replace(_combined(tables, chosen, reason, notes), meaning=kind, only=single)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table, its column of subjects, and its columns of ratings."""

    part: Part
    item: str | None
    ids: list[str]
    ratings: tuple[str, ...]
    cells: Mapping[str, list[Any]]

    @classmethod
    def of(cls, part: Part, options: LayoutOptions, rules: CellRules) -> _Table:
        columns = part.frame.columns
        cells = {name: part.labels(name, rules) for name in columns}
        item = guess_item_column(options, columns, cells, numeric=False, least=1)
        if item is not None and len(set(cells[item])) < len(cells[item]):
            item = None
        extras = {str(e) for e in (options.by, options.cluster, options.count) if e is not None}
        profiles = {name: Profile(name, cells[name]) for name in columns if name != item}
        ratings = tuple(
            name
            for name, profile in profiles.items()
            if name not in extras
            and unlike_ratings(profile) is None
            and (name in options.include or not is_attribute_name(name))
        )
        ids = [] if item is None else [show_label(cell) for cell in cells[item]]
        return cls(part, item, ids, ratings, cells)

    def profile(self, column: str, ids: Sequence[str]) -> Profile:
        """Return a column in the order of given subjects."""
        row = {key: k for k, key in enumerate(self.ids)}
        cells = self.cells[column]
        return Profile(column, [cells[row[key]] if key in row else None for key in ids])


def _same_subjects(tables: Sequence[_Table]) -> bool:
    """Return whether all tables have most ids of the first in common."""
    first = set(tables[0].ids)
    return all(
        len(first & set(table.ids)) >= COMMON * max(1, min(len(first), len(table.ids)))
        and len(first & set(table.ids)) >= 2
        for table in tables[1:]
    )


def _same_rows(tables: Sequence[_Table]) -> bool:
    """Return whether tables without ids have one column of ratings each, and as many rows."""
    return (
        all(table.item is None and len(table.part.frame.columns) == 1 for table in tables)
        and len({table.part.frame.height for table in tables}) == 1
    )


def _meaning(
    tables: Sequence[_Table], shared: Sequence[str], stated: str | None, noun: str
) -> tuple[str, str]:
    """Return whether tables are raters, variables or other subjects, and why.

    Columns of one name agree across raters; columns of one table agree if they are raters. The
    tables are then those of variables. Files with the same categories, though, may be those of
    different subjects with the same ids.
    """
    if stated is not None:
        return stated, f"each {noun} is a {stated}, as stated"
    ids = [key for key in tables[0].ids if all(key in set(t.ids) for t in tables[1:])]
    profiles = [[table.profile(column, ids) for column in shared] for table in tables]
    across = [
        association(one[k], other[k])
        for one, other in combinations(profiles[:6], 2)
        for k in range(len(shared))
    ]
    within = [
        association(one, other) for table in profiles for one, other in combinations(table[:6], 2)
    ]
    agreement = [_mean(across), _mean(within)]
    alike = noun == "file" and len(shared) > 1 and _same_labels(profiles)
    if alike and (agreement[1] > agreement[0] + CLEAR or agreement[0] < LEAST_AGREEMENT):
        return "subjects", (
            "the files have the same ids, and were read as different subjects, because columns of "
            "a file agree. If each file is a variable or a rater, use each_file (--each-file "
            "variable)."
        )
    if agreement[1] > agreement[0] + CLEAR:
        return "variable", f"columns of a {noun} agree, so each {noun} is a variable"
    return "rater", f"the {noun}s have the same subjects and columns, so each is a rater"


def _same_labels(profiles: Sequence[Sequence[Profile]]) -> bool:
    """Return whether all tables have about the same labels."""
    labels = [frozenset().union(*(p.labels for p in table)) for table in profiles]
    return all(2 * len(labels[0] & other) > len(labels[0] | other) for other in labels[1:])


def _mean(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else 0.0


def _combined(
    tables: Sequence[_Table],
    chosen: Mapping[tuple[str, str], tuple[int, str]],
    reason: str,
    notes: tuple[str, ...],
) -> Joined:
    """Return the chosen columns of all tables, matched by id, or by row without ids."""
    import polars as pl

    cells: dict[str, dict[str, str]] = {}
    for variable, rater in chosen:
        cells.setdefault(variable, {})[rater] = f"{variable}{SEPARATOR}{rater}"
    if tables[0].item is None:
        frames = [
            tables[k].part.frame[column].alias(cells[variable][rater])
            for (variable, rater), (k, column) in chosen.items()
        ]
        ids = pl.Series(ITEM, [str(row + 1) for row in range(tables[0].part.frame.height)])
        return Joined(pl.DataFrame([ids, *frames]), cells, ITEM, reason, notes=notes)
    item = str(tables[0].item)
    every = list(dict.fromkeys(key for table in tables for key in table.ids))
    joint = pl.DataFrame({item: every})
    for k, table in enumerate(tables):
        mine = {
            cells[variable][rater]: table.part.frame[column]
            for (variable, rater), (j, column) in chosen.items()
            if j == k
        }
        part = pl.DataFrame({item: table.ids, **mine})
        joint = joint.join(part, on=item, how="left", maintain_order="left")
    return Joined(joint, cells, item, reason, notes=notes)


def short_names(names: Sequence[str]) -> list[str]:
    """Return the names of files without folder, ending, and words that all have in common.

    >>> short_names(["coding_anna.csv", "coding_ben.csv"]), short_names(["r1.csv", "r2.csv"])
    (['anna', 'ben'], ['r1', 'r2'])
    """
    stems = [re.sub(r"(\.[A-Za-z]\w{0,8})+$", "", Path(name).name) or name for name in names]
    if len(set(stems)) < len(stems):
        return [f"file {number}" for number in range(1, len(stems) + 1)]
    words = [re.split(r"([ _.-]+)", stem) for stem in stems]
    while all(len(w) > 2 for w in words) and len({w[0] for w in words}) == 1:
        words = [w[2:] for w in words]
    while all(len(w) > 2 for w in words) and len({w[-1] for w in words}) == 1:
        words = [w[:-2] for w in words]
    short = ["".join(w) for w in words]
    return stems if any(name.isdigit() or not name for name in short) else short


def stack_parts(parts: Sequence[Part], rules: CellRules) -> Joined | None:
    """Return the rows of tables of one rater each as one table; None if they are not such.

    Each table has the same columns, one of which names its only rater.
    """
    import polars as pl

    columns = parts[0].frame.columns
    if any(part.frame.columns != columns for part in parts):
        return None
    for name in columns:
        if not RATER.fullmatch(name.strip()):
            continue
        raters = [set(part.labels(name, rules)) for part in parts]
        if all(len(group) == 1 for group in raters) and len(set.union(*raters)) > 1:
            frame = pl.concat([part.frame for part in parts], how="vertical_relaxed")
            return Joined(frame, {}, "", "each file has the ratings of one rater")
    return None


def join_gold(
    frame: Frame, reading: Reading, gold: Part, rules: CellRules
) -> tuple[Frame, Reading]:
    """Return a table with the gold labels of another as those of a further rater, and its reading.

    Parameters
    ----------
    frame
        The ratings.
    reading
        How they are read.
    gold
        The gold labels, with the ids of the subjects.
    rules
        Meaning of the cells.
    """
    import narwhals as nw
    import polars as pl

    from accord.io.engines.columns import eager_frame

    table = pl.DataFrame(eager_frame(frame).to_dict(as_series=False), strict=False)
    variables = []
    for variable in reading.variables:
        layout = variable.layout
        item = layout.item if isinstance(layout, (Wide, Long)) else None
        if item is None:
            raise LayoutError(
                "the gold labels cannot be joined, because no column has the ids of the subjects.",
                option="gold_file",
                remedy="Name it with item (--item).",
            )
        labels = _gold_labels(gold, item, variable.name, len(reading.variables) > 1, rules)
        if labels is None:
            variables.append(variable)
            continue
        if isinstance(layout, Wide):
            column = f"{variable.name}{SEPARATOR}{GOLD}"
            ids = [show_label(cell) for cell in table[item].to_list()]
            cells = pl.Series(column, [labels.get(key) for key in ids], dtype=pl.String)
            table = table.with_columns(cells)
            layout = replace(
                layout,
                raters=(*layout.raters, GOLD),
                cells=((*layout.columns[0], column),),
            )
        elif isinstance(layout, Long):
            table = _with_gold_rows(table, layout, labels)
        variables.append(replace(variable, layout=layout))
    return nw.from_native(table), replace(reading, variables=tuple(variables))


def _with_gold_rows(table: pl.DataFrame, layout: Long, labels: Mapping[str, str]) -> pl.DataFrame:
    """Return a long table with a row for the gold label of each of its subjects."""
    import polars as pl

    text = table.with_columns(pl.col(layout.item, layout.rater, *layout.scores).cast(pl.String))
    known = text.filter(pl.col(layout.item).is_in(list(labels))).unique(
        subset=layout.item, keep="first", maintain_order=True
    )
    others = [n for n in text.columns if n not in (layout.item, *layout.extras.names)]
    rows = known.with_columns(
        *(pl.lit(None, dtype=text.schema[name]).alias(name) for name in others)
    ).with_columns(
        pl.lit(GOLD).alias(layout.rater),
        pl.Series(layout.scores[0], [labels[key] for key in known[layout.item].to_list()]),
    )
    return pl.concat([text, rows.select(text.columns)], how="vertical_relaxed")


def _gold_labels(
    gold: Part, item: str, variable: str, several: bool, rules: CellRules
) -> dict[str, str] | None:
    """Return the gold label of each subject; None if the file has none for a variable."""
    columns = gold.frame.columns
    cells = {name: gold.labels(name, rules) for name in columns}
    key = item if item in columns else None
    if key is None:
        key = guess_item_column(LayoutOptions(), columns, cells, numeric=False, least=1)
    if key is None:
        key = columns[0]
    rest = [name for name in columns if name != key]
    named = [n for n in rest if n == variable or n.startswith(variable) or n.endswith(variable)]
    likely = [n for n in rest if is_gold_name(n)] or [
        n for n in rest if unlike_ratings(Profile(n, cells[n])) is None and not is_attribute_name(n)
    ]
    chosen = named[:1] or ([] if several else likely[:1] or rest[:1])
    if not chosen:
        if several and rest:
            return None
        raise LayoutError("the file of the gold labels has no labels.", file=gold.name)
    labels: dict[str, str] = {}
    for cell, label in zip(cells[key], cells[chosen[0]], strict=True):
        text = None if cell is None else show_label(cell)
        if text is None or label is None:
            continue
        if labels.setdefault(text, show_label(label)) != show_label(label):
            raise LayoutError(
                f"subject {text} has two different gold labels.",
                file=gold.name,
                column=chosen[0],
                value=text,
            )
    return labels
