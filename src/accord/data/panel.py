"""Panels of raters: the table of all raters, and the part of it that belongs to each panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.columns import Codes
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, as_number, show_label
from accord.errors import InputError, UnsupportedError

__all__ = [
    "Panel",
    "UnmatchedSubjectsError",
    "is_named",
    "match_panels",
    "pair_counts",
    "pair_patterns",
    "panel_of",
]

SHOWN = 10  # unmatched subjects that an error lists
NAMELESS = ("", "None", "nan")  # texts of missing names


class UnmatchedSubjectsError(InputError):
    """Subjects of a paired comparison that only one of two panels rated.

    ``only`` has, for each panel, the names of the subjects that the other lacks.
    """

    def __init__(
        self,
        only: tuple[tuple[str, ...], tuple[str, ...]],
        names: Sequence[str],
        *,
        dropping: bool = False,
    ) -> None:
        self.only = only
        super().__init__(
            "a paired comparison needs the same subjects twice, and "
            f"{'none' if dropping else 'some'} have {'a' if dropping else 'no'} partner: "
            f"{_list_unmatched(only, names)}.{_hint(only)}",
            remedy="Correct their names."
            if dropping
            else "Correct their names, or leave them out with unmatched=drop.",
        )


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Some of the raters of a table, with patterns of their own.

    Parameters
    ----------
    table
        Patterns of all raters.
    patterns
        Patterns of the panel.
    index
        (P,) pattern of the panel in each pattern of the table; -1 where the panel rated nothing.
    """

    table: Patterns
    patterns: Patterns
    index: npt.NDArray[np.intp]

    def gather(self, m: FloatArray) -> FloatArray:
        """Return (B, P') weights of the panel's patterns, given weights (B, P) of the table's."""
        order = np.argsort(self.index, kind="stable")
        order = order[self.index[order] >= 0]
        present, starts = np.unique(self.index[order], return_index=True)
        total = np.zeros((len(m), len(self.patterns)))
        total[:, present] = np.add.reduceat(m[:, order], starts, axis=1)
        return total

    def within(self, other: Panel) -> Panel:
        """Return this panel as a part of another one.

        Records that are equal for the other panel must be equal for this one.
        """
        rated = np.flatnonzero(other.index >= 0)
        records, first = np.unique(other.index[rated], return_index=True)
        index = np.full(len(other.patterns), -1, dtype=np.intp)
        index[records] = self.index[rated[first]]
        return replace(self, table=other.patterns, index=index)

    def spread(self, influence: FloatArray) -> FloatArray:
        """Return (P,) influence values on the table's patterns, given those on the panel's."""
        share = self.table.n / self.patterns.n
        return np.asarray(share * np.append(influence, 0.0)[self.index])


def panel_of(table: Patterns, raters: Sequence[str], *, complete: bool = False) -> Panel:
    """Return the panel of the given raters.

    If ``complete``, it has only the subjects that all of them rated.
    """
    table.select(raters)  # refuses unknown names
    columns = table.by_rater().select(table.places_of(raters))
    chosen = (columns.rows >= 0).all(axis=1) if complete else columns.present
    rated = np.flatnonzero(chosen)
    clusters_of = np.zeros(len(table), dtype=np.int64) if table.cluster is None else table.cluster
    rows = np.column_stack([clusters_of[rated], columns.rows[rated] + 1])
    first, pattern = distinct_rows(rows, [int(column.max()) + 1 for column in rows.T])
    m = np.bincount(pattern, weights=table.multiplicity[rated]).astype(table.multiplicity.dtype)
    kept = rated[first]
    spans = table.spans
    if spans is not None:
        units = kept if table.cluster is None else np.unique(clusters_of[kept])
        spans = spans.of_raters(raters).of_documents(units)
    clusters, cluster = np.unique(clusters_of[kept], return_inverse=True)
    part = replace(
        table,
        raters=tuple(raters),
        columns=columns.take(kept),
        multiplicity=m,
        cluster=None if table.cluster is None else cluster,
        clusters=0 if table.cluster is None else clusters.size,
        group=None,
        groups=(),
        unrated=table.unrated + table.multiplicity[~columns.present].sum().item(),
        subjects=None,
        spans=spans,
    )
    index = np.full(len(table), -1, dtype=np.intp)
    index[rated] = pattern
    return Panel(table, part, index)


def pair_patterns(table: Patterns) -> Patterns:
    """Return every pattern that two raters can have, in the order of `Patterns`.

    Each pair of raters of the given table is a weighting of the result.
    """
    size = table.q + 1
    digits = np.divmod(np.arange(1, size * size), size)
    return replace(
        table,
        raters=("first", "second"),
        columns=Codes(np.column_stack(digits) - 1, table.q),
        multiplicity=np.ones(size * size - 1, dtype=table.multiplicity.dtype),
        spans=None,
        roles={},
        group=None,
        groups=(),
        unrated=0,
        subjects=None,
    )


def pair_counts(table: Patterns, most: int) -> Iterator[tuple[list[tuple[int, int]], FloatArray]]:
    """Yield blocks of pairs of raters, and (B, P) the number of subjects with each pattern.

    The patterns are those of `pair_patterns`. Two codes are combined into one number and counted,
    so that each pair takes a single pass through its two columns.

    Parameters
    ----------
    most
        Number of pairs in a block.
    """
    size = table.q + 1
    digits = np.ascontiguousarray(table.by_rater().rows.T, dtype=np.intp) + 1
    weight = None if np.all(table.multiplicity == 1) else table.multiplicity
    every = combinations(range(table.r), 2)
    while pairs := list(islice(every, most)):
        m = np.empty((len(pairs), size * size))
        left = -1
        for row, (g, h) in zip(m, pairs, strict=True):
            if g != left:
                left, high = g, digits[g] * size
            row[:] = np.bincount(high + digits[h], weights=weight, minlength=size * size)
        yield pairs, m[:, 1:]


def match_panels(
    first: Patterns, second: Patterns, names: Sequence[str], *, drop: bool = False
) -> tuple[tuple[Panel, Panel], tuple[str, ...]]:
    """Match two tables by subject and return both as panels of a joint table, and warnings.

    Parameters
    ----------
    names
        Names of the two panels.
    drop
        Leave out subjects that only one panel rated, with a warning, instead of refusing them.
    """
    scale = first.scale.union(second.scale)
    (first_rows, first_codes, first_named), (second_rows, second_codes, second_named) = (
        _subject_rows(part.on(scale), name)
        for part, name in zip((first, second), names, strict=True)
    )
    if first_named != second_named:
        with_names, without = names if first_named else reversed(names)
        raise InputError(
            f"subjects have names in {with_names} and none in {without}: they cannot be matched.",
            remedy="Name the column of the subjects with item.",
        )
    unmatched = (
        tuple(label for label in first_rows if label not in second_rows),
        tuple(label for label in second_rows if label not in first_rows),
    )
    common = [label for label in first_rows if label in second_rows]
    if not common or (any(unmatched) and not drop):
        raise UnmatchedSubjectsError(unmatched, names, dropping=drop)
    raters = [
        [f"{name}: {rater}" for rater in part.raters]
        for name, part in zip(names, (first, second), strict=True)
    ]
    joint = Patterns.build(
        scale,
        (*raters[0], *raters[1]),
        np.column_stack(
            [
                first_codes[[first_rows[label] for label in common]],
                second_codes[[second_rows[label] for label in common]],
            ]
        ),
        layout=first.layout,
        layout_reason=first.layout_reason,
    )
    notes = []
    if any(unmatched):
        notes.append(f"left out, having no partner: {_list_unmatched(unmatched, names)}.")
    if not first_named:
        notes.append("subjects have no names and are matched by their place in the table.")
    one, other = (
        replace(panel, patterns=replace(panel.patterns, raters=part.raters))  # without the prefix
        for panel, part in (
            (panel_of(joint, raters[0]), first),
            (panel_of(joint, raters[1]), second),
        )
    )
    return (one, other), tuple(notes)


def _subject_rows(part: Patterns, name: str) -> tuple[dict[str, int], npt.NDArray[np.int64], bool]:
    """Return the row of each subject by name, all codes, and whether subjects have names."""
    if part.subjects is None or not part.identity:
        raise UnsupportedError(
            f"{name}: a paired comparison must know which subject is which and who rated it, and "
            "these data do not say. Load them in the wide or long layout."
        )
    labels, codes = part.subjects()
    named = is_named(labels)
    if named and any(str(label).strip() in NAMELESS for label in labels):
        raise InputError(f"{name}: a subject has no name.", remedy="Fill in the names.")
    counted = part.n + part.unrated != len(codes)
    if part.spans is not None:
        raise UnsupportedError(
            f"{name}: spans of two files are not matched. Put the rows of both into one file, with "
            "a rater for each, and name the panels."
        )
    if part.cluster is not None or counted:
        raise UnsupportedError(
            f"{name}: a paired comparison of two tables cannot use clusters or counts. Put the "
            "ratings of both panels into columns of one file and name the panels."
        )
    rows: dict[str, int] = {}
    for row, label in enumerate(map(show_label, labels)):
        if rows.setdefault(label, row) != row:
            raise InputError(
                f"subject {label!r} occurs more than once in {name}.",
                value=label,
                remedy="Give every subject a name of its own; name their column with item.",
            )
    return rows, codes, named


def is_named(labels: Sequence[object]) -> bool:
    """Return whether subjects have names, rather than the numbers of their rows."""
    return not isinstance(labels, range)


def _hint(unmatched: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    """Return a remark on names that differ only in their spelling."""
    first, second = ({_normalised(label) for label in labels} for labels in unmatched)
    alike = len(first & second)
    if not alike:
        return ""
    return (
        f" ({alike} of them would match if capitals, blanks around names and leading zeros were "
        "ignored.)"
    )


def _normalised(label: str) -> str | float:
    number = as_number(label)
    return label.strip().casefold() if number is None else number


def _list_unmatched(unmatched: tuple[tuple[str, ...], ...], names: Sequence[str]) -> str:
    """Return the number of unmatched subjects of each panel, and the first of them."""
    return "; ".join(
        f"{len(labels):,} only in {name} "
        f"({', '.join(labels[:SHOWN])}{', …' if len(labels) > SHOWN else ''})"
        for labels, name in zip(unmatched, names, strict=True)
        if labels
    )
