"""The pattern table: equal rows of ratings become one row with a count.

This is the only bridge between data and statistics. Everything that comes before it (files,
frames, layouts) ends here; everything that comes after it (coefficients, intervals, tests) sees
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.base.keys import group_rows
from accord.data.scale import FloatArray, IntArray, Label, Scale
from accord.errors import (
    ColumnNotFoundError,
    EmptyInputError,
    OptionError,
    UnknownNameError,
    UnsupportedError,
)

__all__ = ["ROLES", "Patterns", "Role", "SubjectIndex"]

Role: TypeAlias = Literal["human", "machine", "gold"]
ROLES = ("human", "machine", "gold")

Codes: TypeAlias = npt.NDArray[np.signedinteger[Any]]
SubjectIndex: TypeAlias = Callable[[], tuple[Sequence[object], Codes]]


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """A weighted table of rating patterns.

    Parameters
    ----------
    scale
        The categories.
    raters
        Their names, in column order.
    multiplicity
        (P,) number of subjects with each pattern.
    codes
        (P, r) category codes, -1 for a missing rating.
    counts
        (P, q) ratings per category, where the ratings of a subject are too many to list.
    identity
        Whether column j of ``codes`` is rater j. If not, a row is only a bag of ratings.
    cluster, group
        (P,) codes of the cluster and of the subgroup that the subjects belong to.
    groups
        Names of the subgroups.
    clusters
        Number of clusters.
    roles
        Whether a rater is a human, a machine or the gold standard, where that is known.
    layout, layout_reason
        Layout of the data they came from, and why it was taken to be that.
    unrated
        Subjects without any rating, left out.
    warnings
        What was assumed or dropped on the way.
    subjects
        Labels of the subjects and the row of codes (or counts) of each, read again when asked
        for.
    """

    scale: Scale
    raters: tuple[str, ...]
    multiplicity: npt.NDArray[Any]
    codes: Codes | None = None
    counts: npt.NDArray[np.int64] | None = None
    identity: bool = True
    cluster: IntArray | None = None
    clusters: int = 0
    group: IntArray | None = None
    groups: tuple[Label, ...] = ()
    roles: Mapping[str, Role] = field(default_factory=dict)
    layout: str = "wide"
    layout_reason: str = "as stated"
    unrated: float = 0
    warnings: tuple[str, ...] = ()
    subjects: SubjectIndex | None = field(default=None, repr=False)

    @classmethod
    def build(
        cls,
        scale: Scale,
        raters: Sequence[str],
        rows: npt.NDArray[np.integer[Any]],
        *,
        multiplicity: npt.NDArray[Any] | None = None,
        counted: bool = False,
        identity: bool = True,
        cluster: IntArray | None = None,
        group: IntArray | None = None,
        groups: tuple[Label, ...] = (),
        **facts: Any,
    ) -> Patterns:
        """Compress rows of codes (or, if ``counted``, of counts) into patterns.

        Subjects without a rating are left out and counted in ``unrated``.
        """
        if counted:
            shift, shifted = 0, rows
            radices = [int(rows.max(initial=0)) + 1] * rows.shape[1]
        else:  # codes begin at -1, digits at 0
            shift = 1
            room = scale.size < np.iinfo(rows.dtype).max
            shifted = (rows if room else rows.astype(np.int64)) + np.int8(shift)
            radices = [scale.size + 1] * rows.shape[1]
        extra = [column for column in (cluster, group) if column is not None]
        clusters = 0
        if extra:
            shifted = np.column_stack([*extra, shifted])
            radices = [int(column.max(initial=0)) + 1 for column in extra] + radices
        distinct, totals = group_rows(shifted, radices, multiplicity)
        table = distinct[:, len(extra) :] - shift
        rated = (table > 0).any(axis=1) if counted else (table >= 0).any(axis=1)
        rated &= totals > 0
        if not rated.any():
            raise EmptyInputError(
                "there is not a single rating.",
                remedy="Check which columns hold ratings and which values count as missing.",
            )
        columns = [distinct[rated, j] for j in range(len(extra))]
        if cluster is not None:  # those without a rated subject are not there
            present, columns[0] = np.unique(columns[0], return_inverse=True)
            clusters = present.size
        return cls(
            scale=scale,
            raters=tuple(raters),
            multiplicity=totals[rated],
            codes=None if counted else table[rated],
            counts=table[rated] if counted else None,
            identity=identity and not counted,
            cluster=columns.pop(0) if cluster is not None else None,
            clusters=clusters,
            group=columns.pop(0) if group is not None else None,
            groups=groups,
            unrated=facts.pop("unrated", 0) + _number(totals[~rated].sum()),
            **facts,
        )

    def __len__(self) -> int:
        return int(self.multiplicity.size)

    @property
    def n(self) -> float:
        """Number of rated subjects."""
        return _number(self.multiplicity.sum())

    @property
    def n_paired(self) -> float:
        """Number of subjects with two or more ratings."""
        return _number(self.multiplicity[self.ratings_each >= 2].sum())

    @property
    def paired_units(self) -> float:
        """Number of subjects with two or more ratings, or of clusters that have one."""
        if self.cluster is None:
            return self.n_paired
        return int(np.unique(self.cluster[self.ratings_each >= 2]).size)

    @property
    def r(self) -> int:
        """Number of raters."""
        return len(self.raters)

    @property
    def q(self) -> int:
        """Number of categories."""
        return self.scale.size

    @property
    def ratings_each(self) -> IntArray:
        """(P,) number of ratings in each pattern, r_i."""
        if self.codes is not None:
            return np.asarray(np.count_nonzero(self.codes >= 0, axis=1), dtype=np.int64)
        assert self.counts is not None
        return np.asarray(self.counts.sum(axis=1), dtype=np.int64)

    @property
    def ratings(self) -> float:
        """Number of ratings."""
        return _number(self.ratings_each @ self.multiplicity)

    @property
    def missing(self) -> float:
        """Ratings that the rated subjects lack."""
        return _number(self.n * self.r - self.ratings)

    def category_counts(self) -> npt.NDArray[np.int64]:
        """(P, q) number of ratings of each category in each pattern, r_ik."""
        if self.counts is not None:
            return self.counts
        assert self.codes is not None
        table = np.zeros((len(self), self.q + 1), dtype=np.int64)
        if len(self) < self.codes.shape[1]:  # the shorter side is gone through
            for i, row in enumerate(self.codes):
                table[i] = np.bincount(row.astype(np.int64) + 1, minlength=self.q + 1)
            return table[:, 1:]
        rows = np.arange(len(self))
        for j in range(self.codes.shape[1]):
            table[rows, self.codes[:, j]] += 1  # -1 falls into the last column, cut off below
        return table[:, :-1]

    def category_totals(self, weight: npt.NDArray[Any] | None = None) -> FloatArray:
        """(q,) ratings per category over all subjects, or over patterns with other weights."""
        m = np.asarray(self.multiplicity if weight is None else weight, dtype=np.float64)
        if self.counts is not None:
            return np.asarray(m @ self.counts)
        assert self.codes is not None
        totals = np.zeros(self.q)
        if len(self) < self.codes.shape[1]:
            return np.asarray(m @ self.category_counts(), dtype=np.float64)
        for j in range(self.codes.shape[1]):
            digits = self.codes[:, j].astype(np.int64) + 1
            totals += np.bincount(digits, weights=m, minlength=self.q + 1)[1:]
        return totals

    def pairable_totals(self, weight: npt.NDArray[Any] | None = None) -> FloatArray:
        """(q,) ratings per category on subjects with two or more ratings."""
        m = self.multiplicity if weight is None else weight
        return self.category_totals(m * (self.ratings_each >= 2))

    def select(self, raters: Sequence[str]) -> Patterns:
        """Keep the given raters only."""
        if self.codes is None or not self.identity:
            raise UnsupportedError(
                "these data do not say which rater gave which rating. Load them in the wide or "
                "long layout."
            )
        if len(set(raters)) < len(raters):
            raise OptionError(f"a rater is named twice: {', '.join(raters)}.", option="raters")
        unknown = [name for name in raters if name not in self.raters]
        if unknown:
            raise ColumnNotFoundError(
                f"there is no rater {unknown[0]!r}; the raters are {', '.join(self.raters)}."
            )
        columns = [self.raters.index(name) for name in raters]
        chosen = self._recompress(self.codes[:, columns], raters=raters)
        return chosen._indexed(self.subjects, lambda rows: rows[:, columns])

    def of_role(self, role: str) -> Patterns:
        """Keep the raters of one role only: ``human``, ``machine`` or ``gold``."""
        if role not in ROLES:
            raise UnknownNameError("role", role, ROLES, option="role")
        chosen = [name for name in self.raters if self.roles.get(name) == role]
        if len(chosen) < 2:
            known = ", ".join(f"{name} is {own}" for name, own in self.roles.items()) or "none is"
            raise OptionError(
                f"agreement needs two raters or more, and {len(chosen)} of role {role!r} "
                f"{'is' if len(chosen) == 1 else 'are'} known ({known}).",
                option="role",
            )
        return self.select(chosen)

    def without(self, rater: str) -> Patterns:
        """Leave one rater out."""
        return self.select([name for name in self.raters if name != rater])

    def who_rated(self) -> list[str]:
        """Raters who rated something; all of them where raters are not kept apart."""
        if self.codes is None or not self.identity:
            return list(self.raters)
        return [n for n, own in zip(self.raters, self.codes.T, strict=True) if np.any(own >= 0)]

    def anonymous(self) -> Patterns:
        """Forget who gave which rating: fewer patterns, for coefficients that do not ask."""
        if self.codes is None or not self.identity:
            return self
        return self._recompress(-np.sort(-self.codes, axis=1), identity=False)

    def pairable(self) -> Patterns:
        """Keep the subjects with two or more ratings; nothing changes where all have them."""
        paired = self.ratings_each >= 2
        return self if paired.all() or not paired.any() else self._rows(paired)

    def against_rest(self, code: int) -> Patterns:
        """Two categories only: the given one (code 1) and all others (code 0)."""
        scale = Scale.observed([False, True])
        if self.codes is not None:
            binary = np.where(self.codes < 0, -1, self.codes == code)
            return self._recompress(binary, scale=scale)
        counts = self.category_counts()
        pair = np.column_stack([counts.sum(axis=1) - counts[:, code], counts[:, code]])
        return self._recompress(pair, scale=scale)

    def recoded(self, scale: Scale, codes: Codes) -> Patterns:
        """Return the same subjects with other codes on another scale."""
        return self._recompress(np.asarray(codes, dtype=np.int64), scale=scale)

    def on(self, scale: Scale) -> Patterns:
        """Return the same ratings on another scale, which must have all categories in use."""
        used = np.flatnonzero(self.category_totals())
        codes = np.full(self.q + 1, -1, dtype=np.int64)
        codes[used] = self.scale.places_in(scale, used)

        def moved(rows: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
            if self.codes is not None:
                return np.asarray(codes[rows], dtype=np.int64)
            counts = np.zeros((len(rows), scale.size), dtype=np.int64)
            counts[:, codes[used]] = rows[:, used]
            return counts

        table = self.codes if self.codes is not None else self.category_counts()
        return self._recompress(moved(table), scale=scale)._indexed(self.subjects, moved)

    def _indexed(
        self,
        subjects: SubjectIndex | None,
        change: Callable[[npt.NDArray[Any]], npt.NDArray[Any]],
    ) -> Patterns:
        """Return the same patterns with an index of subjects whose rows are changed as theirs."""
        if subjects is None:
            return self

        def index() -> tuple[Sequence[object], npt.NDArray[Any]]:
            labels, rows = subjects()
            return labels, change(rows)

        return replace(self, subjects=index)

    def split(self) -> dict[Label, Patterns]:
        """Subgroups by name."""
        if self.group is None:
            return {}
        parts = {}
        for code, label in enumerate(self.groups):
            mask = self.group == code
            if mask.any():
                parts[label] = self._rows(mask)
        return parts

    def merge(self, other: Patterns) -> Patterns:
        """Pattern table of the subjects of both; the same raters, categories united.

        Clusters of the two parts are taken to be different ones; so are no subgroups: those
        are matched by name.
        """
        scale = self.scale.union(other.scale)
        raters = tuple(dict.fromkeys((*self.raters, *other.raters)))
        anonymous = not (self.identity and other.identity)
        if anonymous:
            raters = max(self.raters, other.raters, key=len)
        groups = tuple(dict.fromkeys((*self.groups, *other.groups)))
        blocks, clusters, shift = [], [], 0
        for part in (self, other):
            blocks.append(part._translated(scale, raters, anonymous))
            if part.cluster is not None:
                clusters.append(part.cluster + shift)
                shift += part.clusters
        if (self.cluster is None) != (other.cluster is None):
            raise UnsupportedError("one part has clusters and the other has none.")
        if (self.group is None) != (other.group is None):
            raise UnsupportedError("one part has subgroups and the other has none.")
        codes = [
            np.array([groups.index(g) for g in part.groups])[part.group]
            for part in (self, other)
            if part.group is not None
        ]
        return Patterns.build(
            scale,
            raters,
            np.concatenate(blocks),
            multiplicity=np.concatenate([self.multiplicity, other.multiplicity]),
            counted=anonymous,
            identity=not anonymous,
            cluster=np.concatenate(clusters) if clusters else None,
            group=np.concatenate(codes) if len(codes) == 2 else None,
            groups=groups,
            roles={**other.roles, **self.roles},
            layout=self.layout,
            layout_reason=self.layout_reason,
            unrated=self.unrated + other.unrated,
            warnings=tuple(dict.fromkeys((*self.warnings, *other.warnings))),
        )

    def _translated(
        self, scale: Scale, raters: tuple[str, ...], anonymous: bool
    ) -> npt.NDArray[np.int64]:
        """Rows of this table in another scale and another order of raters."""
        new = np.append(self.scale.places_in(scale, np.arange(self.q)), -1)
        if anonymous:
            counts = np.zeros((len(self), scale.size), dtype=np.int64)
            counts[:, new[:-1]] = self.category_counts()
            return counts
        assert self.codes is not None
        rows = np.full((len(self), len(raters)), -1, dtype=np.int64)
        rows[:, [raters.index(name) for name in self.raters]] = new[self.codes]
        return rows

    def _rows(self, mask: npt.NDArray[np.bool_]) -> Patterns:
        cluster, clusters = None, 0
        if self.cluster is not None:
            names, cluster = np.unique(self.cluster[mask], return_inverse=True)
            clusters = names.size
        return replace(
            self,
            multiplicity=self.multiplicity[mask],
            codes=None if self.codes is None else self.codes[mask],
            counts=None if self.counts is None else self.counts[mask],
            cluster=cluster,
            clusters=clusters,
            group=None,
            groups=(),
            unrated=0,
            subjects=None,
        )

    def _recompress(
        self,
        rows: npt.NDArray[np.int64],
        *,
        scale: Scale | None = None,
        raters: Sequence[str] | None = None,
        identity: bool | None = None,
    ) -> Patterns:
        return Patterns.build(
            self.scale if scale is None else scale,
            self.raters if raters is None else raters,
            rows,
            multiplicity=self.multiplicity,
            counted=self.codes is None,
            identity=self.identity if identity is None else identity,
            cluster=self.cluster,
            group=self.group,
            groups=self.groups,
            roles={n: role for n, role in self.roles.items() if n in (raters or self.raters)},
            layout=self.layout,
            layout_reason=self.layout_reason,
            unrated=self.unrated,
            warnings=self.warnings,
        )


def _number(total: Any) -> float:
    """Count as int where it is one, so that n = 80 and not 80.0."""
    value = float(total)
    return int(value) if value.is_integer() else value
