"""The same subjects rated by several panels: one table of them all, and each panel's part in it."""

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
    "abreast",
    "is_named",
    "pair_counts",
    "pair_patterns",
    "panel_of",
]

SHOWN = 10
NAMELESS = ("", "None", "nan")


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
            f"{_shown(only, names)}.{_hint(only)}",
            remedy="Correct their names."
            if dropping
            else "Correct their names, or leave them out with unmatched=drop.",
        )


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Some of the raters of a table, with patterns of their own.

    Parameters
    ----------
    whole
        The table of all raters.
    patterns
        The table of the panel.
    place
        (P,) pattern of the panel that each pattern of the whole has; -1 if the panel did not
        rate it.
    """

    whole: Patterns
    patterns: Patterns
    place: npt.NDArray[np.intp]

    def gather(self, m: FloatArray) -> FloatArray:
        """(B, P') weights of the panel's patterns, given weights (B, P) of the whole's."""
        order = np.argsort(self.place, kind="stable")
        order = order[self.place[order] >= 0]
        present, starts = np.unique(self.place[order], return_index=True)
        total = np.zeros((len(m), len(self.patterns)))
        total[:, present] = np.add.reduceat(m[:, order], starts, axis=1)
        return total

    def within(self, other: Panel) -> Panel:
        """Panel of the other panel's records, which must tell this one's apart."""
        rated = np.flatnonzero(other.place >= 0)
        records, first = np.unique(other.place[rated], return_index=True)
        place = np.full(len(other.patterns), -1, dtype=np.intp)
        place[records] = self.place[rated[first]]
        return Panel(other.patterns, self.patterns, place)

    def spread(self, influence: FloatArray) -> FloatArray:
        """(P,) influence values on the whole's patterns, given those on the panel's."""
        share = self.whole.n / self.patterns.n
        return np.asarray(share * np.append(influence, 0.0)[self.place])


def panel_of(whole: Patterns, raters: Sequence[str]) -> Panel:
    """Panel of the given raters."""
    whole.select(raters)  # complains of unknown ones
    columns = whole.raters_apart().select([whole.raters.index(name) for name in raters])
    rated = np.flatnonzero(columns.present)
    apart = np.zeros(len(whole), dtype=np.int64) if whole.cluster is None else whole.cluster
    rows = np.column_stack([apart[rated], columns.rows[rated] + 1])
    first, kind = distinct_rows(rows, [int(column.max()) + 1 for column in rows.T])
    m = np.bincount(kind, weights=whole.multiplicity[rated]).astype(whole.multiplicity.dtype)
    kept = rated[first]
    clusters, cluster = np.unique(apart[kept], return_inverse=True)
    part = replace(
        whole,
        raters=tuple(raters),
        columns=columns.take(kept),
        multiplicity=m,
        cluster=None if whole.cluster is None else cluster,
        clusters=0 if whole.cluster is None else clusters.size,
        group=None,
        groups=(),
        unrated=whole.unrated + whole.n - m.sum().item(),
        subjects=None,
    )
    place = np.full(len(whole), -1, dtype=np.intp)
    place[rated] = kind
    return Panel(whole, part, place)


def pair_patterns(whole: Patterns) -> Patterns:
    """Every pattern that two raters can have, in the order in which `Patterns` has them.

    Each pair of raters of the whole is a weighting of this table.
    """
    size = whole.q + 1
    digits = np.divmod(np.arange(1, size * size), size)
    return replace(
        whole,
        raters=("first", "second"),
        columns=Codes(np.column_stack(digits) - 1, whole.q),
        multiplicity=np.ones(size * size - 1, dtype=whole.multiplicity.dtype),
        roles={},
        group=None,
        groups=(),
        unrated=0,
        subjects=None,
    )


def pair_counts(whole: Patterns, most: int) -> Iterator[tuple[list[tuple[int, int]], FloatArray]]:
    """Pairs of columns, at most so many at a time, and (B, P) how often each has each pattern.

    Patterns are those of `pair_patterns`. A pair of codes is read as one number and counted, so
    that the work is that of one pass through the two columns.
    """
    size = whole.q + 1
    digits = np.ascontiguousarray(whole.raters_apart().rows.T, dtype=np.intp) + 1
    weight = None if np.all(whole.multiplicity == 1) else whole.multiplicity
    every = combinations(range(whole.r), 2)
    while pairs := list(islice(every, most)):
        m = np.empty((len(pairs), size * size))
        left = -1
        for row, (g, h) in zip(m, pairs, strict=True):
            if g != left:
                left, high = g, digits[g] * size
            row[:] = np.bincount(high + digits[h], weights=weight, minlength=size * size)
        yield pairs, m[:, 1:]


def abreast(
    first: Patterns, second: Patterns, names: Sequence[str], *, drop: bool = False
) -> tuple[tuple[Panel, Panel], tuple[str, ...]]:
    """Put two tables of the same subjects side by side: the two panels, and warnings.

    Parameters
    ----------
    names
        What the panels are called.
    drop
        Leave out subjects without a partner, and say so, instead of refusing them.
    """
    scale = first.scale.union(second.scale)
    (ours, left, has_names), (theirs, right, have_names) = (
        _named_rows(part.on(scale), name) for part, name in zip((first, second), names, strict=True)
    )
    if has_names != have_names:
        with_names, without = names if has_names else reversed(names)
        raise InputError(
            f"subjects have names in {with_names} and none in {without}: they cannot be matched.",
            remedy="Name the column of the subjects with item.",
        )
    alone = (
        tuple(label for label in ours if label not in theirs),
        tuple(label for label in theirs if label not in ours),
    )
    common = [label for label in ours if label in theirs]
    if not common or (any(alone) and not drop):
        raise UnmatchedSubjectsError(alone, names, dropping=drop)
    raters = [
        [f"{name}: {rater}" for rater in part.raters]
        for name, part in zip(names, (first, second), strict=True)
    ]
    joint = Patterns.build(
        scale,
        (*raters[0], *raters[1]),
        np.column_stack(
            [left[[ours[label] for label in common]], right[[theirs[label] for label in common]]]
        ),
        layout=first.layout,
        layout_reason=first.layout_reason,
    )
    notes = [f"left out, having no partner: {_shown(alone, names)}."] if any(alone) else []
    if not has_names:
        notes.append("subjects have no names and are matched by their place in the table.")
    one, other = (
        replace(panel, patterns=replace(panel.patterns, raters=part.raters))  # their own names
        for panel, part in (
            (panel_of(joint, raters[0]), first),
            (panel_of(joint, raters[1]), second),
        )
    )
    return (one, other), tuple(notes)


def _named_rows(part: Patterns, name: str) -> tuple[dict[str, int], npt.NDArray[np.int64], bool]:
    """Row of each subject by name, the codes of all, and whether the names are real ones."""
    if part.subjects is None or not part.identity:
        raise UnsupportedError(
            f"{name}: a paired comparison must know which subject is which and who rated it, and "
            "these data do not say. Load them in the wide or long layout."
        )
    labels, rows = part.subjects()
    if is_named(labels) and not all(str(label).strip() not in NAMELESS for label in labels):
        raise InputError(f"{name}: a subject has no name.", remedy="Fill in the names.")
    counted = part.n + part.unrated != len(rows)
    if part.cluster is not None or counted:
        raise UnsupportedError(
            f"{name}: clusters and counts go with a paired comparison inside one table. Put the "
            "ratings of both panels into columns of one file and name the panels."
        )
    places: dict[str, int] = {}
    for row, label in enumerate(map(show_label, labels)):
        if places.setdefault(label, row) != row:
            raise InputError(
                f"subject {label!r} occurs more than once in {name}.",
                value=label,
                remedy="Every subject needs a name of its own; name their column with item.",
            )
    return places, rows, is_named(labels)


def is_named(labels: Sequence[object]) -> bool:
    """Whether subjects have names, rather than the numbers of their rows."""
    return not isinstance(labels, range)


def _hint(alone: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    """Remark on names that would match if they were written alike."""
    plain = [{_plain(label) for label in own} for own in alone]
    alike = len(plain[0] & plain[1])
    if not alike:
        return ""
    return (
        f" ({alike} of them would match if capitals, blanks around names and leading zeros did "
        "not count.)"
    )


def _plain(label: str) -> str | float:
    number = as_number(label)
    return label.strip().casefold() if number is None else number


def _shown(alone: tuple[tuple[str, ...], ...], names: Sequence[str]) -> str:
    """Subjects without a partner, counted and listed."""
    return "; ".join(
        f"{len(own):,} only in {name} ({', '.join(own[:SHOWN])}{', …' if len(own) > SHOWN else ''})"
        for own, name in zip(alone, names, strict=True)
        if own
    )
