"""The same subjects rated by several panels: one table of them all, and each panel's part in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from accord.errors import InputError, UnsupportedError
from accord.keys import row_keys
from accord.patterns import Patterns
from accord.scale import FloatArray, show_label

__all__ = ["Panel", "UnmatchedSubjectsError", "abreast", "panel_of"]

SHOWN = 10


class UnmatchedSubjectsError(InputError):
    """Subjects of a paired comparison that only one of two panels rated.

    ``only`` has, for each panel, the names of the subjects that the other lacks.
    """

    def __init__(self, only: tuple[tuple[str, ...], tuple[str, ...]], names: Sequence[str]) -> None:
        self.only = only
        parts = [
            f"{len(alone):,} only in {name} ({', '.join(alone[:SHOWN])}"
            f"{', …' if len(alone) > SHOWN else ''})"
            for alone, name in zip(only, names, strict=True)
            if alone
        ]
        super().__init__(
            f"a paired comparison needs the same subjects twice, and some have no partner: "
            f"{'; '.join(parts)}.",
            remedy="Correct their names, or leave them out with unmatched='drop'.",
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
        rated = self.place >= 0
        order = np.argsort(self.place[rated], kind="stable")
        starts = np.searchsorted(self.place[rated][order], np.arange(len(self.patterns)))
        return np.asarray(np.add.reduceat(m[:, rated][:, order], starts, axis=1))

    def spread(self, influence: FloatArray) -> FloatArray:
        """(P,) influence values on the whole's patterns, given those on the panel's."""
        share = self.whole.n / self.patterns.n
        return np.asarray(share * np.append(influence, 0.0)[self.place])


def panel_of(whole: Patterns, raters: Sequence[str]) -> Panel:
    """Panel of the given raters."""
    whole.select(raters)  # complains of unknown ones
    assert whole.codes is not None
    codes = whole.codes[:, [whole.raters.index(name) for name in raters]]
    rated = np.flatnonzero((codes >= 0).any(axis=1))
    extra = [column[rated] for column in (whole.cluster, whole.group) if column is not None]
    rows = np.column_stack([*extra, codes[rated] + 1])
    keys = row_keys(rows, [int(column.max(initial=0)) + 1 for column in rows.T])
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    m = np.bincount(inverse, weights=whole.multiplicity[rated]).astype(whole.multiplicity.dtype)
    kept = rated[first]
    names, cluster = (
        (None, None)
        if whole.cluster is None
        else np.unique(whole.cluster[kept], return_inverse=True)
    )
    part = replace(
        whole,
        raters=tuple(raters),
        codes=codes[kept],
        multiplicity=m,
        cluster=cluster,
        clusters=0 if names is None else names.size,
        group=None if whole.group is None else whole.group[kept],
        unrated=whole.n - m.sum().item(),
        subjects=None,
    )
    place = np.full(len(whole), -1, dtype=np.intp)
    place[rated] = inverse
    return Panel(whole, part, place)


def abreast(
    first: Patterns, second: Patterns, names: Sequence[str], *, drop: bool = False
) -> tuple[Patterns, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Put two tables of the same subjects side by side.

    Returns the joint table, the names of either panel's raters in it, and warnings.

    Parameters
    ----------
    names
        What the panels are called.
    drop
        Leave out subjects without a partner, and say so, instead of refusing them.
    """
    scale = first.scale.union(second.scale)
    labels, rows = [], []
    for part in (first, second):
        if part.subjects is None or part.codes is None or not part.identity:
            raise UnsupportedError(
                "a paired comparison must know which subject is which and who rated it; these "
                "data do not say. Load them in the wide or long layout."
            )
        if part.cluster is not None or np.any(part.multiplicity % 1):
            raise UnsupportedError(
                "clusters and counts go with a paired comparison inside one table: put the "
                "ratings of both panels in columns of one file and name the panels."
            )
        index = part.on(scale).subjects
        assert index is not None
        own, table = index()
        labels.append([show_label(label) for label in own])
        rows.append(table)
    place: dict[str, int] = {}
    for label in labels[1]:
        if label in place:
            raise InputError(
                f"subject {label!r} occurs more than once in {names[1]}.",
                remedy="Every subject needs a name of its own.",
            )
        place[label] = len(place)
    if len(set(labels[0])) < len(labels[0]):
        raise InputError(
            f"a subject occurs more than once in {names[0]}.",
            remedy="Every subject needs a name of its own.",
        )
    alone = (
        tuple(label for label in labels[0] if label not in place),
        tuple(sorted(set(labels[1]) - set(labels[0]))),
    )
    notes = []
    if any(alone):
        if not drop:
            raise UnmatchedSubjectsError(alone, names)
        notes.append(
            f"left out, having no partner: {len(alone[0]):,} subjects of {names[0]} and "
            f"{len(alone[1]):,} of {names[1]} ({', '.join((alone[0] + alone[1])[:SHOWN])}"
            f"{', …' if len(alone[0]) + len(alone[1]) > SHOWN else ''})."
        )
    matched = [i for i, label in enumerate(labels[0]) if label in place]
    if not matched:
        raise UnmatchedSubjectsError(alone, names)
    partners = [place[labels[0][i]] for i in matched]
    raters = tuple(
        tuple(f"{name}: {rater}" for rater in part.raters)
        for name, part in zip(names, (first, second), strict=True)
    )
    joint = Patterns.build(
        scale,
        (*raters[0], *raters[1]),
        np.column_stack([rows[0][matched], rows[1][partners]]),
        layout=first.layout,
        layout_reason=first.layout_reason,
    )
    return replace(joint, warnings=()), raters[0], raters[1], tuple(notes)
